public import Controls
import Geometry
public import Heraldry
public import Input
import Scene

/// The parts of a crown as choices and sliders, by the rules of its family, and a surprise.
///
/// ```swift
/// let designer = CrownDesigner(design: CrownCatalogue.poster.design, surprises: 1)
/// designer.onChange = { design, _ in draw(design) }
/// ```
///
/// It draws nothing: the owner is told of each design, and says which parts change nothing in it.
public final class CrownDesigner: Control {
  /// Told of each design that a person makes, in the course of a gesture or as a step.
  public var onChange: (CrownDesign, ChangePhase) -> Void = { _, _ in }

  /// The design that the controls show.
  public private(set) var design: CrownDesign

  /// The parts whose choice changes nothing now, as `CrownDesign.idleOptions` calls them.
  private var idle: Set<String> = []
  private var surprises: UInt64

  private let form = Form(label: "Parts of the crown")
  private lazy var scroll = ScrollView(form)
  private lazy var surprise = Button("Surprise me", kind: .plain) { [unowned self] _ in takeSurprise() }
  private let edge = Layer()

  /// What stands beside the surprise, from the left, such as what saves the design.
  private let others: [Control]

  /// The controls of the parts that have been shown, by the part's caption.
  private var controls: [String: Control] = [:]

  /// Creates a designer; the same number `surprises` leads to the same surprises.
  public init(design: CrownDesign, surprises: UInt64, others: [Control] = []) {
    self.design = design
    self.surprises = surprises
    self.others = others
    super.init(label: "Design")
    addChild(scroll)
    for control in [surprise] + others { addChild(control) }
    showForm()
  }

  public override var isFocusable: Bool { false }
  /// The usual pointer.
  public override var cursor: CursorShape { .arrow }

  /// What has the keyboard first: the family.
  public var firstFocus: Control { control(for: DesignPart.all[0]) }

  /// Shows a design and which of its parts change nothing, without telling anybody.
  public func show(_ design: CrownDesign, idle: [String]) {
    self.design = design
    self.idle = Set(idle)
    showForm()
  }

  private func apply(_ wanted: CrownDesign, _ phase: ChangePhase = .final) {
    design = wanted
    showForm()
    onChange(wanted, phase)
  }

  private func takeSurprise() {
    surprises &+= 1
    apply(.surprise(surprises))
  }

  // MARK: Rows

  private func showForm() {
    let rows = DesignPart.all.compactMap { part -> Form.Row? in
      let ways = part.ways(design)
      guard ways.count > 1 else { return nil }
      let control = control(for: part)
      control.isEnabled = part.option.map { !idle.contains($0) } ?? true
      let chosen = ways.firstIndex(where: \.isChosen) ?? 0
      switch control {
      case let button as ChoiceButton: button.chosen = ways[chosen].title
      case let slider as Slider:
        slider.range = 0...Double(ways.count - 1)
        slider.value = Double(chosen)
      default: break
      }
      return Form.Row(
        caption: part.caption + (part.showsNumber ? " \(ways[chosen].title)" : ""), controls: [control])
    }
    form.show([Form.Section(title: "Parts", rows: rows)])
    form.setNeedsUpdate()
    scroll.setNeedsLayout()
  }

  /// Returns the control of a part, which is made when it is first shown.
  private func control(for part: DesignPart) -> Control {
    if let known = controls[part.caption] { return known }
    let made = part.isStepped ? slider(for: part) : button(for: part)
    controls[part.caption] = made
    return made
  }

  private func button(for part: DesignPart) -> ChoiceButton {
    ChoiceButton(part.label) { [unowned self] in
      part.ways(design).map { way in
        .init(way.title, isChosen: way.isChosen) { [unowned self] in apply(way.design()) }
      }
    }
  }

  /// Makes a slider whose knob stands at the ways that there are only.
  private func slider(for part: DesignPart) -> Slider {
    let slider = Slider(label: part.label, range: 0...1, scale: .linear(step: 1)) {
      [unowned self] place, phase, _ in
      let ways = part.ways(design)
      let nearest = min(max(Int(place.rounded()), 0), ways.count - 1)
      (controls[part.caption] as? Slider)?.value = Double(nearest)
      apply(ways[nearest].design(), phase)
    }
    slider.valueText = { [unowned self] place in
      let ways = part.ways(design)
      return ways[min(max(Int(place.rounded()), 0), ways.count - 1)].title
    }
    return slider
  }

  // MARK: Places

  private var barHeight: Double { bounds.height < 280 ? 44 : 56 }

  public override func layOut(_ interface: Interface) {
    let bar = barHeight
    scroll.frame = Rect(x: 0, y: 0, width: bounds.width, height: max(bounds.height - bar, 1))
    let y = bounds.height - (bar + Theme.controlHeight) / 2
    let width = surprise.preferredSize(in: bounds.size, interface).width
    surprise.frame = Rect(x: 12, y: y, width: width, height: Theme.controlHeight)
    var end = bounds.width - 12
    for control in others.reversed() {
      let width = control.preferredSize(in: bounds.size, interface).width
      control.frame = Rect(x: end - width, y: y, width: width, height: Theme.controlHeight)
      end -= width + Theme.gap
    }
  }

  public override func update(_ interface: Interface) {
    edge.frame = Rect(
      x: 0, y: bounds.height - barHeight, width: bounds.width, height: interface.hairline
    ).pixelAligned(scale: interface.scale)
    edge.backgroundColor = interface.theme.hairline
    if edge.superlayer == nil { layer.addSublayer(edge) }
  }
}
