/// How likely each symbol is in one place of the code; frequencies out of 1024.
struct CodeTable: Sendable {
  static let bits = 10

  /// The state with which coding begins and decoding must end.
  static let finalState = 0

  let frequencies: [UInt16]

  /// The states that stand for each symbol, in order.
  let states: [[Int]]

  init(_ frequencies: [UInt16]) {
    self.frequencies = frequencies
    let count = 1 << CodeTable.bits
    precondition(
      frequencies.reduce(0) { $0 + Int($1) } == count, "the frequencies of a code table add up to 1024")
    // A step that is odd reaches every state; one near 5/8 spreads each symbol's states evenly enough.
    var place = 0
    states = frequencies.map { frequency in
      (0..<frequency).map { _ in
        defer { place = (place + CodeTable.spread) % count }
        return place
      }.sorted()
    }
  }

  /// How far the states lie apart that are given to symbols in turn.
  static let spread = 643

  /// The places of the code; the raw value is the number of the table.
  enum Place: Int {
    case count
    case kindAtStart, kindAfterLine, kindAfterUpright, kindAfterSmoothLine, kindAfterSmoothCurve,
      kindAfterCurve
    case hasAxis, form
    case closes
    case start
    case straight, across
    case smoothLine
    case forward, sideways
    case startAngle, endAngle
    case startHandle, endHandle
  }

  static let all = frequencies.map { CodeTable($0) }

  /// For each of the 1024 states of each table, from the highest bits: the symbol, how many bits are read, and what
  /// they are added to for the next state.
  static let slots: [UInt32] = all.flatMap { table in
    var slots = [UInt32](repeating: 0, count: 1 << bits)
    for (symbol, states) in table.states.enumerated() {
      for (index, state) in states.enumerated() {
        let number = states.count + index
        let count = bits + 1 - number.bitLength
        slots[state] =
          UInt32(symbol) << 24 | UInt32(max(count, 0)) << 16 | UInt32(number << max(count, 0) - 1 << bits)
      }
    }
    return slots
  }
}
