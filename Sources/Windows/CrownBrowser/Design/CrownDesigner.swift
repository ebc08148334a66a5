public import Controls
import Geometry
public import Heraldry
public import Input
public import Localization
import Scene

/// The options of a crown as menus and sliders, by the rules of its family, and a random design.
///
/// ```swift
/// let designer = CrownDesigner(design: CrownCatalogue.poster.design, surprises: 1)
/// designer.onChange = { design, _ in draw(design) }
/// ```
///
/// It draws nothing: the owner receives each design, and returns the options that make no difference in it.
public final class CrownDesigner: Control {
  /// Receives each design that a person creates, within a gesture or as a step.
  public var onChange: (CrownDesign, ChangePhase) -> Void = { _, _ in }

  /// The design that the controls show.
  public private(set) var design: CrownDesign

  /// The options that make no difference now, by the names of `CrownDesign.idleOptions`.
  private var idle: Set<String> = []
  private var surprises: UInt64

  private let language: Language
  private let form: Form
  private lazy var scroll = ScrollView(form)
  private lazy var surprise = Button(language.localized("Surprise me"), kind: .plain) {
    [unowned self] _ in takeSurprise()
  }
  private let edge = Layer()

  /// The controls beside the Surprise button, from the left, such as the one that saves the design.
  private let others: [Control]

  /// The controls that have been shown, by the option's English caption.
  private var controls: [String: Control] = [:]

  /// Creates a designer; the same number `surprises` gives the same random designs.
  public init(
    design: CrownDesign, surprises: UInt64, language: Language = .english, others: [Control] = []
  ) {
    self.language = language
    form = Form(label: language.localized("Parts of the crown"))
    self.design = design
    self.surprises = surprises
    self.others = others
    super.init(label: language.localized("Design"))
    addChild(scroll)
    for control in [surprise] + others { addChild(control) }
    showForm()
  }

  public override var isFocusable: Bool { false }
  /// The default pointer.
  public override var cursor: CursorShape { .arrow }

  /// The control that is focused first: the family.
  public var firstFocus: Control { control(for: DesignPart.all[0]) }

  /// Shows a design and its idle options, without calling `onChange`.
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
      let ways = part.ways(design, language)
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
        caption: language.localized(part.caption) + (part.showsNumber ? " \(ways[chosen].title)" : ""),
        controls: [control])
    }
    form.show([Form.Section(title: language.localized("Parts"), rows: rows)])
    form.setNeedsUpdate()
    scroll.setNeedsLayout()
  }

  /// Returns the control of an option, creating it on first use.
  private func control(for part: DesignPart) -> Control {
    if let known = controls[part.caption.text] { return known }
    let made = part.isStepped ? slider(for: part) : button(for: part)
    controls[part.caption.text] = made
    return made
  }

  private func button(for part: DesignPart) -> ChoiceButton {
    ChoiceButton(language.localized(part.label)) { [unowned self] in
      part.ways(design, language).map { way in
        .init(way.title, isChosen: way.isChosen) { [unowned self] in apply(way.design()) }
      }
    }
  }

  /// Creates a slider whose knob stops only at the possible values.
  private func slider(for part: DesignPart) -> Slider {
    let slider = Slider(label: language.localized(part.label), range: 0...1, scale: .linear(step: 1)) {
      [unowned self] place, phase, _ in
      let ways = part.ways(design, language)
      let nearest = min(max(Int(place.rounded()), 0), ways.count - 1)
      (controls[part.caption.text] as? Slider)?.value = Double(nearest)
      apply(ways[nearest].design(), phase)
    }
    slider.valueText = { [unowned self] place in
      let ways = part.ways(design, language)
      return ways[min(max(Int(place.rounded()), 0), ways.count - 1)].title
    }
    return slider
  }

  // MARK: Layout

  private static let margin = 12.0

  /// The surprise at the left of the bar, and the other buttons at its right or below.
  private func buttonRows(_ interface: Interface) -> (
    surprise: ButtonRows, others: ButtonRows, height: Double
  ) {
    let room = max(bounds.width - 2 * Self.margin, 1)
    let rows = ButtonRows([surprise], in: room, interface)
    let more = ButtonRows(others.reversed(), in: room, interface)
    let isBeside = rows.width + Theme.gap + more.width <= room
    return (rows, more, isBeside ? max(rows.height, more.height) : rows.height + Theme.gap + more.height)
  }

  public override func layOut(_ interface: Interface) {
    let (rows, more, height) = buttonRows(interface)
    let padding = bounds.height < 280 ? 6.0 : 12
    let end = bounds.height - padding
    scroll.frame = Rect(x: 0, y: 0, width: bounds.width, height: max(end - height - padding, 1))
    rows.place(leadingTo: Point(Self.margin, end - height), interface)
    more.place(trailingTo: Point(bounds.width - Self.margin, end), interface)
  }

  public override func update(_ interface: Interface) {
    edge.frame = Rect(
      x: 0, y: scroll.frame.maxY, width: bounds.width, height: interface.hairline
    ).pixelAligned(scale: interface.scale)
    edge.backgroundColor = interface.theme.hairline
    if edge.superlayer == nil { layer.addSublayer(edge) }
  }
}

