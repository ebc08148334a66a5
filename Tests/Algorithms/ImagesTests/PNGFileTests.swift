import Colors
import Foundation
import Geometry
import Images
import Testing

@Suite struct PNGFileTests {
  private func file(_ name: String = #function) -> String {
    FileManager.default.temporaryDirectory.appending(path: "regalia-\(UUID().uuidString).png")
      .path(percentEncoded: false)
  }

  private func noise(_ size: PixelSize) -> Bitmap {
    var state: UInt32 = 7
    let bytes = (0..<4 * size.width * size.height).map { index -> UInt8 in
      state = state &* 1_664_525 &+ 1_013_904_223
      return index % 4 == 3 ? 255 : UInt8(state >> 24)
    }
    return Bitmap(size: size, bytes: bytes)
  }

  @Test(arguments: [(1, 1), (3, 5), (701, 400), (1, 3000)])
  func `a picture written in any portions is read as it was`(width: Int, height: Int) throws {
    let picture = noise(PixelSize(width: width, height: height))
    var files: [Data] = []
    for portion in [1, 7, height] {
      let path = file()
      defer { unlink(path) }
      var png = try PNGFile(path: path, size: picture.size, pixelsPerInch: 300)
      var row = 0
      while row < height {
        let end = min(row + portion, height)
        try png.append(Array(picture.bytes[4 * width * row..<4 * width * end]))
        row = end
      }
      try png.finish()
      #expect(try Bitmap(contentsOf: path) == picture)
      files.append(try Data(contentsOf: URL(filePath: path)))
    }
    #expect(files[0] == files[1] && files[1] == files[2])
    // 300 pixels an inch are 11811 a metre.
    let resolution = Data("pHYs".utf8) + [0, 0, 0x2E, 0x23, 0, 0, 0x2E, 0x23, 1]
    #expect(files[0].range(of: resolution) != nil)
  }

  @Test func `a file that is not finished leaves the old one as it was`() throws {
    let path = file()
    defer { unlink(path) }
    try Data("old".utf8).write(to: URL(filePath: path))
    do {
      var png = try PNGFile(path: path, size: PixelSize(width: 2, height: 2))
      try png.append([1, 2, 3, 255, 4, 5, 6, 255])
    }
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "old")
  }

  @Test func `a picture of impossible size is refused`() {
    for size in [PixelSize(width: 0, height: 3), PixelSize(width: 3, height: 2_000_000)] {
      #expect(throws: ImageError.self) { _ = try PNGFile(path: "/dev/null", size: size).finish() }
    }
  }
}
