import Geometry
import Input
import Localization
import Text

/// A field for a number within a range, with its unit; arrow keys step it.
///
/// It computes what is typed, such as `12*1.5` or `3mm+2pt`. In a ``Form`` the caption before it changes the number
/// when it is dragged left and right.
public final class NumberField: Control {
  /// The accepted numbers; others are rejected.
  public let range: ClosedRange<Double>
  /// The step of an arrow key, in the field's unit.
  public let step: Double

  /// The number; setting it does not call `onChange`.
  public var value: Double {
    didSet { if value != oldValue { field.show(text(of: value)) } }
  }

  /// The text field, for setting the focus.
  public private(set) lazy var field = makeField()

  /// Called when a drag of the caption is cancelled; without it the previous number is a final change.
  public var onCancel: (() -> Void)?

  private let unit: String
  private let decimals: Int
  /// A drag of the caption: the number before it, and the present one before rounding.
  private var scrub: (start: Double, exact: Double)?
  private let clipboard: Clipboard
  private let onChange: (Double, ChangePhase) -> Void

  /// Creates a field for a number. It accepts a typed unit, such as “mm”.
  ///
  /// - Parameters:
  ///   - label: The name in messages and for assistive tools.
  ///   - range: The numbers that are accepted.
  ///   - value: The initial number.
  ///   - step: The change of one step by key or wheel.
  ///   - decimals: The maximum number of decimals.
  ///   - unit: The unit behind the number.
  ///   - clipboard: The clipboard for copying and pasting.
  ///   - onChange: Called with each other number: as a final change after typing or a step, and as continuous ones
  ///     while the caption is dragged.
  public init(
    label: String, range: ClosedRange<Double>, value: Double, step: Double = 1, decimals: Int = 0,
    unit: String = "",
    clipboard: Clipboard, onChange: @escaping (Double, ChangePhase) -> Void
  ) {
    self.range = range
    self.value = value
    self.step = step
    self.decimals = decimals
    self.unit = unit
    self.clipboard = clipboard
    self.onChange = onChange
    super.init(label: label)
    addChild(field)
  }

  public override var isFocusable: Bool { false }
  public override var captioned: Control { field }

  /// The fault of the text, once it was validated.
  public var fault: FieldFault? { field.fault }

  public override func preferredSize(in room: Size, _ interface: Interface) -> Size {
    // A number between the ends may have decimals that they lack.
    let fraction = 0.8 * (0..<decimals).reduce(1.0) { share, _ in share / 10 }
    let widest = [
      range.lowerBound, range.lowerBound + fraction, range.upperBound - fraction, range.upperBound,
    ]
    .map { interface.line(text(of: $0), style: Theme.figures).width }
    return Size(((widest.max() ?? 0) + 20).rounded(.up), Theme.controlHeight)
  }

  /// The width at which the current number is whole.
  public override func neededWidth(_ interface: Interface) -> Double {
    (interface.line(text(of: value), style: Theme.figures).width + 20).rounded(.up)
  }

  public override func layOut(_ interface: Interface) {
    field.frame = bounds
    // Made before it was in a window, it did not know the decimal separator.
    if !field.isFocused { field.show(text(of: value)) }
  }

  /// Returns a number as it is shown, with its unit.
  func text(of value: Double) -> String { figures(of: value) + (unit.isEmpty ? "" : "\u{202f}" + unit) }

  private func figures(of value: Double) -> String {
    (host?.interface.language ?? .english).shown(number: value.text(.rounded(to: decimals)))
  }

  private func makeField() -> TextField {
    let field = TextField(
      label: label, alignment: .trailing, range: .init(range.lowerBound, range.upperBound), step: step,
      clipboard: clipboard,
      delegate: .init(
        edited: { [unowned self] text, phase in take(text, phase) },
        stepped: { [unowned self] steps in
          set(kept(value + steps * step), .final)
          self.field.show(self.text(of: value))
        }))
    field.show(text(of: value))
    return field
  }

  private func kept(_ value: Double) -> Double { min(max(value, range.lowerBound), range.upperBound) }

  private func set(_ value: Double, _ phase: ChangePhase) {
    guard value != self.value else { return }
    self.value = value
    onChange(value, phase)
  }

