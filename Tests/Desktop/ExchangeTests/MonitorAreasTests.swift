import Geometry
import Testing

@testable import Exchange

@Suite struct MonitorAreasTests {
  /// An answer as the display gives it: a laptop beside a larger monitor with two outputs, which stands higher.
  private static let reply: [UInt8] = {
    func half(_ value: Int) -> [UInt8] { [UInt8(value & 0xff), UInt8(value >> 8 & 0xff)] }
    func monitor(_ x: Int, _ y: Int, _ width: Int, _ height: Int, outputs: Int) -> [UInt8] {
      [1, 0, 0, 0, 0, 0] + half(outputs) + half(x) + half(y) + half(width) + half(height)
        + [UInt8](repeating: 7, count: 8 + 4 * outputs)
    }
    let monitors = monitor(0, 360, 1280, 720, outputs: 1) + monitor(1280, 0, 1920, 1080, outputs: 2)
    return [UInt8](repeating: 0, count: 12) + [2, 0, 0, 0] + [UInt8](repeating: 0, count: 16) + monitors
  }()

  private static let areas = [
    Rect(x: 0, y: 360, width: 1280, height: 720), Rect(x: 1280, y: 0, width: 1920, height: 1080),
  ]

  @Test func `each monitor has its part of the screen`() {
    #expect(MonitorAreas.areas(in: Self.reply) == Self.areas)
  }

  @Test func `an answer that breaks off, or lies about its length, lists no monitor that is not there`() {
    for count in 0..<Self.reply.count {
      #expect(Self.areas.starts(with: MonitorAreas.areas(in: Array(Self.reply.prefix(count)))))
    }
    var lying = Self.reply
    for (place, value) in [(12, 255), (15, 255), (38, 255), (39, 255)] as [(Int, UInt8)] {
      lying[place] = value
    }
    #expect(MonitorAreas.areas(in: lying) == [Self.areas[0]])
  }
}
