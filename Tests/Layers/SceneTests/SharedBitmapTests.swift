import Geometry
import Scene
import Testing

@Suite struct SharedBitmapTests {
  private func bitmap(_ last: UInt8) -> SharedBitmap {
    let bytes = (0..<20 * 10 * 4 - 1).map { UInt8($0 % 251) } + [last]
    return SharedBitmap(size: PixelSize(width: 20, height: 10), bytes: bytes)
  }

  @Test func `is equal to another with equal pixels`() {
    let (one, equal, other) = (bitmap(3), bitmap(3), bitmap(4))

    #expect(one == equal && one.hashValue == equal.hashValue)
    #expect(one != other && equal != other)
    #expect(equal.bytes == one.bytes && equal.byteCount == one.bytes.count)
  }
}
