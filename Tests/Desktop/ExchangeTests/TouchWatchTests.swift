import Testing

@testable import Exchange

@Suite struct TouchWatchTests {
  /// An event as it comes from the display: xXIRawEvent of XI2proto without its valuators.
  private struct RawEvent {
    var type: UInt8 = 35
    var `extension`: UInt8 = 131
    var sequenceNumber: UInt16 = 7
    var length: UInt32 = 0
    var kind: UInt16
    var device: UInt16 = 2
    var time: UInt32 = 123_456
    var detail: UInt32
    var source: UInt16 = 9
    var valuators: UInt16 = 0
    var flags: UInt32 = 0
    var padding: UInt32 = 0
  }

  private func take(_ kind: UInt16, _ touch: UInt32, _ touches: inout Touches) {
    var event = RawEvent(kind: kind, detail: touch)
    withUnsafeBytes(of: &event) { bytes in
      #expect(bytes.count == 32)
      if let start = bytes.baseAddress { touches.take(start) }
    }
  }

  @Test func `fingers are on the screen until the last one is lifted, whatever else moves`() {
    var touches = Touches()
    // XI_RawButtonPress and XI_RawMotion of a mouse.
    take(15, 1, &touches)
    take(17, 1, &touches)
    #expect(touches.isEmpty)
    take(22, 1000, &touches)
    take(22, 1001, &touches)
    // XI_RawTouchUpdate.
    take(23, 1000, &touches)
    take(24, 1000, &touches)
    #expect(!touches.isEmpty)
    take(24, 1001, &touches)
    #expect(touches.isEmpty)
  }
}

@Suite struct PinchTests {
  /// An event as XCB passes it on: xXIGesturePinchEvent of XI2proto with four bytes after the first 32.
  private func event(_ kind: UInt16, scale: Double, x: Double = 700, y: Double = 500) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 100)
    func put(_ value: some FixedWidthInteger, at place: Int) {
      withUnsafeBytes(of: value.littleEndian) { bytes.replaceSubrange(place..<place + $0.count, with: $0) }
    }
    put(UInt8(35), at: 0)
    put(kind, at: 8)
    put(UInt32(2), at: 16)
    put(UInt32(0x40_0007), at: 24)
    put(Int32(x * 65536), at: 36)
    put(Int32(y * 65536), at: 40)
    put(Int32(scale * 65536), at: 68)
    return bytes
  }

  @Test func `the factors of a pinch multiply to its scale, and the next pinch begins anew`() throws {
    var pinch = Pinch()
    for final in [2.5, 0.5] {
      var product = 1.0
      #expect(
        event(Pinch.begin, scale: 1).withUnsafeBytes { $0.baseAddress.map { pinch.take($0) == nil } } == true)
      for scale in [1.25, 1.25, 0.75, final] {
        let bytes = event(Pinch.update, scale: scale)
        guard let (window, step) = bytes.withUnsafeBytes({ $0.baseAddress.flatMap { pinch.take($0) } }),
          case .pinched(let factor, let x, let y) = step
        else { continue }
        #expect(window == 0x40_0007 && x == 700 && y == 500)
        product *= factor
      }
      #expect(
        event(Pinch.end, scale: final).withUnsafeBytes { $0.baseAddress.map { pinch.take($0) == nil } }
          == true)
      #expect(abs(product - final) < 1e-9)
    }
  }

  @Test func `a scale of nothing, or below, is ignored`() {
    var pinch = Pinch()
    for scale in [0, -1.0] {
      let bytes = event(Pinch.update, scale: scale)
      #expect(bytes.withUnsafeBytes { $0.baseAddress.map { pinch.take($0) == nil } } == true)
    }
  }
}
