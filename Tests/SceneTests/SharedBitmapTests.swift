import Geometry
import Scene
import Synchronization
import Testing

@Suite struct SharedBitmapTests {
  private func bitmap(_ last: UInt8) -> SharedBitmap {
    let bytes = (0..<20 * 10 * 4 - 1).map { UInt8($0 % 251) } + [last]
    return SharedBitmap(size: PixelSize(width: 20, height: 10), bytes: bytes)
  }

  @Test func `is equal to another with equal pixels, wherever those lie`() {
    let (one, equal, other) = (bitmap(3), bitmap(3), bitmap(4))
    #expect(one == equal && one.hashValue == equal.hashValue)
    #expect(one != other)

    let pixels = equal.bitmap
    equal.provide { pixels }
    #expect(!equal.hasPixels && one.hasPixels)
    #expect(one == equal && equal != other)
    #expect(equal.bytes == one.bytes && equal.byteCount == one.bytes.count)
  }

  @Test func `asks its provider only for pixels`() {
    let reads = Mutex(0)
    let bitmap = bitmap(255)
    let pixels = bitmap.bitmap
    bitmap.provide {
      reads.withLock { $0 += 1 }
      return pixels
    }

    #expect(bitmap == bitmap && bitmap.size == pixels.size && bitmap.isOpaque == pixels.isOpaque)
    _ = Set([bitmap])
    #expect(bitmap.byteCount == 800)
    #expect(reads.withLock { $0 } == 0)
    #expect(bitmap.bitmap == pixels)
    #expect(reads.withLock { $0 } == 1)
  }
}
