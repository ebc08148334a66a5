/// Symbols with known frequencies as bytes: range asymmetric numeral systems (Duda 2013), 10-bit frequencies.
///
/// Symbols are gathered first and coded from the last to the first, so that the decoder reads forward.
struct EntropyEncoder {
  private struct Step {
    var start: UInt32
    var frequency: UInt32
    var bits: UInt32
  }

  private var steps: [Step] = []

  mutating func symbol(_ symbol: Int, _ table: Int) {
    let entries = CodeTable.all[table]
    steps.append(
      Step(
        start: UInt32(entries.starts[symbol]), frequency: UInt32(entries.frequencies[symbol]),
        bits: UInt32(CodeTable.bits)))
  }

  /// Writes the low bits of a number, all of them equally likely.
  mutating func raw(_ value: Int, count: Int) {
    var rest = count
    while rest > 0 {
      let part = min(rest, 8)
      rest -= part
      steps.append(
        Step(start: UInt32(value >> rest) & (1 << UInt32(part) - 1), frequency: 1, bits: UInt32(part)))
    }
  }

  func bytes() -> [UInt8] {
    var state = EntropyDecoder.floor
    var result: [UInt8] = []
    for step in steps.reversed() {
      let most = (EntropyDecoder.floor >> step.bits) << 8 * step.frequency
      while state >= most {
        result.append(UInt8(truncatingIfNeeded: state))
        state >>= 8
      }
      state = (state / step.frequency) << step.bits + state % step.frequency + step.start
    }
    result.append(UInt8(truncatingIfNeeded: state))
    result.append(UInt8(truncatingIfNeeded: state >> 8))
    result.append(UInt8(truncatingIfNeeded: state >> 16))
    return result.reversed()
  }
}
