import Geometry
import Input
import Testing

@testable import Controls

@Suite struct CommandPaletteTests {
  private static func commands(
    _ titles: [String], group: String = "", done: @escaping (String) -> Void = { _ in }
  )
    -> [Command]
  {
    titles.map { title in Command(title, title, group: group) { _ in done(title) } }
  }

  @Test(
    arguments: [
      ("", ["New poster", "Open poster", "Export as PDF", "Poster from a template"]),
      ("poster", ["Poster from a template", "New poster", "Open poster"]),
      ("pos new", ["New poster"]), ("PDF exp", ["Export as PDF"]), ("gallery op", ["Open poster"]),
      ("xyz", []),
    ] as [(String, [String])])
  func `commands are found by the beginnings of their words`(text: String, found: [String]) {
    let all = Self.commands(
      ["New poster", "Open poster", "Export as PDF", "Poster from a template"], group: "Gallery")

    #expect(CommandPalette.matches(text, in: all).map(\.title) == found)
  }

  @Test func `the palette is opened, typed into and chosen from by keys, and the focus comes back`() {
    var done: [String] = []
    let control = Recorder("a", Rect(x: 10, y: 10, width: 50, height: 20))
    let driver = HostDriver([control])
    driver.root.commandList = Self.commands(["Zoom in", "Zoom out", "Close"]) { done.append($0) }
    driver.host.setFocus(control)
    driver.host.showCommandPalette()
    driver.send(.text("zoom"))
    driver.key(.down)
    driver.key(.enter)

    #expect(done == ["Zoom out"])
    #expect(driver.focus == "a")
    #expect(!driver.host.overlays.isModal)
  }

  @Test func `what is copied is let go with a window that is closed while its commands are listed`() {
    final class Copied {}
    weak var kept: Copied?
    do {
      let driver = HostDriver([])
      let copied = Copied()
      kept = copied
      driver.host.clipboard = Clipboard(read: { "\(copied)" }, write: { _ in })
      driver.root.commandList = Self.commands(["Zoom in", "Zoom out"])
      driver.host.showCommandPalette()
    }

    // The list kept itself, and with the clipboard two descriptors for each window.
    #expect(kept == nil)
  }

  @Test func `every command with a key stands in the list of shortcuts`() {
    let driver = HostDriver([])
    driver.root.commandList = [
      Command("a", "New poster", .control("n"), group: "Posters") { _ in },
      Command("b", "Zoom in", .control("+"), .control("="), group: "View") { _ in },
      Command("c", "Without keys", group: "View") { _ in },
    ]
    driver.host.showShortcuts()
    let items = driver.described.all.filter { $0.role == .listItem }
    #expect(items.map(\.label) == ["New poster", "Zoom in"])
    #expect(items.map(\.value) == ["Ctrl+N", "Ctrl++, Ctrl+="])

    driver.key(.escape)

    #expect(!driver.host.overlays.isModal)
  }

  @Test func `a pane is divided by the pointer and by keys within what both sides need`() {
    let (left, right) = (Recorder("left", .zero), Recorder("right", .zero))
    let pane = SplitPane(label: "Pane", leading: left, trailing: right, leadingWidth: 150)
    pane.frame = Rect(x: 0, y: 0, width: 400, height: 300)
    let driver = HostDriver([pane])
    driver.send(.pointerDown(Point(150, 50), .left, clicks: 1, []))
    driver.send(.pointerMoved(Point(180, 50), []))
    driver.send(.pointerUp(Point(180, 50), .left, []))
    #expect(left.frame.width == 180)
    driver.key(.left)
    #expect(left.frame.width == 164)
    driver.key(.end)
    #expect(left.frame.width == 200)
    driver.key(.home)

    #expect(left.frame.width == 120)
    #expect(right.frame.minX == 121 && right.frame.maxX == 400)
  }

  @Test func `a word with arrow heads opens the list of all, by the pointer and by keys`() {
    var chosen: [Int] = []
    let choice = ChoiceSwitch(label: "Notation", choices: ["HSB", "HSL", "RGB"]) { chosen.append($0) }
    choice.frame = Rect(x: 10, y: 10, width: 60, height: 32)
    let driver = HostDriver([choice])
    driver.click(Point(30, 20))
    let items = driver.described.all.filter { $0.role == .menuItem }
    #expect(items.map(\.label) == ["HSB", "HSL", "RGB"])
    #expect(items.map { $0.states.contains(.checked) } == [true, false, false])
    driver.key(.character("r"))
    driver.key(.enter)
    #expect(driver.focus == "Notation")
    for key in [Key.space, .up, .enter, .down, .escape] { driver.key(key) }

    #expect(chosen == [2, 1, 2])
  }

  @Test func `a toggle and a choice tell of what a person chose, and when`() {
    var told: [String] = []
    let toggle = Toggle("Marks") { told.append("\($0) \($1)") }
    toggle.frame = Rect(x: 10, y: 10, width: 120, height: 32)
    let choice = SegmentedChoice(label: "Page", choices: ["A4", "A3", "Letter"]) {
      told.append("\($0) \($1)")
    }
    choice.frame = Rect(x: 10, y: 60, width: 150, height: 32)
    let driver = HostDriver([toggle, choice])
    driver.send(.pointerDown(Point(100, 20), .left, clicks: 1, []), at: 2)
    driver.send(.pointerUp(Point(100, 20), .left, []), at: 3)
    driver.send(.pointerDown(Point(120, 70), .left, clicks: 1, []), at: 4)
    driver.send(.pointerUp(Point(120, 70), .left, []), at: 5)
    driver.send(.key(.left, [], isRepeat: false), at: 6)
    driver.host.perform(.press, on: "window/Marks", at: 7)
    driver.host.perform(.press, on: "window/Page/A4", at: 8)

    #expect(told == ["true 3.0", "2 5.0", "1 6.0", "false 7.0", "0 8.0"])
    #expect(driver.described.all.first { $0.label == "A4" }?.states == [.checked])
  }
}
