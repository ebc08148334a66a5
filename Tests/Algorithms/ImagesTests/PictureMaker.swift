import CJPEG
import Colors
import Geometry

/// Picture files as other programs write them, made in the simplest way.
enum PictureMaker {
  static func little(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }

  static func big(_ value: Int, _ count: Int) -> [UInt8] { little(value, count).reversed() }

  /// A Windows bitmap with 24 bits, or with 32 bits and masks for all four channels.
  static func bmp(_ bitmap: Bitmap, hasAlpha: Bool = false) -> [UInt8] {
    let (width, height) = (bitmap.size.width, bitmap.size.height)
    var rows: [UInt8] = []
    for y in (0..<height).reversed() {
      for x in 0..<width {
        let place = 4 * (y * width + x)
        rows += [bitmap.bytes[place + 2], bitmap.bytes[place + 1], bitmap.bytes[place]]
        if hasAlpha { rows.append(bitmap.bytes[place + 3]) }
      }
      while rows.count % 4 != 0 { rows.append(0) }
    }
    let masks = hasAlpha ? [0xFF_0000, 0xFF00, 0xFF, 0xFF00_0000].flatMap { little($0, 4) } : []
    let length = hasAlpha ? 56 : 40
    var head = Array("BM".utf8)
    for value in [14 + length + rows.count, 0, 14 + length, length, width, height] {
      head += little(value, 4)
    }
    head += little(1, 2)
    head += little(hasAlpha ? 32 : 24, 2)
    head += little(hasAlpha ? 3 : 0, 4)
    head += [UInt8](repeating: 0, count: 20)
    return head + masks + rows
  }

  /// An uncompressed TIFF, in strips of `rowsPerStrip` rows, with straight alpha if any.
  static func tiff(
    _ bitmap: Bitmap, rowsPerStrip: Int, orientation: Int = 1, profile: [UInt8] = [], hasAlpha: Bool = true
  ) -> [UInt8] {
    let (width, height) = (bitmap.size.width, bitmap.size.height)
    let channels = hasAlpha ? 4 : 3
    let strips = (height + rowsPerStrip - 1) / rowsPerStrip
    let pixels =
      hasAlpha ? bitmap.bytes : bitmap.bytes.enumerated().filter { $0.offset % 4 != 3 }.map(\.element)
    var entries: [(tag: Int, kind: Int, values: [Int])] = [
      (256, 4, [width]), (257, 4, [height]), (258, 3, [Int](repeating: 8, count: channels)), (259, 3, [1]),
      (262, 3, [2]), (273, 4, [Int](repeating: 0, count: strips)), (274, 3, [orientation]),
      (277, 3, [channels]), (278, 4, [rowsPerStrip]),
      (279, 4, (0..<strips).map { min(rowsPerStrip, height - $0 * rowsPerStrip) * width * channels }),
    ]
    if hasAlpha { entries.append((338, 3, [2])) }
    if !profile.isEmpty { entries.append((34_675, 7, profile.map { Int($0) })) }
    let start = 8 + 2 + 12 * entries.count + 4
    func more(_ entry: (tag: Int, kind: Int, values: [Int])) -> [UInt8] {
      let size = [3: 2, 4: 4, 7: 1][entry.kind] ?? 4
      return entry.values.flatMap { little($0, size) }
    }
    let behind = entries.reduce(0) { $0 + (more($1).count > 4 ? more($1).count : 0) }
    entries[5].values = (0..<strips).map { start + behind + $0 * rowsPerStrip * width * channels }
    var (table, data) = ([UInt8](), [UInt8]())
    for entry in entries {
      let bytes = more(entry)
      table += little(entry.tag, 2) + little(entry.kind, 2) + little(entry.values.count, 4)
      if bytes.count > 4 {
        table += little(start + data.count, 4)
        data += bytes
      } else {
        table += bytes + [UInt8](repeating: 0, count: 4 - bytes.count)
      }
    }
    return Array("II*\0".utf8) + little(8, 4) + little(entries.count, 2) + table + little(0, 4) + data
      + pixels
  }

  /// A GIF with frames of one colour index per pixel, without real compression: the code table is cleared every few
  /// codes.
  static func gif(
    canvas: PixelSize, frame: PixelSize, at place: (x: Int, y: Int) = (0, 0), numbers: [UInt8],
    palette: [UInt8],
    clear: UInt8? = nil, isInterlaced: Bool = false, count: Int = 1
  ) -> [UInt8] {
    var (bits, held) = (0, 0)
    var code: [UInt8] = []
    func put(_ value: Int) {
      bits |= value << held
      held += 9
      while held >= 8 {
        code.append(UInt8(bits & 255))
        (bits, held) = (bits >> 8, held - 8)
      }
    }
    for (index, number) in numbers.enumerated() {
      if index % 200 == 0 { put(256) }
      put(Int(number))
    }
    put(257)
    put(0)
    let blocks = stride(from: 0, to: code.count, by: 255).flatMap { start -> [UInt8] in
      let block = code[start..<min(start + 255, code.count)]
      return [UInt8(block.count)] + block
    }
    let colors = palette + [UInt8](repeating: 0, count: 768 - palette.count)
    let control: [UInt8] = [0x21, 0xF9, 4, clear == nil ? 0 : 1, 0, 0, clear ?? 0, 0]
    var picture: [UInt8] = control + [0x2C]
    for value in [place.x, place.y, frame.width, frame.height] { picture += little(value, 2) }
    picture += [isInterlaced ? 0x40 : 0, 8]
    picture += blocks
    picture.append(0)
    var file = Array("GIF89a".utf8)
    file += little(canvas.width, 2)
    file += little(canvas.height, 2)
    file += [0xF7, 0, 0]
    file += colors
    for _ in 0..<count { file += picture }
    return file + [0x3B]
  }

