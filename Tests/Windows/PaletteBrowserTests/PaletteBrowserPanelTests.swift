import Colors
import Controls
import Files
import Geometry
import Input
import Localization
import Palettes
import Application
import Catalog
import Dispatch
import Testing
import Typography
import WindowSupport

@testable import PaletteBrowser
import ColorPicker

@Suite struct PaletteBrowserPanelTests {
  /// A browser of palettes that are kept in memory.
  private final class Driver: WindowDriver<PaletteBrowserContent> {
    let memory: MemoryStore

    init(
      _ palettes: [Palette] = [PaletteCollectionTests.flag],
      folders: UserFolders = UserFolders { _ in nil }, language: Language = .english
    ) throws {
      memory = MemoryStore(palettes)
      let content = try PaletteBrowserContent(
        store: memory.store,
        WindowEnvironment(
          offscreen: Typesetter(), appearance: .light, scale: 1, folders: folders, isScripted: true,
          language: language, colorPickers: .panels))
      super.init(content, size: Size(960, 640))
    }

    func shows(_ label: String) -> Bool { nodes.contains { $0.label == label } }

    func frame(_ label: String) throws -> Rect { try node(label).frame }

    var names: [String] { memory.entries.first?.palette.swatches.map(\.name) ?? [] }
  }

  @Test func `from right to left, all extents are the mirror image, and are where controls are hit`() throws {
    let (plain, mirrored) = (try Driver(), try Driver(language: MirroredWindow.language))
    let window = MirroredWindow(plain: plain.content.accessibility, mirrored: mirrored.content.accessibility)

    #expect(window.faults == [])
    #expect(window.targets.count > 5)
    #expect(window.strayTargets(plain.content.host, mirrored.content.host) == [])
  }

  @Test func `from right to left, a colour moves to the side of the arrow key`() throws {
    let driver = try Driver(language: MirroredWindow.language)
    let names = driver.names
    driver.click(try driver.frame(names[0]).center)
    let before = try driver.frame(names[0]).midX
    driver.key(.left, .alt)

    #expect(driver.names.prefix(2) == [names[1], names[0]])
    #expect(try driver.frame(names[0]).midX < before)
  }

  @Test func `nothing is left of a window that was closed`() throws {
    var live = LiveObjects()
    for _ in 0..<50 {
      let driver = try Driver()
      driver.click(try driver.frame("red").center)
      driver.key(.enter)
      driver.key(.escape)
      driver.key(.delete)
      driver.key(.character("z"), .control)
      driver.key(.character("f"), .control)
      driver.type("x")
      driver.key(.escape)
      // A menu is still open.
      driver.click(try driver.frame("Export").center)
      live.note(window: driver.content)
    }

    #expect(live.count > 50 && live.names.isEmpty)
  }

  @Test func `the window speaks the language that it was given`() throws {
    let driver = try Driver(language: .bracketed)
    driver.key(.character("n"), .control)
    driver.key(.escape)

    // The formats have the names of programs.
    let commands = driver.content.panel.commands.filter { !$0.id.hasPrefix("palettes.export") }

    #expect(commands.filter { !$0.title.contains("⟦") }.map(\.title) == [])
    #expect(commands.contains { $0.title.contains("⟦new palette⟧") })
    for label in ["⟦Palettes⟧", "⟦Colours⟧", "⟦Sort⟧", "⟦Export⟧", "⟦Import…⟧", "⟦No colours yet⟧"] {
      #expect(driver.shows(label), "\(label)")
    }
  }

  @Test func `a colour is dragged to another place, and undo brings it back`() throws {
    let driver = try Driver()
    let (first, last) = (try driver.frame("white"), try driver.frame("blue"))
    driver.send(.pointerDown(first.center, .left, clicks: 1, []))
    for share in [0.2, 0.5, 0.9, 1] {
      driver.send(
        .pointerMoved(first.center.interpolated(to: Point(last.maxX - 4, last.midY), at: share), []))
    }
    driver.send(.pointerUp(Point(last.maxX - 4, last.midY), .left, []))

    #expect(driver.names == ["red", "blue", "white"])
    driver.key(.character("z"), .control)
    #expect(driver.names == ["white", "red", "blue"])
  }

  @Test func `a colour that was chosen is among the recent ones, as in every picker`() throws {
    let scratch = try ScratchFolder()
    let folders = UserFolders { $0 == "HOME" ? scratch.path : nil }
    let driver = try Driver(folders: folders)
    driver.click(try driver.frame("red").center)
    driver.key(.enter)
    let choose = try driver.frame("Done").center
    driver.click(choose)
    #expect(RecentColors(folder: folders.state).colors.count == 1)
  }

