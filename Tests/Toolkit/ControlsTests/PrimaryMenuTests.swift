import Geometry
import Input
import Scene
import Testing
import Typography

@testable import Controls

@Suite struct PrimaryMenuTests {
  /// A window with commands of its own.
  private final class CommandWindow: ControlWindow {
    var others: [Command] = []
    override var commonCommands: [Command] { super.commonCommands + others }
  }

  /// A window with a button for its menu, the commands of a program, and a person in front of it.
  private final class Visit {
    let button = Button.primaryMenu()
    let window: CommandWindow
    var done: [String] = []

    init(hasButton: Bool = true) {
      let root = Recorder("root", .zero)
      root.takes = false
      button.frame = Rect(x: 360, y: 8, width: 32, height: 32)
      if hasButton { root.addChild(button) }
      window = CommandWindow(
        root: root, interface: Interface(typesetter: Typesetter(), theme: Theme(.light), scale: 1))
      window.program = ProgramCommands(
        windows: [Command("open.crowns", "Crowns") { [unowned self] _ in done.append("crowns") }],
        others: [
          Command("window.full-screen", "Full screen", Shortcut(.function(11))) { [unowned self] _ in
            done.append("full screen")
          }
        ],
        explanations: [Command("window.help", "Help") { [unowned self] _ in done.append("help") }],
        quit: { [unowned self] _ in done.append("quit") })
      window.layOut(size: Size(400, 500), scale: 1)
    }

    func key(_ key: Key, _ modifiers: Modifiers = []) {
      window.handle(.key(key, modifiers, isRepeat: false), at: 1)
    }

    var menu: AccessibilityNode? { window.accessibility.all.first { $0.role == .menu } }
  }

  @Test func `opens with the key for menus where what has the keyboard has no menu of its own`() throws {
    let visit = Visit()
    visit.window.host.setFocus(visit.button)

    visit.key(.menu)

    #expect(try #require(visit.menu).children.first?.label == "Crowns")
  }

