import Glibc
import Localization

/// Reads numbers with their units, and math functions in place of numbers: `calc()` and the other functions of CSS
/// Values 4 §10.
public struct CSSMath: Sendable {
  /// A number with its unit; angles are in degrees, lengths in pixels.
  public struct Quantity: Hashable, Sendable {
    /// The dimension of a number.
    public enum Unit: String, Sendable {
      /// No unit: a plain number.
      case number = "a number"
      /// Hundredths of a whole.
      case percentage = "a percentage"
      /// Degrees.
      case angle = "an angle"
      /// Pixels.
      case length = "a length"
    }

    /// The number.
    public var value: Double
    /// The unit of the number.
    public var unit: Unit

    /// Creates a quantity.
    public init(_ value: Double, _ unit: Unit) {
      self.value = value
      self.unit = unit
    }
  }

  /// Keywords that stand for numbers: in a relative colour, the channels of its origin.
  public var words: [String: Double]

  /// The pixels in each unit of length; if empty, lengths are not allowed.
  public var lengths: [String: Double]

  /// The length of 100 % in pixels, if percentages are lengths.
  public var whole: Double?

  /// The length in pixels of a plain number that is added to a length; nil if the two do not mix, as in CSS.
  public var plainLength: Double?

  /// Numbers are clamped to this, as CSS Values 4 §5.1 allows, so that all arithmetic stays finite.
  private static let limit = 1e9

  /// The deepest nesting that is accepted.
  private static let deepest = 32

  /// Creates the arithmetic for a context. Keywords, lengths and percentages that are not passed are not allowed
  /// there.
  ///
  /// - Parameters:
  ///   - words: The values of the keywords.
  ///   - lengths: The factors from units of length to pixels.
  ///   - whole: The length of 100 %, in pixels.
  public init(words: [String: Double] = [:], lengths: [String: Double] = [:], whole: Double? = nil) {
    self.words = words
    self.lengths = lengths
    self.whole = whole
  }

  /// Returns whether a function is a math function.
  public static func isFunction(_ name: String) -> Bool {
    name == "calc" || name == "round" || functions[name] != nil
  }

  /// Reads the next token as a number, a percentage, an angle or a length.
  ///
  /// - Parameter reader: The reader before the token; behind it afterwards.
  /// - Throws: ``CSSSyntaxError`` at a token of another kind, or an unknown unit.
  public func literal(_ reader: inout CSSReader) throws(CSSSyntaxError) -> Quantity {
    let quantity: Quantity
    switch reader.next {
    case .number(let value): quantity = Quantity(value, .number)
    case .percentage(let value):
      quantity = whole.map { Quantity(value / 100 * $0, .length) } ?? Quantity(value, .percentage)
    case .dimension(let value, let unit):
      if let factor = lengths[unit] {
        quantity = Quantity(value * factor, .length)
      } else if let factor = Self.turns[unit] {
        quantity = Quantity(value * factor, .angle)
      } else {
        // The unit is at the end of the token, unless it is escaped.
        throw reader.fault(
          lengths.isEmpty
            ? Message("the unit of an angle is deg, grad, rad or turn") : Message("unknown unit"),
          at: reader.end - unit.utf8.count)
      }
    default: throw reader.fault(Message("a number is missing"), at: reader.start)
    }
    reader.advance()
    return Quantity(Self.held(quantity.value), quantity.unit)
  }

  private static let turns = ["deg": 1.0, "grad": 0.9, "rad": 180 / .pi, "turn": 360]

  private static func held(_ value: Double) -> Double { min(max(value, -limit), limit) }

  /// Reads a number or a math function and returns its value; NaN becomes 0 (CSS Values 4 §10.9.1).
  ///
  /// - Parameter reader: The reader before the value; behind it afterwards.
  /// - Throws: ``CSSSyntaxError`` at the first token that does not fit, or nested too deeply.
  public func value(_ reader: inout CSSReader) throws(CSSSyntaxError) -> Quantity {
    var result = try factor(&reader, depth: 0)
    result.value = result.value.isNaN ? 0 : Self.held(result.value)
    return result
  }

  // MARK: Grammar

  private func sum(_ reader: inout CSSReader, depth: Int) throws(CSSSyntaxError) -> Quantity {
    var result = try product(&reader, depth: depth)
    while reader.next == .mark("+") || reader.next == .mark("-") {
      let sign = reader.next == .mark("+") ? 1.0 : -1
      let start = reader.start
      reader.advance()
      var term = try product(&reader, depth: depth)
      if result.unit == .length {
        term = length(term)
      } else if term.unit == .length {
        result = length(result)
      }
      try demandOneUnit([result, term], reader, at: start)
      result.value += sign * term.value
    }
    return result
  }

