import Colors
import Foundation
import Geometry
import Testing

@testable import Images

@Suite struct DecodingTests {
  @Test func `a picture with too many pixels is refused before it is decoded`() throws {
    let bitmap = pattern(width: 100, height: 50)
    let file = try PNG.encoded(bitmap)

    #expect(try Bitmap(encoded: file, maximumPixels: 5000) == bitmap)
    #expect(throws: ImageError(path: "picture", reason: .tooLarge(bitmap.size, maximumPixels: 4999))) {
      try Bitmap(encoded: file, maximumPixels: 4999)
    }
  }

  @Test func `a file that claims 50,000 pixels a side is refused without taking memory for them`() throws {
    let before = residentKilobytes()
    let size = PixelSize(width: 50_000, height: 50_000)

    #expect(
      throws: ImageError(path: "picture", reason: .tooLarge(size, maximumPixels: Bitmap.defaultMaximumPixels))
    ) {
      try Bitmap(encoded: try png(claiming: size))
    }

    #expect(residentKilobytes() - before < 50_000)
  }

  @Test(arguments: [0.02, 0.1, 0.5, 0.9, 0.99])
  func `a PNG that breaks off is damaged`(fraction: Double) throws {
    let file = try PNG.encoded(pattern(width: 60, height: 60))
    let part = Array(file.prefix(Int(Double(file.count) * fraction)))

    #expect { try Bitmap(encoded: part) } throws: { error in
      if case .damaged = (error as? ImageError)?.reason { true } else { false }
    }
  }

  @Test(arguments: ["jpeg", "tiff", "bmp"])
  func `other kinds are read whole, and a JPEG that breaks off is damaged`(kind: String) throws {
    let red: [UInt8] = [200, 16, 46, 255]
    let flat = Bitmap(
      size: PixelSize(width: 200, height: 150), bytes: (0..<30_000).flatMap { _ in red })
    let file = try PNG.encoded(flat, as: kind)
    let decoded = try Bitmap(encoded: file)

    #expect(decoded.size == flat.size)
    // JPEG rounds its YCbCr values.
    #expect(zip(decoded.bytes, flat.bytes).allSatisfy { ($0 > $1 ? $0 - $1 : $1 - $0) <= 3 })
    if kind == "jpeg" {
      #expect(throws: ImageError(path: "picture", reason: .damaged("it breaks off"))) {
        try Bitmap(encoded: Array(file.dropLast(10)))
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
        guard let bitmap = try? Bitmap(encoded: damaged, maximumPixels: 10_000) else { continue }
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
  func `a size is that of the file, whatever is decoded of it`(width: Int, height: Int) throws {
    let file = try PNG.encoded(pattern(width: width, height: height))

    #expect(try Bitmap.size(ofEncoded: file) == PixelSize(width: width, height: height))
    #expect(throws: ImageError.self) { try Bitmap.size(ofEncoded: Array(file.dropLast(20))) }
    #expect(throws: ImageError.self) {
      try Bitmap.size(ofEncoded: file, maximumPixels: width * height - 1)
    }
  }

  @Test(arguments: 1...8)
  func `a size is turned the way the camera says`(orientation: UInt8) throws {
    let jpeg = try PNG.encoded(pattern(width: 300, height: 20), as: "jpeg")
    // A segment of Exif that says nothing else.
    let exif: [UInt8] =
      [0xff, 0xe1, 0, 34] + Array("Exif\0\0MM\0*".utf8) + [
        0, 0, 0, 8, 0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation,
      ]
      + [0, 0, 0, 0, 0, 0]
    let file = jpeg[..<2] + exif + jpeg[2...]
    let turned = PixelSize(width: 20, height: 300)

    #expect(
      try Bitmap.size(ofEncoded: Array(file))
        == (orientation > 4 ? turned : PixelSize(width: 300, height: 20)))
    #expect(try Bitmap(encoded: Array(file)).size == Bitmap.size(ofEncoded: Array(file)))
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
