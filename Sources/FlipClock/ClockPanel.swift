import Background
import Controls
import Colors
import Geometry
import Input
import Scene
import Typography

/// The settings of a clock. Each change takes effect at once and is saved.
final class ClockPanel: Control {
  /// A control and its label.
  struct Row {
    let label: String
    let control: Control
  }

  private let work: Clockwork
  private let typesetter: Typesetter
  private let clipboard: Clipboard
  private let monitorCount: Int
  private let onSettings: (ClockSettings) -> Void
  private let onClose: () -> Void

  private(set) var rows: [Row] = []
  private lazy var doneButton = Button("Done", isDefault: true) { [unowned self] in close() }
  private var choices: [(control: ChoiceSwitch, index: (ClockSettings) -> Int)] = []
  private(set) var fields: [(control: TextField, text: (ClockSettings) -> String)] = []

  private let back = Layer()
  private let words = Layer()
  private let controlsLayer = Layer()
  private var columnCount = 1

  init(
    work: Clockwork, typesetter: Typesetter, clipboard: Clipboard, monitorCount: Int,
    onSettings: @escaping (ClockSettings) -> Void, onClose: @escaping () -> Void
  ) {
    self.work = work
    self.typesetter = typesetter
    self.clipboard = clipboard
    self.monitorCount = monitorCount
    self.onSettings = onSettings
    self.onClose = onClose
    super.init(label: "Settings")
    for part in [back, words, controlsLayer] { layer.addSublayer(part) }
    makeRows()
    for control in rows.map(\.control) + [doneButton] { addChild(control, in: controlsLayer) }
    showSettings()
  }

  private var settings: ClockSettings { work.settings }

  // MARK: Input

  override var isFocusable: Bool { false }
  override var cursor: CursorShape { .arrow }

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

  /// Offers what is being typed without leaving the panel.
  func commitFields() {
    for (field, _) in fields { field.commit() }
    setNeedsUpdate()
  }

  /// Lets the field that is edited be drawn anew after an event.
  func prepareFields() {
    guard let field = host?.focus as? TextField else { return }
    field.setNeedsUpdate()
    setNeedsUpdate()
  }

  // MARK: Rows

  private func makeRows() {
    addModes()
    add("Hours", ["24", "12"], { $0.hours == .twelve ? 1 : 0 }) { $0.hours = $1 == 1 ? .twelve : .twentyFour }
    add("Seconds", ["Hidden", "Shown"], { $0.showsSeconds ? 1 : 0 }) { $0.showsSeconds = $1 == 1 }
    add("Date", ["Hidden", "Shown"], { $0.showsDate ? 1 : 0 }) { $0.showsDate = $1 == 1 }
    addDimming()
    add("Full screen", ["Off", "On"], { $0.isFullScreen ? 1 : 0 }) { $0.isFullScreen = $1 == 1 }
    addMonitors()
    add("Theme", ["Dark", "Light"], { $0.palette == .light ? 1 : 0 }) {
      $0.palette = $1 == 1 ? .light : .dark
      ($0.card, $0.ink, $0.background) = (nil, nil, nil)
    }
    addColor("Cards", \.card, \.theme.card)
    addColor("Figures", \.ink, \.theme.ink)
    addColor("Background", \.background, \.theme.background)
    addField("Font", { $0.fontFamily ?? "Standard" }) { settings, text in
      settings.fontFamily = text == "Standard" ? nil : ClockSettings.family(text)
      return nil
    }
    addField("Scale", { $0.scale.map { String($0) } ?? "Display" }) { settings, text in
      if text.isEmpty || text == "Display" {
        settings.scale = nil
        return nil
      }
      guard let scale = Double(text), ClockSettings.scales.contains(scale) else {
        return FieldFault("A scale is from 0.5 to 8")
      }
      settings.scale = scale
      return nil
    }
    let motions: [Bool?] = [nil, false, true]
    add("Motion", ["As desktop", "Full", "Reduced"], { motions.firstIndex(of: $0.reducesMotion) ?? 0 }) {
      $0.reducesMotion = motions[$1]
    }
  }

  private func addModes() {
    var modes: [(String, ClockMode)] = [("Clock", .timeOfDay), ("Stopwatch", .stopwatch)]
    modes += [5, 10, 25, 45, 60].map { ("Countdown \($0) min", .countdown(seconds: $0 * 60)) }
    let current = work.mode
    if !modes.contains(where: { $0.1 == current }) {
      modes.append((current == .score ? "Score" : "Countdown", current))
    }
    let control = ChoiceSwitch(label: "Show", choices: modes.map(\.0)) { [unowned self] index in
      work.change(modes[index].1, at: host?.now ?? 0)
      showSettings()
    }
    choices.append((control, { [unowned self] _ in modes.firstIndex { $0.1 == work.mode } ?? 0 }))
    rows.append(Row(label: "Show", control: control))
  }

  private func addDimming() {
    let delays: [Double?] = [nil, 60, 300, 900, 3600]
    var names = ["Never", "1 min", "5 min", "15 min", "1 hour"]
    var all = delays
    if let other = settings.dimDelay, !delays.contains(other) {
      names.append("\(Int(other)) s")
      all.append(other)
    }
    add("Dim after", names, { all.firstIndex(of: $0.dimDelay) ?? 0 }) { $0.dimDelay = all[$1] }
  }

  private func addMonitors() {
    var places: [ClockSettings.Place] = [.anywhere]
    places += (1...max(1, monitorCount)).map { .monitor($0) }
    if !places.contains(settings.place), settings.place != .allMonitors { places.append(settings.place) }
    places.append(.allMonitors)
    let names = places.map { place in
      switch place {
      case .anywhere: "Any"
      case .monitor(let number): "\(number), next time"
      case .allMonitors: "All, next time"
      }
    }
    add("Monitor", names, { places.firstIndex(of: $0.place) ?? 0 }) { $0.place = places[$1] }
  }

