import Controls
import Geometry
import Input
public import Localization
import Scene

/// Parses a duration as people write it, in whole seconds.
public enum ClockDuration {
  /// The error for a text that is not a duration, with a message on how to write one.
  public struct Fault: Error, Hashable, Sendable {
    /// The advice on what to write.
    public let message: Message

    /// The text is not a duration.
    static let unreadable = Fault(message: Message("write a length of time as 25m, 90s, 1h30m or 5:00"))
    /// The duration cannot be shown on the cards.
    static let outOfRange = Fault(message: Message("a length of time goes from 1s to 99:59:59"))
  }

  /// The longest duration with two cards for hours.
  public static let longest = 99 * 3600 + 59 * 60 + 59

  /// Parses `25m`, `90 sec`, `1h 5m`, `1.5 hours`, `5:00` or `1:30:00`. A number alone is in minutes, and one after a
  /// unit is in the next smaller unit, as in `1h30`. Fractions of a second are rounded.
  ///
  /// - Throws: ``ClockDuration/Fault`` with advice if the text is not a duration, or is not from 1 s to ``longest``.
  public static func seconds(_ text: String) throws(Fault) -> Int {
    guard let seconds = text.contains(":") ? counted(text) : named(text) else { throw .unreadable }
    guard (1...longest).contains(seconds) else { throw .outOfRange }
    return seconds
  }

  /// Returns a duration in words, such as “1 h 5 min” or “90 s” in its parts.
  public static func words(_ seconds: Int, in language: Language) -> String {
    var parts: [String] = []
    let (hours, minutes, rest) = (seconds / 3600, seconds / 60 % 60, seconds % 60)
    if hours > 0 { parts.append(language.localized("{number} h", ["number": String(hours)])) }
    if minutes > 0 { parts.append(language.localized("{number} min", ["number": String(minutes)])) }
    if rest > 0 { parts.append(language.localized("{number} s", ["number": String(rest)])) }
    return parts.joined(separator: " ")
  }

  private static func counted(_ text: String) -> Int? {
    let fields = text.filter { !$0.isWhitespace }.split(separator: ":", omittingEmptySubsequences: false)
    guard fields.count == 2 || fields.count == 3 else { return nil }
    var seconds = 0
    for (index, field) in fields.enumerated() {
      guard (1...6).contains(field.count), field.allSatisfy(isFigure), let number = Int(field),
        index == 0 || (number < 60 && field.count == 2)
      else { return nil }
      seconds = seconds * 60 + number
    }
    return seconds
  }

  /// The words for each unit, and its seconds; the largest first.
  private static let units: [(words: Set<String>, seconds: Double)] = [
    (["h", "hr", "hrs", "hour", "hours"], 3600), (["m", "min", "mins", "minute", "minutes"], 60),
    (["s", "sec", "secs", "second", "seconds"], 1),
  ]

  /// Parses numbers with units, separated by spaces and commas, as in `1 hour, 5 min`.
  private static func named(_ text: String) -> Int? {
    var rest = text.lowercased()[...]
    var left = units[...]
    var seconds = 0.0
    func take(_ isWanted: (Character) -> Bool) -> Substring {
      let taken = rest.prefix(while: isWanted)
      rest = rest.dropFirst(taken.count)
      return taken
    }
    _ = take(\.isWhitespace)
    guard !rest.isEmpty else { return nil }
    while !rest.isEmpty {
      guard let number = number(take { isFigure($0) || $0 == "." || $0 == "," }) else { return nil }
      _ = take(\.isWhitespace)
      let word = String(take(\.isLetter))
      _ = take { $0.isWhitespace || $0 == "," }
      // Each unit occurs at most once, the largest first; only the last number may lack one.
      let isPlain = word.isEmpty && rest.isEmpty
      let unit = isPlain ? max(left.startIndex, 1) : left.firstIndex { $0.words.contains(word) }
      guard let unit, left.indices.contains(unit) else { return nil }
      seconds += number * left[unit].seconds
      left = left[(unit + 1)...]
    }
    return Int(seconds.rounded())
  }

  /// Parses a number with a decimal point or comma; returns nil for another text.
  private static func number(_ text: Substring) -> Double? {
    let parts = text.split(omittingEmptySubsequences: false) { $0 == "." || $0 == "," }
    guard parts.count <= 2, parts.allSatisfy({ $0.count <= 6 }), text.last.map(isFigure) ?? false else {
      return nil
    }
    return Double(parts.joined(separator: "."))
  }

  private static func isFigure(_ character: Character) -> Bool { character.isASCII && character.isNumber }
}

/// A field for a duration, with a button that starts a countdown.
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

  /// Starts with text that was typed before the field appeared; further typing continues it.
  func begin(with text: String, at time: Double) {
    if !text.isEmpty { _ = field.insert(text, at: time) }
  }

  override var isFocusable: Bool { false }
  override var cursor: CursorShape { .arrow }
  var firstFocus: Control { field }

  /// The entered duration, or its error.
  private func length() -> Result<Int, ClockDuration.Fault> {
    do { return .success(try ClockDuration.seconds(field.text)) } catch { return .failure(error) }
  }

  /// Shows the meaning of the text while it is typed.
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

  /// Large enough for every possible explanation, wrapped in a narrow window, so that nothing moves during typing.
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
    // On the command line it follows a colon, here it begins a line.
    return words.prefix(1).uppercased() + words.dropFirst()
  }

  /// The meaning of the text, or how to write it.
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
