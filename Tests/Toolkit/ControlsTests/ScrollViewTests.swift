import Geometry
import Testing

@testable import Controls

@Suite struct ScrollViewTests {
  @Test func `what scrolls shows for some seconds that there is more`() throws {
    let rows = Recorder("rows", Rect(x: 0, y: 0, width: 200, height: 900))
    let page = ScrollView(rows)
    page.frame = Rect(x: 0, y: 0, width: 200, height: 300)
    let driver = HostDriver([page])
    driver.wait(1)
    let bar = try #require(page.layer.sublayers.first { $0.name == "scroll indicator" }?.sublayers.first)
    #expect(!bar.isHidden && bar.opacity == 1)

    driver.wait(1.5)
    #expect(!bar.isHidden && bar.opacity == 1)
    driver.wait(3)

    #expect(bar.isHidden)
  }
}
