import Bus
import Testing

@testable import Exchange

@Suite struct ScreenColorTests {
  @Test func `a color has three numbers from 0 to 1`() {
    func color(_ parts: BusValue...) -> Bool {
      ScreenColor.color(in: .options(["color": .structure(parts)])) != nil
    }
    #expect(
      color(.double(0), .double(0.5), .double(1)) && color(.double(-1e-9), .double(0), .double(1.000_001)))
    #expect(!color(.double(.nan), .double(0), .double(0)) && !color(.double(0), .double(-2), .double(0)))
    #expect(!color(.double(0), .double(0)) && !color(.int32(0), .int32(0), .int32(1)))
  }
}