  private func add(
    _ label: String, _ names: [String], _ index: @escaping (ClockSettings) -> Int,
    _ change: @escaping (inout ClockSettings, Int) -> Void
  ) {
    let control = ChoiceSwitch(label: label, choices: names) { [unowned self] chosen in
      apply { change(&$0, chosen) }
    }
    choices.append((control, index))
    rows.append(Row(label: label, control: control))
  }

  private func addColor(
    _ label: String, _ own: WritableKeyPath<ClockSettings, RGBA?>, _ shown: KeyPath<ClockSettings, RGBA>
  ) {
    addField(label, { Color($0[keyPath: shown]).text(as: .hex) }) { settings, text in
      if text.isEmpty {
        settings[keyPath: own] = nil
        return nil
      }
      guard let color = ClockSettings.color(text) else { return FieldFault("Not a colour of CSS") }
      settings[keyPath: own] = color
      return nil
    }
  }

  private func addField(
    _ label: String, _ text: @escaping (ClockSettings) -> String,
    _ change: @escaping (inout ClockSettings, String) -> FieldFault?
  ) {
    let field = TextField(
      label: label, clipboard: clipboard,
      delegate: .init(
        edited: { [unowned self] text, phase in
          setNeedsUpdate()
          // Half a word is no reason to change anything.
          guard phase == .final else { return nil }
          var fault: FieldFault?
          apply { fault = change(&$0, text) }
          return fault
        }))
    fields.append((field, text))
    rows.append(Row(label: label, control: field))
  }

  private func apply(_ change: (inout ClockSettings) -> Void) {
    var next = settings
    change(&next)
    guard next != settings else { return }
    work.change(next)
    onSettings(next)
    showSettings()
  }

  /// Shows the settings in the controls.
  private func showSettings() {
    for (control, index) in choices { control.show(index(settings)) }
    for (control, text) in fields {
      control.show(text(settings))
      control.setNeedsUpdate()
    }
    setNeedsUpdate()
  }

  private func close() {
    for (field, _) in fields { field.commit() }
    onClose()
  }

  // MARK: Layout

  private static let rowPitch = 36.0
  private static let header = 48.0
  private static let labelWidth = 84.0
  private static let controlWidth = 148.0
  private static let columnGap = 28.0

  /// Returns the size of the panel with its rows in one or two columns.
  private static func size(columns: Int, rows: Int) -> Size {
    let perColumn = (rows + columns - 1) / columns
    return Size(
      width: Double(columns) * (labelWidth + controlWidth) + Double(columns - 1) * columnGap + 2
        * Theme.margin,
      height: header + Double(perColumn) * rowPitch + 8)
  }

  /// The smallest window that shows all of the panel.
  static let roomNeeded = Size(width: 540, height: 320)

  /// Puts the panel into the middle of a window, in two columns where there is room.
  func place(in window: Size, _ interface: Interface) {
    columnCount = Self.size(columns: 2, rows: rows.count).width <= window.width ? 2 : 1
    let size = Self.size(columns: columnCount, rows: rows.count)
    frame = Rect(
      x: max(0, (window.width - size.width) / 2), y: max(0, (window.height - size.height) / 2),
      width: size.width, height: size.height
    ).pixelAligned(scale: interface.scale)
    setNeedsLayout()
  }

  override func layOut(_ interface: Interface) {
    let perColumn = (rows.count + columnCount - 1) / columnCount
    for (index, row) in rows.enumerated() {
      let x =
        Theme.margin + Double(index / perColumn) * (Self.labelWidth + Self.controlWidth + Self.columnGap)
      let y = Self.header + Double(index % perColumn) * Self.rowPitch
      row.control.frame = Rect(
        x: x + Self.labelWidth, y: y, width: Self.controlWidth, height: Self.rowPitch - 8)
    }
    doneButton.frame = Rect(x: bounds.maxX - Theme.margin - 72, y: 10, width: 72, height: 28)
  }

  override func update(_ interface: Interface) {
    let theme = interface.theme
    back.frame = bounds
    back.setSurface(theme.window, radius: Theme.cardRadius, elevation: 3, interface)
    words.removeSublayers()
    for row in rows {
      let frame = row.control.frame
      let label = Rect(
        x: frame.minX - Self.labelWidth, y: frame.minY, width: Self.labelWidth - 8, height: frame.height)
      words.addSublayer(
        Layer(row.label, style: Theme.secondary, color: theme.secondaryInk, in: label, interface))
      if row.control is ChoiceSwitch { addPlate(frame, interface) }
    }
    let fault = fields.lazy.compactMap { $0.control.fault?.message }.first ?? fontWarning
    let title = Rect(x: Theme.margin, y: 10, width: bounds.width - 72 - 3 * Theme.margin, height: 28)
    words.addSublayer(
      Layer(
        fault ?? "Clock", style: Theme.strong, color: fault == nil ? theme.ink : theme.fault, in: title,
        interface))
  }

  /// Says that the font of the figures is not installed, and which one stands for it.
  var fontWarning: String? { settings.fontWarning(typesetter) }

  /// Lays the ground that a field has under a switch, so that the two look alike in a column.
  private func addPlate(_ frame: Rect, _ interface: Interface) {
    let plate = Layer(frame: frame)
    plate.setSurface(interface.theme.raised, radius: Theme.fieldRadius, interface)
    words.addSublayer(plate)
  }

  override var accessibility: AccessibilityNode {
    AccessibilityNode(role: .group, label: label, value: fontWarning, frame: frame)
  }
}
