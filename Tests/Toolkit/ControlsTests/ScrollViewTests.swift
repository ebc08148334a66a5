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

  @Test func `Escape while the bar is dragged scrolls back to where one was`() throws {
    let rows = Recorder("rows", Rect(x: 0, y: 0, width: 200, height: 900))
    let page = ScrollView(rows)
    page.frame = Rect(x: 0, y: 0, width: 200, height: 300)
    let driver = HostDriver([page])
    driver.wait(1)
    driver.send(.wheel(Point(50, 50), Vector(0, -1), []))
    driver.wait(2)
    func place() -> Point { rows.originInWindow }
    let start = place()
    driver.send(.pointerDown(Point(196, 20), .left, clicks: 1, []))
    driver.send(.pointerMoved(Point(196, 260), []))
    driver.wait(0.1)
    #expect(place() != start)

    driver.send(.key(.escape, [], isRepeat: false))
    driver.wait(1)

    #expect(place() == start)
  }

  @Test func `Escape while a divider is dragged gives both sides their widths again`() {
    let (left, right) = (
      Recorder("left", Rect(x: 0, y: 0, width: 1, height: 1)),
      Recorder("right", Rect(x: 0, y: 0, width: 1, height: 1))
    )
    let pane = SplitPane(label: "Pane", leading: left, trailing: right, leadingWidth: 150)
    pane.frame = Rect(x: 0, y: 0, width: 400, height: 300)
    let driver = HostDriver([pane])
    driver.wait(0.1)
    driver.send(.pointerDown(Point(150, 100), .left, clicks: 1, []))
    driver.send(.pointerMoved(Point(190, 100), []))
    driver.wait(0.1)
    #expect(left.frame.width == 190)

    driver.send(.key(.escape, [], isRepeat: false))
    driver.wait(0.1)

    #expect(left.frame.width == 150)
  }
}
