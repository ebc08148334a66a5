import Foundation

/// The alpha channel of a PNG, or its grey where it has no alpha.
struct ReferencePicture {
  let width: Int
  let height: Int
  let levels: [UInt8]

  struct Unreadable: Error {}

  init(path: String) throws {
    let bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
    func number(_ index: Int) -> Int { bytes[index..<(index + 4)].reduce(0) { $0 << 8 | Int($1) } }
    guard bytes.count > 33, bytes[1...3].elementsEqual("PNG".utf8), bytes[24] <= 8, bytes[28] == 0 else {
      throw Unreadable()
    }
    (width, height) = (number(16), number(20))
    let colorType = bytes[25]
    guard let channels = [0: 1, 2: 3, 3: 1, 4: 2, 6: 4][Int(colorType)] else { throw Unreadable() }
    var packed: [UInt8] = []
    var transparency: [UInt8] = []
    var index = 8
    while index + 12 <= bytes.count {
      let length = number(index)
      let kind = String(decoding: bytes[(index + 4)..<(index + 8)], as: UTF8.self)
      if kind == "IDAT" { packed += bytes[(index + 8)..<(index + 8 + length)] }
      if kind == "tRNS" { transparency = Array(bytes[(index + 8)..<(index + 8 + length)]) }
      index += length + 12
    }
    let depth = Int(bytes[24])
    let packedRows = ReferencePicture.unfiltered(
      try Inflater.inflate(packed), stride: (width * channels * depth + 7) / 8, height: height,
      step: max(channels * depth / 8, 1))
    let rows = depth == 8 ? packedRows : ReferencePicture.unpacked(packedRows, width, height, depth)
    let palette = transparency
    levels = (0..<(width * height)).map { pixel in
      switch colorType {
      case 0: rows[pixel]
      case 3: Int(rows[pixel]) < palette.count ? palette[Int(rows[pixel])] : 255
      case 2: 255
      default: rows[pixel * channels + channels - 1]
      }
    }
  }

  /// Spreads samples of less than a byte.
  private static func unpacked(_ rows: [UInt8], _ width: Int, _ height: Int, _ depth: Int) -> [UInt8] {
    let stride = (width * depth + 7) / 8
    return (0..<(width * height)).map { pixel in
      let bit = pixel % width * depth
      return rows[pixel / width * stride + bit / 8] >> UInt8(8 - depth - bit % 8) & (1 << UInt8(depth) - 1)
    }
  }

  private static func unfiltered(_ data: [UInt8], stride: Int, height: Int, step: Int) -> [UInt8] {
    var rows = [UInt8](repeating: 0, count: stride * height)
    for y in 0..<height {
      let filter = data[y * (stride + 1)]
      for x in 0..<stride {
        let left = x >= step ? Int(rows[y * stride + x - step]) : 0
        let up = y > 0 ? Int(rows[(y - 1) * stride + x]) : 0
        let corner = x >= step && y > 0 ? Int(rows[(y - 1) * stride + x - step]) : 0
        var guess = 0
        switch filter {
        case 1: guess = left
        case 2: guess = up
        case 3: guess = (left + up) / 2
        case 4:
          let base = left + up - corner
          let (a, b, c) = ((base - left).magnitude, (base - up).magnitude, (base - corner).magnitude)
          guess = a <= b && a <= c ? left : b <= c ? up : corner
        default: break
        }
        rows[y * stride + x] = UInt8(truncatingIfNeeded: Int(data[y * (stride + 1) + 1 + x]) + guess)
      }
    }
    return rows
  }
}
