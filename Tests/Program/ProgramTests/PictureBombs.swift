import TestSupport

/// Small files that take many resources to decode. Each belongs to a family, with numbers from a seed.
enum PictureBombs {
  static let count = 200

  /// Returns a file and its name.
  static func file(_ number: Int) -> (name: String, bytes: [UInt8]) {
    var generator = SeededGenerator(seed: UInt64(number))
    func pick<Value>(_ values: Value...) -> Value { values[Int(generator.next() % UInt64(values.count))] }
    let width = pick(2, 300, 4000, 9000, 15_000, 16_383, 65_500, 1_000_000)
    let height = min(pick(2, 300, 4000, 9000, 15_000, 16_383, 65_500), max(255_000_000 / width, 1))
    switch number % 10 {
    case 0:
      let (depth, color) = pick((1, 0), (8, 0), (16, 0), (8, 2), (16, 2), (8, 3), (8, 4), (16, 6))
      let channels = [1, 1, 3, 1, 2, 3, 4][color]
      let isInterlaced = pick(true, false)
      let needed = height * ((width * depth * channels + 7) / 8 + 1)
      let share = pick(1.2, 1.2, 0.3)
      return (
        "PNG \(width) × \(height), \(depth) bits, kind \(color), \(isInterlaced)",
        png(
          width, height, depth, color, isInterlaced, zeros(Int(Double(min(needed, 500_000_000)) * share)),
          before: pick(
            [], [("iCCP", Array("a".utf8) + [0, 0] + zeros(100_000_000))],
            [("zTXt", Array("a".utf8) + [0, 0] + zeros(200_000_000))]))
      )
    case 1:
      let (side, scans) = (pick(64, 1000, 4000, 8000), pick(2, 99, 101, 3000))
      return ("JPEG \(side), \(scans) scans", progressive(side, scans: scans))
    case 2:
      let components = pick(1, 3, 4)
      let (wide, high) = (min(width, 65_500), min(height, 65_500))
      return (
        "JPEG \(wide) × \(high) of \(components)",
        baseline(wide, high, components: components, fill: pick(1, 1, 0))
      )
    case 3:
      let (side, frames) = (pick(10, 3000, 9000, 13_000, 16_000), pick(1, 2, 30_000))
      return (
        "GIF \(side), \(frames) frames",
        gif(side, frames: frames, blocks: pick(0, 200_000), isInterlaced: pick(true, false))
      )
    case 4, 5:
      let (side, canvas) = (pick(2, 3000, 6900, 12_000, 16_383), pick(0, 2, 8000, 16_000))
      let frames = pick(1, 5000)
      return (
        "WebP \(side) on \(canvas), \(frames) frames",
        webp(side, canvas: canvas, frames: frames, isLossy: pick(true, false))
      )
    case 6, 7, 8:
      let (bits, samples) = (pick(1, 4, 8, 16, 32), pick(1, 3, 4, 20))
      let compression = pick(1, 5, 8, 32_773, 7, 4)
      let part = pick(1, 100, 20_000)
      let isTiled = pick(true, false)
      let (wide, high) = (min(width, 100_000), min(height, 100_000))
      return (
        "TIFF \(wide) × \(high), \(samples) × \(bits) bits, compression \(compression), parts of \(part), \(isTiled)",
        tiff(wide, high, bits: bits, samples: samples, compression: compression, part: part, isTiled: isTiled)
      )
    default:
      let bits = pick(1, 4, 8, 16, 24, 32)
      let compression = bits == 8 ? pick(0, 1) : bits == 4 ? pick(0, 2) : bits == 32 ? pick(0, 3, 6) : 0
      return (
        "BMP \(width) × \(height), \(bits) bits, compression \(compression)",
        bmp(
          width, height, bits: bits, compression: compression, isTopDown: pick(true, false),
          bytes: pick(10, 900_000))
      )
    }
  }

  private static func little(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }

