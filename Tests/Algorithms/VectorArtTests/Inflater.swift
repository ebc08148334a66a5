/// Unpacks zlib data (RFC 1950, 1951), enough to read reference pictures.
struct Inflater {
  private let bytes: [UInt8]
  private var index: Int
  private var bits: UInt32 = 0
  private var bitCount = 0
  private var output: [UInt8] = []

  struct Damage: Error {}

  static func inflate(_ bytes: [UInt8]) throws -> [UInt8] {
    var inflater = Inflater(bytes)
    try inflater.run()
    return inflater.output
  }

  private init(_ bytes: [UInt8]) {
    self.bytes = bytes
    index = 2
  }

  private mutating func bit(_ count: Int) throws -> Int {
    while bitCount < count {
      guard index < bytes.count else { throw Damage() }
      bits |= UInt32(bytes[index]) << UInt32(bitCount)
      index += 1
      bitCount += 8
    }
    let value = bits & (1 << UInt32(count) - 1)
    bits >>= UInt32(count)
    bitCount -= count
    return Int(value)
  }

  private struct Codes {
    var counts = [Int](repeating: 0, count: 16)
    var symbols: [Int] = []

    init(_ lengths: [Int]) {
      for length in lengths where length > 0 { counts[length] += 1 }
      symbols = lengths.indices.filter { lengths[$0] > 0 }.sorted { (lengths[$0], $0) < (lengths[$1], $1) }
    }
  }

  private mutating func symbol(_ codes: Codes) throws -> Int {
    var (code, first, position) = (0, 0, 0)
    for length in 1..<16 {
      code |= try bit(1)
      let count = codes.counts[length]
      if code - first < count { return codes.symbols[position + code - first] }
      position += count
      first = (first + count) << 1
      code <<= 1
    }
    throw Damage()
  }

  private mutating func run() throws {
    var isLast = false
    while !isLast {
      isLast = try bit(1) == 1
      switch try bit(2) {
      case 0: try copyStored()
      case 1:
        let lengths = (0..<288).map { $0 < 144 ? 8 : $0 < 256 ? 9 : $0 < 280 ? 7 : 8 }
        try copyBlock(Codes(lengths), Codes([Int](repeating: 5, count: 30)))
      case 2:
        let (literals, distances) = try readCodes()
        try copyBlock(literals, distances)
      default: throw Damage()
      }
    }
  }

  private mutating func copyStored() throws {
    (bits, bitCount) = (0, 0)
    guard index + 4 <= bytes.count else { throw Damage() }
    let count = Int(bytes[index]) | Int(bytes[index + 1]) << 8
    index += 4
    guard index + count <= bytes.count else { throw Damage() }
    output += bytes[index..<(index + count)]
    index += count
  }

  private mutating func readCodes() throws -> (Codes, Codes) {
    let (literals, distances, count) = (try bit(5) + 257, try bit(5) + 1, try bit(4) + 4)
    let order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]
    var lengths = [Int](repeating: 0, count: 19)
    for position in 0..<count { lengths[order[position]] = try bit(3) }
    let codes = Codes(lengths)
    var all: [Int] = []
    while all.count < literals + distances {
      let symbol = try symbol(codes)
      switch symbol {
      case 16: all += [Int](repeating: all.last ?? 0, count: 3 + (try bit(2)))
      case 17: all += [Int](repeating: 0, count: 3 + (try bit(3)))
      case 18: all += [Int](repeating: 0, count: 11 + (try bit(7)))
      default: all.append(symbol)
      }
    }
    return (Codes(Array(all[..<literals])), Codes(Array(all[literals...])))
  }

  private mutating func copyBlock(_ literals: Codes, _ distances: Codes) throws {
    let lengthBase = [
      3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195,
      227,
      258,
    ]
    let lengthExtra = [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0]
    while true {
      let symbol = try symbol(literals)
      if symbol == 256 { return }
      if symbol < 256 {
        output.append(UInt8(symbol))
        continue
      }
      guard symbol - 257 < lengthBase.count else { throw Damage() }
      let length = lengthBase[symbol - 257] + (try bit(lengthExtra[symbol - 257]))
      let code = try self.symbol(distances)
      let extra = code < 4 ? 0 : code / 2 - 1
      let base = code < 4 ? code + 1 : (2 + code % 2) << extra + 1
      let distance = base + (try bit(extra))
      guard distance <= output.count else { throw Damage() }
      for _ in 0..<length { output.append(output[output.count - distance]) }
    }
  }
}
