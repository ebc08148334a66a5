import Controls
import Geometry
import Input
import Localization
import Scene
import Testing

@testable import PosterGallery

/// Using the wall with the mouse alone.
@Suite struct WallUseTests {
  private func press(_ label: String, _ visit: Visit, at time: Double) throws {
    let frame = try #require(visit.node(label)?.frame, "no \(label)")
    click(frame.center, visit, at: time)
  }

  private func click(_ point: Point, _ visit: Visit, at time: Double) {
    visit.gallery.handle(.pointerMoved(point, []), at: time)
    visit.gallery.handle(.pointerDown(point, .left, clicks: 1, []), at: time)
    visit.gallery.handle(.pointerUp(point, .left, []), at: time)
    visit.advance(to: time)
  }

  private func choose(_ title: String, _ visit: Visit, at time: Double) throws {
    let menu = try #require(visit.gallery.accessibility.first { $0.role == .menu })
    let row = try #require(menu.children.first { $0.label.hasPrefix(title) })
    click(row.frame.center, visit, at: time)
  }

  private func drag(from start: Point, to end: Point, _ visit: Visit, at time: Double) {
    visit.gallery.handle(.pointerMoved(start, []), at: time)
    visit.gallery.handle(.pointerDown(start, .left, clicks: 1, []), at: time)
    visit.gallery.handle(.pointerMoved(start + Vector(10, 0), []), at: time + 0.1)
    visit.gallery.handle(.pointerMoved(end, []), at: time + 0.2)
    visit.advance(to: time + 0.25)
  }

  @Test func `commands that need posters are enabled only while some are selected`() throws {
    let visit = Visit(12)
    let titles = ["Duplicate", "Favourite", "Delete"]
    func enabled() -> [Bool?] {
      let commands = visit.gallery.host.listedCommands
      return titles.map { title in commands.first { $0.title == title }?.isEnabled }
    }
    #expect(enabled() == [false, false, false])

    let cell = try #require(visit.poster("Poster 3"))
    click(cell.center, visit, at: 1)

    #expect(enabled() == [true, true, true])
  }

  @Test func `a click on the star makes a favourite, and the notice takes it back`() throws {
    let visit = Visit(12)
    let cell = try #require(visit.poster("Poster 3"))
    click(Point(cell.minX + 16, cell.minY + 16), visit, at: 1)
    #expect(visit.source.all[3].isFavorite && visit.selected.isEmpty)
    #expect(visit.words.contains("“Poster 3” is a favourite"))
    visit.gallery.host.perform(.press, on: "window/“Poster 3” is a favourite", at: 2)
    visit.advance(to: 2)
    #expect(!visit.source.all[3].isFavorite)
    // Beside the star a click selects.
    click(cell.center, visit, at: 3)
    #expect(visit.selected == ["Poster 3"] && !visit.source.all[3].isFavorite)
  }

  @Test func `Escape while a rectangle is drawn selects again what was selected`() throws {
    let visit = Visit(12)
    visit.click("Poster 3")
    let cell = try #require(visit.poster("Poster 0"))
    let corner = Point(4, cell.minY - 6)
    visit.gallery.handle(.pointerDown(corner, .left, clicks: 1, []), at: 4)
    visit.gallery.handle(.pointerMoved(corner + Vector(10, 10), []), at: 4.1)
    visit.gallery.handle(.pointerMoved(cell.center, []), at: 4.2)
    visit.advance(to: 4.25)
    #expect(visit.selected == ["Poster 0"])

    visit.key(.escape, at: 4.3)
    visit.gallery.handle(.pointerUp(cell.center, .left, []), at: 4.4)
    visit.advance(to: 4.5)

    #expect(visit.selected == ["Poster 3"])
  }

  @Test func `says how many are selected and what can be done with them`() throws {
    let visit = Visit(12)
    #expect(visit.node("Delete") == nil && !visit.words.contains("selected"))
    for name in ["Poster 1", "Poster 2", "Poster 5"] { visit.click(name, .control) }
    #expect(visit.words.contains("3 selected"))
    try press("Export", visit, at: 4)
    try choose("Export as PDF", visit, at: 4.1)
    visit.advance(to: 4.2)
    #expect(visit.words.contains("3 PDF"))
    try press("Select nothing", visit, at: 5)
    #expect(visit.selected.isEmpty && !visit.words.contains("selected"))
  }

