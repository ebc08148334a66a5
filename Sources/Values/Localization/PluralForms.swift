// Untranslated file: no language has been chosen yet when a catalogue is refused.

/// The rule by which a language chooses among its plural forms, as the header of a gettext catalogue writes it:
/// `nplurals=2; plural=(n != 1);`.
///
/// The expression is one of C without assignments, calls and signs (GNU gettext manual, 11.2.6). It is read within limits
/// and evaluated without traps: arithmetic wraps around, and a division by zero chooses the first form.
public struct PluralForms: Hashable, Sendable {
  /// How many forms there are.
  public let count: Int

  private let rule: Expression

  /// The rule of English and German, which holds where a catalogue has none.
  public static let germanic = PluralForms(
    count: 2, rule: .binary(.unequal, .number, .constant(1)))

  /// The largest number of forms; Arabic has six.
  static let mostForms = 16
  /// The longest expression, in bytes.
  static let longestRule = 1024
  /// The deepest nesting of parentheses and conditions.
  static let deepestRule = 50

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 32 || (9...13).contains(byte) }

  private init(count: Int, rule: Expression) {
    self.count = count
    self.rule = rule
  }

  /// Reads a rule; throws an error that says what is wrong with it.
  public init(_ text: some StringProtocol) throws(MessageCatalogError) {
    let text = Array(text.utf8)
    guard text.count <= Self.longestRule else {
      throw MessageCatalogError("the rule for plurals is longer than \(Self.longestRule) bytes")
    }
    var fields: [[UInt8]: ArraySlice<UInt8>] = [:]
    for part in text.split(separator: UInt8(ascii: ";")) {
      guard let equals = part.firstIndex(of: UInt8(ascii: "=")) else { continue }
      let name = part[..<equals].filter { !Self.isBlank($0) }
      if fields[name] == nil { fields[name] = part[(equals + 1)...] }
    }
    let digits = fields[Array("nplurals".utf8)].map {
      String(decoding: $0.filter { !Self.isBlank($0) }, as: UTF8.self)
    }
    guard let digits, let count = Int(digits), (1...Self.mostForms).contains(count) else {
      throw MessageCatalogError("the number of plural forms is not from 1 to \(Self.mostForms)")
    }
    guard let rule = fields[Array("plural".utf8)] else {
      throw MessageCatalogError("the rule for plurals is missing")
    }
    var parser = Parser(Array(rule))
    self.init(count: count, rule: try parser.wholeExpression())
  }

  /// Returns which form a number takes, from 0; negative numbers are treated as positive.
  ///
  /// - Parameter number: The number; a negative one counts as positive.
  public func form(for number: Int) -> Int {
    guard let value = rule.value(UInt64(number.magnitude)), value < UInt64(count) else { return 0 }
    return Int(value)
  }
}

extension PluralForms {
  enum Operator: Hashable, Sendable {
    case or, and, equal, unequal, less, greater, lessOrEqual, greaterOrEqual
    case plus, minus, times, divided, remainder

    /// How strongly it binds; more binds first.
    var precedence: Int {
      switch self {
      case .or: 1
      case .and: 2
      case .equal, .unequal: 3
      case .less, .greater, .lessOrEqual, .greaterOrEqual: 4
      case .plus, .minus: 5
      case .times, .divided, .remainder: 6
      }
    }
  }