  @Test func `typing begins a search wherever the keyboard is, and Return goes to what it found`() throws {
    let other = Palette(name: "Autumn", swatches: [])
    let driver = try Driver([PaletteCollectionTests.flag, other])
    let white = try driver.frame("white").center
    driver.click(white)
    for letter in ["a", "u"] { driver.send(.text(letter)) }
    #expect(driver.content.host.focus?.label == "Search palettes")
    #expect(!driver.shows(PaletteCollectionTests.flag.name) && driver.shows("Autumn"))
    driver.key(.enter)
    #expect(driver.content.host.focus?.label == "Palettes")
    driver.key(.character("f"), .control)
    #expect(!driver.shows("No match"))
    for letter in ["z", "z"] { driver.send(.text(letter)) }
    #expect(driver.shows("No match") && !driver.shows("Autumn"))
    driver.key(.escape)
    #expect(driver.shows(PaletteCollectionTests.flag.name) && !driver.shows("No match"))
  }

  @Test(arguments: [[], [Key.enter], [.enter, .escape], [.tab]])
  func `a palette keeps the name that was typed when the window is closed`(keys: [Key]) throws {
    let driver = try Driver()
    driver.key(.function(2))
    driver.type("Banner")
    for key in keys { driver.key(key) }
    driver.key(.character("w"), .control)

    #expect(driver.content.isFinished)
    #expect(driver.memory.entries.map(\.palette.name) == ["Banner"])
  }

  @Test func `a palette that another program makes comes into the window by itself`() throws {
    let scratch = try ScratchFolder()
    let path = scratch.path + "/own.sqlite"
    let (own, other) = (
      try LibraryPlace.open(named: path, access: .writing),
      try LibraryPlace.open(named: path, access: .writing)
    )
    let content = try PaletteBrowserContent(
      store: PaletteStore(own),
      WindowEnvironment(
        offscreen: Typesetter(), appearance: .light, scale: 1, folders: UserFolders { _ in nil },
        isScripted: true, colorPickers: .panels))
    content.layOut(size: Size(960, 640), scale: 1)
    let arrived = DispatchSemaphore(value: 0)
    content.follow(own) { arrived.signal() }
    let document = Array(Palette(name: "Sea", swatches: []).document.line.utf8)
    try other.insert(PaletteRecord(name: "Sea", document: document))
    #expect(arrived.wait(timeout: .now() + 20) == .success)
    content.receiveMail(at: 1)

    #expect(content.accessibility.all.contains { $0.label == "Sea" })
  }

  @Test func `what cannot be moved on is not offered`() throws {
    let driver = try Driver()
    func isEnabled(_ id: String) -> Bool {
      driver.content.host.listedCommands.first { $0.id == id }?.isEnabled ?? false
    }
    #expect(!isEnabled("palettes.up") && !isEnabled("palettes.down"))
    driver.click(try driver.frame("white").center)
    #expect(!isEnabled("palettes.back") && isEnabled("palettes.forward"))
    driver.key(.end)
    #expect(isEnabled("palettes.back") && !isEnabled("palettes.forward"))
  }

  @Test func `the keyboard moves and removes colours`() throws {
    let driver = try Driver()
    let red = try driver.frame("red")
    driver.click(red.center)
    driver.key(.right, .alt)
    #expect(driver.names == ["white", "blue", "red"])
    driver.key(.delete)
    #expect(driver.names == ["white", "blue"])
  }

  @Test func `palettes are moved in their list by the pointer and by keys`() throws {
    let driver = try Driver(["a", "b", "c"].map { Palette(name: $0, swatches: []) })
    func names() -> [String] { driver.memory.entries.map(\.palette.name) }
    let (first, last) = (try driver.frame("a").center, try driver.frame("c"))
    let end = Point(last.midX, last.maxY - 4)
    driver.send(.pointerDown(first, .left, clicks: 1, []))
    for share in [0.2, 0.5, 0.9, 1] {
      driver.send(.pointerMoved(first.interpolated(to: end, at: share), []))
    }
    driver.send(.pointerUp(end, .left, []))
    #expect(names() == ["b", "c", "a"])

    driver.key(.up, .alt)
    driver.key(.up, .alt)
    #expect(names() == ["a", "b", "c"])
    driver.key(.character("z"), .control)
    #expect(names() == ["b", "c", "a"])
    driver.key(.character("z"), .control)
    #expect(names() == ["a", "b", "c"])
  }

  @Test func `a text that is dropped adds its colours, and one without any is refused`() throws {
    let driver = try Driver()
    let place = try driver.frame("Colours").center
    driver.send(.dropped(.text("tomato"), place))
    driver.send(.dropped(.text("nothing of the kind"), place))

    #expect(driver.memory.entries.first?.palette.swatches.count == 4)
    #expect(
      driver.memory.entries.first?.palette.swatches.contains { $0.color.text(as: .hex) == "#ff6347" } == true)
    #expect(driver.content.host.saidNotices.last?.words == "This is no colour")
  }

  @Test func `files that hold no palette are named, and the others are imported`() throws {
    let driver = try Driver([])
    driver.send(.dropped(.files(["/nowhere/a.gpl"]), Point(500, 300)))

    #expect(driver.memory.entries.isEmpty)
    #expect(driver.content.host.saidNotices.last?.words.contains("a.gpl") == true)
  }
}
