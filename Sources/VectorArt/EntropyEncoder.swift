/// Symbols with known frequencies as bits: asymmetric numeral systems by tables (Duda 2013), 1024 states.
///
/// Symbols are gathered first and coded from the last to the first, so that the decoder reads forward.
struct EntropyEncoder {
  private enum Step {
    case symbol(Int, table: Int)
    case raw(UInt64, count: Int)
  }

  private var steps: [Step] = []

  mutating func symbol(_ symbol: Int, _ table: Int) { steps.append(.symbol(symbol, table: table)) }

  /// Writes the low bits of a number, all of them equally likely.
  mutating func raw(_ value: Int, count: Int) {
    steps.append(.raw(UInt64(value) & (1 << UInt64(count) - 1), count: count))
  }

  func bytes() -> [UInt8] {
    var state = CodeTable.finalState
    var pieces: [(value: UInt64, count: Int)] = []
    for step in steps.reversed() {
      switch step {
      case .raw(let value, let count): pieces.append((value, count))
      case .symbol(let symbol, let table):
        let code = CodeTable.all[table]
        let number = state + 1 << CodeTable.bits
        let frequency = Int(code.frequencies[symbol])
        var count = 0
        while number >> count >= 2 * frequency { count += 1 }
        pieces.append((UInt64(number & (1 << count - 1)), count))
        state = code.states[symbol][number >> count - frequency]
      }
    }
    pieces.append((UInt64(state), CodeTable.bits))
    return EntropyEncoder.packed(pieces.reversed())
  }

  /// Returns the pieces one after the other, the highest bit of each first, filled up with zeros.
  private static func packed(_ pieces: some Sequence<(value: UInt64, count: Int)>) -> [UInt8] {
    var result: [UInt8] = []
    var (byte, free) = (UInt8(0), 8)
    for piece in pieces {
      for place in (0..<piece.count).reversed() {
        free -= 1
        byte |= UInt8(piece.value >> UInt64(place) & 1) << UInt8(free)
        if free == 0 {
          result.append(byte)
          (byte, free) = (0, 8)
        }
      }
    }
    if free < 8 { result.append(byte) }
    return result
  }
}
