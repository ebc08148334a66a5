import Geometry
import Input
import Scene
import Testing
import Typography

@testable import Controls

/// Menus as they are seen: submenus, icons, headings.
@Suite struct MenuTests {
  private func command(_ title: String, icon: Icon? = nil, isChecked: Bool? = nil) -> Command {
    Command(title, title, icon: icon, isChecked: isChecked) { _ in }
  }

  private func opened(_ menu: Menu, size: Size = Size(900, 500), at point: Point = Point(20, 20))
    -> HostDriver
  {
    let driver = HostDriver(size: size, [])
    driver.host.showMenu(menu, at: point)
    return driver
  }

  private func menus(_ driver: HostDriver) -> [AccessibilityNode] {
    driver.described.all.filter { $0.role == .menu }
  }

  private func row(_ title: String, _ driver: HostDriver) throws -> Rect {
    try #require(driver.described.all.first { $0.role == .menuItem && $0.label == title }).frame
  }

  private var colors: Menu {
    Menu([
      .command(command("Open")), .submenu("Colour", Menu(groups: [["Red", "Blue"].map { command($0) }])),
      .submenu("Order", Menu(groups: [[command("By name")]])),
    ])
  }

  @Test func `a submenu opens where the pointer rests for a fifth of a second, and closes beside it`() throws
  {
    let driver = opened(colors)
    driver.send(.pointerMoved(try row("Colour", driver).center, []), at: 2)
    _ = driver.host.advance(to: 2.19)
    #expect(menus(driver).count == 1)
    #expect(driver.host.advance(to: 2.21) == nil)
    #expect(menus(driver).map(\.children.count) == [3, 2])

    // On the way to it the pointer may cross other rows.
    driver.send(.pointerMoved(try row("Order", driver).center, []), at: 3)
    driver.send(.pointerMoved(try row("Blue", driver).center, []), at: 3.1)
    _ = driver.host.advance(to: 4)
    #expect(menus(driver).count == 2)

    driver.send(.pointerMoved(try row("Order", driver).center, []), at: 5)
    _ = driver.host.advance(to: 5.3)
    #expect(menus(driver).map(\.children.count) == [3, 1])
    driver.send(.pointerMoved(try row("Open", driver).center, []), at: 6)
    _ = driver.host.advance(to: 6.3)
    #expect(menus(driver).count == 1)
  }

  @Test func `a press goes from a submenu back to a row of the menu before it`() throws {
    var opened = 0
    var menu = colors
    menu.items[0] = .command(Command("Open", "Open") { _ in opened += 1 })
    let driver = self.opened(menu)
    driver.click(try row("Colour", driver).center)
    #expect(menus(driver).count == 2)
    driver.click(try row("Order", driver).center)
    #expect(menus(driver).map(\.children.count) == [3, 1])
    driver.click(try row("Open", driver).center)

    #expect(opened == 1 && menus(driver).isEmpty)
  }

  @Test(arguments: [900.0, 500, 420, 300, 240], [0.0, 0.5, 1])
  func `a submenu never covers the menu from which it was opened`(width: Double, share: Double) throws {
    let driver = opened(colors, size: Size(width, 400), at: Point(width * share, 20))
    driver.click(try row("Colour", driver).center)
    let shown = menus(driver).map(\.frame)

    #expect(shown.count == 2 || shown.count == 1)
    if shown.count == 2 {
      #expect(shown[0].intersection(shown[1])?.isEmpty ?? true)
      return
    }
    // Where there is no room for both, a row leads back.
    driver.click(try row("‹ Colour", driver).center)
    #expect(menus(driver).count == 1)
    _ = try row("Order", driver)
  }

  @Test func `rows that go on beyond the edge of a menu leave the hairline around it clear`() throws {
    let menu = Menu(groups: [(0..<30).map { command("Row \($0)") }])
    let driver = opened(menu, size: Size(400, 200))
    _ = driver.host.advance(to: 2)
    let frame = try #require(menus(driver).first).frame
    var list = DisplayList()
    list.record(driver.host.layer, at: 2)
    // The boxes drawn at the lower edge of the menu, from back to front.
    let borders = list.items.compactMap { item -> Double? in
      guard case .box(let rect, _, let fill, let width, _) = item.shape else { return nil }
      let (left, right) = (rect.minX + item.transform.m41, rect.maxX + item.transform.m41)
      let bottom = rect.maxY + item.transform.m42
      guard (bottom - frame.maxY).magnitude < 0.01, left <= frame.minX, right >= frame.maxX else {
        return nil
      }
      return fill == nil || width > 0 ? width : 0
    }
    #expect(borders.count > 1 && borders.last == 1, "\(borders)")
  }

  @Test func `icons stand before all rows or before none`() {
    func icons(_ menu: Menu) -> Int {
      let driver = opened(menu)
      let panel = driver.host.layer.all.first { $0.name == "menu" }
      return panel?.all.filter { if case .path = $0.contents { true } else { false } }.count ?? 0
    }
    let all = Menu(groups: [[command("Add", icon: .plus)], [command("Search", icon: .glass)]])
    var mixed = all
    mixed.items.append(.command(command("Plain")))
    var nested = all
    nested.items.append(.submenu("More", Menu(groups: [[command("Plain")]])))

    #expect(icons(all) == 2)
    #expect(icons(mixed) == 0 && icons(nested) == 0)
    mixed.items.append(.command(command("On", icon: .plus, isChecked: true)))
    #expect(icons(mixed) == 1, "a tick is no icon")
  }

  @Test func `each choice in a submenu has its own heading, so that no two ticks stand in one list`() throws {
    func choice(_ title: String, _ section: String, _ isChecked: Bool) -> Command {
      Command(title, title, group: "Lines", section: section, isChecked: isChecked) { _ in }
    }
    let menu = Menu(grouping: [
      choice("Edges", "", true), choice("None", "Contrast", false), choice("WCAG", "Contrast", true),
      choice("White", "On", true), choice("Black", "On", false),
    ])
    guard case .submenu("Lines", let lines) = try #require(menu.items.first) else {
      Issue.record("no submenu")
      return
    }
    var ticks = 0
    var headings: [String] = []
    for item in lines.items {
      switch item {
      case .command(let command): ticks += command.isChecked == true ? 1 : 0
      case .heading(let title):
        headings.append(title)
        ticks = 0
      case .separator, .submenu: break
      }
      #expect(ticks <= 1)
    }
    #expect(headings == ["Contrast", "On"])
  }

  @Test func `the list of commands says when nothing is found, and dims what cannot be done`() throws {
    let driver = HostDriver([])
    driver.root.commandList = [
      Command("a", "Undo", .control("z"), isEnabled: false) { _ in },
      Command("b", "Zoom in", .control("+")) { _ in },
    ]
    driver.host.showCommandPalette()
    func inks() -> [Double] {
      driver.host.layer.all.compactMap { layer in
        guard case .text(let text) = layer.contents, ["Undo", "Ctrl+Z", "Zoom in"].contains(text.text) else {
          return nil
        }
        return text.color.alpha
      }
    }
    #expect(inks().sorted() == [0.36, 0.36, 1])
    driver.send(.text("xyz"))

    #expect(
      driver.host.layer.all.contains { layer in
        if case .text(let text) = layer.contents { text.text == "No command matches" } else { false }
      })
  }
}

extension Layer {
  /// The layer and all in it that are seen.
  fileprivate var all: [Layer] { isHidden ? [] : [self] + sublayers.flatMap(\.all) }
}
