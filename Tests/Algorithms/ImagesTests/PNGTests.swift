import Colors
import Foundation
import Geometry
import Images
import Testing

@Suite struct PNGTests {
  @Test(arguments: [(1, 1), (7, 5), (256, 3), (3, 1000)])
  func `a picture comes back as it was written`(width: Int, height: Int) throws {
    let bitmap = pattern(width: width, height: height)

    let decoded = try Bitmap(encoded: PNG.encoded(bitmap))

    #expect(decoded == bitmap)
  }

  @Test func `invisible pixels keep their colour`() throws {
    let bitmap = Bitmap(size: PixelSize(width: 2, height: 1), bytes: [200, 16, 46, 0, 1, 2, 3, 1])

    #expect(try Bitmap(encoded: PNG.encoded(bitmap)) == bitmap)
  }

  @Test func `an opaque picture has no alpha in its file`() throws {
    let opaque = Bitmap(size: PixelSize(width: 2, height: 1), bytes: [200, 16, 46, 255, 1, 2, 3, 255])
    let file = try PNG.encoded(opaque)

    // The colour type is byte 25 of the file: 2 is RGB, 6 RGBA (PNG specification, 11.2.2).
    #expect(file[25] == 2)
    #expect(try PNG.encoded(pattern(width: 2, height: 2))[25] == 6)
    #expect(try Bitmap(encoded: file) == opaque)
  }

  @Test func `equal pictures give equal bytes`() throws {
    let bitmap = pattern(width: 40, height: 30)

    #expect(try PNG.encoded(bitmap) == PNG.encoded(bitmap))
    #expect(try PNG.encoded(bitmap, compression: 9).count <= PNG.encoded(bitmap, compression: 0).count)
  }

  @Test func `the resolution is in the file in pixels per metre`() throws {
    let file = try PNG.encoded(pattern(width: 2, height: 2), dotsPerInch: 300)
    let mark = try #require(Data(file).range(of: Data("pHYs".utf8)))
    let fields = file[mark.upperBound..<mark.upperBound + 9]

    // 300 dots an inch are 11811 pixels a metre, 0x2E23, in both directions; unit 1 is the metre.
    #expect(Array(fields) == [0, 0, 0x2E, 0x23, 0, 0, 0x2E, 0x23, 1])
  }

  @Test(arguments: [PixelSize(width: 0, height: 5), PixelSize(width: 5, height: 0)])
  func `a picture without pixels is refused`(size: PixelSize) {
    #expect(throws: ImageError(path: "x.png", reason: .impossibleSize(size))) {
      try PNG.write(Bitmap(size: size, bytes: []), to: "x.png")
    }
  }

  @Test func `a write that fails leaves the old file and nothing else`() throws {
    let folder = try TemporaryFolder()
    let place = folder.path("picture.png")
    try Data("old".utf8).write(to: URL(filePath: place))
    let empty = Bitmap(size: PixelSize(width: 0, height: 0), bytes: [])

    #expect(throws: ImageError.self) { try PNG.write(empty, to: place) }

    #expect(try Data(contentsOf: URL(filePath: place)) == Data("old".utf8))
    #expect(try folder.names() == ["picture.png"])
  }

  @Test func `a write replaces the old file through a link and keeps its permissions`() throws {
    let folder = try TemporaryFolder()
    let place = folder.path("picture.png")
    try Data("old".utf8).write(to: URL(filePath: place))
    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: place)
    try FileManager.default.createSymbolicLink(atPath: folder.path("link.png"), withDestinationPath: place)
    let bitmap = pattern(width: 3, height: 3)

    try PNG.write(bitmap, to: folder.path("link.png"))

    #expect(try Bitmap(contentsOf: place) == bitmap)
    #expect(try folder.names() == ["link.png", "picture.png"])
    let permissions = try FileManager.default.attributesOfItem(atPath: place)[.posixPermissions] as? Int
    #expect(permissions == 0o640)
  }

  @Test func `each refusal says what to do`() throws {
    let folder = try TemporaryFolder()
    let bitmap = pattern(width: 30, height: 30)
    func message(_ place: String) -> String {
      do {
        try PNG.write(bitmap, to: place)
        return "written"
      } catch {
        return error.description
      }
    }

    #expect(message(folder.path("missing/a.png")).contains("create it first"))
    #expect(message(folder.path("")).contains("name a file in it"))
    #expect(message("/dev/full").contains("the disk is full"))
    #expect(message("/proc/picture.png").contains("cannot be written"))
    #expect(message("").contains("cannot be written"))
    #expect(message(folder.path(String(repeating: "n", count: 300))).contains("cannot be written"))
    #expect(try folder.names().isEmpty)
  }
}

/// A picture whose neighbouring pixels all differ, in colour and transparency.
func pattern(width: Int, height: Int) -> Bitmap {
  let bytes = (0..<width * height * 4).map { UInt8(truncatingIfNeeded: $0 &* 2_654_435_761 >> 7) }
  return Bitmap(size: PixelSize(width: width, height: height), bytes: bytes)
}

/// A folder that is removed with its owner.
final class TemporaryFolder {
  private let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appending(path: "regalia-images-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  func path(_ name: String) -> String { url.path(percentEncoded: false) + "/" + name }

  func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: url.path(percentEncoded: false)).sorted()
  }
}