  /// Returns a plain number as a length, if the two mix.
  private func length(_ quantity: Quantity) -> Quantity {
    guard quantity.unit == .number, let plainLength else { return quantity }
    return Quantity(quantity.value * plainLength, .length)
  }

  private func product(_ reader: inout CSSReader, depth: Int) throws(CSSSyntaxError) -> Quantity {
    var result = try factor(&reader, depth: depth)
    while reader.next == .mark("*") || reader.next == .mark("/") {
      let divides = reader.next == .mark("/")
      let start = reader.start
      reader.advance()
      let other = try factor(&reader, depth: depth)
      guard other.unit == .number || !divides && result.unit == .number else {
        throw reader.fault(
          divides
            ? Message("the divisor must be a number without a unit")
            : Message("one of the factors must be a number without a unit"),
          at: start)
      }
      if result.unit == .number { result.unit = other.unit }
      result.value = divides ? result.value / other.value : result.value * other.value
    }
    return result
  }

  private func factor(_ reader: inout CSSReader, depth: Int) throws(CSSSyntaxError) -> Quantity {
    let start = reader.start
    guard depth < Self.deepest else {
      throw reader.fault(Message("the calculation is nested too deeply"), at: start)
    }
    switch reader.next {
    case .mark("("), .function("calc"):
      reader.advance()
      return try closed(sum(&reader, depth: depth + 1), &reader)
    case .function("round"):
      reader.advance()
      let strategy = try Rounding(&reader)
      let arguments = try arguments(&reader, depth: depth + 1)
      let function = Function(counts: 1...2) { values in
        // Only plain numbers can be rounded without a step.
        strategy.rounded(values[0], step: values.count > 1 ? values[1] : 1)
      }
      if arguments.count == 1, arguments[0].unit != .number {
        throw reader.fault(Message("round() needs a step for a value with a unit"), at: start)
      }
      return try apply(function, to: arguments, named: "round", reader, at: start)
    case .function(let name):
      guard let function = Self.functions[name] else {
        throw reader.fault(Message("unknown function"), at: start)
      }
      reader.advance()
      let arguments = try arguments(&reader, depth: depth + 1)
      return try apply(function, to: arguments, named: name, reader, at: start)
    case .word(let word):
      guard let value = words[word] ?? Self.constants[word] else {
        throw reader.fault(Message("this is not a number"), at: start)
      }
      reader.advance()
      return Quantity(value, .number)
    default: return try literal(&reader)
    }
  }

  private func arguments(_ reader: inout CSSReader, depth: Int) throws(CSSSyntaxError) -> [Quantity] {
    var result = [try sum(&reader, depth: depth)]
    while reader.skip(",") { result.append(try sum(&reader, depth: depth)) }
    if let last = result.popLast() { result.append(try closed(last, &reader)) }
    return result
  }

  /// Consumes the closing parenthesis; the end of the text closes it too.
  private func closed(_ quantity: Quantity, _ reader: inout CSSReader) throws(CSSSyntaxError) -> Quantity {
    guard reader.next == .end || reader.skip(")") else {
      throw reader.fault(Message("an operator is missing here"), at: reader.start)
    }
    return quantity
  }

  private func demandOneUnit(
    _ quantities: [Quantity], _ reader: CSSReader, at start: Int
  ) throws(CSSSyntaxError) {
    guard let first = quantities.first?.unit, let other = quantities.first(where: { $0.unit != first })
    else { return }
    throw reader.fault(
      Message(
        "{first} and {second} cannot be combined", ["first": first.rawValue, "second": other.unit.rawValue]),
      at: start)
  }

  // MARK: Functions

  /// The rounding strategy of `round()` (CSS Values 4 §10.3).
  private enum Rounding: String {
    case nearest, up, down
    case toZero = "to-zero"

    init(_ reader: inout CSSReader) throws(CSSSyntaxError) {
      self = .nearest
      guard case .word(let word) = reader.next, let strategy = Rounding(rawValue: word) else { return }
      reader.advance()
      guard reader.skip(",") else {
        throw reader.fault(Message("a comma must follow the word “{word}”", ["word": word]), at: reader.start)
      }
      self = strategy
    }

