import Geometry
import Input
import Scene
import Testing

@testable import Controls

@Suite struct CellGridTests {
  private final class Owner {
    var titles: [String]
    var made = 0
    var opened: [Int] = []
    var chosen: [Int] = []

    init(_ count: Int) { titles = (0..<count).map { "\($0 % 7 == 3 ? "tea" : "cup") \($0)" } }
  }

  private func grid(_ owner: Owner, cell: Size = Size(40, 30)) -> CellGrid {
    let grid = CellGrid(
      label: "Cells", cellSize: cell, gap: 10,
      content: .init(
        count: { owner.titles.count }, title: { owner.titles[$0] },
        makeLayer: { _, _, _, _ in
          owner.made += 1
          return Layer()
        }, select: { index, _ in owner.chosen.append(index) },
        open: { index, _ in owner.opened.append(index) }))
    grid.frame = Rect(x: 0, y: 0, width: 200, height: 110)
    return grid
  }

  @Test func `of a million cells only those that are seen are made`() {
    let owner = Owner(1_000_000)
    let driver = HostDriver([grid(owner)])
    _ = driver.host.advance(to: 2)
    #expect(owner.made <= 16)

    driver.host.setFocus(driver.root.children[0], byKeyboard: true)
    driver.key(.end)
    driver.wait(3)

    #expect(owner.chosen == [999_999])
    #expect(owner.made < 400)
    let cells = driver.described.all.filter { $0.role == .cell }
    #expect(cells.contains { $0.label == owner.titles[999_999] && $0.states == [.selected] })
    #expect(cells.count <= 20)
  }

  @Test func `arrows follow the columns, and Return and a double click open`() {
    let owner = Owner(50)
    let grid = grid(owner)
    let driver = HostDriver([grid])
    driver.host.setFocus(grid, byKeyboard: true)
    for key in [Key.down, .right, .down, .left, .up] { driver.key(key) }
    #expect(owner.chosen == [0, 1, 5, 4, 0])
    driver.key(.enter)
    driver.send(.pointerDown(Point(60, 10), .left, clicks: 1, []))
    driver.send(.pointerUp(Point(60, 10), .left, []))
    driver.send(.pointerDown(Point(60, 10), .left, clicks: 2, []))
    driver.send(.pointerUp(Point(60, 10), .left, []))

    #expect(owner.opened == [0, 1])
  }

  @Test func `typing goes to what begins with it, the same letter again to the next`() {
    let owner = Owner(50)
    let grid = grid(owner, cell: Size(.infinity, 20))
    let driver = HostDriver([grid])
    driver.host.setFocus(grid, byKeyboard: true)
    driver.send(.text("t"), at: 2)
    driver.send(.text("t"), at: 2.2)
    driver.send(.text("t"), at: 4)
    driver.send(.text("e"), at: 4.2)

    #expect(owner.chosen == [3, 10, 17, 17])
  }

  @Test func `a wheel scrolls it and comes to rest, and fewer cells keep it within them`() {
    let owner = Owner(100)
    let grid = grid(owner, cell: Size(.infinity, 20))
    let driver = HostDriver([grid])
    driver.send(.wheel(Point(20, 20), Vector(0, -50), []))
    driver.wait(3)
    #expect(driver.described.all.contains { $0.label == owner.titles[99] })
    owner.titles.removeLast(98)
    grid.reload()
    driver.wait(3)

    #expect(driver.described.all.filter { $0.role == .listItem }.map(\.label) == owner.titles)
    #expect(driver.described.all.first { $0.role == .listItem }?.frame.minY == 0)
  }

  @Test func `a scroll view brings the focused control into sight`() {
    let content = Recorder("content", .zero)
    content.takes = false
    let controls = (0..<20).map { Recorder("c\($0)", Rect(x: 0, y: Double($0) * 40, width: 50, height: 30)) }
    for control in controls {
      control.takes = false
      content.addChild(control)
    }
    let tall = TallControl(content, height: 800)
    let view = ScrollView(tall)
    view.frame = Rect(x: 0, y: 0, width: 200, height: 100)
    let driver = HostDriver([view])
    driver.host.setFocus(controls[15], byKeyboard: true)
    _ = driver.host.advance(to: 1)
    driver.wait(3)

    let frame = controls[15].frameInWindow
    #expect(frame.minY >= 0 && frame.maxY <= 100, "\(frame)")
    driver.send(.wheel(Point(20, 20), Vector(0, 50), []))
    driver.wait(3)
    #expect(tall.frame.minY == 0)
    driver.click(Point(20, 50))
    #expect(controls[1].log.first?.hasPrefix("down 20.0,10.0") == true)
  }

  private final class TallControl: Control {
    let inner: Control
    let height: Double

    init(_ inner: Control, height: Double) {
      self.inner = inner
      self.height = height
      super.init(label: "tall")
      addChild(inner)
    }

    override var isFocusable: Bool { false }
    override func preferredSize(in room: Size, _ interface: Interface) -> Size { Size(room.width, height) }
    override func layOut(_ interface: Interface) { inner.frame = bounds }
  }
}
