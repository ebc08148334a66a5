import Colors
import Controls
import Geometry
import Input
import Localization
import Scene
import Typography

/// Receives changes from a clock's settings panel.
protocol ClockPanelDelegate: AnyObject {
  /// The clock's current colours.
  var theme: ClockTheme { get }
  /// Recently chosen colours.
  var recentColors: [RGBA] { get }
  /// Settings need to be saved.
  func settingsChanged(_ settings: ClockSettings)
  /// A colour was chosen in the picker.
  func colorAccepted(_ color: RGBA)
  /// The panel was closed by the person.
  func closePanel()
}

/// The settings of a clock, beside it. Each change takes effect immediately and is saved.
final class ClockPanel: Control {
  private let work: Clockwork
  private let language: Language
  private let typesetter: Typesetter
  private let clipboard: Clipboard
  private let pickers: ColorPickerFactory
  private let monitorCount: Int
  weak var delegate: (any ClockPanelDelegate)?

  private let form: Form
  private lazy var scroll = ScrollView(form)
  private lazy var doneButton = Button(language.localized("Done"), isDefault: true) { [unowned self] in
    close()
  }
  private let words = Layer()

  private var sections: [Form.Section] = []
  /// Updates each control from the settings.
  private var refreshers: [(ClockSettings) -> Void] = []
  private(set) var fields: [(control: TextField, text: (ClockSettings) -> String)] = []

  init(
    work: Clockwork, language: Language, typesetter: Typesetter, clipboard: Clipboard,
    pickers: ColorPickerFactory, monitorCount: Int, delegate: (any ClockPanelDelegate)?
  ) {
    self.work = work
    self.language = language
    form = Form(label: language.localized("Settings"))
    self.typesetter = typesetter
    self.clipboard = clipboard
    self.pickers = pickers
    self.monitorCount = monitorCount
    self.delegate = delegate
    super.init(label: language.localized("Settings"))
    layer.addSublayer(words)
    makeSections()
    addChild(scroll)
    addChild(doneButton)
    form.show(sections)
    showSettings()
  }

  private var settings: ClockSettings { work.settings }

  /// The clock's current colours.
  private var theme: ClockTheme { delegate?.theme ?? .dark }

  // MARK: Input

  override var isFocusable: Bool { false }
  override var cursor: CursorShape { .arrow }

  /// The control that is focused first.
  var firstFocus: Control? { form.children.first(where: \.isFocusable) }

  override func pointerDown(_ event: PointerEvent) -> Bool {
    commitFields()
    return true
  }

  override func key(_ event: KeyEvent) -> Bool {
    let isInField = host?.focus is TextField
    switch (event.key, event.modifiers) {
    case (.enter, _) where isInField: commitFields()
    case (.escape, []), (.enter, []): close()
    case (.character("s"), []) where !isInField: close()
    default: return false
    }
    return true
  }

  /// Commits the text being edited without leaving the panel.
  func commitFields() {
    for (field, _) in fields { field.commit() }
    setNeedsUpdate()
  }

  /// Marks the edited field for redrawing after an event.
  func prepareFields() {
    guard let field = host?.focus as? TextField else { return }
    field.setNeedsUpdate()
    setNeedsUpdate()
  }

  // MARK: Rows

  private func makeSections() {
    let standardFont = language.localized("Standard", context: "font")
    let displayScale = language.localized("Display", context: "scale")
    sections = [
      Form.Section(
        title: language.localized("Time"),
        rows: [
          choice(
            language.localized("Hours"),
            [(language.localized("24 hours"), .twentyFour), (language.localized("12 hours"), .twelve)],
            \.hours),
          toggle(language.localized("Seconds"), \.showsSeconds),
          toggle(language.localized("Date"), \.showsDate),
        ]),
      Form.Section(
        title: language.localized("Look"),
        rows: [
          themes, color(language.localized("Cards"), \.card, \.card),
          color(language.localized("Figures"), \.ink, \.ink),
          color(language.localized("Background"), \.background, \.background),
          field(language.localized("Font"), { $0.fontFamily ?? standardFont }) { settings, text in
            settings.fontFamily = text == standardFont ? nil : ClockSettings.family(text)
            return nil
          },
          choice(
            language.localized("Motion"),
            [
              (language.localized("As the desktop"), nil), (language.localized("Full"), false),
              (language.localized("Reduced"), true),
            ], \.reducesMotion),
        ]),
      Form.Section(
        title: language.localized("Window"),
        rows: [
          toggle(language.localized("Full screen"), \.isFullScreen),
          choice(language.localized("Monitor"), places, \.place),
          choice(language.localized("Dim after"), delays, \.dimDelay),
          field(language.localized("Scale"), { $0.scale.map { String($0) } ?? displayScale }) {
            [language] settings, text in
            if text.isEmpty || text == displayScale {
              settings.scale = nil
              return nil
            }
            guard let scale = Double(text), ClockSettings.scales.contains(scale) else {
              return FieldFault(language.localized("A scale is from 0.5 to 8"))
            }
            settings.scale = scale
            return nil
          },
        ]),
    ]
  }

