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
  private lazy var drawings = NewestErrand<Drawing>(editing.errands)
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

  private lazy var family = ChoiceButton("Family") { [unowned self] in
    CrownFamily.allCases.map { family in
      .init(family.title, family == design.family) { [unowned self] in
        apply(CrownDesign(fitting: family, stature: design.stature, spread: design.spread))
      }
    }
  }
  private lazy var shape = choice("Form", \.forms, \.form, { $0.rawValue }) { $0.with(form: $1) }
  private lazy var finial = choice("On the points", \.finials, \.finial, { $0.words.plural }) {
    $0.with(finial: $1)
  }
  private lazy var circlet = choice("Circlet", \.circlets, \.circlet, { $0.word }) { $0.with(circlet: $1) }
  private lazy var cap = choice("Cap", \.caps, \.cap, { $0 == .open ? "none" : $0.rawValue }) {
    $0.with(cap: $1)
  }
  private lazy var archForm = choice("Form of the arches", \.archForms, \.archForm, { $0.rawValue }) {
    $0.with(archForm: $1)
  }
  private lazy var archTrim = choice("Along the arches", \.archTrims, \.archTrim, { $0.rawValue }) {
    $0.with(archTrim: $1)
  }
  private lazy var between = ChoiceButton("Between") { [unowned self] in
    let rules = design.family.rules
    let some: [Finial?] = rules.between.map { $0 }
    return ((rules.betweenIsUsual ? [] : [nil]) + some).map { part in
      .init(Self.title(part?.words.plural ?? "nothing"), part == design.between) { [unowned self] in
        apply(design.with(between: .some(part)))
      }
    }
  }
  private lazy var top = ChoiceButton("On top") { [unowned self] in
    design.family.rules.tops.map { part in
      .init(Self.title(part.words.singular), part == design.top) { [unowned self] in
        apply(design.with(top: part))
      }
    }
  }
  private lazy var points = StepSlider("Points") { [unowned self] value, phase in
    apply(design.with(points: value), phase)
  }
  private lazy var arches = StepSlider("Arches") { [unowned self] value, phase in
    apply(design.with(arches: value), phase)
  }
  private lazy var stature = StepSlider("Height", words: Self.statures.map { Self.title($0.rawValue) }) {
    [unowned self] value, phase in apply(design.with(stature: Self.statures[value]), phase)
  }
  private lazy var spread = StepSlider("Opening", words: Self.spreads.map { Self.title($0.rawValue) }) {
    [unowned self] value, phase in apply(design.with(spread: Self.spreads[value]), phase)
  }

  private static let statures: [Stature] = [.low, .middle, .tall]
  private static let spreads: [Spread] = [.straight, .open, .wide]

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
  var firstFocus: Control { family.button }

  private static func title(_ words: String) -> String { words.prefix(1).uppercased() + words.dropFirst() }

  /// Makes the button of a part that has a value of each family's list.
  private func choice<Value: Equatable>(
    _ label: String, _ allowed: KeyPath<FamilyRules, [Value]>, _ current: KeyPath<CrownDesign, Value>,
    _ words: @escaping (Value) -> String, _ change: @escaping (CrownDesign, Value) -> CrownDesign
  ) -> ChoiceButton {
    ChoiceButton(label) { [unowned self] in
      design.family.rules[keyPath: allowed].map { value in
        .init(Self.title(words(value)), value == design[keyPath: current]) { [unowned self] in
          apply(change(design, value))
        }
      }
    }
  }

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
    let rules = design.family.rules
    family.show(design.family.title)
    var rows = [Form.Row(caption: "Family", controls: [family.button])]
    func add(_ caption: String, _ control: Control, _ option: String, isOffered: Bool) {
      guard isOffered else { return }
      control.isEnabled = !idle.contains(option)
      rows.append(Form.Row(caption: caption, controls: [control]))
    }
    shape.show(Self.title(design.form.rawValue))
    add("Form", shape.button, "form", isOffered: rules.forms.count > 1)
    points.show(rules.points.sorted(), design.points)
    add("Points \(design.points)", points.slider, "points", isOffered: rules.points.count > 1)
    finial.show(Self.title(design.finial.words.plural))
    add("On them", finial.button, "finial", isOffered: rules.finials.count > 1)
    between.show(Self.title(design.between?.words.plural ?? "nothing"))
    add(
      "Between", between.button, "between",
      isOffered: rules.between.count + (rules.betweenIsUsual ? 0 : 1) > 1)
    arches.show(rules.arches.sorted(), design.arches)
    add("Arches \(design.arches)", arches.slider, "arches", isOffered: rules.arches.count > 1)
    archForm.show(Self.title(design.archForm.rawValue))
    add("Arch form", archForm.button, "arch form", isOffered: rules.archForms.count > 1)
    archTrim.show(Self.title(design.archTrim.rawValue))
    add("Along it", archTrim.button, "arch trim", isOffered: rules.archTrims.count > 1)
    circlet.show(Self.title(design.circlet.word))
    add("Circlet", circlet.button, "circlet", isOffered: rules.circlets.count > 1)
    cap.show(design.cap == .open ? "None" : Self.title(design.cap.rawValue))
    add("Cap", cap.button, "cap", isOffered: rules.caps.count > 1)
    top.show(Self.title(design.top?.words.singular ?? "nothing"))
    add("On top", top.button, "top", isOffered: rules.tops.count > 1)
    stature.show(Array(Self.statures.indices), Self.statures.firstIndex(of: design.stature) ?? 1)
    add("Height", stature.slider, "stature", isOffered: true)
    spread.show(Array(Self.spreads.indices), Self.spreads.firstIndex(of: design.spread) ?? 1)
    add("Opening", spread.slider, "spread", isOffered: true)
    form.show([Form.Section(title: "Parts", rows: rows)])
    form.setNeedsUpdate()
    scroll.setNeedsLayout()
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

