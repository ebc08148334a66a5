/// What the reader does for one symbol, in 32 bits.
///
/// From the lowest bits, six each: how long the code is with all digits that follow, and without them, then the sizes of
/// up to three numbers, or the symbol itself. Shifts look at six bits only, so most fields need no mask.
struct CodeEntry {
  private let fields: UInt32

  /// The entry of a symbol that is not an escape.
  init(_ symbol: Int, _ length: Int, _ place: CodeTable.Place) {
    guard symbol != place.escape else {
      self.init(escapeLength: length)
      return
    }
    let sizes = place.numbers == 0 ? [symbol] : place.sizes(symbol)
    let digits = place.numbers == 0 ? 0 : sizes.reduce(0, +) - (place.isFirstPositive ? 1 : 0)
    var fields = UInt32(length + digits) | UInt32(length) << 6
    for (index, size) in sizes.enumerated() { fields |= UInt32(size) << UInt32(12 + 6 * index) }
    self.init(fields: fields)
  }

  /// The entry of a symbol after which each number says its own size.
  init(escapeLength: Int) {
    self.init(fields: 1 << 31 | UInt32(escapeLength) << 6 | UInt32(escapeLength))
  }

  private init(fields: UInt32) { self.fields = fields }

  @inline(__always) var isEscape: Bool { Int32(bitPattern: fields) < 0 }
  @inline(__always) var total: UInt64 { UInt64(fields & 63) }
  /// The same, with other bits above the lowest six.
  @inline(__always) var totalShift: UInt64 { UInt64(fields) }
  @inline(__always) var lengthShift: UInt64 { UInt64(fields &>> 6) }
  @inline(__always) var firstShift: UInt64 { UInt64(fields &>> 12) }
  @inline(__always) var secondShift: UInt64 { UInt64(fields &>> 18) }
  @inline(__always) var thirdShift: UInt64 { UInt64(fields &>> 24) }
  @inline(__always) var symbol: Int { Int(fields &>> 12) }
}