  private static func joined(_ parts: [UInt8]...) -> [UInt8] { Array(parts.joined()) }

  private static func big(_ value: Int, _ count: Int) -> [UInt8] { little(value, count).reversed() }

  // MARK: PNG

  /// Returns at least `count` zeros in zlib's format (RFC 1950 and 1951): one literal, then copies of 258 bytes from
  /// the previous byte.
  static func zeros(_ count: Int) -> [UInt8] {
    // A last block of fixed codes, the literal 0, and eight copies of 13 bits, which fill whole bytes.
    let copy = [1, 1, 0, 0, 0, 1, 0, 1, 0, 0, 0, 0, 0]
    let bits = [1, 1, 0] + [0, 0, 1, 1, 0, 0, 0, 0] + (0..<9).flatMap { _ in copy }
    let bytes = (0..<15).map { place in
      (0..<8).reduce(UInt8(0)) { $0 | UInt8(bits[8 * place + $1]) << UInt8($1) }
    }
    let repeats = max(count, 1) / (8 * 258) + 1
    var result: [UInt8] = [0x78, 1] + bytes[..<2]
    for _ in 0..<repeats { result += bytes[2...] }
    return result + [0, 0] + big((1 + 8 * 258 * repeats) % 65_521 << 16 | 1, 4)
  }

  private static let checks: [UInt32] = (0..<256).map { byte in
    (0..<8).reduce(UInt32(byte)) { check, _ in check & 1 == 1 ? check >> 1 ^ 0xEDB8_8320 : check >> 1 }
  }

  private static func png(
    _ width: Int, _ height: Int, _ depth: Int, _ color: Int, _ isInterlaced: Bool, _ data: [UInt8],
    before: [(String, [UInt8])]
  ) -> [UInt8] {
    let head = big(width, 4) + big(height, 4) + [UInt8(depth), UInt8(color), 0, 0, isInterlaced ? 1 : 0]
    let palette = color == 3 ? [("PLTE", [UInt8](repeating: 9, count: 768))] : []
    var file: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    for (name, data) in [("IHDR", head)] + before + palette + [("IDAT", data), ("IEND", [])] {
      let body = Array(name.utf8) + data
      var check: UInt32 = ~0
      for byte in body { check = checks[Int(UInt8(truncatingIfNeeded: check) ^ byte)] ^ check >> 8 }
      file += big(data.count, 4) + body + big(Int(~check), 4)
    }
    return file
  }

  // MARK: JPEG

  private static func segment(_ mark: UInt8, _ data: [UInt8]) -> [UInt8] {
    [0xFF, mark] + big(data.count + 2, 2) + data
  }

  /// A one-bit code, 0, for one value.
  private static func table(_ number: UInt8, _ value: UInt8) -> [UInt8] {
    segment(0xC4, [number, 1] + [UInt8](repeating: 0, count: 15) + [value])
  }

  /// A grey picture; all scans except the first leave all pixels unchanged.
  static func progressive(_ side: Int, scans: Int) -> [UInt8] {
    let blocks = (side + 7) / 8 * ((side + 7) / 8)
    var file: [UInt8] = [0xFF, 0xD8]
    file += segment(0xDB, [0] + [UInt8](repeating: 1, count: 64))
    file += segment(0xC2, [8] + big(side, 2) + big(side, 2) + [1, 1, 0x11, 0])
    // 0xE0 is an end-of-band run of 2 ^ 14 blocks.
    file += table(0, 0) + table(0x10, 0xE0) + segment(0xDA, [1, 1, 0, 0, 0, 0])
    file += [UInt8](repeating: 0, count: blocks / 8 + 1)
    let scan =
      segment(0xDA, [1, 1, 0, 1, 63, 0]) + [UInt8](repeating: 0, count: (blocks / 16_384 + 1) * 15 / 8 + 1)
    for _ in 1..<scans { file += scan }
    return file + [0xFF, 0xD9]
  }