  @Test(arguments: [true, false])
  func `opens with F10 and leads to the other windows`(hasButton: Bool) throws {
    let visit = Visit(hasButton: hasButton)

    visit.key(.function(10))

    let menu = try #require(visit.menu)
    let titles = menu.children.map(\.label)
    #expect(titles.first == "Crowns" && titles.last == "Quit")
    for title in ["Full screen", "Find a command", "Keyboard shortcuts", "Message history", "Close window"] {
      #expect(titles.contains(title))
    }
    #expect(!titles.contains("Menu"))
    if hasButton { #expect(menu.frame.minY >= visit.button.frame.maxY) }
    visit.key(.home)
    visit.key(.enter)
    #expect(visit.done == ["crowns"] && visit.menu == nil)
  }

  @Test(arguments: [("close w", "Close window"), ("find a c", "Find a command"), ("mess", "Message history")])
  func `finds a row by what is typed, spaces too`(text: String, title: String) throws {
    let visit = Visit()
    visit.key(.function(10))
    for letter in text { visit.key(letter == " " ? .space : .character(letter)) }
    let row = try #require(visit.menu?.children.first { $0.isFocused })
    #expect(row.label == title)
    // A while later Space is a press again.
    visit.window.handle(.key(.space, [], isRepeat: false), at: 3)
    #expect(visit.menu == nil)
  }

  @Test func `leads to every command of every control that is seen, wherever the focus is`() throws {
    let visit = Visit()
    func own(_ id: String, _ group: String) -> Recorder {
      let control = Recorder(id, Rect(x: 0, y: 0, width: 20, height: 20))
      control.commandList = [Command(id, id, group: group) { [unowned visit] _ in visit.done.append(id) }]
      visit.window.host.root.addChild(control)
      return control
    }
    let (grid, field, hidden) = (own("fill", "View"), own("find", "Edit"), own("secret", "View"))
    hidden.isHidden = true
    for focus in [grid, field, nil] {
      visit.window.host.setFocus(focus)
      let menu = visit.window.primaryMenu
      #expect(Self.ids(menu).isSuperset(of: ["fill", "find", "open.crowns", "window.close"]))
      #expect(!Self.ids(menu).contains("secret"))
      #expect(visit.window.host.listedCommands.filter { $0.id == "fill" }.count == 1)
    }
  }

  private static func ids(_ menu: Menu) -> Set<String> {
    menu.items.reduce(into: []) { ids, item in
      switch item {
      case .command(let command): ids.insert(command.id)
      case .submenu(_, let menu): ids.formUnion(self.ids(menu))
      case .separator, .heading: break
      }
    }
  }

  @Test func `closes the window with Ctrl and W, and the program with Ctrl and Q`() {
    let visit = Visit()
    visit.key(.character("q"), .control)
    #expect(visit.done == ["quit"] && !visit.window.isFinished)
    visit.key(.function(11))
    #expect(visit.done.last == "full screen")
    visit.key(.character("w"), .control)
    #expect(visit.window.isFinished)
  }

  @Test func `Ctrl and W closes what lies in front first, and the window last`() {
    let visit = Visit()
    let host = visit.window.host
    host.showDialog(Recorder("dialog", .zero))
    host.showMenu(Menu(groups: [[Command("a", "A") { _ in }]]), at: Point(20, 20))
    visit.key(.character("w"), .control)
    #expect(visit.menu == nil && !visit.window.isFinished)
    visit.key(.character("w"), .control)
    #expect(!host.isBlocked && !visit.window.isFinished)
    visit.key(.character("w"), .control)
    #expect(visit.window.isFinished)
  }

  @Test func `keys that hold in every window hold over a menu and over a dialog, too`() throws {
    let visit = Visit()
    let letter = Recorder("letter", .zero)
    visit.window.host.root.addChild(letter)
    var typed = 0
    visit.window.others = [Command("letter", "Letter", Shortcut(.character("f"))) { _ in typed += 1 }]
    visit.key(.function(10))
    visit.key(.function(11))
    #expect(visit.done == ["full screen"] && visit.menu != nil)
    visit.key(.function(10))
    #expect(visit.menu == nil)
    visit.key(.function(10))
    visit.key(.function(1))
    #expect(visit.menu == nil && visit.window.host.isBlocked)
    visit.key(.escape)

    visit.window.host.showDialog(Recorder("dialog", .zero))
    visit.key(.function(11))
    visit.key(.character("q"), .control)
    visit.key(.function(10))
    visit.key(.character("f"))
    #expect(visit.done == ["full screen", "full screen", "quit"] && visit.menu == nil && typed == 0)
  }

  @Test(arguments: [Shortcut(.function(1)), .control("?")])
  func `the shortcuts are listed over a dialog, once, with those of the window`(shortcut: Shortcut) throws {
    let visit = Visit()
    visit.window.host.root.addChild(Recorder("a", .zero))
    let own = Recorder("own", .zero)
    own.commandList = [Command("own", "Only here", .control("9")) { _ in }]
    visit.window.host.root.addChild(own)
    func dialogs() -> [String] {
      visit.window.accessibility.all.filter { $0.role == .dialog }.map(\.label)
    }
    visit.window.host.showDialog(QuestionPanel("Stop?", "", answers: [.init("Go on")]))
    visit.key(shortcut.key, shortcut.modifiers)
    #expect(dialogs() == ["Stop?", "Keyboard shortcuts"])
    #expect(visit.window.accessibility.all.contains { $0.label == "Only here" })
    visit.key(.character("n"), [.control, .shift])
    visit.key(shortcut.key, shortcut.modifiers)
    #expect(dialogs() == ["Stop?", "Keyboard shortcuts"])
    visit.key(.escape)
    #expect(dialogs() == ["Stop?"])
  }

  @Test func `help is listed after the shortcuts, and its button beside them closes them and opens it`()
    throws
  {
    let visit = Visit()
    visit.key(.function(10))
    let titles = try #require(visit.menu).children.map(\.label)
    #expect(titles.firstIndex(of: "Help") == titles.firstIndex(of: "Keyboard shortcuts").map { $0 + 1 })
    visit.key(.escape)

    visit.key(.function(1))
    let sheet = try #require(visit.window.accessibility.all.first { $0.role == .dialog })
    let help = try #require(sheet.all.first { $0.role == .button && $0.label == "Help" })
    let close = try #require(sheet.all.first { $0.role == .button && $0.label == "Close" })
    #expect(help.frame.maxX <= close.frame.minX)
    visit.window.perform(.press, on: help.id, at: 2)

    #expect(visit.done == ["help"] && !visit.window.host.isBlocked)
  }

  @Test func `what is only read or chosen from is left with the mouse alone`() throws {
    let visit = Visit()
    let host = visit.window.host
    func dialogs() -> [AccessibilityNode] {
      visit.window.accessibility.all.filter { $0.role == .dialog || $0.label == "Commands" }
    }
    func click(_ point: Point) {
      for event in [
        InputEvent.pointerMoved(point, []), .pointerDown(point, .left, clicks: 1, []),
        .pointerUp(point, .left, []),
      ] { visit.window.handle(event, at: 2) }
    }
    for show in [host.showShortcuts, host.showNotices, host.showCommandPalette] {
      show()
      let dialog = try #require(dialogs().first)
      if dialog.role == .dialog { click(dialog.frame.center) }
      #expect(!dialogs().isEmpty)
      click(Point(3, 3))
      #expect(dialogs().isEmpty && !host.isBlocked)
    }
    for show in [host.showShortcuts, host.showNotices] {
      show()
      click(try #require(visit.window.accessibility.all.first { $0.label == "Close" }).frame.center)
      #expect(dialogs().isEmpty && !host.isBlocked)
    }
    // A press outside does not close a question.
    host.showDialog(QuestionPanel("Stop?", "", answers: [.init("Go on")]))
    click(Point(3, 3))
    #expect(host.isBlocked)
  }

  @Test func `Escape gives work up, and Ctrl and W asks the window`() {
    let visit = Visit()
    var isCancelled = false
    visit.window.host.showDialog(ProgressPanel("Adding crowns") { isCancelled = true })
    visit.key(.escape)
    #expect(isCancelled && visit.window.host.isBlocked)
    visit.key(.character("w"), .control)
    #expect(visit.window.isFinished)
  }

  @Test func `opens no second menu over what has to be answered`() throws {
    let visit = Visit()
    var answer = ""
    visit.window.host.ask(
      "Stop?", "3 of 7 posters are exported.",
      answers: [
        .init("Stop") { _ in answer = "stop" }, .init("Go on", isDefault: true) { _ in answer = "go on" },
      ])
    visit.key(.function(10))
    #expect(visit.menu == nil)
    visit.key(.enter)
    #expect(answer == "go on" && !visit.window.host.isBlocked)
  }

  @Test func `shows hints one after the other, and none after a press beside them`() throws {
    let visit = Visit()
    let hints = [
      Hint("First") { Rect(x: 100, y: 100, width: 20, height: 20) }, Hint("Hidden") { nil },
      Hint("Last") { Rect(x: 200, y: 100, width: 20, height: 20) },
    ]
    func words() -> [String] { visit.window.accessibility.all.filter { $0.role == .dialog }.map(\.label) }
    visit.window.host.showHints(hints)
    #expect(words() == ["First"])
    visit.key(.enter)
    #expect(words() == ["Last"])
    visit.key(.enter)
    #expect(words().isEmpty)

    visit.window.host.showHints(hints)
    visit.window.handle(.pointerDown(Point(390, 490), .left, clicks: 1, []), at: 2)
    #expect(words().isEmpty)
  }

  @Test func `scrolls in a window that is too low for it, by keys and by the wheel`() throws {
    let visit = Visit()
    visit.window.layOut(size: Size(400, 150), scale: 1)
    visit.key(.function(10))
    func frame(_ title: String) throws -> Rect {
      try #require(visit.menu?.children.first { $0.label == title }).frame
    }
    #expect(try frame("Crowns").minY > 0 && frame("Quit").minY > 150)

    visit.key(.end)
    #expect(try frame("Quit").maxY <= 150 && frame("Crowns").maxY < 0)

    visit.window.handle(.wheel(Point(300, 100), Vector(0, 20), []), at: 2)
    #expect(try frame("Crowns").minY > 0)
    let quit = try frame("Quit")
    visit.window.handle(.wheel(Point(300, 100), Vector(0, -20), []), at: 3)
    let seen = try frame("Quit")
    #expect(seen.minY < quit.minY)
    visit.window.handle(.pointerMoved(seen.center, []), at: 4)
    visit.window.handle(.pointerDown(seen.center, .left, clicks: 1, []), at: 4)
    visit.window.handle(.pointerUp(seen.center, .left, []), at: 4)
    #expect(visit.done == ["quit"])
  }
}
