import Colors
import Geometry
import Images
import TestSupport
import Testing

@Suite struct CompressedBitmapTests {
  @Test(arguments: [(8, 8), (1, 400), (195, 292), (640, 3)])
  func `a bitmap comes back as it was`(width: Int, height: Int) throws {
    var random = SeededGenerator(seed: UInt64(width))
    var bytes: [UInt8] = []
    var color: [UInt8] = [208, 0, 0, 255]
    for _ in 0..<width * height {
      if Int.random(in: 0..<30, using: &random) == 0 {
        color = (0..<4).map { _ in UInt8.random(in: 0...255, using: &random) }
      }
      bytes += color
    }
    let bitmap = Bitmap(size: PixelSize(width: width, height: height), bytes: bytes)

    let compressed = try #require(CompressedBitmap(bitmap))

    #expect(compressed.size == bitmap.size)
    #expect(compressed.byteCount <= bytes.count / 2)
    #expect(compressed.bitmap == bitmap)
  }

  @Test func `what would not take half as much is not compressed`() {
    var random = SeededGenerator(seed: 5)
    let noise = (0..<40 * 40 * 4).map { _ in UInt8.random(in: 0...255, using: &random) }

    #expect(CompressedBitmap(Bitmap(size: PixelSize(width: 40, height: 40), bytes: noise)) == nil)
    #expect(CompressedBitmap(Bitmap(size: PixelSize(width: 0, height: 0), bytes: [])) == nil)
  }
}
