import Glibc

/// The arithmetic that may stand for a number in a colour: `calc()` and the other functions of CSS Values 4 §10.
enum ColorMath {
  /// A number with what it counts; angles are in degrees.
  struct Quantity {
    enum Unit: String {
      case number = "a number"
      case percentage = "a percentage"
      case angle = "an angle"
    }

    var value: Double
    var unit: Unit

    static func number(_ value: Double) -> Quantity { Quantity(value: value, unit: .number) }
  }

  /// No text is nested deeper.
  private static let deepest = 32

  static func isFunction(_ name: String) -> Bool { name == "calc" || functions[name] != nil }

  /// Reads a number, a percentage or an angle, which has to be next.
  static func literal(_ tokens: inout ColorTokens) throws(ColorSyntaxError) -> Quantity {
    let quantity: Quantity
    switch tokens.next.kind {
    case .number(let value): quantity = .number(value)
    case .percentage(let value): quantity = Quantity(value: value, unit: .percentage)
    case .dimension(let value, let unit, let start):
      let turns = ["deg": 1.0, "grad": 0.9, "rad": 180 / .pi, "turn": 360]
      guard let factor = turns[unit] else {
        throw tokens.fault("an angle is in deg, grad, rad or turn, not in this", at: start)
      }
      quantity = Quantity(value: value * factor, unit: .angle)
    default: throw tokens.fault("a number is missing", at: tokens.next.start)
    }
    tokens.advance()
    return quantity
  }

  /// Reads a function and returns what it comes to; what is not a number counts as 0 (CSS Values 4 §10.9.1).
  static func value(_ tokens: inout ColorTokens) throws(ColorSyntaxError) -> Quantity {
    var result = try factor(&tokens, depth: 0)
    result.value = result.value.isNaN ? 0 : min(max(result.value, -1e9), 1e9)
    return result
  }

  // MARK: Grammar

  private static func sum(_ tokens: inout ColorTokens, depth: Int) throws(ColorSyntaxError) -> Quantity {
    var result = try product(&tokens, depth: depth)
    while tokens.next.kind == .plus || tokens.next.kind == .minus {
      let sign = tokens.next.kind == .plus ? 1.0 : -1
      let start = tokens.next.start
      tokens.advance()
      let term = try product(&tokens, depth: depth)
      try demandOneUnit([result, term], tokens, at: start)
      result.value += sign * term.value
    }
    return result
  }

  private static func product(
    _ tokens: inout ColorTokens, depth: Int
  ) throws(ColorSyntaxError) -> Quantity {
    var result = try factor(&tokens, depth: depth)
    while tokens.next.kind == .star || tokens.next.kind == .slash {
      let divides = tokens.next.kind == .slash
      let start = tokens.next.start
      tokens.advance()
      let other = try factor(&tokens, depth: depth)
      guard other.unit == .number || !divides && result.unit == .number else {
        throw tokens.fault(
          divides ? "what divides has to be a plain number" : "one of two factors has to be a plain number",
          at: start)
      }
      if result.unit == .number { result.unit = other.unit }
      result.value = divides ? result.value / other.value : result.value * other.value
    }
    return result
  }

  private static func factor(_ tokens: inout ColorTokens, depth: Int) throws(ColorSyntaxError) -> Quantity {
    let token = tokens.next
    guard depth < deepest else {
      throw tokens.fault("the arithmetic is nested too deeply", at: token.start)
    }
    switch token.kind {
    case .open:
      tokens.advance()
      return try closed(sum(&tokens, depth: depth + 1), &tokens)
    case .function("calc"):
      tokens.advance()
      return try closed(sum(&tokens, depth: depth + 1), &tokens)
    case .function(let name):
      guard let function = functions[name] else {
        throw tokens.fault("no function of arithmetic has this name", at: token.start)
      }
      tokens.advance()
      let arguments = try arguments(&tokens, depth: depth + 1)
      return try apply(function, to: arguments, named: name, tokens, at: token.start)
    case .word(let word):
      guard let value = tokens.numbers[word] ?? constants[word] else {
        throw tokens.fault("this is no number", at: token.start)
      }
      tokens.advance()
      return .number(value)
    default: return try literal(&tokens)
    }
  }

  private static func arguments(
    _ tokens: inout ColorTokens, depth: Int
  ) throws(ColorSyntaxError) -> [Quantity] {
    var result = [try sum(&tokens, depth: depth)]
    while tokens.next.kind == .comma {
      tokens.advance()
      result.append(try sum(&tokens, depth: depth))
    }
    if let last = result.popLast() { result.append(try closed(last, &tokens)) }
    return result
  }

  /// Steps over the parenthesis that closes; the end of the text closes too.
  private static func closed(
    _ quantity: Quantity, _ tokens: inout ColorTokens
  ) throws(ColorSyntaxError) -> Quantity {
    switch tokens.next.kind {
    case .close: tokens.advance()
    case .end: break
    default: throw tokens.fault("an operator is missing here", at: tokens.next.start)
    }
    return quantity
  }

  private static func demandOneUnit(
    _ quantities: [Quantity], _ tokens: ColorTokens, at start: Int
  ) throws(ColorSyntaxError) {
    guard let first = quantities.first?.unit, let other = quantities.first(where: { $0.unit != first })
    else { return }
    throw tokens.fault("\(first.rawValue) and \(other.unit.rawValue) do not go together", at: start)
  }

  // MARK: Functions

  /// What a function does with its arguments, how many there may be, and what they count.
  private struct Function {
    enum Units {
      /// Arguments and result count the same.
      case same
      /// Arguments count the same, the result is a plain number.
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

  private static func apply(
    _ function: Function, to arguments: [Quantity], named name: String, _ tokens: ColorTokens, at start: Int
  ) throws(ColorSyntaxError) -> Quantity {
    guard function.counts.contains(arguments.count), let first = arguments.first else {
      throw tokens.fault("\(name)() does not take so many values", at: start)
    }
    try demandOneUnit(arguments, tokens, at: start)
    let values = arguments.map(\.value)
    switch function.units {
    case .same: return Quantity(value: function.body(values), unit: first.unit)
    case .sameToNumber: return .number(function.body(values))
    case .numbers, .toAngle:
      guard first.unit == .number || name == "atan2" else {
        throw tokens.fault("\(name)() takes plain numbers", at: start)
      }
      let value = function.body(values)
      return function.units == .toAngle
        ? Quantity(value: value * 180 / .pi, unit: .angle) : .number(value)
    case .angle:
      guard first.unit != .percentage else {
        throw tokens.fault("\(name)() takes an angle", at: start)
      }
      return .number(function.body([first.unit == .angle ? first.value * .pi / 180 : first.value]))
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
      "round": Function(counts: 1...2) { values in
        let step = values.count > 1 ? values[1] : 1
        return (values[0] / step + 0.5).rounded(.down) * step
      },
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