  /// A picture of one grey; without `fill` it is truncated.
  static func baseline(_ width: Int, _ height: Int, components: Int, fill: Int) -> [UInt8] {
    let blocks = ((width + 7) / 8) * ((height + 7) / 8) * components
    let parts = (1...components).flatMap { number -> [UInt8] in [UInt8(number), 0x11, 0] }
    let scan = (1...components).flatMap { number -> [UInt8] in [UInt8(number), 0] }
    var file: [UInt8] = [0xFF, 0xD8]
    file += segment(0xDB, [0] + [UInt8](repeating: 1, count: 64))
    file += segment(0xC0, joined([8], big(height, 2), big(width, 2), [UInt8(components)], parts))
    file += table(0, 0) + table(0x10, 0)
    file += segment(0xDA, joined([UInt8(components)], scan, [0, 63, 0]))
    return joined(file, [UInt8](repeating: 0, count: fill * (blocks / 4 + 1) + 1), [0xFF, 0xD9])
  }

  // MARK: GIF

  /// Frames of one colour, whose pixels are all back references.
  private static func gif(_ side: Int, frames: Int, blocks: Int, isInterlaced: Bool) -> [UInt8] {
    var file = Array("GIF89a".utf8) + little(side, 2) + little(side, 2)
    file += [0x80, 0, 0, 255, 0, 0, 0, 0, 255, 0x21, 0xFE]
    for _ in 0..<blocks { file += [1, 7] }
    file.append(0)
    var (bits, held) = (0, 0)
    var code: [UInt8] = []
    func put(_ value: Int, _ width: Int) {
      bits |= value << held
      held += width
      while held >= 8 {
        code.append(UInt8(bits & 255))
        (bits, held) = (bits >> 8, held - 8)
      }
    }
    put(4, 3)
    put(0, 3)
    var (next, width, done) = (6, 3, 1)
    while done < side * side {
      put(min(next, 4095), width)
      done += min(next, 4095) - 4
      next += 1
      if next == 1 << width, width < 12 { width += 1 }
    }
    put(5, width)
    put(0, 8)
    var data: [UInt8] = []
    for start in stride(from: 0, to: code.count, by: 255) {
      let block = code[start..<min(start + 255, code.count)]
      data += [UInt8(block.count)] + block
    }
    func frame(_ side: Int, _ data: [UInt8]) -> [UInt8] {
      [0x2C, 0, 0, 0, 0] + little(side, 2) + little(side, 2) + [isInterlaced ? 0x40 : 0, 2] + data + [0]
    }
    file += frame(side, data)
    let small = frame(1, [2, 0x44, 1])
    for _ in 1..<max(frames, 2) { file += small }
    return file + [0x3B]
  }

  // MARK: WebP