/// A button that shows what is chosen, and opens the list of what else can be.
final class ChoiceButton {
  struct Choice {
    let title: String
    let isChosen: Bool
    let action: () -> Void

    init(_ title: String, _ isChosen: Bool, action: @escaping () -> Void) {
      (self.title, self.isChosen, self.action) = (title, isChosen, action)
    }
  }

  private let label: String
  private let choices: () -> [Choice]
  private(set) lazy var button: Button = Button(label, kind: .plain) { [unowned self] _ in open() }

  init(_ label: String, choices: @escaping () -> [Choice]) {
    self.label = label
    self.choices = choices
  }

  func show(_ title: String) {
    button.title = title
    button.opensMenu = true
  }

  private func open() {
    let choices = choices()
    var menu = Menu(
      choices.enumerated().map { place, choice in
        .command(
          Command("\(label) \(place)", choice.title, isChecked: choice.isChosen) { _ in choice.action() })
      })
    menu.highlighted = choices.firstIndex(where: \.isChosen)
    button.host?.showMenu(menu, below: button)
  }
}

/// A slider over a few whole numbers.
final class StepSlider {
  private var values: [Int] = [0, 1]
  private let label: String
  /// What each number is called, where it is not read as a number.
  private let words: [String]
  private let onChange: (Int, ChangePhase) -> Void

  private(set) lazy var slider: Slider = {
    let slider = Slider(label: label, range: 0...1, scale: .linear(step: 1)) {
      [unowned self] place, phase, _ in
      let value = values[nearest(place)]
      // The knob stands at whole numbers only.
      self.slider.value = Double(nearest(place))
      onChange(value, phase)
    }
    slider.valueText = { [unowned self] place in
      let value = values[nearest(place)]
      return words.indices.contains(value) ? words[value] : "\(value)"
    }
    return slider
  }()

  init(_ label: String, words: [String] = [], onChange: @escaping (Int, ChangePhase) -> Void) {
    self.label = label
    self.words = words
    self.onChange = onChange
  }

  private func nearest(_ place: Double) -> Int {
    min(max(Int(place.rounded()), 0), values.count - 1)
  }

  /// Shows the numbers that there are, and the one that is chosen.
  func show(_ values: [Int], _ value: Int) {
    guard values.count > 1 else { return }
    self.values = values
    slider.range = 0...Double(values.count - 1)
    slider.value = Double(values.firstIndex(of: value) ?? 0)
  }
}