  @Test func `hangs posters in the order that is chosen`() throws {
    let visit = Visit(12)
    try press("Order", visit, at: 1)
    try choose("By title", visit, at: 1.1)
    #expect(visit.source.filter.order == .title && visit.node("Order")?.value == "By title")
    #expect(
      visit.wall?.children.map(\.label).prefix(4) == ["Poster 0", "Poster 1", "Poster 10", "Poster 11"])
  }

  @Test func `moves the posters that are dragged to where they are let go, and back`() throws {
    let visit = Visit(12)
    let before = visit.source.all.map(\.title)
    visit.click("Poster 1")
    visit.click("Poster 3", .control)
    let target = try #require(visit.poster("Poster 5"))
    drag(
      from: try #require(visit.poster("Poster 3")).center, to: Point(target.maxX + 10, target.midY), visit,
      at: 3)
    #expect(visit.words.contains("Move here"))
    visit.gallery.handle(.pointerUp(Point(target.maxX + 10, target.midY), .left, []), at: 3.3)
    visit.advance(to: 3.4)
    let titles = visit.source.all.map(\.title)
    #expect(titles.prefix(6) == ["Poster 0", "Poster 2", "Poster 4", "Poster 5", "Poster 1", "Poster 3"])
    visit.key(.character("z"), .control, at: 4)
    #expect(visit.source.all.map(\.title) == before)
  }

  @Test func `shows where posters would hang beside the albums and not over them`() throws {
    let visit = Visit(12)
    let target = try #require(visit.poster("Poster 1"))
    drag(
      from: try #require(visit.poster("Poster 3")).center, to: Point(target.maxX + 10, target.maxY - 30),
      visit, at: 1)
    let layers = visit.gallery.layer.all
    let albums = try #require(layers.first { $0.name == "albums" })
    let line = try #require(layers.first { $0.name == "insertion" })
    let top = try #require(line.convert(Point(0, 0), to: visit.gallery.layer)).y
    #expect(!line.isHidden && !albums.isHidden)
    #expect(top >= albums.frame.maxY && abs(top + line.bounds.height - target.maxY) < 1)
    #expect(albums.frame.maxY > target.minY)
  }

  @Test func `says what was done in one place of the wall, whichever poster it speaks of`() throws {
    let visit = Visit(60)
    var feet: [Rect] = []
    for (number, label) in ["Poster 1", "Poster 9"].enumerated() {
      visit.click(label)
      visit.key(.character("b"), .control, at: 3 + Double(number))
      visit.advance(to: 3.1 + Double(number))
      let notice = try #require(visit.gallery.layer.all.first { $0.name == "notice" })
      #expect(!notice.isHidden && notice.texts.contains("“\(label)” is a favourite"))
      feet.append(notice.frame)
    }
    for foot in feet { #expect(foot.maxY == feet[0].maxY && foot.maxY > 700 && abs(foot.midX - 600) <= 1) }
  }

  @Test func `leaves a poster where it hangs when it is let go there, and arranges its own order alone`()
    throws
  {
    let visit = Visit(12)
    let cell = try #require(visit.poster("Poster 2"))
    drag(from: cell.center, to: Point(cell.maxX + 10, cell.midY), visit, at: 1)
    visit.gallery.handle(.pointerUp(Point(cell.maxX + 10, cell.midY), .left, []), at: 1.3)
    #expect(visit.source.performed.isEmpty)

    visit.source.filter.order = .title
    visit.advance(to: 2)
    let start = try #require(visit.poster("Poster 2")).center
    drag(from: start, to: Point(100, 500), visit, at: 2.1)
    #expect(visit.words.contains("choose “Own order” above"))
    visit.gallery.handle(.pointerUp(Point(100, 500), .left, []), at: 2.5)
    #expect(visit.source.performed.isEmpty)
  }

  @Test func `a finger scrolls the wall, and takes a poster along after a rest`() throws {
    let visit = Visit(60)
    visit.gallery.host.isTouched = { true }
    let cell = try #require(visit.poster("Poster 4"))
    drag(from: cell.center, to: cell.center + Vector(0, -200), visit, at: 1)
    #expect(visit.selected.isEmpty)
    let moved = try #require(visit.poster("Poster 4"))
    #expect(moved.minY < cell.minY - 150)
    visit.gallery.handle(.pointerUp(cell.center + Vector(0, -200), .left, []), at: 2)
    visit.advance(to: 4)

    let start = try #require(visit.poster("Poster 7")).center
    visit.gallery.handle(.pointerDown(start, .left, clicks: 1, []), at: 5)
    visit.advance(to: 5.6)
    visit.gallery.handle(.pointerMoved(start + Vector(40, 0), []), at: 5.7)
    visit.advance(to: 5.8)
    #expect(visit.selected == ["Poster 7"])
  }

  @Test func `the bars of the wall and of a poster are never seen over each other while it flies`() throws {
    let visit = Visit(12)
    visit.click("Poster 1")
    visit.key(.enter, at: 2)
    let all = visit.gallery.layer.all
    let wall = try #require(all.first { $0.name == "bar" })
    let poster = try #require(all.first { $0.name == "poster bar" })
    func seen(_ bar: Layer) -> Double { bar.isHidden ? 0 : bar.opacity }
    var both: [Double] = []
    var came = false
    for frame in 1...480 {
      let time = 2 + Double(frame) / 120
      visit.gallery.handle(.pointerMoved(Point(300 + Double(frame % 9), 300), []), at: time)
      if frame == 300 { visit.key(.escape, at: time) }
      visit.advance(to: time)
      if seen(wall) > 0, seen(poster) > 0 { both.append(time) }
      came = came || seen(poster) > 0.9
    }
    #expect(came && both.isEmpty, "\(both)")
  }

  @Test func `makes an album, fills it by a drag, shows it, renames and deletes it`() throws {
    let visit = Visit(12)
    visit.click("Poster 1")
    try press("Add to album", visit, at: 3)
    try choose("New album", visit, at: 3.1)
    visit.gallery.handle(.text("Kitchen"), at: 3.2)
    visit.key(.enter, at: 3.3)
    #expect(visit.source.albums.map(\.name) == ["Kitchen"])

    drag(from: try #require(visit.poster("Poster 4")).center, to: Point(600, 300), visit, at: 4)
    let tray = try #require(visit.gallery.layer.all.first { $0.name == "albums" })
    #expect(!tray.isHidden && tray.texts == ["Favourites", "Kitchen", "New album"])
    let chip = try #require(tray.sublayers.first { $0.texts == ["Kitchen"] })
    let place = Point(chip.frame.midX, tray.frame.minY + chip.frame.midY)
    visit.gallery.handle(.pointerMoved(place, []), at: 4.4)
    #expect(visit.words.contains("Add 1 poster to “Kitchen”"))
    visit.gallery.handle(.pointerUp(place, .left, []), at: 4.5)
    visit.advance(to: 4.6)
    #expect(tray.isHidden && visit.words.contains("Added “Poster 4” to “Kitchen”"))

    try press("Shown posters", visit, at: 5)
    try choose("Kitchen", visit, at: 5.1)
    #expect(visit.source.count == 2 && visit.node("Shown posters")?.value == "Kitchen")
    try press("Shown posters", visit, at: 6)
    try choose("Rename “Kitchen”", visit, at: 6.1)
    visit.gallery.handle(.text("Hall"), at: 6.2)
    visit.key(.enter, at: 6.3)
    #expect(visit.node("Shown posters")?.value == "Hall")
    try press("Shown posters", visit, at: 7)
    try choose("Delete “Hall”", visit, at: 7.1)
    #expect(visit.source.albums.isEmpty && visit.source.all.count == 12)
    visit.key(.character("z"), .control, at: 8)
    #expect(visit.source.albums.map(\.name) == ["Hall"])
  }

  // MARK: The poster that fills the window

  private func opened(_ name: String) throws -> Visit {
    let visit = Visit(12)
    visit.doubleClick(try #require(visit.poster(name)).center, at: 1)
    visit.advance(to: 6)
    return visit
  }

  @Test
  func
    `a bar comes over an open poster with the pointer, goes after two seconds, and stays while it is used`()
    throws
  {
    let visit = try opened("Poster 4")
    func isSeen(at time: Double) -> Bool {
      visit.advance(to: time)
      return visit.node("Poster bar") != nil
    }
    #expect(!isSeen(at: 6))
    visit.gallery.handle(.pointerMoved(Point(500, 400), []), at: 7)
    #expect(isSeen(at: 7.2))
    #expect(!isSeen(at: 9.3))
    visit.gallery.handle(.pointerMoved(Point(500, 20), []), at: 10)
    visit.advance(to: 10.2)
    visit.gallery.handle(.pointerMoved(Point(502, 20), []), at: 10.3)
    #expect(isSeen(at: 20))
    visit.gallery.handle(.pointerMoved(Point(500, 400), []), at: 21)
    #expect(!isSeen(at: 23.4))
  }

  @Test func `the bar leads back, to the next, to a favourite, to files and to the editor`() throws {
    let visit = try opened("Poster 4")
    visit.gallery.handle(.pointerMoved(Point(500, 400), []), at: 7)
    visit.advance(to: 7.2)
    try press("Favourite", visit, at: 7.3)
    #expect(visit.source.all[4].isFavorite)
    try press("Next poster", visit, at: 7.5)
    visit.advance(to: 9)
    #expect(visit.gallery.windowTitle == "Poster 5 – Regalia" && visit.words.contains("6 of 12"))
    try press("Print", visit, at: 9.1)
    visit.advance(to: 9.15)
    #expect(visit.source.readToPrint.map(\.rawValue) == [5] && visit.node("Print preview") != nil)
    try press("Cancel", visit, at: 9.2)
    #expect(visit.node("Print preview") == nil && visit.source.printed.isEmpty)
    try press("Export", visit, at: 9.3)
    try choose("Export as SVG", visit, at: 9.4)
    visit.advance(to: 9.5)
    #expect(visit.words.contains("1 SVG"))
    try press("Edit", visit, at: 9.6)
    visit.advance(to: 9.7)
    #expect(visit.source.opened.map(\.rawValue) == [5] && visit.gallery.panel.editing.open != nil)
  }

  @Test func `the title over an open poster can be edited`() throws {
    let visit = try opened("Poster 4")
    visit.key(.tab, at: 7)
    visit.key(.tab, at: 7.1)
    #expect(visit.gallery.host.focus?.label == "Title")
    visit.gallery.handle(.text("Tea"), at: 7.2)
    visit.key(.enter, at: 7.3)
    #expect(visit.source.all[4].title == "Tea" && visit.gallery.host.focus === visit.gallery.panel.stage)
    #expect(visit.gallery.windowTitle == "Tea – Regalia")
    visit.key(.escape, at: 7.4)
    #expect(visit.gallery.windowTitle == "Posters – Regalia")
  }

  @Test func `a swipe to the side turns to the next poster once, and a second one on`() throws {
    let visit = try opened("Poster 4")
    for step in 0..<5 {
      visit.gallery.handle(.wheel(Point(600, 400), Vector(-1, 0), []), at: 7 + Double(step) * 0.05)
    }
    visit.advance(to: 8)
    #expect(visit.gallery.windowTitle == "Poster 5 – Regalia")
    visit.gallery.handle(.wheel(Point(600, 400), Vector(-1, 0), []), at: 8)
    visit.gallery.handle(.wheel(Point(600, 400), Vector(1, 0), []), at: 9)
    visit.advance(to: 10)
    #expect(visit.gallery.windowTitle == "Poster 5 – Regalia")
  }

  @Test func `says of files over an open poster what could be done with them`() throws {
    let visit = try opened("Poster 4")
    visit.gallery.handle(.dropped(.files(["/a/photo.jpg"]), Point(600, 400)), at: 7)
    visit.advance(to: 7)
    #expect(visit.words.contains("“photo.jpg” is a picture"))
    #expect(visit.source.performed.isEmpty)
  }

  @Test func `shows a bar with a count for what takes a while, and asks before it closes meanwhile`() throws {
    let visit = Visit(12)
    visit.source.report(PosterProgress(Message("Exporting as PDF"), done: 0, of: 7))
    visit.advance(to: 1)
    #expect(!visit.words.contains("Exporting"))
    visit.source.report(PosterProgress(Message("Exporting as PDF"), done: 3, of: 7))
    visit.advance(to: 2)
    #expect(visit.words.contains("Exporting as PDF") && visit.words.contains("3 of 7"))
    visit.gallery.close()
    visit.gallery.close()
    #expect(!visit.gallery.isFinished)
    #expect(visit.gallery.layer.texts.count { $0 == "Stop and close?" } == 1)
    visit.key(.enter, at: 2.6)
    #expect(!visit.source.isCancelled)
    try press("Cancel", visit, at: 2.7)
    #expect(visit.source.isCancelled)
    visit.source.report(nil)
    visit.advance(to: 3)
    #expect(!visit.words.contains("Exporting"))
    visit.gallery.close()
    #expect(visit.gallery.isFinished)
  }

  @Test func `edits a poster that was made in another window, and shows all posters for that`() throws {
    let visit = Visit(12)
    visit.source.filter.favoritesOnly = true
    visit.advance(to: 1)
    visit.gallery.open("7", at: 1)
    visit.advance(to: 4)
    visit.advance(to: 4.02)
    #expect(visit.source.opened.map(\.rawValue) == [7] && visit.gallery.panel.editing.open != nil)
    visit.gallery.open("9", at: 5)
    visit.advance(to: 8)
    visit.advance(to: 8.02)
    #expect(visit.source.opened.map(\.rawValue) == [7, 9] && visit.gallery.panel.editing.open != nil)
    // One that cannot be drawn yet lets the other one fill the window for a while.
    visit.source.unprepared = [PosterCard.ID(rawValue: 3)]
    visit.gallery.open("3", at: 9)
    visit.advance(to: 9.5)
    visit.source.finishPreparing(PosterCard.ID(rawValue: 3))
    visit.advance(to: 12)
    #expect(visit.source.opened.map(\.rawValue) == [7, 9, 3] && visit.gallery.panel.editing.open != nil)
  }

  @Test func `opens where it was closed: order, size of posters and place`() throws {
    let visit = Visit(300)
    visit.source.filter.order = .title
    visit.gallery.handle(.wheel(Point(600, 400), Vector(0, 2), .control), at: 1)
    visit.gallery.handle(.wheel(Point(600, 400), Vector(0, -9), []), at: 2)
    visit.advance(to: 5)
    let state = try #require(visit.gallery.rememberedState)
    let seen = try #require(visit.wall?.children)

    let next = Visit(0, state: state)
    next.source.add(300)
    next.advance(to: 1)
    #expect(next.source.filter.order == .title)
    #expect(next.wall?.children.map(\.label) == seen.map(\.label))
    #expect(next.wall?.children.map(\.frame) == seen.map(\.frame))
    next.gallery.restore("order=nonsense wall=1,2,3 wall=nan,nan")
    #expect(next.source.filter.order == .title)
  }

  @Test func `tells someone new three things, each beside what it is about`() throws {
    let visit = Visit(12)
    visit.gallery.host.showHints(visit.gallery.hints)
    var words: [String] = []
    for step in 0..<4 {
      visit.advance(to: 1 + Double(step))
      words.append(visit.gallery.accessibility.first { $0.role == .dialog }?.value ?? "none")
      visit.key(.enter, at: 1.5 + Double(step))
    }
    #expect(words == ["1 of 3", "2 of 3", "3 of 3", "none"])
  }
}