  private var themes: Form.Row {
    let themes: [(String, ClockSettings.Palette)] = [
      (language.localized("As the desktop"), .desktop), (language.localized("Dark"), .dark),
      (language.localized("Light"), .light),
    ]
    return choice(language.localized("Theme"), themes, { $0.palette }) {
      $0.palette = $1
      ($0.card, $0.ink, $0.background) = (nil, nil, nil)
    }
  }

  private var delays: [(String, Double?)] {
    var delays: [(String, Double?)] = [
      (language.localized("Never"), nil), (language.localized("1 min"), 60),
      (language.localized("5 min"), 300), (language.localized("15 min"), 900),
      (language.localized("1 hour"), 3600),
    ]
    if let other = settings.dimDelay, !delays.contains(where: { $0.1 == other }) {
      delays.append((language.localized("{number} s", ["number": String(Int(other))]), other))
    }
    return delays
  }

  private var places: [(String, ClockSettings.Place)] {
    var places: [ClockSettings.Place] = [.anywhere]
    places += (1...max(1, monitorCount)).map { .monitor($0) }
    if !places.contains(settings.place), settings.place != .allMonitors { places.append(settings.place) }
    places.append(.allMonitors)
    return places.map { place in
      switch place {
      case .anywhere: (language.localized("Any", context: "monitor"), place)
      case .monitor(let number):
        (language.localized("{number}, next time", ["number": String(number)]), place)
      case .allMonitors: (language.localized("All, next time", context: "monitors"), place)
      }
    }
  }

  private func choice<Value: Equatable>(
    _ label: String, _ values: [(title: String, value: Value)],
    _ path: WritableKeyPath<ClockSettings, Value>
  ) -> Form.Row {
    choice(label, values, { $0[keyPath: path] }) { $0[keyPath: path] = $1 }
  }

  /// Creates a row whose button opens a list of choices.
  private func choice<Value: Equatable>(
    _ label: String, _ values: [(title: String, value: Value)],
    _ current: @escaping (ClockSettings) -> Value,
    _ change: @escaping (inout ClockSettings, Value) -> Void
  ) -> Form.Row {
    let button = ChoiceButton(label) { [unowned self] in
      values.map { entry in
        .init(entry.title, isChosen: entry.value == current(settings)) { [unowned self] in
          apply { change(&$0, entry.value) }
        }
      }
    }
    refreshers.append { settings in
      button.chosen = values.first { $0.value == current(settings) }?.title ?? ""
    }
    return Form.Row(caption: label, controls: [button])
  }

  private func toggle(_ label: String, _ path: WritableKeyPath<ClockSettings, Bool>) -> Form.Row {
    let toggle = Toggle(label) { [unowned self] isOn, _ in apply { $0[keyPath: path] = isOn } }
    refreshers.append { toggle.isOn = $0[keyPath: path] }
    return Form.Row(controls: [toggle])
  }

  /// Creates a row with a colour that the picker changes, and a button that restores the theme's.
  private func color(
    _ label: String, _ own: WritableKeyPath<ClockSettings, RGBA?>, _ shown: KeyPath<ClockTheme, RGBA>
  ) -> Form.Row {
    weak var made: ColorButton?
    let swatch = ColorButton(label, color: theme[keyPath: shown]) { [unowned self] _ in
      if let made { pick(own, theme[keyPath: shown], from: made) }
    }
    made = swatch
    let reset = Button(language.localized("Theme default"), kind: .quiet) { [unowned self] _ in
      apply { $0[keyPath: own] = nil }
    }
    reset.label = language.localized("{color}: theme default", ["color": label])
    refreshers.append { [unowned self] settings in
      swatch.color = theme[keyPath: shown]
      reset.isEnabled = settings[keyPath: own] != nil
    }
    return Form.Row(caption: label, controls: [swatch, reset], isPacked: true)
  }

