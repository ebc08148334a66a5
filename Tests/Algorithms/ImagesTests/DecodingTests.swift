import Colors
import Foundation
import Geometry
import Testing

@testable import Images

@Suite struct DecodingTests {
  @Test func `a file that claims 50,000 pixels a side is refused without taking memory for them`() throws {
    let before = residentKilobytes()
    let size = PixelSize(width: 50_000, height: 50_000)

    #expect(
      throws: ImageError(path: "picture", reason: .tooLarge(size, maximumPixels: PictureFile.mostPixels))
    ) {
      try Bitmap(encoded: try png(claiming: size))
    }

    #expect(residentKilobytes() - before < 50_000)
  }

  @Test(arguments: [0.02, 0.1, 0.5, 0.9, 0.99])
  func `a PNG that breaks off is damaged`(fraction: Double) throws {
    let file = try PNG.encoded(pattern(width: 60, height: 60))
    // The first eight bytes identify a PNG.
    let part = Array(file.prefix(max(Int(Double(file.count) * fraction), 8)))

    #expect { try Bitmap(encoded: part) } throws: { error in
      if case .damaged = (error as? ImageError)?.reason { true } else { false }
    }
  }

  @Test func `other kinds are read whole`() throws {
    let bitmap = pattern(width: 61, height: 47)
    let opaque = Bitmap(
      size: bitmap.size, bytes: bitmap.bytes.enumerated().map { $0.offset % 4 == 3 ? 255 : $0.element })
    for rows in [1, 10, 47] {
      #expect(try Bitmap(encoded: PictureMaker.tiff(opaque, rowsPerStrip: rows, hasAlpha: false)) == opaque)
      // libtiff premultiplies colours and rounds them.
      let clear = try Bitmap(encoded: PictureMaker.tiff(bitmap, rowsPerStrip: rows))
      for index in stride(from: 0, to: bitmap.bytes.count, by: 4) {
        let alpha = Int(bitmap.bytes[index + 3])
        #expect(clear.bytes[index + 3] == bitmap.bytes[index + 3])
        for channel in index..<index + 3 where alpha > 0 {
          #expect(abs(Int(clear.bytes[channel]) - Int(bitmap.bytes[channel])) <= 255 / alpha + 1)
        }
      }
    }
    #expect(try Bitmap(encoded: PictureMaker.bmp(opaque)) == opaque)
    #expect(try Bitmap(encoded: PictureMaker.bmp(bitmap, hasAlpha: true)) == bitmap)
  }

  @Test(arguments: [false, true])
  func `a JPEG is what was compressed, and one that breaks off is damaged`(isProgressive: Bool) throws {
    let flat = Bitmap(
      size: PixelSize(width: 200, height: 150), bytes: (0..<30_000).flatMap { _ in [200, 16, 46, 255] })
    let file = PictureMaker.jpeg(flat.colors, size: flat.size, isProgressive: isProgressive)
    let grey = PictureMaker.jpeg(
      [UInt8](repeating: 77, count: 600), size: PixelSize(width: 30, height: 20), channels: 1)

    // JPEG rounds its YCbCr values.
    #expect(try Bitmap(encoded: file).isClose(to: flat, within: 3))
    #expect(try Bitmap(encoded: grey).pixel(29, 19) == [77, 77, 77, 255])
    #expect(throws: ImageError(path: "picture", reason: .damaged(.init("the data ends too early")))) {
      try Bitmap(encoded: Array(file.dropLast(10)))
    }
  }

  @Test func `CMYK is ink that takes light away`() throws {
    // Half of cyan and a fifth of black. As in files from Adobe's programs, 255 is no ink; libjpeg's own marker says
    // so.
    let ink: [UInt8] = [127, 255, 255, 204]
    let file = PictureMaker.jpeg(
      (0..<64).flatMap { _ in ink }, size: PixelSize(width: 8, height: 8), channels: 4)

    let bitmap = try Bitmap(encoded: file)

    // Red is (1 − .502) · .8; green and blue are .8.
    #expect(zip(bitmap.pixel(3, 3), [102, 204, 204, 255]).allSatisfy { abs(Int($0) - $1) <= 2 })
  }

  @Test(arguments: [false, true]) func `a GIF has its rows in order, and holes where a number says it`(
    isInterlaced: Bool
  ) throws {
    let size = PixelSize(width: 5, height: 21)
    // Each row contains its position from the top. The rows of interlaced files are stored in four passes.
    let passes = [(0, 8), (4, 8), (2, 4), (1, 2)].flatMap { Array(stride(from: $0, to: 21, by: $1)) }
    let rows = isInterlaced ? passes : Array(0..<21)
    let file = PictureMaker.gif(
      canvas: PixelSize(width: 8, height: 24), frame: size, at: (2, 1),
      numbers: rows.flatMap { row in [UInt8](repeating: UInt8(row), count: 5) },
      palette: (0..<21).flatMap { [UInt8($0 * 10), 7, 9] }, clear: 3, isInterlaced: isInterlaced, count: 3)

    let bitmap = try Bitmap(encoded: file)

    #expect(bitmap.size == PixelSize(width: 8, height: 24))
    for y in 0..<24 {
      for x in 0..<8 {
        let isInside = (2..<7).contains(x) && (1..<22).contains(y) && y != 4
        #expect(bitmap.pixel(x, y) == (isInside ? [UInt8((y - 1) * 10), 7, 9, 255] : [0, 0, 0, 0]))
      }
    }
  }

  @Test(arguments: ["", "hello", "<svg xmlns='http://www.w3.org/2000/svg'/>", "\u{0}\u{0}\u{0}\u{0}"])
  func `what is no picture is refused whatever it is called`(text: String) throws {
    let folder = try TemporaryFolder()
    let place = folder.path("picture.png")
    try Data(text.utf8).write(to: URL(filePath: place))

    #expect(throws: ImageError(path: place, reason: .notAPicture)) { try Bitmap(contentsOf: place) }
  }

  @Test func `files that cannot be read are named`() throws {
    let folder = try TemporaryFolder()
    for place in [folder.path("none.png"), folder.path(""), ""] {
      #expect { try Bitmap(contentsOf: place) } throws: { error in
        guard let error = error as? ImageError, case .unreadable = error.reason else { return false }
        return error.path == place
      }
    }
  }

  @Test func `every damaged byte gives an error or a picture of a modest size`() throws {
    let file = try PNG.encoded(pattern(width: 20, height: 20))
    for position in file.indices {
      for value in [UInt8(0), 255, file[position] ^ 1] {
        var damaged = file
        damaged[position] = value
        guard let bitmap = try? Bitmap(encoded: damaged, fitting: PixelSize(width: 100, height: 100)) else {
          continue
        }
        #expect(bitmap.bytes.count <= 40_000)
      }
    }
  }

  @Test func `an opaque decoded picture has full alpha`() throws {
    let bytes = (0..<16).map { (place: UInt8) -> UInt8 in place % 4 == 3 ? 255 : place * 10 }
    let bitmap = Bitmap(size: PixelSize(width: 2, height: 2), bytes: bytes)

    #expect(try Bitmap(encoded: PNG.encoded(bitmap)).isOpaque)
  }

  @Test func `a moving picture gives its first frame`() throws {
    let bitmap = try Bitmap(encoded: animation)

    #expect(bitmap.size == PixelSize(width: 1, height: 1))
    #expect(bitmap.bytes == [255, 0, 0, 255])
  }

  @Test(arguments: [(100, 50, 20, 20, 20, 10), (50, 100, 20, 20, 10, 20), (10, 5, 20, 20, 10, 5)])
  func `what is larger is reduced to fit`(_ sizes: (Int, Int, Int, Int, Int, Int)) throws {
    let file = try PNG.encoded(pattern(width: sizes.0, height: sizes.1))

    let bitmap = try Bitmap(encoded: file, fitting: PixelSize(width: sizes.2, height: sizes.3))

    #expect(bitmap.size == PixelSize(width: sizes.4, height: sizes.5))
  }

  @Test(arguments: [(3000, 7), (7, 3000), (301, 200), (16, 16), (1, 1)])
  func `the size of a file is that of what is decoded of it`(width: Int, height: Int) throws {
    let bitmap = pattern(width: width, height: height)
    for file in [
      try PNG.encoded(bitmap), PictureMaker.bmp(bitmap), PictureMaker.tiff(bitmap, rowsPerStrip: 5),
      PictureMaker.jpeg(bitmap.colors, size: bitmap.size),
    ] {
      #expect(try PictureFile(file).size == bitmap.size)
      #expect(try Bitmap(encoded: file).size == bitmap.size)
    }
  }

  /// The corners of red, green, blue and yellow quarters, turned by each `orientation`. Exif's table names the side of
  /// the first row (top, right, bottom or left) and of the first column.
  private static let corners: [[[UInt8]]] = {
    let (red, green, blue, yellow): ([UInt8], [UInt8], [UInt8], [UInt8]) = (
      [255, 0, 0], [0, 255, 0], [0, 0, 255], [255, 255, 0]
    )
    return [
      [red, green, blue, yellow], [green, red, yellow, blue], [yellow, blue, green, red],
      [blue, yellow, red, green], [red, blue, green, yellow], [blue, red, yellow, green],
      [yellow, green, blue, red], [green, yellow, red, blue],
    ]
  }()

  @Test(arguments: 1...8)
  func `pictures of every kind are turned the way their camera says`(orientation: Int) throws {
    let stored = PictureMaker.quarters(width: 48, height: 32)
    let exif = PictureMaker.exif(orientation)
    let files: [[UInt8]] = [
      PictureMaker.jpeg(
        PictureMaker.jpeg(stored.colors, size: stored.size), with: 0xE1, Array("Exif\0\0".utf8) + exif),
      PictureMaker.png(try PNG.encoded(stored), with: "eXIf", exif),
      PictureMaker.png(try PNG.encoded(stored), with: "eXIf", PictureMaker.exif(orientation, isLittle: true)),
      PictureMaker.tiff(stored, rowsPerStrip: 7, orientation: orientation),
    ]
    for file in files {
      for fitting in [nil, PixelSize(width: 24, height: 24)] {
        let bitmap = try Bitmap(encoded: file, fitting: fitting)
        let (width, height) = (bitmap.size.width, bitmap.size.height)
        let seen = [(1, 1), (width - 2, 1), (1, height - 2), (width - 2, height - 2)].map {
          Array(bitmap.pixel($0.0, $0.1).prefix(3))
        }
        for (color, wanted) in zip(seen, Self.corners[orientation - 1]) {
          #expect(zip(color, wanted).allSatisfy { abs(Int($0) - Int($1)) <= 6 }, "\(orientation): \(seen)")
        }
        #expect((width < height) == (orientation > 4))
        #expect(try fitting != nil || PictureFile(file).size == bitmap.size)
      }
    }
  }

  @Test(arguments: ["", "Exif\0\0"]) func `a WebP is turned the way its camera says`(mark: String) throws {
    func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
      Array(name.utf8) + PictureMaker.little(data.count, 4) + data + (data.count % 2 == 1 ? [0] : [])
    }
    let body =
      chunk("VP8X", [8, 0, 0, 0, 47, 0, 0, 31, 0, 0]) + chunk("VP8L", [0x2F, 47, 0xC0, 7, 0])
      + chunk("EXIF", Array(mark.utf8) + PictureMaker.exif(6))

    let file = try PictureFile(
      Array("RIFF".utf8) + PictureMaker.little(body.count + 4, 4) + Array("WEBP".utf8) + body)

    #expect(file.orientation == .quarterClockwise)
    #expect(file.size == PixelSize(width: 32, height: 48))
  }

  @Test(arguments: 1...8) func `a turned JPEG without its mark is turned back by the transform`(
    orientation: Int
  ) throws {
    let stored = PictureMaker.quarters(width: 48, height: 32)
    let file = try PictureFile(
      PictureMaker.jpeg(
        PictureMaker.jpeg(stored.colors, size: stored.size), with: 0xE1,
        Array("Exif\0\0".utf8) + PictureMaker.exif(orientation, isLittle: orientation % 2 == 0)))
    let (plain, shown) = (try Bitmap(encoded: #require(file.jpegAsStored)), try Bitmap(encoded: file.bytes))
    let turn = file.orientation.transform

    #expect(plain.size == stored.size)
    for (u, v) in [(0.2, 0.2), (0.8, 0.2), (0.2, 0.8), (0.8, 0.8)] {
      let (x, y) = (turn.a * u + turn.c * v + turn.tx, turn.b * u + turn.d * v + turn.ty)
      let from = plain.pixel(Int(u * 48), Int(v * 32))
      #expect(shown.pixel(Int(x * Double(shown.size.width)), Int(y * Double(shown.size.height))) == from)
    }
  }

  /// A GIF of two frames of one pixel, red and then blue.
  private var animation: [UInt8] {
    let head: [UInt8] =
      Array("GIF89a".utf8) + [1, 0, 1, 0, 0x80, 0, 0, 255, 0, 0, 0, 0, 255]
      + [0x21, 0xFF, 11] + Array("NETSCAPE2.0".utf8) + [3, 1, 0, 0, 0]
    func frame(_ data: [UInt8]) -> [UInt8] {
      [0x21, 0xF9, 4, 0, 10, 0, 0, 0, 0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2] + data + [0]
    }
    return head + frame([0x44, 0x01]) + frame([0x4C, 0x01]) + [0x3B]
  }

  /// Returns the head of a PNG file that says it is of `size`, with the right check sum.
  private func png(claiming size: PixelSize) throws -> [UInt8] {
    var file = try PNG.encoded(pattern(width: 1, height: 1))
    for (offset, side) in [(16, size.width), (20, size.height)] {
      for byte in 0..<4 { file[offset + byte] = UInt8(side >> (8 * (3 - byte)) & 255) }
    }
    var check: UInt32 = ~0
    for byte in file[12..<29] {
      check ^= UInt32(byte)
      for _ in 0..<8 { check = check & 1 == 1 ? check >> 1 ^ 0xEDB8_8320 : check >> 1 }
    }
    for byte in 0..<4 { file[29 + byte] = UInt8(~check >> UInt32(8 * (3 - byte)) & 255) }
    return file
  }

  private func residentKilobytes() -> Int {
    let fields = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?.split(separator: " ")
    return (fields.flatMap { $0.count > 1 ? Int($0[1]) : nil } ?? 0) * 4
  }
}