  private static func webp(_ side: Int, canvas: Int, frames: Int, isLossy: Bool) -> [UInt8] {
    func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
      joined(Array(name.utf8), little(data.count, 4), data, data.count % 2 == 1 ? [0] : [])
    }
    let picture: [UInt8]
    if isLossy {
      // The header of a key frame (RFC 6386, 9.1), and partitions of zeros.
      picture = chunk(
        "VP8 ",
        joined(
          [0x10, 0x08, 0, 0x9D, 0x01, 0x2A], little(side, 2), little(side, 2),
          [UInt8](repeating: 0, count: 4000)))
    } else {
      picture = chunk(
        "VP8L",
        joined(
          [0x2F], little((side - 1) | (side - 1) << 14, 4),
          [0x07, 0x10, 0x11, 0x11, 0x88, 0x88, 0xFE, 0x07, 0, 0, 0, 0, 0]))
    }
    var body = Array("WEBP".utf8)
    if canvas == 0 {
      body += picture
    } else {
      body += chunk("VP8X", joined([0x12, 0, 0, 0], little(canvas - 1, 3), little(canvas - 1, 3)))
      body += chunk("ANIM", [0, 0, 0, 0, 0, 0])
      let frame = chunk(
        "ANMF", joined(little(0, 6), little(side - 1, 3), little(side - 1, 3), [1, 0, 0, 0], picture))
      for _ in 0..<min(frames, 2_000_000 / frame.count + 1) { body += frame }
    }
    return joined(Array("RIFF".utf8), little(body.count, 4), body)
  }

  // MARK: TIFF

  /// A picture whose strips or tiles all have the same bytes.
  private static func tiff(
    _ width: Int, _ height: Int, bits: Int, samples: Int, compression: Int, part: Int, isTiled: Bool
  ) -> [UInt8] {
    let side = max(part / 16, 1) * 16
    let rows = min(part, height)
    let parts =
      isTiled ? ((width + side - 1) / side) * ((height + side - 1) / side) : (height + rows - 1) / rows
    let shown = min(parts, 20_000)
    let stored = isTiled ? side * side * samples * bits / 8 : width * rows * samples * bits / 8
    let data =
      switch compression {
      case 8: zeros(min(stored, 300_000_000))
      // The byte 0x81 repeats the next byte 128 times.
      case 32_773: (0..<min(stored / 128 + 1, 100_000)).flatMap { _ -> [UInt8] in [0x81, 0] }
      default: [UInt8](repeating: 0, count: min(max(stored, 1), 200_000))
      }
    var entries: [(tag: Int, kind: Int, values: [Int])] = [
      (256, 4, [width]), (257, 4, [height]), (258, 3, [Int](repeating: bits, count: samples)),
      (259, 3, [compression]), (262, 3, [samples >= 3 ? 2 : 1]),
    ]
    let counts = [Int](repeating: data.count, count: shown)
    if isTiled {
      entries += [(277, 3, [samples]), (322, 4, [side]), (323, 4, [side])]
    } else {
      entries += [(273, 4, counts), (277, 3, [samples]), (278, 4, [rows]), (279, 4, counts)]
    }
    if isTiled { entries += [(324, 4, counts), (325, 4, counts)] }
    let start = 8 + 2 + 12 * entries.count + 4
    func more(_ entry: (tag: Int, kind: Int, values: [Int])) -> [UInt8] {
      entry.values.flatMap { little($0, entry.kind == 3 ? 2 : 4) }
    }
    let behind = entries.reduce(0) { $0 + (more($1).count > 4 ? more($1).count : 0) }
    for index in entries.indices where [273, 324].contains(entries[index].tag) {
      entries[index].values = [Int](repeating: start + behind, count: shown)
    }
    var (table, arrays) = ([UInt8](), [UInt8]())
    for entry in entries {
      let bytes = more(entry)
      table += little(entry.tag, 2) + little(entry.kind, 2) + little(entry.values.count, 4)
      if bytes.count > 4 {
        table += little(start + arrays.count, 4)
        arrays += bytes
      } else {
        table += bytes + [UInt8](repeating: 0, count: 4 - bytes.count)
      }
    }
    let head = joined(Array("II*\0".utf8), little(8, 4), little(entries.count, 2))
    return joined(head, table, little(0, 4), arrays, data)
  }

  // MARK: BMP

  private static func bmp(
    _ width: Int, _ height: Int, bits: Int, compression: Int, isTopDown: Bool, bytes: Int
  ) -> [UInt8] {
    var file = Array("BM".utf8)
    for value in [54, 0, 122, 108, width, isTopDown ? -height : height] { file += little(value, 4) }
    file += little(1, 2) + little(bits, 2)
    file += little(compression, 4) + [UInt8](repeating: 0, count: 20)
    for mask in [0xFF_0000, 0xFF00, 0xFF, 0xFF00_0000] { file += little(mask, 4) }
    file += [UInt8](repeating: 0, count: 122 - file.count)
    // Run lengths of one pixel, each followed by the end of the row.
    for _ in 0..<bytes / 4 { file += [1, 3, 0, 0] }
    return file
  }
}
