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
