import Controls
import Geometry
import Input
import Localization
import Scene

/// A length of time that is typed, and a button that starts a countdown of it.
final class CountdownEntry: Control {
  private let onStart: (_ seconds: Int, _ time: Double) -> Void
  private let language: Language
  private let clipboard: Clipboard
  private lazy var field = TextField(
    label: language.localized("Countdown"), placeholder: language.localized("12:30 or 1h 5m"),
    clipboard: clipboard,
    delegate: .init(
      edited: { [unowned self] _, _ in
        showLength()
        return nil
      }))
  private lazy var start = Button(language.localized("Start"), kind: .standard) { [unowned self] in
    begin(at: $0)
  }
  private let words = Layer()
  private var fault: ClockDuration.Fault?

  init(
    language: Language, clipboard: Clipboard,
    onStart: @escaping (_ seconds: Int, _ time: Double) -> Void
  ) {
    self.language = language
    self.onStart = onStart
    self.clipboard = clipboard
    super.init(label: language.localized("Countdown"))
    layer.addSublayer(words)
    addChild(field)
    addChild(start)
    showLength()
  }

  /// Begins with a text that was typed before the entry was shown; what is typed next follows it.
  func begin(with text: String, at time: Double) {
    if !text.isEmpty { _ = field.insert(text, at: time) }
  }

  override var isFocusable: Bool { false }
  override var cursor: CursorShape { .arrow }
  var firstFocus: Control { field }

  /// How long the typed text is, or why it is none.
  private func length() -> Result<Int, ClockDuration.Fault> {
    do { return .success(try ClockDuration.typed(field.text)) } catch { return .failure(error) }
  }

  /// Says what the text means while it is typed.
  private func showLength() {
    if case .success = length() { start.isEnabled = true } else { start.isEnabled = false }
    fault = nil
    setNeedsUpdate()
    field.hint = explanation
  }

  private func begin(at time: Double) {
    switch length() {
    case .success(let seconds): onStart(seconds, time)
    case .failure(let failure):
      fault = failure
      setNeedsUpdate()
      field.hint = explanation
    }
  }

  override func interceptKey(_ event: KeyEvent) -> Bool {
    guard event.key == .enter, event.modifiers.isEmpty else { return false }
    begin(at: event.time)
    return true
  }

  override func preferredSize(in room: Size, _ interface: Interface) -> Size {
    Size(min(316, room.width), 92)
  }

  override func layOut(_ interface: Interface) {
    let width = start.preferredSize(in: bounds.size, interface).width
    start.frame = Rect(x: bounds.width - 12 - width, y: 44, width: width, height: Theme.controlHeight)
    field.frame = Rect(
      x: 12, y: 44, width: max(start.frame.minX - Theme.gap - 12, 1), height: Theme.controlHeight)
  }

  /// What the typed text means, or how it is to be written.
  private var explanation: String {
    switch (fault, length()) {
    case (let fault?, _):
      // At the command line it follows a colon, here it begins a line.
      language.localized(fault.message).prefix(1).uppercased()
        + language.localized(fault.message).dropFirst()
    case (nil, .success(let seconds)):
      language.localized("Count down {length}", ["length": ClockDuration.words(seconds, in: language)])
    case (nil, .failure): language.localized("Count down, as 10, 12:30 or 1h 5m")
    }
  }

  override func update(_ interface: Interface) {
    let theme = interface.theme
    words.removeSublayers()
    let line = Rect(x: 12, y: 10, width: bounds.width - 24, height: 26)
    words.addSublayer(
      Layer(
        explanation, style: Theme.body, color: fault == nil ? theme.ink : theme.fault, in: line, interface))
  }

  override var accessibility: AccessibilityNode {
    AccessibilityNode(
      role: .dialog, label: label, value: fault.map { language.localized($0.message) }, frame: frame)
  }
}