/// An option of a crown: its name, and the resulting design for each value that the rules of its family allow.
struct DesignPart {
  /// One value.
  struct Way {
    let title: String
    let isChosen: Bool
    /// Returns the design with it.
    let design: () -> CrownDesign
  }

  let caption: Message
  /// Its name for assistive tools.
  let label: Message
  /// Its name in `CrownDesign.idleOptions`; nil if it always makes a difference.
  let option: String?
  /// Whether its values are ordered, for a slider.
  var isStepped = false
  /// Whether the selected number is shown beside the caption.
  var showsNumber = false
  let ways: (CrownDesign, Language) -> [Way]

  /// All options, in order of presentation.
  static var all: [DesignPart] {
    [
      DesignPart(caption: Message("Family"), label: Message("Family"), option: nil) { design, language in
        CrownFamily.allCases.map { family in
          Way(title: language.localized(family.message), isChosen: family == design.family) {
            CrownDesign(fitting: family, stature: design.stature, spread: design.spread)
          }
        }
      },
      part(Message("Form"), option: "form", \.forms, \.form, \.name) { $0.with(form: $1) },
      number(Message("Points"), option: "points", \.points, \.points) { $0.with(points: $1) },
      part(
        Message("On them"), label: Message("On the points"), option: "finial", \.finials, \.finial,
        { $0.names.plural }
      ) { $0.with(finial: $1) },
      DesignPart(caption: Message("Between"), label: Message("Between"), option: "between") {
        design, language in
        let rules = design.family.rules
        return ways(
          (rules.betweenIsUsual ? [] : [nil]) + rules.between.map(Optional.some), design.between,
          { $0?.names.plural ?? Message("nothing", context: "ornaments") }, language
        ) { design.with(between: .some($0)) }
      },
      number(Message("Arches"), option: "arches", \.arches, \.arches) { $0.with(arches: $1) },
      part(
        Message("Arch form"), label: Message("Form of the arches"),
        option: "arch form",  // Untranslated: an identifier.
        \.archForms, \.archForm, \.name
      ) { $0.with(archForm: $1) },
      part(
        Message("Along it"), label: Message("Along the arches"),
        option: "arch trim",  // Untranslated: an identifier.
        \.archTrims, \.archTrim, \.name
      ) { $0.with(archTrim: $1) },
      part(Message("Circlet"), option: "circlet", \.circlets, \.circlet, \.name) { $0.with(circlet: $1) },
      part(Message("Cap"), option: "cap", \.caps, \.cap, \.name) { $0.with(cap: $1) },
      DesignPart(caption: Message("On top"), label: Message("On top"), option: "top") { design, language in
        ways(design.family.rules.tops, design.top, { $0.names.singular }, language) { design.with(top: $0) }
      },
      DesignPart(caption: Message("Height"), label: Message("Height"), option: nil, isStepped: true) {
        design, language in
        ways([.low, .middle, .tall], design.stature, \.name, language) { design.with(stature: $0) }
      },
      DesignPart(caption: Message("Opening"), label: Message("Opening"), option: nil, isStepped: true) {
        design, language in
        ways([.straight, .open, .wide], design.spread, \.name, language) { design.with(spread: $0) }
      },
    ]
  }

  /// Creates an option with a list of values from the family's rules.
  private static func part<Value: Equatable>(
    _ caption: Message, label: Message? = nil, option: String,
    _ allowed: @escaping (FamilyRules) -> [Value], _ current: @escaping (CrownDesign) -> Value,
    _ words: @escaping (Value) -> Message, _ change: @escaping (CrownDesign, Value) -> CrownDesign
  ) -> DesignPart {
    DesignPart(caption: caption, label: label ?? caption, option: option) { design, language in
      ways(allowed(design.family.rules), current(design), words, language) { change(design, $0) }
    }
  }

  /// Creates an option with a list of numbers from the family's rules.
  private static func number(
    _ caption: Message, option: String, _ allowed: @escaping (FamilyRules) -> [Int],
    _ current: @escaping (CrownDesign) -> Int, _ change: @escaping (CrownDesign, Int) -> CrownDesign
  ) -> DesignPart {
    DesignPart(caption: caption, label: caption, option: option, isStepped: true, showsNumber: true) {
      design, language in
      ways(
        allowed(design.family.rules).sorted(), current(design), { Message(verbatim: String($0)) }, language
      ) { change(design, $0) }
    }
  }

  private static func ways<Value: Equatable>(
    _ values: [Value], _ current: Value?, _ words: (Value) -> Message, _ language: Language,
    _ change: @escaping (Value) -> CrownDesign
  ) -> [Way] {
    values.map { value in
      Way(title: language.localized(words(value)).capitalizingFirstLetter, isChosen: value == current) {
        change(value)
      }
    }
  }
}
