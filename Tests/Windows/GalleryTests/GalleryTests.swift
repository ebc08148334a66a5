import Colors
import Controls
import Foundation
import Geometry
import Input
import Localization
import Scene
import TestSupport
import Testing
import Typography

@testable import PosterGallery

@Suite struct GalleryTests {
  @Test func `opens a poster from exactly where it hangs and brings it back there`() throws {
    let visit = Visit(40)
    let cell = try #require(visit.poster("Poster 9"))
    visit.doubleClick(cell.center, at: 1)
    let start = try #require(visit.flying(at: 1))
    visit.expectSame(start, cell)
    visit.advance(to: 1.1)
    let middle = try #require(visit.flying(at: 1.1))
    #expect(middle.width > cell.width * 1.3)
    visit.advance(to: 4)
    let full = try #require(visit.flying(at: 4))
    #expect(full.height == 704 && full.minY == 48 && (full.midX - 600).magnitude <= 0.5)
    visit.key(.escape, at: 4)
    visit.advance(to: 4.1)
    #expect(try #require(visit.flying(at: 4.1)).width < full.width)
    visit.advance(to: 8)
    #expect(visit.flying(at: 8) == nil)
    #expect(visit.poster("Poster 9") == cell)
  }

  @Test func `lets neighbours shrink and fade by the progress of the one that flies`() throws {
    let visit = Visit(40)
    visit.doubleClick(try #require(visit.poster("Poster 9")).center, at: 1)
    for step in 1...12 {
      let time = 1 + Double(step) * 0.02
      visit.advance(to: time)
      let frame = try #require(visit.flying(at: time))
      let progress = (frame.width - visit.cellWidth) / (704 * 2 / 3.0 - visit.cellWidth)
      guard progress < 1 else { break }
      let neighbour = try #require(visit.layer("Poster 1", in: "wall"))
      #expect((neighbour.transform.m11 - (1 - 0.25 * progress)).magnitude < 0.01)
    }
  }

  @Test func `what shrinks on the wall is on its way, and rests when the poster is home again`() throws {
    let visit = Visit(40)
    visit.source.setFavorites(0..<40)
    visit.advance(to: 0.5)
    // The stars of the wall are its paths.
    func stars(at time: Double) -> (moving: Int, resting: Int) {
      visit.advance(to: time)
      let paths = visit.list(at: time).items.filter { item in
        if case .path(let path) = item.shape { return path.color == .white } else { return false }
      }
      return (paths.count { $0.isMoving }, paths.count { !$0.isMoving })
    }
    #expect(stars(at: 0.9).moving == 0 && stars(at: 0.9).resting > 8)
    visit.doubleClick(try #require(visit.poster("Poster 9")).center, at: 1)
    for step in 1...5 {
      let seen = stars(at: 1 + Double(step) * 0.02)
      #expect(seen.moving > 8 && seen.resting <= 1)
    }
    visit.advance(to: 4)
    visit.key(.escape, at: 4)
    visit.advance(to: 4.1)
    #expect(stars(at: 8).moving == 0 && stars(at: 8).resting > 8)
  }

  @Test func `keeps the grabbed point under the pointer and lets go both ways`() throws {
    for (speed, stays) in [(3000.0, false), (40, true)] {
      let visit = Visit(40)
      visit.doubleClick(try #require(visit.poster("Poster 9")).center, at: 0)
      visit.advance(to: 3)
      let start = Point(620, 300)
      visit.gallery.handle(.pointerDown(start, .left, clicks: 1, []), at: 3)
      let frame = try #require(visit.flying(at: 3))
      let hold = Vector((start.x - frame.midX) / frame.width, (start.y - frame.midY) / frame.height)
      for step in 1...8 {
        let time = 3 + Double(step) / 120
        let pointer = Point(start.x + speed * Double(step) / 120, start.y + 3)
        visit.gallery.handle(.pointerMoved(pointer, []), at: time)
        visit.advance(to: time)
        let now = try #require(visit.flying(at: time))
        let grabbed = Point(now.midX + hold.dx * now.width, now.midY + hold.dy * now.height)
        #expect(grabbed.distance(to: pointer) < 0.5)
      }
      let end = 3 + 8.0 / 120
      visit.gallery.handle(.pointerUp(Point(start.x + speed * 8 / 120, start.y + 3), .left, []), at: end)
      visit.advance(to: 9)
      #expect((visit.flying(at: 9) != nil) == stays)
    }
  }

  @Test func `turns to the neighbours and returns to the cell of the last one`() throws {
    let visit = Visit(200)
    visit.doubleClick(try #require(visit.poster("Poster 9")).center, at: 0)
    visit.advance(to: 2)
    for step in 0..<60 { visit.key(.right, at: 2 + Double(step) * 0.05) }
    visit.advance(to: 8)
    visit.key(.escape, at: 8)
    visit.advance(to: 12)
    let cell = try #require(visit.poster("Poster 69"))
    #expect(cell.minY >= 56 && cell.maxY <= 800)
    #expect(visit.selected == ["Poster 69"])
  }

  @Test func `shows the same at a time however many frames there were`() throws {
    func visit(_ frames: Int) throws -> DisplayList {
      let visit = Visit(60)
      visit.gallery.handle(.wheel(Point(600, 400), Vector(0, -3), []), at: 0.1)
      visit.frames(from: 0.1, to: 0.35, count: frames)
      visit.gallery.handle(.pointerMoved(Point(500, 400), []), at: 0.35)
      visit.frames(from: 0.35, to: 1, count: frames)
      visit.gallery.handle(.key(.down, [], isRepeat: false), at: 1)
      visit.gallery.handle(.key(.enter, [], isRepeat: false), at: 1.2)
      visit.frames(from: 1.2, to: 1.3, count: frames)
      visit.gallery.handle(.key(.right, [], isRepeat: false), at: 1.3)
      visit.frames(from: 1.3, to: 1.4, count: frames)
      visit.gallery.handle(.key(.escape, [], isRepeat: false), at: 1.4)
      visit.frames(from: 1.4, to: 1.6, count: frames)
      visit.gallery.handle(.pointerDown(Point(600, 400), .left, clicks: 1, []), at: 1.6)
      visit.frames(from: 1.6, to: 1.62, count: frames)
      return visit.list(at: 1.62)
    }
    let once = try visit(1)
    for frames in [2, 7, 30] { #expect(try visit(frames) == once) }
  }

  @Test func `selects by click, with Control, Shift, a rectangle, and all`() throws {
    let visit = Visit(30)
    visit.click("Poster 2")
    #expect(visit.selected == ["Poster 2"])
    visit.click("Poster 4", .control)
    #expect(visit.selected == ["Poster 2", "Poster 4"])
    visit.click("Poster 6", .shift)
    #expect(visit.selected == ["Poster 4", "Poster 5", "Poster 6"])
    visit.click("Poster 5", .control)
    #expect(visit.selected == ["Poster 4", "Poster 6"])
    visit.key(.character("a"), .control)
    #expect(visit.selected.count == visit.visibleCount)
    let (first, last) = (try #require(visit.poster("Poster 1")), try #require(visit.poster("Poster 2")))
    let corner = Point(first.minX - 10, first.minY - 10)
    visit.gallery.handle(.pointerDown(corner, .left, clicks: 1, []), at: 3)
    visit.gallery.handle(.pointerMoved(Point(last.midX, last.midY), []), at: 3.1)
    visit.gallery.handle(.pointerUp(Point(last.midX, last.midY), .left, []), at: 3.2)
    #expect(visit.selected == ["Poster 1", "Poster 2"])
  }

  @Test func `takes back and brings about again what was done to posters`() throws {
    let visit = Visit(12)
    let before = visit.source.all
    visit.click("Poster 3")
    visit.key(.delete)
    #expect(visit.source.all.count == 11)
    visit.click("Poster 5")
    visit.key(.character("d"), .control)
    visit.key(.character("b"), .control)
    #expect(visit.source.all.count == 12)
    let after = visit.source.all
    for _ in 0..<3 { visit.key(.character("z"), .control) }
    #expect(visit.source.all == before)
    for _ in 0..<3 { visit.key(.character("z"), [.control, .shift]) }
    #expect(visit.source.all.map(\.title) == after.map(\.title))
  }

  @Test func `renames under the poster, and leaves the title with Escape`() throws {
    let visit = Visit(12)
    visit.click("Poster 3")
    visit.key(.function(2))
    visit.gallery.handle(.text("Tea"), at: 2)
    visit.key(.enter)
    #expect(visit.source.all[3].title == "Tea")
    visit.key(.function(2))
    visit.gallery.handle(.text("Coffee"), at: 3)
    visit.key(.escape)
    #expect(visit.source.all[3].title == "Tea")
    visit.key(.character("z"), .control)
    #expect(visit.source.all[3].title == "Poster 3")
  }

  @Test func `says of a poster that cannot be read that it cannot, in every size`() throws {
    let visit = Visit(40)
    visit.source.damage(3)
    visit.advance(to: 1)
    func words() throws -> Rect? {
      try #require(visit.layer("Poster 3", in: "wall")).all.first {
        $0.texts == ["Cannot be read"] && $0.sublayers.isEmpty
      }?.frame
    }
    let cell = try #require(visit.poster("Poster 3"))
    #expect(try #require(try words()).midX == cell.width / 2)
    #expect(visit.wall?.children.first { $0.label == "Poster 3" }?.value?.contains("cannot be read") == true)

    visit.gallery.layOut(size: Size(500, 900), scale: 1)
    visit.advance(to: 2)

    let other = try #require(visit.poster("Poster 3"))
    #expect(other.width != cell.width)
    #expect(try #require(try words()).midX == other.width / 2)
  }

  @Test func `a selected poster that rises takes its ring along`() throws {
    let visit = Visit(40)
    visit.click("Poster 9")
    visit.advance(to: 3)
    let layers = try #require(visit.layer("Poster 9", in: "wall")).all
    let ring = try #require(layers.first { $0.borderWidth == 3 })
    #expect(ring.superlayer?.transform.m11 == 1.02)
  }

  @Test func `counts posters only where they are known`() {
    let visit = Visit(40)
    func count() -> Bool { visit.words.contains("40 posters") }
    visit.advance(to: 1)
    #expect(count())
    visit.source.fail()
    visit.advance(to: 2)
    #expect(!count())
  }

  @Test func `searches for what is typed on the wall, and Escape empties the field`() throws {
    let visit = Visit(300)
    visit.gallery.handle(.text("poster 29"), at: 1)
    visit.advance(to: 1.1)
    #expect(visit.source.count == 11 && visit.node("Search")?.value == "poster 29")
    visit.gallery.handle(.text("9"), at: 2)
    visit.advance(to: 2.1)
    #expect(visit.source.count == 1)
    visit.key(.enter)
    #expect(visit.selected == ["Poster 299"] && visit.gallery.host.focus?.label == "Gallery of posters")
    visit.key(.character("f"), .control)
    visit.key(.escape)
    #expect(visit.source.count == 300 && visit.node("Search")?.value == "")
    visit.key(.escape)
    #expect(visit.gallery.host.focus?.label == "Gallery of posters")
  }

  @Test func `keeps the words in the search field for as long as they filter`() throws {
    for leaves in [true, false] {
      let visit = Visit(30)
      visit.key(.character("f"), .control)
      visit.gallery.handle(.text("21"), at: 2.6)
      visit.advance(to: 2.7)
      if leaves {
        visit.key(.tab)
      } else {
        visit.gallery.handle(.pointerDown(Point(1150, 750), .left, clicks: 1, []), at: 2.8)
        visit.gallery.handle(.pointerUp(Point(1150, 750), .left, []), at: 2.8)
      }
      visit.advance(to: 3)
      #expect(visit.source.filter.words == "21" && visit.words.contains("1 found"))
      let field = visit.node("Search")
      #expect(field?.value == "21")
      #expect(visit.words.components(separatedBy: "\n").contains("21"))
    }
  }

  @Test func `goes from the wall around the bar and back with Tab`() {
    let visit = Visit(30)
    var focused: [String] = []
    for _ in 0..<7 {
      visit.key(.tab)
      focused.append(visit.gallery.host.focus?.label ?? "nothing")
    }
    #expect(
      focused == [
        "Shown posters", "Order", "Search", "New poster", "Menu", "Gallery of posters", "Shown posters",
      ])
    visit.key(.tab, .shift)
    visit.key(.tab, .shift)
    #expect(visit.gallery.host.focus?.label == "Menu")
  }

  @Test func `gives the keyboard to the poster that fills the window, and back to the wall`() throws {
    let visit = Visit(30)
    visit.doubleClick(try #require(visit.poster("Poster 4")).center, at: 1)
    visit.advance(to: 3)
    #expect(visit.gallery.host.focus === visit.gallery.panel.stage)
    // Nothing of the bar can be touched or reached behind it.
    visit.advance(to: 6)
    #expect(visit.gallery.host.target(at: Point(1150, 28)) === visit.gallery.panel.stage)
    visit.key(.escape, at: 6.2)
    #expect(visit.gallery.host.focus === visit.gallery.panel.wall)
  }

  @Test func `adds the posters of files that are dropped on the wall`() {
    let visit = Visit(3)
    visit.gallery.handle(.dropped(.files(["/a.json", "/b.json"]), Point(600, 400)), at: 1)
    guard case .read(let paths, _)? = visit.source.performed.last else {
      Issue.record("nothing was read")
      return
    }
    #expect(paths == ["/a.json", "/b.json"])
  }

  @Test func `opens a poster from its cell as soon as it is ready`() throws {
    let visit = Visit(40)
    let cell = try #require(visit.poster("Poster 9"))
    visit.source.unprepared.insert(PosterCard.ID(rawValue: 9))
    visit.doubleClick(cell.center, at: 1)
    visit.advance(to: 1.5)
    #expect(visit.flying(at: 1.5) == nil && visit.poster("Poster 9") != nil)
    visit.source.finishPreparing(PosterCard.ID(rawValue: 9))
    visit.advance(to: 2)
    // It has risen under the pointer meanwhile; both of its sides follow one progress between whole pixels.
    let risen = Rect(
      center: cell.center, size: Size(width: cell.width * 1.02, height: cell.height * 1.02))
    for (a, b) in zip(try #require(visit.flying(at: 2)).corners, risen.corners) {
      #expect(a.distance(to: b) < 0.01)
    }
    visit.advance(to: 4)
    #expect(try #require(visit.flying(at: 4)).height == 704)
  }

  @Test func `opens nothing that was given up while it was made ready`() throws {
    let visit = Visit(40)
    visit.source.unprepared.insert(PosterCard.ID(rawValue: 9))
    visit.doubleClick(try #require(visit.poster("Poster 9")).center, at: 1)
    visit.key(.escape, at: 1.2)
    visit.source.finishPreparing(PosterCard.ID(rawValue: 9))
    visit.advance(to: 2)
    #expect(visit.flying(at: 2) == nil)
  }

  @Test func `goes on while a change is made, and shows it when it is done`() throws {
    let visit = Visit(12)
    visit.source.isSlow = true
    visit.click("Poster 3")
    visit.key(.delete)
    visit.key(.right)
    #expect(visit.selected == ["Poster 4"] && visit.poster("Poster 3") != nil)
    visit.source.answer()
    visit.advance(to: 3)
    #expect(visit.poster("Poster 3") == nil && visit.words.contains("Moved “Poster 3” to the bin"))
  }

  @Test func `asks only for the posters that are seen and a few more`() {
    let visit = Visit(5000)
    visit.key(.end, at: 1)
    visit.advance(to: 5)
    let request = visit.source.requests.last
    #expect(request?.visible.upperBound == 5000)
    for request in visit.source.requests {
      #expect(request.visible.count <= 60 && request.ahead.count <= 140)
      #expect(request.ahead.allSatisfy { !request.visible.contains($0) })
    }
  }

  @Test func `an album without posters says how they come into it`() throws {
    let visit = Visit(3)
    visit.source.albums = [Album(id: .init(rawValue: 1), name: "Kitchen", count: 0)]
    visit.source.filter.album = .init(rawValue: 1)
    visit.advance(to: 1)
    #expect(visit.words.contains("Nothing in this album yet") && !visit.words.contains("No favourites yet"))
  }

  @Test func `says what to do where there is nothing`() throws {
    let visit = Visit(0)
    visit.advance(to: 1)
    #expect(visit.words.contains("No posters yet"))
    visit.source.state = .failed(
      Message("The posters cannot be shown"), advice: Message("free some space"))
    visit.advance(to: 2)
    #expect(visit.words.contains("free some space"))
  }

  @Test func `opens a menu that fits the window, and does what is chosen there`() throws {
    let visit = Visit(12)
    let cell = try #require(visit.poster("Poster 4"))
    visit.gallery.handle(.pointerDown(cell.center, .right, clicks: 1, []), at: 1)
    visit.gallery.handle(.pointerUp(cell.center, .right, []), at: 1)
    let menu = try #require(visit.gallery.accessibility.first { $0.role == .menu })
    #expect(Rect(x: 0, y: 0, width: 1200, height: 800).contains(menu.frame))
    let delete = try #require(menu.children.first { $0.label == "Delete" })
    visit.gallery.handle(.pointerDown(delete.frame.center, .left, clicks: 1, []), at: 2)
    visit.gallery.handle(.pointerUp(delete.frame.center, .left, []), at: 2)
    #expect(!visit.source.all.contains { $0.title == "Poster 4" })
    #expect(visit.gallery.accessibility.first { $0.role == .menu } == nil)
  }

  @Test func `fades and does not fly where motion is not wanted`() throws {
    let visit = Visit(12)
    visit.gallery.reducesMotion = true
    visit.doubleClick(try #require(visit.poster("Poster 4")).center, at: 1)
    for step in 0...4 {
      visit.advance(to: 1 + Double(step) * 0.03)
      #expect(try #require(visit.flying(at: 1)).height == 704)
    }
    visit.key(.escape, at: 2)
    visit.advance(to: 2.2)
    #expect(visit.flying(at: 2.2) == nil)
  }

  @Test func `nothing is seen through the pictures of a wall that fades`() throws {
    let visit = Visit(12)
    visit.source.picture = SharedBitmap(
      Bitmap(size: PixelSize(width: 2, height: 3), bytes: [UInt8](repeating: 255, count: 24)))
    visit.gallery.layOut(size: Size(width: 1100, height: 800), scale: 1)
    visit.advance(to: 0.5)
    visit.doubleClick(try #require(visit.poster("Poster 4")).center, at: 1)
    visit.advance(to: 1.1)
    var covers: [(transform: Transform3D, rect: Rect)] = []
    var pictures = 0
    for item in visit.list(at: 1.1).items where item.opacity < 1 {
      switch item.shape {
      case .box(let rect, _, _?, _, _): covers.append((item.transform, rect))
      case .image(_, let rect, _):
        pictures += 1
        #expect(!covers.contains { $0.transform == item.transform && $0.rect == rect })
      default: break
      }
    }
    #expect(pictures > 5)
  }

  /// How much of each poster on the stage is seen, and of the wall.
  private func seen(_ visit: Visit) -> (posters: [Double], wall: Double) {
    let stage = visit.gallery.layer.all.first { $0.name == "stage" }?.sublayers ?? []
    return (stage.map(\.opacity), visit.layer("Poster 3", in: "wall")?.sublayers.last?.opacity ?? 0)
  }

  @Test func `dissolves into the next poster where motion is not wanted, and shows no wall between`() throws {
    let visit = Visit(12)
    visit.gallery.reducesMotion = true
    visit.doubleClick(try #require(visit.poster("Poster 4")).center, at: 1)
    visit.advance(to: 2)

    visit.key(.right, at: 3)
    var shares: [[Double]] = []
    for step in 0...4 {
      visit.advance(to: 3 + Double(step) * 0.03)
      shares.append(seen(visit).posters)
      #expect(seen(visit).wall == 0)
    }

    #expect(shares.first == [1, 0])
    #expect(shares.last == [1])
    for (step, posters) in shares.enumerated().dropLast() {
      #expect(abs(posters[0] - (1 - Double(step) / 4)) < 1e-9)
      #expect(abs(posters[1] - Double(step) / 4) < 1e-9)
    }
    // The bar that the key brought goes two seconds later.
    #expect(visit.gallery.advance(to: 3.2) == 3 + TransientVisibility.rest)
  }

  @Test func `never jumps while posters dissolve, whatever is asked meanwhile`() throws {
    let keys: [Key] = [.right, .left, .escape, .enter]
    for seed in 0..<6 {
      var random = SeededGenerator(seed: UInt64(seed))
      let visit = Visit(12)
      visit.gallery.reducesMotion = true
      visit.doubleClick(try #require(visit.poster("Poster 4")).center, at: 1)
      var before = seen(visit)
      for frame in 1...300 {
        let time = 1 + Double(frame) * 0.005
        if frame.isMultiple(of: 9) { visit.key(keys[.random(in: 0..<4, using: &random)], at: time) }
        visit.advance(to: time)
        let now = seen(visit)
        // Each goes from nothing to all in 24 frames; those that come and those that go add up.
        let (posters, postersBefore) = (now.posters.reduce(0, +), before.posters.reduce(0, +))
        #expect(abs(posters - postersBefore) < 0.1)
        #expect(abs(now.wall - before.wall) < 0.1)
        before = now
      }
    }
  }

  @Test func `survives any input`() {
    for seed in Sweep.sample(0..<8, 4) {
      let visit = Visit(seed * 9)
      var random = SeededGenerator(seed: UInt64(seed))
      for step in 0..<200 { visit.doAnything(at: 1 + Double(step) * 0.03, &random) }
    }
  }
}
