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

  @Test func `a slider with the focus that scrolls under the pointer does not take the wheel over`() {
    var values: [Double] = []
    let slider = Slider(label: "Size", range: 0...10) { value, _, _ in values.append(value) }
    slider.frame = Rect(x: 10, y: 150, width: 180, height: 32)
    let rows = Recorder("rows", Rect(x: 0, y: 0, width: 200, height: 1800), children: [slider])
    rows.takes = false
    let page = ScrollView(rows)
    page.frame = Rect(x: 0, y: 0, width: 200, height: 300)
    let driver = HostDriver([page])
    driver.wait(1)
    driver.host.setFocus(slider)
    let place = Point(60, 40)
    func covers() -> Bool {
      slider.frameInWindow.contains(place)
    }
    var hasCovered = false
    for _ in 0..<40 {
      driver.send(.wheel(place, Vector(0, -0.25), []))
      driver.wait(0.1)
      hasCovered = hasCovered || covers()
    }
    #expect(hasCovered && values.isEmpty && slider.frameInWindow.minY < 0)

    // After a pause, the wheel moves the slider.
    driver.wait(1)
    driver.send(.wheel(slider.frameInWindow.center, Vector(0, 1), []))
    #expect(values.isEmpty, "it is out of sight")
    while !covers() {
      driver.send(.wheel(place, Vector(0, 0.25), []))
      driver.wait(0.1)
    }
    #expect(values.isEmpty)
    driver.wait(1)
    driver.send(.wheel(place, Vector(0, 1), []))
    #expect(values.count == 1)
  }

  @Test func `Escape while the bar is dragged scrolls back to where one was`() throws {
    let rows = Recorder("rows", Rect(x: 0, y: 0, width: 200, height: 900))
    let page = ScrollView(rows)
    page.frame = Rect(x: 0, y: 0, width: 200, height: 300)
    let driver = HostDriver([page])
    driver.wait(1)
    driver.send(.wheel(Point(50, 50), Vector(0, -1), []))
    driver.wait(2)
    func place() -> Point { rows.frameInWindow.origin }
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