  private func take(_ text: String, _ phase: ChangePhase) -> FieldFault? {
    let number: Double
    do throws(CSSSyntaxError) {
      guard let typed = try FieldArithmetic(unit: unit).number(in: text) else {
        return FieldFault(localized(Message("{label} needs a number", ["label": label])))
      }
      number = typed
    } catch {
      let isWord = !text.contains { $0.isNumber }
      let typed = String(text.prefix(24))
      return FieldFault(
        localized(
          isWord
            ? Message("“{text}” is not a number", ["text": typed])
            : Message(
              "“{text}” cannot be computed: {reason}", ["text": typed], parts: ["reason": error.message])))
    }
    guard range.contains(number) else {
      return FieldFault(
        localized(
          Message(
            "{label} must be between {first} and {last}",
            [
              "label": label, "first": figures(of: range.lowerBound),
              "last": self.text(of: range.upperBound),
            ])))
    }
    // Half of a typed number would be a surprise.
    guard phase == .final else { return nil }
    // A text that equals the shown value keeps the value with its hidden decimals.
    if number.text(.fixed(decimals)) != value.text(.fixed(decimals)) { set(number, .final) }
    field.show(self.text(of: value))
    return nil
  }

  // MARK: Dragging the caption

  /// The distance that a caption is dragged for a step, in points.
  private static let scrubStep = 2.0

  /// Begins a drag of the caption.
  func beginScrub() {
    field.forgetEdit()
    scrub = (value, value)
  }

  /// Changes the number by a distance of the pointer in points: ten times as much with Shift, a tenth with Alt.
  func scrub(by distance: Double, _ modifiers: Modifiers) {
    guard var scrub else { return }
    let speed = modifiers.contains(.shift) ? 10.0 : modifiers.contains(.alt) ? 0.1 : 1
    scrub.exact = kept(scrub.exact + distance / Self.scrubStep * step * speed)
    self.scrub = scrub
    let unit = 1 / (0..<decimals).reduce(1.0) { power, _ in power * 10 }
    // A drag that has come back has the number's hidden decimals again.
    let isBack = (scrub.exact - scrub.start).magnitude < unit / 2
    set(isBack ? scrub.start : kept((scrub.exact / unit).rounded() * unit), .continuous)
  }

  /// Ends a drag of the caption as one change.
  func endScrub() {
    guard scrub != nil else { return }
    scrub = nil
    onChange(value, .final)
  }

  /// Cancels a drag of the caption and restores the number.
  func cancelScrub() {
    guard let start = scrub?.start else { return }
    scrub = nil
    value = start
    if let onCancel { onCancel() } else { onChange(start, .final) }
  }

  public override var accessibility: AccessibilityNode {
    AccessibilityNode(role: .group, label: label, frame: frame)
  }
}

/// The arithmetic of a field: numbers with and without units, operators, parentheses and the functions of CSS.
struct FieldArithmetic {
  /// The unit of the field; a plain number is in it.
  let unit: String

  /// The millimetres in each unit of length.
  private static let lengths = [
    "mm": 1.0, "cm": 10, "m": 1000, "q": 0.25, "in": 25.4, "pt": 25.4 / 72, "pc": 25.4 / 6,
  ]

  /// Returns the number that a text stands for, in the field's unit, or nil for an empty text.
  func number(in text: String) throws(CSSSyntaxError) -> Double? {
    let words = spaced(text)
    guard !words.isEmpty else { return nil }
    var math = CSSMath(lengths: [unit.lowercased(): 1])
    if let own = Self.lengths[unit] { math.lengths = Self.lengths.mapValues { $0 / own } }
    math.plainLength = 1
    var reader = CSSReader("calc(\(words))")
    let result = try math.value(&reader)
    guard reader.next == .end else {
      throw reader.fault(Message("an operator is missing here"), at: reader.start)
    }
    guard result.unit == .number || result.unit == .length else {
      throw reader.fault(Message("{unit} cannot be used here", ["unit": result.unit.rawValue]), at: 0)
    }
    return result.value
  }

  /// Returns a text as CSS writes it: with its usual signs, and with spaces around plus and minus, which otherwise
  /// belong to the number or the unit beside them.
  private func spaced(_ text: String) -> String {
    var signs = text.filter { !$0.isWhitespace }.map { Self.signs[$0] ?? $0 }
    if unit == "%" { signs.removeAll { $0 == "%" } }
    let hasFunction = zip(signs, signs.dropFirst()).contains { $0.isLetter && $1 == "(" }
    // Without functions, whose arguments it separates, a comma is a decimal point.
    if !hasFunction { signs = signs.map { $0 == "," ? "." : $0 } }
    var result = ""
    for (index, sign) in signs.enumerated() {
      guard sign == "+" || sign == "-", index > 0 else {
        result.append(sign)
        continue
      }
      let before = signs[index - 1]
      let isExponent =
        (before == "e" || before == "E") && index > 1 && signs[index - 2].isNumber
        && index + 1 < signs.count && signs[index + 1].isNumber
      let isOperator = before.isLetter || before.isNumber || ").%".contains(before)
      result += isOperator && !isExponent ? " \(sign) " : String(sign)
    }
    return result
  }

  private static let signs: [Character: Character] = [
    "−": "-", "–": "-", "×": "*", "·": "*", "÷": "/", ":": "/",
  ]
}