  /// A JPEG written by libjpeg, with one, three or four channels.
  static func jpeg(
    _ pixels: [UInt8], size: PixelSize, channels: Int = 3, isProgressive: Bool = false, quality: Int32 = 100
  ) -> [UInt8] {
    var errors = jpeg_error_mgr()
    var jpeg = jpeg_compress_struct()
    jpeg.err = jpeg_std_error(&errors)
    jpeg_CreateCompress(&jpeg, JPEG_LIB_VERSION, MemoryLayout<jpeg_compress_struct>.size)
    var output: UnsafeMutablePointer<UInt8>?
    var length: UInt = 0
    jpeg_mem_dest(&jpeg, &output, &length)
    (jpeg.image_width, jpeg.image_height) = (UInt32(size.width), UInt32(size.height))
    jpeg.input_components = Int32(channels)
    jpeg.in_color_space = channels == 1 ? JCS_GRAYSCALE : channels == 3 ? JCS_RGB : JCS_CMYK
    jpeg_set_defaults(&jpeg)
    jpeg_set_quality(&jpeg, quality, 1)
    if isProgressive { jpeg_simple_progression(&jpeg) }
    jpeg_start_compress(&jpeg, 1)
    var pixels = pixels
    pixels.withUnsafeMutableBufferPointer { pixels in
      for y in 0..<size.height {
        var row = pixels.baseAddress.map { $0 + y * size.width * channels }
        jpeg_write_scanlines(&jpeg, &row, 1)
      }
    }
    jpeg_finish_compress(&jpeg)
    defer {
      jpeg_destroy_compress(&jpeg)
      output?.deallocate()
    }
    return Array(UnsafeBufferPointer(start: output, count: Int(length)))
  }

  /// Returns a JPEG with a segment after its first marker.
  static func jpeg(_ file: [UInt8], with marker: UInt8, _ data: [UInt8]) -> [UInt8] {
    Array(file[..<2]) + [0xFF, marker] + big(data.count + 2, 2) + data + file[2...]
  }

  /// A block of Exif that contains only an orientation.
  static func exif(_ orientation: Int, isLittle: Bool = false) -> [UInt8] {
    func number(_ value: Int, _ count: Int) -> [UInt8] { isLittle ? little(value, count) : big(value, count) }
    let values = [(42, 2), (8, 4), (1, 2), (274, 2), (3, 2), (1, 4), (orientation, 2), (0, 2), (0, 4)]
    return Array((isLittle ? "II" : "MM").utf8) + values.flatMap { number($0.0, $0.1) }
  }

  /// Returns a PNG with a chunk before its pixels.
  static func png(_ file: [UInt8], with name: String, _ data: [UInt8]) -> [UInt8] {
    // The signature is followed by the header, which has 25 bytes.
    Array(file[..<33]) + chunk(name, data) + file[33...]
  }

  static func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
    let body = Array(name.utf8) + data
    var check: UInt32 = ~0
    for byte in body {
      check ^= UInt32(byte)
      for _ in 0..<8 { check = check & 1 == 1 ? check >> 1 ^ 0xEDB8_8320 : check >> 1 }
    }
    return big(data.count, 4) + body + big(Int(~check), 4)
  }

  /// Bytes in zlib's format, not compressed.
  static func stored(_ bytes: [UInt8]) -> [UInt8] {
    var (first, second) = (1, 0)
    for byte in bytes {
      first = (first + Int(byte)) % 65_521
      second = (second + first) % 65_521
    }
    var result: [UInt8] = [0x78, 1]
    for start in stride(from: 0, to: bytes.count, by: 65_535) {
      let block = bytes[start..<min(start + 65_535, bytes.count)]
      result.append(start + 65_535 >= bytes.count ? 1 : 0)
      result += little(block.count, 2)
      result += little(~block.count, 2)
      result += block
    }
    return result + big(second << 16 | first, 4)
  }

  /// A picture with quarters of red, green, blue and yellow, in reading order.
  static func quarters(width: Int, height: Int) -> Bitmap {
    let colors: [[UInt8]] = [[255, 0, 0], [0, 255, 0], [0, 0, 255], [255, 255, 0]]
    var bytes: [UInt8] = []
    for y in 0..<height {
      for x in 0..<width {
        bytes += colors[(x < width / 2 ? 0 : 1) + (y < height / 2 ? 0 : 2)]
        bytes.append(255)
      }
    }
    return Bitmap(size: PixelSize(width: width, height: height), bytes: bytes)
  }
}

extension Bitmap {
  /// The colours without alpha.
  var colors: [UInt8] { bytes.enumerated().filter { $0.offset % 4 != 3 }.map(\.element) }

  func pixel(_ x: Int, _ y: Int) -> [UInt8] {
    let place = 4 * (y * size.width + x)
    return Array(bytes[place..<place + 4])
  }

  /// Whether all bytes differ by at most `tolerance`.
  func isClose(to other: Bitmap, within tolerance: Int) -> Bool {
    size == other.size && zip(bytes, other.bytes).allSatisfy { abs(Int($0) - Int($1)) <= tolerance }
  }
}