    func rounded(_ value: Double, step: Double) -> Double {
      if step == 0 || value.isNaN || step.isNaN || value.isInfinite && step.isInfinite { return .nan }
      if value.isInfinite { return value }
      let step = step.magnitude
      if step.isInfinite {
        switch self {
        case .up where value > 0: return .infinity
        case .down where value < 0: return -.infinity
        default: return 0
        }
      }
      let steps = value / step
      switch self {
      // Ties round up.
      case .nearest: return (steps + 0.5).rounded(.down) * step
      case .up: return steps.rounded(.up) * step
      case .down: return steps.rounded(.down) * step
      case .toZero: return steps.rounded(.towardZero) * step
      }
    }
  }

  /// A function: its computation, the number of its arguments, and their dimensions.
  private struct Function {
    enum Units {
      /// Arguments and result share one unit.
      case same
      /// Arguments share one unit; the result is a plain number.
      case sameToNumber
      /// Plain numbers.
      case numbers
      /// An angle, or a number of radians, becomes a number.
      case angle
      /// Numbers become an angle.
      case toAngle
    }

    var counts: ClosedRange<Int>
    var units = Units.same
    let body: @Sendable ([Double]) -> Double
  }

  private func apply(
    _ function: Function, to arguments: [Quantity], named name: String, _ reader: CSSReader, at start: Int
  ) throws(CSSSyntaxError) -> Quantity {
    guard function.counts.contains(arguments.count), let first = arguments.first else {
      throw reader.fault(Message("wrong number of values for {name}()", ["name": name]), at: start)
    }
    try demandOneUnit(arguments, reader, at: start)
    let values = arguments.map(\.value)
    switch function.units {
    case .same: return Quantity(function.body(values), first.unit)
    case .sameToNumber: return Quantity(function.body(values), .number)
    case .numbers, .toAngle:
      guard first.unit == .number || name == "atan2" else {
        throw reader.fault(Message("the values of {name}() must have no units", ["name": name]), at: start)
      }
      let value = function.body(values)
      return function.units == .toAngle ? Quantity(value * 180 / .pi, .angle) : Quantity(value, .number)
    case .angle:
      guard first.unit == .number || first.unit == .angle else {
        throw reader.fault(Message("the value of {name}() must be an angle", ["name": name]), at: start)
      }
      return Quantity(
        function.body([first.unit == .angle ? first.value * .pi / 180 : first.value]), .number)
    }
  }

  private static let constants: [String: Double] = [
    "pi": .pi, "e": M_E, "infinity": .infinity, "-infinity": -.infinity, "nan": .nan,
  ]

  private static let functions: [String: Function] =
    [
      "min": Function(counts: 1...64) { $0.reduce(.infinity, Swift.min) },
      "max": Function(counts: 1...64) { $0.reduce(-.infinity, Swift.max) },
      "clamp": Function(counts: 3...3) { Swift.max($0[0], Swift.min($0[1], $0[2])) },
      "abs": Function(counts: 1...1) { $0[0].magnitude },
      "sign": Function(counts: 1...1, units: .sameToNumber) { $0[0] > 0 ? 1 : $0[0] < 0 ? -1 : $0[0] },
      "mod": Function(counts: 2...2) { $0[0] - ($0[0] / $0[1]).rounded(.down) * $0[1] },
      "rem": Function(counts: 2...2) { $0[0].truncatingRemainder(dividingBy: $0[1]) },
      "pow": Function(counts: 2...2, units: .numbers) { Glibc.pow($0[0], $0[1]) },
      "sqrt": Function(counts: 1...1, units: .numbers) { $0[0].squareRoot() },
      "hypot": Function(counts: 1...64) { $0.reduce(0) { Glibc.hypot($0, $1) } },
      "exp": Function(counts: 1...1, units: .numbers) { Glibc.exp($0[0]) },
      "log": Function(counts: 1...2, units: .numbers) { values in
        values.count > 1 ? Glibc.log(values[0]) / Glibc.log(values[1]) : Glibc.log(values[0])
      },
      "sin": Function(counts: 1...1, units: .angle) { Glibc.sin($0[0]) },
      "cos": Function(counts: 1...1, units: .angle) { Glibc.cos($0[0]) },
      "tan": Function(counts: 1...1, units: .angle) { Glibc.tan($0[0]) },
      "asin": Function(counts: 1...1, units: .toAngle) { Glibc.asin($0[0]) },
      "acos": Function(counts: 1...1, units: .toAngle) { Glibc.acos($0[0]) },
      "atan": Function(counts: 1...1, units: .toAngle) { Glibc.atan($0[0]) },
      "atan2": Function(counts: 2...2, units: .toAngle) { Glibc.atan2($0[0], $0[1]) },
    ]
}
