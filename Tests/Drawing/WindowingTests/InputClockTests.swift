import Testing

@testable import Windowing

@Suite struct InputClockTests {
  private final class Clock {
    private var times = ServerTimes()

    /// Adds an event as X11 sends it: a code, a time in milliseconds and a place.
    func add(_ code: UInt8, _ time: UInt32, x: Int16 = 0, y: Int16 = 0, at read: Double) {
      var wire = [UInt8](repeating: 0, count: 32)
      wire[0] = code
      if code == 2 || code == 3 { wire[1] = 38 }
      wire.withUnsafeMutableBytes { bytes in
        bytes.storeBytes(of: time, toByteOffset: 4, as: UInt32.self)
        bytes.storeBytes(of: x, toByteOffset: 24, as: Int16.self)
        bytes.storeBytes(of: y, toByteOffset: 26, as: Int16.self)
      }
      wire.withUnsafeBytes { bytes in
        if let start = bytes.baseAddress { times.add(start, at: read) }
      }
    }

    func take(_ action: ServerTimes.InputAction) -> Double? { times.take(action) }
  }

  private let motion: UInt8 = 6

  @Test func `an event that was read late has its own time`() throws {
    let clock = Clock()
    clock.add(motion, 1000, x: 1, at: 50)
    clock.add(motion, 1008, x: 2, at: 50.03)
    clock.add(motion, 1016, x: 3, at: 50.03)

    // Milliseconds apart, except for the clocks' drift in that time.
    let first = try #require(clock.take(.motion(x: 1, y: 0)))
    #expect(first == 50)
    let second = try #require(clock.take(.motion(x: 2, y: 0)))
    let third = try #require(clock.take(.motion(x: 3, y: 0)))
    #expect(abs(second - 50.008) < 1e-5 && abs(third - 50.016) < 1e-5)
  }

  @Test func `what is handed out to nobody is passed over, and what is not known has no time`() {
    let clock = Clock()
    clock.add(motion, 10, x: 1, at: 1)
    clock.add(4, 20, at: 1.01)
    clock.add(motion, 30, x: -4, y: 9, at: 1.02)
    clock.add(3, 40, at: 1.03)
    clock.add(2, 41, at: 1.03)

    #expect(clock.take(.motion(x: 7, y: 7)) == nil)
    #expect(clock.take(.motion(x: -4, y: 9)) != nil)
    #expect(clock.take(.button(isPress: true)) == nil)
    #expect(clock.take(.key(38, isPress: true)) != nil)
    #expect(clock.take(.key(38, isPress: false)) == nil)
  }

  @Test func `the server's milliseconds may wrap`() throws {
    let clock = Clock()
    clock.add(5, UInt32.max - 3, at: 9)
    clock.add(5, 6, at: 9.01)
    let before = try #require(clock.take(.button(isPress: false)))
    let after = try #require(clock.take(.button(isPress: false)))
    #expect(abs(after - before - 0.01) < 1e-5)
  }

  @Test func `what another program sends through the server counts for nothing`() {
    let clock = Clock()
    clock.add(motion | 0x80, 10, at: 1)
    clock.add(4, 0, at: 1)
    clock.add(12, 10, at: 1)

    #expect(clock.take(.motion(x: 0, y: 0)) == nil)
    #expect(clock.take(.button(isPress: true)) == nil)
  }

  @Test func `a quicker delivery corrects the clock at once, and a slower rate of the server's hardly`()
    throws
  {
    let clock = Clock()
    clock.add(2, 1000, at: 10.5)
    _ = clock.take(.key(38, isPress: true))
    clock.add(2, 2000, at: 11)
    #expect(clock.take(.key(38, isPress: true)) == 11)
    // Ten seconds later by ours and by the server's, read half a second late.
    clock.add(2, 12000, at: 21.5)
    let late = try #require(clock.take(.key(38, isPress: true)))
    #expect(abs(late - 21) < 0.002)
  }
}
