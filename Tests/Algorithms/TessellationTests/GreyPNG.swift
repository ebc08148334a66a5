/// The pixels of an 8-bit grey PNG without interlacing, as the reference pictures are.
struct GreyPNG {
  let width: Int
  let height: Int
  let pixels: [UInt8]

  init?(_ file: [UInt8]) {
    func word(_ at: Int) -> Int { file[at..<at + 4].reduce(0) { $0 << 8 | Int($1) } }
    guard file.count > 33, file[1..<4].elementsEqual("PNG".utf8), file[24] == 8, file[25] == 0, file[28] == 0
    else { return nil }
    width = word(16)
    height = word(20)
    var data: [UInt8] = []
    var position = 8
    while position + 12 <= file.count {
      let length = word(position)
      if file[position + 4..<position + 8].elementsEqual("IDAT".utf8) {
        data += file[position + 8..<position + 8 + length]
      }
      position += 12 + length
    }
    var inflater = Inflater(Array(data.dropFirst(2)))
    guard let rows = inflater.inflate(), rows.count == height * (width + 1) else { return nil }
    pixels = GreyPNG.unfiltered(rows, width: width, height: height)
  }

  private static func unfiltered(_ rows: [UInt8], width: Int, height: Int) -> [UInt8] {
    var pixels = [UInt8](repeating: 0, count: width * height)
    for y in 0..<height {
      for x in 0..<width {
        let left = x > 0 ? Int(pixels[y * width + x - 1]) : 0
        let up = y > 0 ? Int(pixels[(y - 1) * width + x]) : 0
        let corner = x > 0 && y > 0 ? Int(pixels[(y - 1) * width + x - 1]) : 0
        let predicted: Int
        switch rows[y * (width + 1)] {
        case 1: predicted = left
        case 2: predicted = up
        case 3: predicted = (left + up) / 2
        case 4:
          let (a, b, c) = (abs(up - corner), abs(left - corner), abs(left + up - 2 * corner))
          predicted = a <= b && a <= c ? left : b <= c ? up : corner
        default: predicted = 0
        }
        pixels[y * width + x] = rows[y * (width + 1) + 1 + x] &+ UInt8(truncatingIfNeeded: predicted)
      }
    }
    return pixels
  }
}

/// Unpacks DEFLATE data (RFC 1951).
struct Inflater {
  private let input: [UInt8]
  private var position = 0
  private var bit = 0
  private var output: [UInt8] = []

  init(_ input: [UInt8]) { self.input = input }

  mutating func inflate() -> [UInt8]? {
    while true {
      let isLast = bits(1) == 1
      switch bits(2) {
      case 0: copyStored()
      case 1:
        let lengths = (0..<288).map { $0 < 144 ? 8 : $0 < 256 ? 9 : $0 < 280 ? 7 : 8 }
        guard expand(Codes(lengths), Codes(Array(repeating: 5, count: 30))) else { return nil }
      case 2:
        guard let (literals, distances) = readCodes(), expand(literals, distances) else { return nil }
      default: return nil
      }
      if position > input.count { return nil }
      if isLast { return output }
    }
  }

  private mutating func bits(_ count: Int) -> Int {
    var value = 0
    for index in 0..<count {
      if position < input.count { value |= Int(input[position] >> UInt8(bit) & 1) << index }
      bit += 1
      if bit == 8 { (bit, position) = (0, position + 1) }
    }
    return value
  }

  private mutating func copyStored() {
    if bit > 0 { (bit, position) = (0, position + 1) }
    let count = bits(16)
    _ = bits(16)
    for _ in 0..<count { output.append(UInt8(bits(8))) }
  }

  /// Canonical Huffman codes: how many there are of each length, and the symbols in order.
  private struct Codes {
    var counts = [Int](repeating: 0, count: 16)
    var symbols: [Int] = []

    init(_ lengths: [Int]) {
      for length in 1..<16 {
        for (symbol, itsLength) in lengths.enumerated() where itsLength == length {
          counts[length] += 1
          symbols.append(symbol)
        }
      }
    }
  }

  private mutating func symbol(_ codes: Codes) -> Int? {
    var (code, first, index) = (0, 0, 0)
    for length in 1..<16 {
      code |= bits(1)
      let count = codes.counts[length]
      if code - first < count { return codes.symbols[index + code - first] }
      index += count
      first = (first + count) << 1
      code <<= 1
    }
    return nil
  }

  private mutating func readCodes() -> (Codes, Codes)? {
    let (literals, distances, count) = (bits(5) + 257, bits(5) + 1, bits(4) + 4)
    let order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]
    var lengths = [Int](repeating: 0, count: 19)
    for index in 0..<count { lengths[order[index]] = bits(3) }
    let codes = Codes(lengths)
    var all: [Int] = []
    while all.count < literals + distances {
      guard let next = symbol(codes) else { return nil }
      switch next {
      case 16: all += Array(repeating: all.last ?? 0, count: 3 + bits(2))
      case 17: all += Array(repeating: 0, count: 3 + bits(3))
      case 18: all += Array(repeating: 0, count: 11 + bits(7))
      default: all.append(next)
      }
    }
    return (Codes(Array(all[..<literals])), Codes(Array(all[literals...])))
  }

  private mutating func expand(_ literals: Codes, _ distances: Codes) -> Bool {
    let lengthBase = [
      3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195,
      227, 258,
    ]
    let distanceBase = [
      1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537, 2049, 3073,
      4097, 6145, 8193, 12289, 16385, 24577,
    ]
    while let next = symbol(literals), position <= input.count {
      if next == 256 { return true }
      if next < 256 {
        output.append(UInt8(next))
        continue
      }
      let code = next - 257
      guard code < 29 else { return false }
      let length = lengthBase[code] + bits(code < 8 || code == 28 ? 0 : (code - 4) / 4)
      guard let far = symbol(distances), far < 30 else { return false }
      let distance = distanceBase[far] + bits(far < 4 ? 0 : (far - 2) / 2)
      guard distance <= output.count else { return false }
      for _ in 0..<length { output.append(output[output.count - distance]) }
    }
    return false
  }
}
