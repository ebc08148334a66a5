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
    do { return .success(try ClockDuration.seconds(field.text)) } catch { return .failure(error) }
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

  private static let margin = 12.0
  private static let lineHeight = 20.0

  /// As wide as anything that it may have to say, and as tall as that takes where the window is narrower: nothing moves while
  /// one types.
  override func preferredSize(in room: Size, _ interface: Interface) -> Size {
    let sentences = [hint, sentence(of: .unreadable), sentence(of: .outOfRange)]
    let widest = sentences.map { interface.line($0, style: Theme.body).width }.max() ?? 0
    let width = min(max(316, widest.rounded(.up) + 2 * Self.margin), room.width)
    let lines = sentences.map { wrapped($0, in: width, interface).count }.max() ?? 1
    let text = Double(lines) * Self.lineHeight
    return Size(width, min(text + Theme.controlHeight + 3 * Self.margin, room.height))
  }

  private func wrapped(_ sentence: String, in width: Double, _ interface: Interface) -> [String] {
    interface.wrapped(sentence, style: Theme.body, width: max(width - 2 * Self.margin, 1))
  }

  override func layOut(_ interface: Interface) {
    let width = start.preferredSize(in: bounds.size, interface).width
    let y = bounds.height - Self.margin - Theme.controlHeight
    start.frame = Rect(
      x: bounds.width - Self.margin - width, y: y, width: width, height: Theme.controlHeight)
    field.frame = Rect(
      x: Self.margin, y: y, width: max(start.frame.minX - Theme.gap - Self.margin, 1),
      height: Theme.controlHeight)
    setNeedsUpdate()
  }

  private var hint: String { language.localized("Count down, as 10, 12:30 or 1h 5m") }

  private func sentence(of fault: ClockDuration.Fault) -> String {
    let words = language.localized(fault.message)
    // At the command line it follows a colon, here it begins a line.
    return words.prefix(1).uppercased() + words.dropFirst()
  }

  /// What the typed text means, or how it is to be written.
  private var explanation: String {
    switch (fault, length()) {
    case (let fault?, _): sentence(of: fault)
    case (nil, .success(let seconds)):
      language.localized("Count down {length}", ["length": ClockDuration.words(seconds, in: language)])
    case (nil, .failure): hint
    }
  }

  override func update(_ interface: Interface) {
    let theme = interface.theme
    words.removeSublayers()
    let room = Rect(
      Point(Self.margin, Self.margin), Point(bounds.width - Self.margin, field.frame.minY - Self.margin))
    let lines = wrapped(explanation, in: bounds.width, interface)
    var y = max(room.midY - Double(lines.count) * Self.lineHeight / 2, 0)
    for line in lines {
      words.addSublayer(
        Layer(
          line, style: Theme.body, color: fault == nil ? theme.ink : theme.fault,
          in: Rect(x: room.minX, y: y, width: room.width, height: Self.lineHeight), interface))
      y += Self.lineHeight
    }
  }

  override var accessibility: AccessibilityNode {
    AccessibilityNode(
      role: .dialog, label: label, value: fault.map { language.localized($0.message) }, frame: frame)
  }
}
