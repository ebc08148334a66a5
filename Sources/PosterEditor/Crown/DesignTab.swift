import Controls
import Geometry
import Heraldry
import Input
import Posters
import Scene

/// The parts of a crown by the rules of its family; each change is drawn on the poster at once.
final class DesignTab: Control {
  private let session: EditorSession
  private let editing: CrownEditing
  private lazy var drawings = NewestTask<Drawing>(session.tasks)
  /// What is drawn, or would be as soon as something is changed.
  private var design: CrownDesign
  /// The crown that was drawn last from here; another one on the poster is taken up.
  private var drawn: Emblem?
  /// The parts whose choice changes nothing now.
  private var idle: Set<String> = []
  private var surprises: UInt64

  private let form = Form(label: "Parts of the crown")
  private lazy var scroll = ScrollView(form)
  private lazy var surprise = Button("Surprise me", kind: .plain) { [unowned self] _ in takeSurprise() }

  /// The controls of the parts that have been shown, by the part's caption.
  private var controls: [String: Control] = [:]

  /// A crown that was drawn, and the parts whose choice would change nothing.
  private struct Drawing: Sendable {
    let emblem: Emblem
    let idle: [String]
  }

  init(_ session: EditorSession, _ editing: CrownEditing) {
    self.session = session
    self.editing = editing
    design = session.poster.emblem.design ?? CrownCatalogue.poster.design
    drawn = session.poster.emblem
    // In scripts the same surprises come each time.
    surprises = session.isImmediate ? 1 : UInt64.random(in: 0...UInt64.max)
    super.init(label: "Design")
    addChild(scroll)
    addChild(surprise)
  }

  override var isFocusable: Bool { false }
  override var cursor: CursorShape { .arrow }
  var firstFocus: Control { control(for: DesignPart.all[0]) }

  // MARK: Drawing

  /// Draws another design, in the course of a gesture or as a step.
  private func apply(_ wanted: CrownDesign, _ phase: ChangePhase = .final) {
    guard wanted != design || phase == .final || session.poster.emblem != drawn else { return }
    guard session.mayChange() else { return refresh() }
    design = wanted
    drawings.run(isFinal: phase == .final) {
      let path = try wanted.drawing().outline()
      // What is idle can wait until the gesture is over.
      return Drawing(
        emblem: .drawing(path, source: "design:" + wanted.text),
        idle: phase == .final ? wanted.idleOptions() : [])
    } then: { [weak self] result in
      guard let self else { return }
      switch result {
      case .success(let drawing):
        drawn = drawing.emblem
        if phase == .final { idle = Set(drawing.idle) }
        editing.design(drawing.emblem, phase)
      case .failure(let fault): session.say(fault.description)
      }
      showForm()
    }
    showForm()
  }

  private func takeSurprise() {
    // Numbers that differ from each other as chance would have it (SplitMix64).
    surprises &+= 0x9e37_79b9_7f4a_7c15
    var z = surprises
    z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
    z ^= z >> 27
    let families = CrownFamily.allCases
    apply(
      .numbered(Int(z >> 40) + 1, of: families[Int(z % UInt64(families.count))]))
  }

  /// Takes up the crown that the poster has now.
  func refresh() {
    let emblem = session.poster.emblem
    if emblem != drawn, let other = emblem.design {
      (design, drawn, idle) = (other, emblem, [])
    }
    showForm()
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

  override func layOut(_ interface: Interface) {
    let bar = barHeight
    scroll.frame = Rect(x: 0, y: 0, width: bounds.width, height: max(bounds.height - bar, 1))
    let width = surprise.preferredSize(in: bounds.size, interface).width
    surprise.frame = Rect(
      x: 12, y: bounds.height - (bar + Theme.controlHeight) / 2, width: width, height: Theme.controlHeight)
  }

  private var barHeight: Double { bounds.height < 280 ? 44 : 56 }

  override func update(_ interface: Interface) {
    edge.frame = Rect(
      x: 0, y: bounds.height - barHeight, width: bounds.width, height: interface.hairline
    ).pixelAligned(scale: interface.scale)
    edge.backgroundColor = interface.theme.hairline
    if edge.superlayer == nil { layer.addSublayer(edge) }
  }

  private let edge = Layer()
}