  indirect enum Expression: Hashable, Sendable {
    case number
    case constant(UInt64)
    case not(Expression)
    case binary(Operator, Expression, Expression)
    case conditional(Expression, Expression, Expression)

    /// Returns the value for a number, or nil where something is divided by zero.
    func value(_ n: UInt64) -> UInt64? {
      switch self {
      case .number: return n
      case .constant(let value): return value
      case .not(let operand): return operand.value(n).map { $0 == 0 ? 1 : 0 }
      case .conditional(let condition, let first, let second):
        guard let condition = condition.value(n) else { return nil }
        return condition != 0 ? first.value(n) : second.value(n)
      case .binary(let symbol, let left, let right):
        guard let left = left.value(n) else { return nil }
        // Like C, what decides nothing is not evaluated.
        if symbol == .and, left == 0 { return 0 }
        if symbol == .or, left != 0 { return 1 }
        guard let right = right.value(n) else { return nil }
        return Self.value(symbol, left, right)
      }
    }

    private static func value(_ symbol: Operator, _ left: UInt64, _ right: UInt64) -> UInt64? {
      switch symbol {
      case .or, .and: right != 0 ? 1 : 0
      case .equal: left == right ? 1 : 0
      case .unequal: left != right ? 1 : 0
      case .less: left < right ? 1 : 0
      case .greater: left > right ? 1 : 0
      case .lessOrEqual: left <= right ? 1 : 0
      case .greaterOrEqual: left >= right ? 1 : 0
      case .plus: left &+ right
      case .minus: left &- right
      case .times: left &* right
      case .divided: right == 0 ? nil : left / right
      case .remainder: right == 0 ? nil : left % right
      }
    }
  }

  /// Reads an expression by recursive descent, with a bound on how deep it goes.
  private struct Parser {
    private let bytes: [UInt8]
    private var place = 0
    private var depth = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    mutating func wholeExpression() throws(MessageCatalogError) -> Expression {
      let result = try conditional()
      skipBlanks()
      guard place == bytes.count else { throw fault() }
      return result
    }

    private mutating func conditional() throws(MessageCatalogError) -> Expression {
      depth += 1
      defer { depth -= 1 }
      guard depth <= PluralForms.deepestRule else {
        throw MessageCatalogError("the rule for plurals is nested too deeply")
      }
      let condition = try operation(binding: 1)
      guard take("?") else { return condition }
      let first = try conditional()
      guard take(":") else { throw fault() }
      return .conditional(condition, first, try conditional())
    }

    private mutating func operation(binding weakest: Int) throws(MessageCatalogError) -> Expression {
      var left = try operand()
      while let symbol = nextOperator(binding: weakest) {
        left = .binary(symbol, left, try operation(binding: symbol.precedence + 1))
      }
      return left
    }

    private mutating func operand() throws(MessageCatalogError) -> Expression {
      var isNegated: Bool?
      while take("!") { isNegated = !(isNegated ?? false) }
      let value = try primary()
      guard let isNegated else { return value }
      return isNegated ? .not(value) : .not(.not(value))
    }

    private mutating func primary() throws(MessageCatalogError) -> Expression {
      if take("(") {
        let inner = try conditional()
        guard take(")") else { throw fault() }
        return inner
      }
      if take("n") { return .number }
      var value: UInt64?
      while place < bytes.count, (48...57).contains(bytes[place]) {
        value = (value ?? 0) &* 10 &+ UInt64(bytes[place] - 48)
        place += 1
      }
      guard let value else { throw fault() }
      return .constant(value)
    }

    private static let operators: [(StaticString, Operator)] = [
      ("||", .or), ("&&", .and), ("==", .equal), ("!=", .unequal), ("<=", .lessOrEqual),
      (">=", .greaterOrEqual), ("<", .less), (">", .greater), ("+", .plus), ("-", .minus), ("*", .times),
      ("/", .divided), ("%", .remainder),
    ]

    /// Takes the operator that comes next, where it binds strongly enough.
    private mutating func nextOperator(binding weakest: Int) -> Operator? {
      let before = place
      for (symbol, meaning) in Self.operators where take(symbol) {
        if meaning.precedence >= weakest { return meaning }
        place = before
        return nil
      }
      return nil
    }

    /// Takes a symbol where it comes next, and blanks before it.
    private mutating func take(_ symbol: StaticString) -> Bool {
      skipBlanks()
      return symbol.withUTF8Buffer { symbol in
        guard bytes[place...].starts(with: symbol) else { return false }
        place += symbol.count
        return true
      }
    }

    private mutating func skipBlanks() {
      while place < bytes.count, PluralForms.isBlank(bytes[place]) { place += 1 }
    }

    private func fault() -> MessageCatalogError {
      MessageCatalogError("the rule for plurals is wrong at its byte \(place + 1)")
    }
  }
}
