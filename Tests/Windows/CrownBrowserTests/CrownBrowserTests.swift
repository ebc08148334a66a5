import Colors
import Controls
import Geometry
import Glibc
import Heraldry
import Input
import Scene
import Testing

@testable import CrownBrowser

@Suite struct CrownBrowserTests {
  // MARK: Searching

  @Test func `what is typed searches at once, and the count follows`() {
    let driver = BrowserDriver()
    #expect(driver.browser.countText == "1230 crowns")

    driver.type("naval")
    #expect(driver.browser.countText == "246 of 1230")
    #expect(
      driver.grid.keys.allSatisfy { driver.browser.grid.crowns.items[$0].name.hasPrefix("Naval") })

    driver.type(" 13")
    let names = driver.grid.keys.map { driver.browser.grid.crowns.items[$0].name }
    #expect(names.allSatisfy { $0.hasPrefix("Naval crown 13") })
    #expect(!names.isEmpty)
  }

  @Test func `words that find nothing say so, and Escape brings all back`() {
    let driver = BrowserDriver()
    driver.type("zebra")
    #expect(driver.browser.countText == "No match")
    #expect(driver.browser.grid.message?.title == "No crown matches “zebra”")
    #expect(driver.selectedID == nil)

    driver.key(.escape)
    #expect(driver.browser.countText == "1230 crowns")
    #expect(driver.selectedID == "crown-0")
  }

  @Test func `the selected crown stays selected while it is among those that are found`() {
    let driver = BrowserDriver()
    driver.key(.right, times: 7)
    #expect(driver.selectedID == "crown-7")
    driver.type("mural")
    #expect(driver.selectedID == "crown-7")
    driver.type(" 2")
    #expect(driver.selectedID == "crown-2")
  }

  @Test func `every crown that was drawn before is drawn after a search was taken back`() {
    let driver = BrowserDriver()
    let before = driver.displayList
    driver.type("x")
    driver.rest()
    driver.key(.escape)
    driver.key(.tab, .shift)
    driver.key(.escape)
    driver.rest()
    #expect(driver.grid.keys.count == 1230)
    #expect(driver.displayList.items.count == before.items.count)
  }

  // MARK: The keyboard

  @Test func `the arrow to the right walks through all crowns in order`() {
    let driver = BrowserDriver(150)
    var seen: [String] = []
    for _ in 0..<160 {
      if let id = driver.selectedID, seen.last != id { seen.append(id) }
      driver.key(.right)
    }
    #expect(seen == (0..<150).map { "crown-\($0)" })
  }

  @Test func `the arrow down reaches the last row, the arrow up the first`() {
    let driver = BrowserDriver(143)
    let columns = driver.grid.arrangement.columns
    driver.key(.right, times: 3)
    driver.key(.down, times: 40)
    #expect(driver.grid.selected.map { $0 / columns } == 142 / columns)
    driver.key(.up, times: 40)
    #expect((driver.grid.selected ?? 99) < columns)
    driver.key(.end)
    #expect(driver.selectedID == "crown-142")
    driver.key(.home)
    #expect(driver.selectedID == "crown-0")
  }

  @Test func `Return lets the selected crown fill the window, arrows go on from there, Escape goes back`()
    throws
  {
    let driver = BrowserDriver()
    driver.key(.right, times: 20)
    driver.key(.enter)
    driver.rest()
    var frame = try #require(driver.frame("crown-20"))
    #expect(frame.width > 600)
    #expect(driver.grid.cells(at: driver.time).count == 1)

    driver.key(.right)
    driver.rest()
    frame = try #require(driver.frame("crown-21"))
    #expect(frame.width > 600)

    driver.key(.escape)
    driver.rest()
    #expect(driver.grid.cell == 96)
    #expect(driver.selectedID == "crown-21")
    #expect(driver.frame("crown-20") != nil)
  }

  @Test func `a change of mind in the middle goes on from where things are`() throws {
    let driver = BrowserDriver()
    driver.key(.enter)
    driver.time += 0.1
    _ = driver.browser.advance(to: driver.time)
    let middle = try #require(driver.frame("crown-0"))
    driver.browser.handle(.key(.escape, [], isRepeat: false), at: driver.time)
    _ = driver.browser.advance(to: driver.time)
    let after = try #require(driver.frame("crown-0"))
    #expect(middle.width > 100 && middle.width < 600)
    #expect(after.origin.distance(to: middle.origin) < 1e-6)
  }

  @Test func `plus, minus and zero zoom`() {
    let driver = BrowserDriver()
    driver.type("+")
    driver.rest()
    #expect(driver.grid.cell == 120)
    driver.type("-")
    driver.rest()
    #expect(driver.grid.cell == 96)
    driver.type("0")
    driver.rest()
    #expect(driver.grid.scroll.range.upperBound == 0)
    #expect(driver.grid.cells(at: driver.time).count == 1230)
  }

  @Test
  func `Tab visits the search, what can be done, the size, the colour, the menu, the facets and the crowns`()
  {
    let driver = BrowserDriver()
    var visited: [String] = []
    for _ in 0..<9 {
      driver.key(.tab)
      visited.append(driver.browser.host.focus?.label ?? "")
    }
    #expect(
      visited == [
        "Search", "Design…", "Copy", "Favourite", "Size", "Colour", "Menu", "Filters", "Crowns",
      ])
  }

  // MARK: The pointer

  @Test func `a click selects, a double click fills the window`() throws {
    let driver = BrowserDriver()
    let target = try #require(driver.frame("crown-15")).center
    driver.click(target)
    #expect(driver.selectedID == "crown-15")
    driver.click(target, clicks: 2)
    driver.rest()
    #expect(driver.grid.filling != nil)
    #expect(driver.selectedID == "crown-15")
  }

  @Test func `the ring around a facet is cut off with the list that scrolls`() throws {
    let driver = BrowserDriver()
    driver.key(.tab, times: 8)
    let list = try #require(driver.browser.host.focus)
    #expect(list.label == "Filters" && list.layer.masksToBounds)
    let ring = try #require(list.layer.sublayers.first { $0.name == "focus ring" })
    #expect(!ring.isHidden && ring.frame == list.focusFrame.outset(by: 3))
  }

  @Test func `the wheel scrolls, with Control it zooms about the pointer`() throws {
    let driver = BrowserDriver()
    driver.wheel(-3, at: Point(500, 400))
    driver.rest()
    #expect(driver.grid.scroll.offset(at: driver.time) == 252)
    let place = try #require(driver.grid.place(at: Point(500, 344), time: driver.time))
    driver.wheel(2, at: Point(500, 400), .control)
    driver.time += 0.1
    #expect(driver.grid.place(at: Point(500, 344), time: driver.time) == place)
    driver.rest()
    #expect(driver.grid.cell > 120)
  }

  @Test(arguments: [(PointerButton.middle, false), (.left, true)])
  func `the middle button and a finger pull the grid along, and do not select`(
    button: PointerButton, isTouch: Bool
  ) {
    let driver = BrowserDriver()
    driver.browser.host.isTouched = { isTouch }
    driver.send(.pointerDown(Point(500, 600), button, clicks: 1, []))
    for step in 1...20 { driver.send(.pointerMoved(Point(500, 600 - Double(step) * 10), [])) }
    driver.time += 0.2
    driver.send(.pointerUp(Point(500, 400), button, []))
    driver.rest()
    #expect(abs(driver.grid.scroll.offset(at: driver.time) - 195) < 12)
    #expect(driver.selectedID == "crown-0")
  }

  @Test func `the left button takes a crown along, and the grid stays`() throws {
    let driver = BrowserDriver()
    let target = try #require(driver.frame("crown-15")).center
    driver.send(.pointerDown(target, .left, clicks: 1, []))
    for step in 1...20 { driver.send(.pointerMoved(target + Vector(0, -Double(step) * 10), [])) }
    #expect(driver.grid.scroll.offset(at: driver.time) == 0)
    #expect(driver.selectedID == "crown-15")
    driver.send(.pointerUp(target + Vector(0, -200), .left, []))
    driver.rest()
    #expect(driver.grid.scroll.offset(at: driver.time) == 0)
  }

  // MARK: Commands for a crown

  @Test func `Control and C copies the crown in its colour`() {
    let driver = BrowserDriver()
    driver.browser.setTheme(Theme(.dark))
    driver.key(.right, times: 4)
    driver.key(.character("c"), .control)
    #expect(driver.clipboard.read() == "<drawing id=\"crown-4\" fill=\"#ececec\"/>")
    #expect(driver.said == "Copied “Celestial crown 4” as SVG")
  }

  @Test func `Control and E says where the crown was saved`() {
    let driver = BrowserDriver()
    driver.key(.character("e"), .control)
    #expect(driver.said == "Saved /exports/crown-0.svg")
  }

  @Test func `Delete takes one's own crown away and undo brings it back`() {
    let driver = BrowserDriver()
    driver.key(.right)
    driver.key(.delete)
    #expect(driver.browser.countText == "1229 crowns")
    #expect(!driver.crowns.contains { $0.id == "crown-1" })
    driver.key(.character("z"), .control)
    #expect(driver.browser.countText == "1230 crowns")
    #expect(driver.selectedID == "crown-1")
    driver.key(.character("y"), .control)
    #expect(driver.browser.countText == "1229 crowns")
  }

  @Test func `a crown that came with the program stays`() {
    let driver = BrowserDriver()
    driver.key(.right, times: 5)
    driver.key(.delete)
    driver.key(.function(2))
    #expect(driver.browser.countText == "1230 crowns")
    #expect(driver.browser.nameField == nil)
  }

  @Test func `F2 renames one's own crown, Escape leaves its name, undo takes it back`() {
    let driver = BrowserDriver()
    driver.key(.function(2))
    driver.key(.character("a"), .control)
    driver.type("Queen of 0+-/")
    driver.key(.enter)
    #expect(driver.crowns[0].name == "Queen of 0+-/")
    driver.key(.function(2))
    driver.type("nothing")
    driver.key(.escape)
    #expect(driver.crowns[0].name == "Queen of 0+-/")
    driver.key(.character("z"), .control)
    #expect(driver.crowns[0].name == "Tudor crown 0")
  }

  @Test(arguments: [false, true])
  func `a crown keeps the name that was typed when it is left or the window closed`(byClosing: Bool) {
    let driver = BrowserDriver()
    driver.key(.function(2))
    driver.key(.character("a"), .control)
    driver.type("Queen")
    if byClosing {
      driver.browser.close()
      driver.settle()
    } else {
      driver.click(Point(600, 400))
    }

    #expect(driver.crowns[0].name == "Queen")
    #expect(driver.crowns.filter { $0.name == "Queen" }.count == 1)
  }

  @Test func `a name without a letter is refused`() {
    let driver = BrowserDriver()
    driver.key(.function(2))
    driver.key(.character("a"), .control)
    driver.type("  ")
    driver.key(.enter)
    #expect(driver.browser.nameField != nil)
    #expect(driver.crowns[0].name == "Tudor crown 0")
  }

  @Test func `pictures that are dropped are refused by name, with what can be done with them`() {
    let driver = BrowserDriver()
    driver.send(.dropped(.files(["/a/photo.jpg"]), Point(400, 300)))
    #expect(driver.said == "“photo.jpg” is a picture; drop it on a poster to use it as the background")
    driver.send(.dropped(.files(["/a/photo.jpg", "/a/Other.PNG"]), Point(400, 300)))
    #expect(
      driver.said
        == "“photo.jpg” and “Other.PNG” are pictures; drop one on a poster to use it as the background")
    #expect(driver.memory.dropped.isEmpty)
    driver.send(.dropped(.files(["/a/photo.jpg", "/a/new.svg"]), Point(400, 300)))
    #expect(driver.memory.dropped == [["/a/photo.jpg", "/a/new.svg"]])
  }

  @Test func `dropped files are added, selected and told of, and undo takes them away`() {
    let driver = BrowserDriver(20)
    driver.memory.progress = [CrownImportProgress(done: 1, total: 2)]
    driver.send(.dropped(.files(["/a/new.svg", "/a/bad.svg"]), Point(100, 100)))
    #expect(driver.memory.dropped == [["/a/new.svg", "/a/bad.svg"]])
    #expect(driver.browser.statusText == "Adding 1 of 2 files")

    driver.memory.crowns.append(
      CrownItem(
        id: "new", name: "New", tags: [], byteCount: 9, isOwn: true,
        bounds: Rect(x: 0, y: 0, width: 1, height: 1)
      ) { FoldedPath(Path()) })
    driver.memory.progress = [
      CrownImportProgress(
        done: 2, total: 2, added: ["new"],
        faults: [.init(file: "bad.svg", reason: .init(verbatim: "it is no SVG"), isRefusal: true)],
        isFinished: true)
    ]
    driver.type("naval")
    driver.send(.dropped(.files(["/a/new.svg", "/a/bad.svg"]), Point(100, 100)))
    #expect(driver.browser.countText == "21 crowns")
    #expect(driver.selectedID == "new")
    #expect(driver.browser.report?.progress.summary(in: .english) == "1 crown added, 1 file refused")
    driver.key(.escape)
    #expect(driver.browser.report == nil)
    driver.key(.escape)
    driver.key(.character("z"), .control)
    #expect(!driver.crowns.contains { $0.id == "new" })
  }

  // MARK: Colour

  @Test func `the picker colours all crowns while it is open, and Escape takes that back`() {
    let driver = BrowserDriver()
    let before = driver.browser.grid.color
    driver.key(.character("k"), .control)
    driver.send(.pointerDown((driver.browser.picker?.frameInWindow.center ?? .zero), .left, clicks: 1, []))
    #expect(driver.browser.grid.color != before)
    driver.send(.pointerUp((driver.browser.picker?.frameInWindow.center ?? .zero), .left, []))
    driver.key(.escape)
    #expect(driver.browser.picker == nil)
    #expect(driver.browser.grid.color == before)
    #expect(driver.accepted.isEmpty)
  }

  @Test func `a chosen colour stays and is kept`() {
    let driver = BrowserDriver()
    driver.key(.character("k"), .control)
    driver.send(.pointerDown((driver.browser.picker?.frameInWindow.center ?? .zero), .left, clicks: 1, []))
    driver.send(.pointerUp((driver.browser.picker?.frameInWindow.center ?? .zero), .left, []))
    driver.key(.enter)
    #expect(driver.browser.picker == nil)
    #expect(driver.accepted == [driver.browser.grid.color])
  }

  @Test func `crowns of any colour stand on a ground on which they are seen`() {
    for appearance in [Appearance.light, .dark] {
      let driver = BrowserDriver(10, appearance: appearance)
      for hex: UInt32 in [0x000000, 0xffffff, 0xf2f2f2, 0x1e1e1e, 0xd00000, 0xffff00, 0x777777] {
        driver.browser.grid.color = RGBA(hex: hex)
        let ground = driver.browser.grid.ground(Theme(appearance))
        #expect(wcagContrast(RGBA(hex: hex), ground) >= 1.25)
      }
    }
  }

  // MARK: Frames

  @Test func `a browser at rest needs no frame and draws the same`() {
    let driver = BrowserDriver()
    driver.wheel(2, at: Point(500, 400), .control)
    driver.rest()
    #expect(driver.browser.advance(to: driver.time) == nil)
    let before = driver.displayList
    driver.time += 100
    #expect(driver.displayList == before)
  }

  @Test
  func `crowns are on their way while they are zoomed, up to the settling, and not while they are scrolled`()
  {
    let driver = BrowserDriver()
    func moving() -> Set<Bool> {
      Set(
        driver.displayList.items.filter { item in
          if case .path(let path) = item.shape {
            return path.figure.bounds?.width == 100
          } else {
            return false
          }
        }.map(\.isMoving))
    }
    #expect(moving() == [false])
    driver.wheel(-1, at: Point(500, 400))
    driver.time += 0.05
    #expect(driver.grid.scroll.isMoving(at: driver.time))
    #expect(moving() == [false])
    driver.rest()
    driver.wheel(2, at: Point(500, 400), .control)
    while driver.browser.advance(to: driver.time) != nil {
      // The layer of the facets is at rest.
      #expect(moving().contains(true) || driver.grid.settleTime == nil)
      driver.time += 0.02
    }
    #expect(moving() == [false])
  }

  @Test func `a visit looks the same however often it was drawn`() {
    let visit: [(time: Double, event: InputEvent)] = [
      (0.1, .wheel(Point(300, 300), Vector(0, 2), .control)),
      (0.2, .wheel(Point(300, 300), Vector(0, 3), .control)),
      (0.6, .wheel(Point(300, 300), Vector(0, -2), [])),
      (0.7, .key(.down, [], isRepeat: false)),
      (0.8, .key(.enter, [], isRepeat: false)),
      (1.0, .key(.right, [], isRepeat: false)),
      (1.1, .key(.escape, [], isRepeat: false)),
      (1.2, .text("n")),
      (1.3, .text("a")),
      (1.4, .key(.character("k"), .control, isRepeat: false)),
      (1.5, .pointerDown(Point(900, 200), .left, clicks: 1, [])),
      (1.6, .pointerUp(Point(900, 200), .left, [])),
    ]
    func pictures(stepping step: Double) -> [DisplayList] {
      let driver = BrowserDriver(400, cell: 60)
      let start = driver.time
      var (time, played) = (0.0, 0)
      var list = DisplayList()
      var found: [DisplayList] = []
      for instant in [0.15, 0.3, 0.55, 0.75, 0.9, 1.05, 1.15, 1.25, 1.35, 1.55, 2.5] {
        while time < instant {
          time = min(time + step, instant)
          while played < visit.count, visit[played].time <= time {
            _ = driver.browser.advance(to: start + visit[played].time)
            driver.browser.handle(visit[played].event, at: start + visit[played].time)
            played += 1
          }
          _ = driver.browser.advance(to: start + time)
          list.record(driver.browser.layer, at: start + time)
        }
        found.append(list)
      }
      return found
    }
    let expected = pictures(stepping: 1.0 / 60)
    #expect(Set(expected).count == expected.count)
    for step in [1.0 / 24, 1.0 / 144, 0.37] { #expect(pictures(stepping: step) == expected) }
  }

  @Test func `every size of window holds its controls beside each other`() {
    for size in [Size(360, 300), Size(420, 320), Size(560, 400), Size(1080, 720), Size(2560, 1440)] {
      let driver = BrowserDriver(50, size: size)
      let window = Rect(origin: .zero, size: size)
      let frames = driver.browser.host.root.children.filter { $0.isFocusable && !$0.isHidden }.map(\.frame)
      for (index, frame) in frames.enumerated() {
        #expect(window.contains(frame) && !frame.isEmpty)
        for other in frames[(index + 1)...] { #expect(!frame.intersects(other)) }
      }
    }
  }

  @Test func `assistive tools are told of the crowns that are seen and of the selected one`() throws {
    let driver = BrowserDriver()
    driver.key(.right, times: 2)
    let node = driver.browser.accessibility
    let grid = try #require(node.children.first { $0.label == "Crowns" })
    #expect(grid.value == "1230 shown")
    #expect(grid.children.filter { $0.states.contains(.selected) }.map(\.place?.count) == [1230])
    #expect(grid.children.count == driver.grid.cells(at: driver.time).count)
    #expect(grid.children.filter(\.isFocused).map(\.label) == ["Mural crown 2"])
  }

  @Test func `an assistive tool selects a crown, opens it and asks for its menu`() throws {
    let driver = BrowserDriver()
    let grid = try #require(driver.browser.accessibility.children.first { $0.label == "Crowns" })
    let crown = grid.children[3]
    #expect(driver.browser.perform(.focus, on: crown.id, at: driver.time))
    let cells = driver.browser.accessibility.children.first { $0.label == "Crowns" }?.children ?? []
    #expect(cells.filter { $0.isFocused && $0.states.contains(.selected) }.map(\.id) == [crown.id])

    #expect(driver.browser.perform(.showMenu, on: crown.id, at: driver.time))
    #expect(labels(driver.browser.accessibility).contains("Copy as SVG"))
  }

  // MARK: Commands

  /// Returns the labels of all nodes for assistive tools.
  private func labels(_ node: AccessibilityNode) -> [String] { [node.label] + node.children.flatMap(labels) }

  @Test func `the menu of a crown offers what can be done with it, and no more`() throws {
    let driver = BrowserDriver()
    let own = try #require(driver.frame("crown-1")).center
    driver.send(.pointerDown(own, .right, clicks: 1, []))
    driver.send(.pointerUp(own, .right, []))
    #expect(driver.selectedID == "crown-1")
    let offered = Set(labels(driver.browser.accessibility))
    #expect(offered.isSuperset(of: ["Copy as SVG", "Save as SVG", "Rename", "Remove"]))

    driver.key(.escape)
    let shipped = try #require(driver.frame("crown-9")).center
    driver.send(.pointerDown(shipped, .right, clicks: 1, []))
    #expect(driver.selectedID == "crown-9")
    #expect(Set(labels(driver.browser.accessibility)).isDisjoint(with: ["Rename", "Remove"]))
  }

  @Test func `undo is called after what it takes back`() {
    let driver = BrowserDriver()
    driver.key(.delete)
    let titles = driver.browser.host.commands.map(\.title)
    #expect(titles.contains("Undo removing crown") && titles.contains("Redo"))
  }

  @Test func `a click elsewhere keeps the name that was typed`() throws {
    let driver = BrowserDriver()
    driver.key(.function(2))
    driver.key(.character("a"), .control)
    driver.type("Kept")
    driver.click(try #require(driver.frame("crown-9")).center)
    #expect(driver.browser.nameField == nil)
    #expect(driver.crowns[0].name == "Kept")
  }

  @Test func `a press beside the picker accepts its colour, and one on its button closes it`() throws {
    let driver = BrowserDriver()
    driver.key(.character("k"), .control)
    driver.click(try #require(driver.browser.picker).frame.center)
    driver.click(Point(100, 500))
    #expect(driver.browser.picker == nil)
    #expect(driver.accepted.count == 1)

    let button = try #require(driver.browser.host.root.children.first { $0.label == "Colour" })
    driver.click(button.frame.center)
    #expect(driver.browser.picker != nil)
    driver.click(button.frame.center)
    #expect(driver.browser.picker == nil)
  }

  // MARK: The line at the bottom

  /// Returns the texts that are drawn.
  private func drawnTexts(_ driver: BrowserDriver) -> [String] {
    driver.displayList.items.compactMap { item in
      if case .text(let text, _) = item.shape { text.text } else { nil }
    }
  }

  @Test func `the line at the bottom names the crown that a zoom comes to fill the window with`() throws {
    let driver = BrowserDriver()
    let target = try #require(driver.frame("crown-15")).center
    #expect(drawnTexts(driver).contains("crown-0"))

    for _ in 0..<20 { driver.wheel(2, at: target, .control) }
    driver.rest()

    #expect(driver.selectedID == "crown-15")
    #expect(driver.browser.statusText.hasPrefix("Tudor crown 15"))
    #expect(drawnTexts(driver).contains("crown-15"))
    #expect(!drawnTexts(driver).contains("crown-0"))
  }

  @Test func `a damaged library is told of`() {
    let driver = BrowserDriver(warning: "2 entries of the library cannot be read")
    #expect(driver.said == "2 entries of the library cannot be read")
  }

  @Test func `a damaged library is repaired by the button of the notice that tells of it`() throws {
    let driver = BrowserDriver(isDamaged: true)
    let offer = try #require(driver.browser.host.saidNotices.last?.action)
    #expect(offer.title == "Repair")

    offer.perform(driver.time)
    driver.settle()

    #expect(!driver.memory.isDamaged && driver.said == "Saved 3 crowns")
  }

  // MARK: The worker

  @Test func `what the worker does later is shown when the mail comes`() async throws {
    let driver = BrowserDriver(40, settles: false)
    // The crowns are read on another thread; until their mail is taken none is there.
    while driver.browser.countText.isEmpty {
      await Task.yield()
      driver.browser.receiveMail(at: driver.time)
    }
    #expect(driver.browser.countText == "40 crowns")

    driver.type("naval")
    while driver.browser.countText != "8 of 40" {
      await Task.yield()
      driver.browser.receiveMail(at: driver.time)
    }
    #expect(driver.selectedID == "crown-3")
  }

  @Test func `what was done to crowns is said when it is seen`() async throws {
    let driver = BrowserDriver(40, settles: false)
    func wait(until isSo: () -> Bool) async {
      while !isSo() {
        await Task.yield()
        driver.browser.receiveMail(at: driver.time)
      }
    }
    await wait { driver.browser.countText == "40 crowns" }
    driver.memory.beforeReading = { usleep(50_000) }
    driver.key(.delete)
    await wait { driver.said.hasPrefix("Removed") }
    #expect(driver.browser.countText == "39 crowns")

    driver.key(.character("n"), .control)
    let dialog = try #require(driver.browser.designDialog)
    dialog.onSave(CrownCatalogue.all[17].design)
    await wait { driver.said.hasPrefix("Saved") }
    #expect(driver.browser.countText == "40 crowns")
  }

  @Test func `edits that are asked for at once are made one after another`() async throws {
    let driver = BrowserDriver(40, settles: false)
    func wait(for text: String) async {
      while driver.browser.countText != text {
        await Task.yield()
        driver.browser.receiveMail(at: driver.time)
      }
    }
    await wait(for: "40 crowns")
    driver.key(.delete)
    driver.key(.character("z"), .control)
    driver.key(.character("y"), .control)
    await wait(for: "39 crowns")
    while driver.browser.host.saidNotices.count < 3 {
      await Task.yield()
      driver.browser.receiveMail(at: driver.time)
    }
    #expect(driver.crowns.count == 39)
  }
}
