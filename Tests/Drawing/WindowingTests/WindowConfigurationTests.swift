import Geometry
import Testing

@testable import Windowing

@Suite struct WindowConfigurationTests {
  @Test(arguments: [
    Size(width: 0, height: 10), Size(width: 10, height: -1), Size(width: .nan, height: 10),
    Size(width: 10, height: .infinity), Size(width: 16385, height: 10), Size(width: 1e308, height: 1e308),
  ])
  func `a size that no window can have is refused`(size: Size) {
    let words = "\(size.width)x\(size.height)"
    let asSize = WindowConfiguration(title: "", size: size)
    let asMinimum = WindowConfiguration(title: "", size: Size(width: 9, height: 9), minimumSize: size)

    for configuration in [asSize, asMinimum] {
      #expect(throws: WindowError.impossibleSize(words)) { try configuration.check(scale: 1) }
    }
  }

  @Test(arguments: [0.25, 1, 1.5, 2, 8])
  func `the limit is in pixels`(scale: Double) throws {
    let most = 16384 / scale
    let largest = WindowConfiguration(title: "", size: Size(width: most, height: 64))
    let larger = WindowConfiguration(title: "", size: Size(width: most + 1, height: 64))

    try largest.check(scale: scale)

    #expect(throws: WindowError.self) { try larger.check(scale: scale) }
  }
}
