import Geometry
import Testing

@testable import Windowing

@Suite struct MonitorTests {
  @Test func `the pixels per inch are those of the size that a monitor reports`() throws {
    let usual = PixelSize(width: 3840, height: 2160)
    let density = try #require(Monitor.pixelsPerInch(usual, millimetres: (597, 336)))
    #expect(abs(density - 163.4) < 0.1)
  }

  @Test(arguments: [
    // None, GLFW's assumption of 96 per inch, a ratio of sides, a projector, a wrong turn.
    (1920, 1080, 0, 0), (1920, 1080, 508, 285), (1920, 1080, 16, 9), (1920, 1080, 4000, 2250),
    (1920, 1080, 300, 530), (0, 0, 300, 200), (1920, 1080, -5, 7),
  ])
  func `a size that cannot be true is none`(sizes: (Int, Int, Int, Int)) {
    let pixels = PixelSize(width: sizes.0, height: sizes.1)
    #expect(Monitor.pixelsPerInch(pixels, millimetres: (sizes.2, sizes.3)) == nil)
  }
}
