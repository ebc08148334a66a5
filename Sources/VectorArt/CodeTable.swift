/// How likely each symbol is in one place of the code; frequencies out of 1024.
struct CodeTable: Sendable {
  static let bits = 10

  let frequencies: [UInt16]
  /// The sum of the frequencies before each symbol.
  let starts: [UInt16]

  init(_ frequencies: [UInt16]) {
    self.frequencies = frequencies
    var starts: [UInt16] = []
    var sum: UInt16 = 0
    for frequency in frequencies {
      starts.append(sum)
      sum += frequency
    }
    precondition(sum == 1 << CodeTable.bits, "the frequencies of a code table add up to 1024")
    self.starts = starts
  }

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

  /// For each of the 1024 slots of each table: the symbol, its frequency and the place in its range, in one number.
  static let slots: [UInt32] = all.flatMap { table in
    table.frequencies.enumerated().flatMap { symbol, frequency in
      (0..<UInt32(frequency)).map { UInt32(symbol) << 22 | UInt32(frequency) << 11 | $0 }
    }
  }
}
