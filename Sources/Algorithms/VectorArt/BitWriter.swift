/// Writes symbols and numbers: `PathCodeFormat.md`, “Symbols” and “Numbers”.
struct BitWriter {
  /// What was written, filled up with zeros.
  private(set) var bytes: [UInt8] = []
  private var free = 0

  /// Writes the low bits of a number, the highest of them first.
  mutating func bits(_ value: Int, count: Int) {
    for place in (0..<count).reversed() {
      if free == 0 {
        bytes.append(0)
        free = 8
      }
      free -= 1
      bytes[bytes.count - 1] |= UInt8(value >> place & 1) << UInt8(free)
    }
  }

  mutating func symbol(_ symbol: Int, _ place: CodeTable.Place) {
    let code = CodeTable.codes[place.rawValue]
    bits(code.words[symbol], count: code.lengths[symbol])
  }

  /// Writes as many numbers as the place has.
  mutating func numbers(_ values: [Int], _ place: CodeTable.Place) {
    let lengths = CodeTable.codes[place.rawValue].lengths
    guard let symbol = place.symbol(values.map(\.bitLength)), lengths[symbol] > 0,
      !place.isFirstPositive || values[0] > 0
    else { return escaped(values, place) }
    self.symbol(symbol, place)
    for (index, value) in values.enumerated() {
      digits(value, isPositive: index == 0 && place.isFirstPositive)
    }
  }

  private mutating func escaped(_ values: [Int], _ place: CodeTable.Place) {
    if let escape = place.escape { symbol(escape, place) }
    for value in values {
      bits(value.bitLength, count: 6)
      digits(value, isPositive: false)
    }
  }

  /// Writes the digits of the magnitude, turned over for a negative number; of a number that must be positive without
  /// the first.
  private mutating func digits(_ value: Int, isPositive: Bool) {
    let size = value.bitLength
    bits(value < 0 ? ~Int(value.magnitude) : value, count: isPositive ? size - 1 : size)
  }
}

extension Int {
  /// The number of binary digits of the magnitude.
  var bitLength: Int { Int.bitWidth - magnitude.leadingZeroBitCount }
}
