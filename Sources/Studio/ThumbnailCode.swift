import Geometry

/// Opaque pixels in few bytes, without loss and quickly: the Quite OK Image format of Dominic Szablewski
/// (qoiformat.org, specification of 2022), three channels.
enum ThumbnailCode {
  private static let magic: [UInt8] = Array("qoif".utf8)
  private static let end: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 1]

  private typealias Pixel = SIMD4<UInt8>

  private static func slot(_ p: Pixel) -> Int {
    (Int(p.x) * 3 + Int(p.y) * 5 + Int(p.z) * 7 + Int(p.w) * 11) % 64
  }

  /// Returns the code of pixels of four bytes each.
  static func encoded(_ bytes: [UInt8], size: PixelSize) -> [UInt8] {
    var result = magic
    result.reserveCapacity(bytes.count / 8)
    for side in [size.width, size.height] {
      for shift in [24, 16, 8, 0] { result.append(UInt8(truncatingIfNeeded: side >> shift)) }
    }
    result += [3, 0]
    var seen = [Pixel](repeating: Pixel(0, 0, 0, 0), count: 64)
    var last = Pixel(0, 0, 0, 255)
    var run = 0
    for start in stride(from: 0, to: bytes.count - 3, by: 4) {
      let pixel = Pixel(bytes[start], bytes[start + 1], bytes[start + 2], 255)
      if pixel == last {
        run += 1
        if run == 62 { flush(&run, &result) }
        continue
      }
      flush(&run, &result)
      let slot = slot(pixel)
      if seen[slot] == pixel {
        result.append(UInt8(slot))
      } else {
        seen[slot] = pixel
        append(pixel, after: last, to: &result)
      }
      last = pixel
    }
    flush(&run, &result)
    return result + end
  }

  private static func flush(_ run: inout Int, _ result: inout [UInt8]) {
    if run > 0 { result.append(0xc0 | UInt8(run - 1)) }
    run = 0
  }

  private static func append(_ pixel: Pixel, after last: Pixel, to result: inout [UInt8]) {
    let red = Int8(bitPattern: pixel.x &- last.x)
    let green = Int8(bitPattern: pixel.y &- last.y)
    let blue = Int8(bitPattern: pixel.z &- last.z)
    let small: ClosedRange<Int8> = -2...1
    if small.contains(red), small.contains(green), small.contains(blue) {
      result.append(0x40 | UInt8(red + 2) << 4 | UInt8(green + 2) << 2 | UInt8(blue + 2))
      return
    }
    let (redBeside, blueBeside) = (red &- green, blue &- green)
    let middle: ClosedRange<Int8> = -8...7
    if (-32...31).contains(green), middle.contains(redBeside), middle.contains(blueBeside) {
      result.append(0x80 | UInt8(green + 32))
      result.append(UInt8(redBeside + 8) << 4 | UInt8(blueBeside + 8))
      return
    }
    result += [0xfe, pixel.x, pixel.y, pixel.z]
  }

  /// Returns the pixels of a code, or nil when it is none of this size.
  static func decoded(_ code: [UInt8], size: PixelSize) -> [UInt8]? {
    guard let count = size.count, code.count > 22, Array(code[..<4]) == magic else { return nil }
    func number(_ start: Int) -> Int { code[start..<start + 4].reduce(0) { $0 << 8 | Int($1) } }
    guard number(4) == size.width, number(8) == size.height, Array(code.suffix(8)) == end else { return nil }
    var result: [UInt8] = []
    result.reserveCapacity(count * 4)
    var seen = [Pixel](repeating: Pixel(0, 0, 0, 0), count: 64)
    var last = Pixel(0, 0, 0, 255)
    var place = 14
    let limit = code.count - 8
    while result.count < count * 4 {
      guard place < limit, let run = read(code, &place, limit, &last, seen) else { return nil }
      seen[slot(last)] = last
      guard result.count + run * 4 <= count * 4 else { return nil }
      for _ in 0..<run {
        result.append(last.x)
        result.append(last.y)
        result.append(last.z)
        result.append(255)
      }
    }
    return place == limit ? result : nil
  }

  /// Reads one step of a code; returns how many pixels it stands for.
  private static func read(
    _ code: [UInt8], _ place: inout Int, _ limit: Int, _ last: inout Pixel, _ seen: [Pixel]
  ) -> Int? {
    let byte = code[place]
    place += 1
    if byte == 0xfe {
      guard place + 3 <= limit else { return nil }
      last = Pixel(code[place], code[place + 1], code[place + 2], 255)
      place += 3
      return 1
    }
    switch byte >> 6 {
    case 0: last = seen[Int(byte)]
    case 1:
      last.x = last.x &+ (byte >> 4 & 3) &- 2
      last.y = last.y &+ (byte >> 2 & 3) &- 2
      last.z = last.z &+ (byte & 3) &- 2
    case 2:
      guard place < limit else { return nil }
      let green = (byte & 63) &- 32
      last.x = last.x &+ green &- 8 &+ (code[place] >> 4)
      last.y = last.y &+ green
      last.z = last.z &+ green &- 8 &+ (code[place] & 15)
      place += 1
    default:
      guard byte != 0xff else { return nil }
      return Int(byte & 63) + 1
    }
    return 1
  }
}