  /// Opens the picker for a colour; changes are shown immediately, and kept if the picker is accepted.
  private func pick(
    _ own: WritableKeyPath<ClockSettings, RGBA?>, _ color: RGBA, from swatch: ColorButton
  ) {
    guard let host else { return }
    let before = settings[keyPath: own]
    let request = ColorPickerFactory.Request(color: color, recentColors: delegate?.recentColors ?? [])
    guard let picker = pickers.make(request, host.interface, clipboard) else { return }
    picker.onChange = { [unowned self] color, _ in
      var next = settings
      next[keyPath: own] = color.withAlpha(1)
      work.change(next)
      showSettings()
    }
    picker.onFinish = { [unowned host, unowned picker] _ in host.close(picker) }
    host.showPopover(picker, from: swatch) { [unowned self] in
      let accepted = picker.isFinished ? picker.accepted : picker.shownColor
      var next = settings
      next[keyPath: own] = accepted == color ? before : accepted?.withAlpha(1) ?? before
      work.change(next)
      if next[keyPath: own] != before {
        delegate?.settingsChanged(next)
        if let accepted { delegate?.colorAccepted(accepted) }
      }
      showSettings()
    }
  }

  private func field(
    _ label: String, _ text: @escaping (ClockSettings) -> String,
    _ change: @escaping (inout ClockSettings, String) -> FieldFault?
  ) -> Form.Row {
    let field = TextField(
      label: label, clipboard: clipboard,
      delegate: .init(
        edited: { [unowned self] text, phase in
          setNeedsUpdate()
          // Incomplete text changes nothing.
          guard phase == .final else { return nil }
          var fault: FieldFault?
          apply { fault = change(&$0, text) }
          return fault
        }))
    fields.append((field, text))
    return Form.Row(caption: label, controls: [field])
  }

  private func apply(_ change: (inout ClockSettings) -> Void) {
    var next = settings
    change(&next)
    guard next != settings else { return }
    work.change(next)
    delegate?.settingsChanged(next)
    showSettings()
  }

  /// Updates the controls from the settings.
  func showSettings() {
    for refresh in refreshers { refresh(settings) }
    for (control, text) in fields where !control.isFocused {
      control.show(text(settings))
      control.setNeedsUpdate()
    }
    setNeedsUpdate()
  }

  private func close() {
    for (field, _) in fields { field.commit() }
    delegate?.closePanel()
  }

  // MARK: Layout

  static let width = 300.0
  private static let header = 52.0

  /// The window size for a clock beside all settings.
  static let roomNeeded = Size(width: width + 320, height: 440)

  /// Returns the panel's frame in a window: at the right, with full height; in a window that is too narrow for a clock
  /// beside it, the whole window.
  static func frame(in window: Size) -> Rect {
    guard window.width >= width + 140 else { return Rect(origin: .zero, size: window) }
    return Rect(x: window.width - width, y: 0, width: width, height: window.height)
  }

  override func layOut(_ interface: Interface) {
    let button = doneButton.preferredSize(in: bounds.size, interface).width
    doneButton.frame = Rect(
      x: bounds.maxX - Theme.margin - button, y: 10, width: button, height: Theme.controlHeight)
    scroll.frame = Rect(
      x: 0, y: Self.header, width: bounds.width, height: max(bounds.height - Self.header, 1))
  }

  override func update(_ interface: Interface) {
    let theme = interface.theme
    layer.backgroundColor = theme.window
    words.removeSublayers()
    let hairline = interface.hairline
    let edges = [
      Rect(x: 0, y: 0, width: hairline, height: bounds.height),
      Rect(x: 0, y: Self.header - hairline, width: bounds.width, height: hairline),
    ]
    for edge in edges {
      words.addSublayer(Layer(edge.pixelAligned(scale: interface.scale), fill: theme.hairline))
    }
    let fault = fontWarning
    let title = Rect(
      x: Theme.margin, y: 10, width: max(doneButton.frame.minX - 2 * Theme.margin, 1),
      height: Theme.controlHeight)
    words.addSublayer(
      Layer(
        fault ?? language.localized("Settings"), style: Theme.strong,
        color: fault == nil ? theme.ink : theme.fault, in: title,
        interface))
  }

  /// A warning that the chosen font is not installed, with its substitute.
  var fontWarning: String? { settings.fontWarning(typesetter).map { language.localized($0) } }

  override var accessibility: AccessibilityNode {
    AccessibilityNode(role: .group, label: label, value: fontWarning, frame: frame)
  }
}
