import Geometry
import Text

/// A length as written: a number with a unit, or a math function.
struct Length {
  enum Unit {
    case user, percent, em, ex, inch, centimetre, millimetre, quarterMillimetre, point, pica
  }

  private enum Form {
    case number(Double, Unit)
    /// A function such as `calc()`, whose value depends on its context.
    case arithmetic(String)
  }

  private let form: Form

  init(_ value: Double, _ unit: Unit = .user) { form = .number(value, unit) }

  /// Parses a text that is a single length.
  init?(_ text: String) {
    var scanner = AttributeScanner(text)
    scanner.skipSpace()
    if let length = Length(&scanner) {
      scanner.skipSpace()
      guard scanner.isAtEnd else { return nil }
      self = length
    } else {
      guard Length.isArithmetic(text) else { return nil }
      form = .arithmetic(text)
    }
  }

  init?(_ scanner: inout AttributeScanner) {
    guard let value = scanner.number() else { return nil }
    let unit = scanner.unit()
    switch CSSReader.folded(unit) {
    case "", "px": self.init(value)
    case "%": self.init(value, .percent)
    case "em": self.init(value, .em)
    case "ex": self.init(value, .ex)
    case "in": self.init(value, .inch)
    case "cm": self.init(value, .centimetre)
    case "mm": self.init(value, .millimetre)
    case "q": self.init(value, .quarterMillimetre)
    case "pt": self.init(value, .point)
    case "pc": self.init(value, .pica)
    default: return nil
    }
  }

  /// Reads the next length of a CSS text.
  init?(_ reader: inout CSSReader) {
    let start = reader.start
    reader.skipComponent()
    self.init(reader.text(start..<reader.previousEnd))
  }

  private static func isArithmetic(_ text: String) -> Bool {
    var reader = CSSReader(text)
    guard case .function = reader.next,
      let quantity = try? CSSMath(lengths: pixels(fontSize: 16), whole: 100).value(&reader)
    else { return false }
    return reader.next == .end && (quantity.unit == .length || quantity.unit == .number)
  }

  /// The pixels in each absolute unit.
  static let absoluteUnits: [String: Double] = [
    "px": 1, "in": 96, "cm": 96 / 2.54, "mm": 96 / 25.4, "q": 96 / 101.6, "pt": 4.0 / 3, "pc": 16,
  ]

  private static func pixels(fontSize: Double) -> [String: Double] {
    var units = absoluteUnits
    units["em"] = fontSize
    units["ex"] = fontSize / 2
    return units
  }

  /// Whether it is negative in every context.
  var isNegative: Bool {
    if case .number(let value, _) = form { value < 0 } else { false }
  }

  /// The number, if it has no unit.
  var plainNumber: Double? {
    if case .number(let value, .user) = form { value } else { nil }
  }

  /// Whether it is a percentage.
  var isPercentage: Bool {
    if case .number(_, .percent) = form { true } else { false }
  }

  /// The side of the viewport that a percentage refers to.
  enum Axis {
    case horizontal, vertical, other
  }

  /// Returns the length in user units.
  func resolved(_ axis: Axis, viewport: Size, fontSize: Double) -> Double {
    resolved(whole: Length.extent(axis, viewport), fontSize: fontSize)
  }

  /// Returns the length in user units, with `whole` for 100 %.
  func resolved(whole: Double, fontSize: Double) -> Double {
    switch form {
    case .number(let value, let unit):
      switch unit {
      case .user: value
      case .percent: value / 100 * whole
      case .em: value * fontSize
      case .ex: value * fontSize / 2
      case .inch: value * 96
      case .centimetre: value * 96 / 2.54
      case .millimetre: value * 96 / 25.4
      case .quarterMillimetre: value * 96 / 101.6
      case .point: value * 4 / 3
      case .pica: value * 16
      }
    case .arithmetic(let text): Length.calculated(text, whole: whole, fontSize: fontSize)
    }
  }

  private static func calculated(_ text: String, whole: Double, fontSize: Double) -> Double {
    var reader = CSSReader(text)
    let math = CSSMath(lengths: pixels(fontSize: fontSize), whole: whole)
    return (try? math.value(&reader).value) ?? 0
  }

  private static func extent(_ axis: Axis, _ viewport: Size) -> Double {
    switch axis {
    case .horizontal: viewport.width
    case .vertical: viewport.height
    case .other: Vector(viewport.width, viewport.height).length / 2.0.squareRoot()
    }
  }
}
