import Colors
import Controls
import Files
import Geometry
import Glibc
import Heraldry
import Images
import Input
import Posters
import Publishing
import TestSupport
import Testing
import Typography

@testable import PosterEditor

@Suite struct CrownEditingTests {
  private func crowned(_ emblem: Emblem? = nil) throws -> Poster {
    let own = Emblem.drawing(
      try CrownCatalogue.poster.drawing().outline(), source: "crown:\(CrownCatalogue.poster.id)")
    return Poster(
      title: "Calm", emblem: emblem ?? own, lines: [Poster.Line("KEEP"), Poster.Line("CALM")])
  }

  /// A poster whose crown is quickly drawn.
  private func marked() -> Poster {
    Poster(
      title: "Calm", emblem: .drawing(Path(circle: .zero, radius: 10), source: "disc.svg"),
      lines: [Poster.Line("KEEP")])
  }

  /// A white disc on nothing, as a PNG.
  private func disc(_ color: [UInt8] = [255, 255, 255]) throws -> [UInt8] {
    let side = 48
    let bytes = (0..<side * side).flatMap { index -> [UInt8] in
      let (x, y) = (Double(index % side) - 23.5, Double(index / side) - 23.5)
      return color + [x * x + y * y < 400 ? 255 : 0]
    }
    return try PNG.encoded(Bitmap(size: PixelSize(width: side, height: side), bytes: bytes))
  }

  // MARK: The grid

  @Test func `a click on the crown opens the crowns, and Return takes one as one step`() throws {
    let driver = EditorDriver(try crowned())
    let before = driver.poster.emblem
    driver.click(driver.handle.crownInWindow.center)
    #expect(driver.panel?.tab == .crowns)

    driver.key(.right)
    driver.key(.right)
    #expect(driver.poster.emblem == before && driver.steps.isEmpty)
    driver.key(.enter)

    #expect(driver.panel == nil)
    #expect(driver.steps == ["new-crown"])
    #expect(driver.poster.emblem.crownID != nil && driver.poster.emblem != before)
    driver.key(.character("z"), .control)
    #expect(driver.poster.emblem == before)
  }

  @Test func `Escape leaves and changes nothing`() throws {
    let driver = EditorDriver(try crowned())
    driver.key(.character("c"), [.control, .shift])
    driver.key(.down)
    driver.key(.escape)

    #expect(driver.panel == nil && driver.steps.isEmpty)
  }

  @Test func `letters search, and what is found first is taken`() throws {
    let driver = EditorDriver(try crowned())
    driver.key(.character("c"), [.control, .shift])
    driver.send(.text("kokoshnik"))
    driver.key(.enter)

    #expect(driver.poster.emblem.crownID?.hasPrefix("kokoshnik") == true)
  }

  @Test func `a crown comes into its place on a spring, and at once where no motion is wanted`() throws {
    for reducesMotion in [false, true] {
      let driver = EditorDriver(try crowned(), reducesMotion: reducesMotion)
      driver.key(.character("c"), [.control, .shift])
      driver.key(.right)
      driver.key(.enter)

      #expect(
        (driver.editor.advance(to: driver.time + 0.02) ?? .infinity <= driver.time + 0.02) == !reducesMotion)
      #expect(driver.editor.advance(to: driver.time + 3) == nil)
    }
  }

  @Test func `None takes the crown away, as does Delete on the poster`() throws {
    let driver = EditorDriver(try crowned())
    driver.editor.host.setFocus(driver.handle, byKeyboard: true)
    driver.key(.delete)

    #expect(driver.poster.emblem == .none && driver.steps == ["no-crown"])
    #expect(driver.handle.isHidden)
    #expect(driver.editor.host.focus === driver.editor.open.panel.canvas)
  }

  // MARK: The size

  @Test func `the corner scales the crown, which stays under the pointer, as one step`() throws {
    let driver = EditorDriver(try crowned())
    let box = driver.handle.crownInWindow
    let corner = Point(box.maxX, box.maxY)
    driver.drag(from: corner, through: corner + Vector(5, 0), corner + Vector(20, 8), corner + Vector(30, 3))

    #expect(driver.steps == ["crown-size"])
    #expect(abs(driver.handle.crownInWindow.maxX - (corner.x + 30)) < 1)
    #expect(driver.poster.emblemScale > 1.05)
  }

  @Test func `the historic size holds the corner, and is not passed over by keys`() throws {
    var poster = marked()
    poster.emblemScale = 1.3
    let driver = EditorDriver(poster)
    let box = driver.handle.crownInWindow
    let corner = Point(box.maxX, box.maxY)
    driver.drag(from: corner, through: corner - Vector(box.width / 2 * (1 - 1.02 / 1.3), 0))
    #expect(driver.poster.emblemScale == 1)

    driver.editor.host.setFocus(driver.handle, byKeyboard: true)
    driver.key(.up, .control)
    driver.key(.down, .control)
    driver.key(.character("-"))
    driver.key(.up, [.control, .shift])
    #expect(driver.poster.emblemScale == 1)
    driver.key(.home)
    driver.key(.character("+"))
    #expect(driver.poster.emblemScale == 1.02)
  }

  @Test func `a key that is held is one step, and another press another one`() throws {
    let driver = EditorDriver(marked())
    driver.editor.host.setFocus(driver.handle, byKeyboard: true)
    for press in 0..<2 {
      for count in 0..<3 { driver.key(.right, isRepeat: count > 0) }
      #expect(driver.steps.count == press + 1)
    }
    #expect(Set(driver.steps) == ["crown-place"])
  }

  // MARK: The place

  @Test func `arrows move the crown by a millimetre, with Shift by ten, and Home brings it back`() throws {
    let driver = EditorDriver(try crowned())
    driver.editor.host.setFocus(driver.handle, byKeyboard: true)
    driver.key(.right)
    driver.key(.right)
    driver.key(.left)
    driver.key(.up, .shift)

    let (offset, page) = (driver.poster.emblemOffset, driver.poster.page)
    #expect(abs(offset.dx * page.width - 1) < 0.01 && abs(offset.dy * page.height + 10) < 0.01)
    #expect(driver.poster.emblemScale == 1 && driver.steps.count == 4)
    driver.key(.home)
    #expect(driver.poster.emblemOffset == .zero)
  }

  @Test func `a drag moves the crown under the pointer as one step, and takes the axis where it is near`()
    throws
  {
    let driver = EditorDriver(try crowned())
    let box = driver.handle.crownInWindow
    driver.drag(from: box.center, through: box.center + Vector(30, 0), box.center + Vector(40, 25))
    #expect(driver.steps == ["crown-place"] && driver.panel == nil)
    let moved = driver.handle.crownInWindow
    #expect(abs(moved.midX - box.midX - 40) < 1 && abs(moved.midY - box.midY - 25) < 1)

    driver.drag(from: moved.center, through: moved.center + Vector(-37, 8))
    #expect(driver.poster.emblemOffset.dx == 0 && driver.poster.emblemOffset.dy > 0)
    driver.drag(from: driver.handle.crownInWindow.center, through: box.center + Vector(3, -3))
    #expect(driver.poster.emblemOffset == .zero)
  }

  @Test func `Escape in a drag brings the crown back, its size too, and there is no step`() throws {
    let driver = EditorDriver(try crowned())
    let before = driver.poster
    let box = driver.handle.crownInWindow
    for start in [box.center, Point(box.maxX, box.maxY)] {
      driver.move(to: start)
      driver.press(start)
      driver.move(to: start + Vector(30, 30))
      driver.move(to: start + Vector(60, 40))
      #expect(driver.poster != before)
      driver.key(.escape)
      driver.release(start + Vector(60, 40))
      #expect(driver.poster == before && driver.steps.isEmpty && driver.panel == nil)
    }
  }

  @Test func `a click still chooses a crown, and none leaves the page`() throws {
    let driver = EditorDriver(try crowned())
    let box = driver.handle.crownInWindow
    driver.press(box.center)
    driver.send(.pointerMoved(box.center + Vector(2, 1), []))
    driver.send(.pointerUp(box.center + Vector(2, 1), .left, []))
    #expect(driver.panel != nil && driver.poster.emblemOffset == .zero)
    driver.key(.escape)

    driver.drag(from: box.center, through: Point(5, 60), Point(5, 60))
    let layout = driver.session.draft.layout
    let middle = try #require(layout.emblem?.bounds.center)
    #expect(layout.page.outset(by: 1).contains(middle))
    driver.key(.home)
  }

  @Test(arguments: [0.25, 0.8, 1, 1.7, 3.0])
  func `the crown never grows beyond what is seen of it`(scale: Double) throws {
    var poster = marked()
    poster.emblemScale = scale
    let driver = EditorDriver(poster)
    let box = driver.handle.crownInWindow
    let corner = Point(box.maxX, box.maxY)
    driver.drag(from: corner, through: corner + Vector(200, 0), corner + Vector(900, 0))
    let widest = driver.poster.emblemScale
    driver.editor.host.setFocus(driver.handle, byKeyboard: true)
    let before = driver.handle.crownInWindow.width
    driver.key(.down, [.control, .shift])

    #expect(widest <= CrownHandle.scales.upperBound)
    #expect(driver.handle.crownInWindow.width < before)
  }

  @Test func `assistive tools read the crown's name and size, change it and open it`() throws {
    let driver = EditorDriver(try crowned())
    func node() -> AccessibilityNode? {
      let top = driver.editor.accessibility.children
      return (top + top.flatMap(\.children)).first { $0.label == "Crown" && $0.role == .slider }
    }
    let crown = try #require(node())
    #expect(crown.value?.contains("historic") == true && crown.number == 1)
    #expect(Set(crown.actions).isSuperset(of: [.press, .increment, .decrement]))

    #expect(driver.perform(.increment, on: crown.id))
    #expect(driver.poster.emblemScale == 1.02)
    #expect(driver.perform(.setNumber(1.5), on: crown.id))
    #expect(node()?.number == 1.5)
    #expect(driver.perform(.press, on: crown.id))
    #expect(driver.panel != nil)
  }

  // MARK: Signs, pictures, designs

  @Test func `a sign that is pasted becomes the crown at once, and letters find signs`() throws {
    let driver = EditorDriver(try crowned())
    driver.key(.character("c"), [.control, .shift])
    driver.key(.character("2"), .control)
    #expect(driver.panel?.tab == .emoji)
    let field = try #require(driver.control("Emoji, sign or word"))
    driver.editor.host.setFocus(field, byKeyboard: true)
    driver.send(.text("★"))
    #expect(driver.poster.emblem.source == "★" && driver.steps == ["new-crown"])

    driver.key(.character("a"), .control)
    driver.send(.text("scissors"))
    driver.key(.enter)
    #expect(driver.poster.emblem.source == "✂")
    #expect(driver.panel == nil)
  }

  @Test func `every sign that is offered is one character and drawn as poster new --crown draws it`() throws {
    let texts = Sign.offered.flatMap(\.texts)
    #expect(Set(texts).count == texts.count && texts.count >= 60)
    #expect(texts.allSatisfy { $0.count == 1 })
    for (text, emblem) in zip(texts, PosterSources.signs(texts)) {
      guard let emblem else {
        #expect(throws: PosterError.self) { try PosterSources.emblem(text) }
        continue
      }
      #expect(try PosterSources.emblem(text) == emblem)
    }
  }

  @Test(.enabled(if: Typesetter().families.contains("Symbola"), "fonts-symbola is not installed"))
  func `a crown emoji is an outline in the ink where a font has one`() throws {
    guard case .path(let path, let source) = try PosterSources.emblem("👑") else {
      Issue.record("it is a picture")
      return
    }
    #expect(source == "👑" && max(path.bounds?.width ?? 0, path.bounds?.height ?? 0) == 1000)
  }

  @Test func `a white drawing on nothing is the crown in the ink, a picture of many colours keeps them`()
    throws
  {
    try withScratch { folder in
      try AtomicFile.write(try disc(), to: folder + "/white.png")
      var colors = try Bitmap(encoded: try disc())
      for index in stride(from: 0, to: colors.bytes.count, by: 8) { colors.bytes[index] = 0 }
      try AtomicFile.write(try PNG.encoded(colors), to: folder + "/many.png")
      let driver = EditorDriver(try crowned())

      driver.editor.open.crown.choose(folder + "/white.png")
      driver.settle()
      #expect(driver.poster.tintsEmblem && driver.poster.emblem.source == "white.png")
      driver.editor.open.crown.choose(folder + "/many.png")
      driver.settle()
      #expect(!driver.poster.tintsEmblem && driver.steps == ["new-crown", "new-crown"])
      driver.editor.open.crown.choose(folder + "/none.png")
      driver.settle()
      #expect(driver.editor.host.saidNotices.last?.words.contains("none.png") == true)
    }
  }

  @Test func `each gesture of designing is one step, and the design is taken up again from the document`()
    throws
  {
    let driver = EditorDriver(try crowned())
    driver.key(.character("c"), [.control, .shift])
    driver.key(.character("4"), .control)
    #expect(driver.steps.isEmpty)
    let slider = try #require(driver.control("Height"))
    let start = slider.frameInWindow
    driver.drag(
      from: start.center, through: Point(start.maxX - 4, start.midY), Point(start.minX + 4, start.midY),
      Point(start.maxX - 2, start.midY))
    #expect(driver.steps == ["crown-design"])
    driver.click(try #require(driver.control("Surprise me")).frameInWindow.center)
    #expect(driver.steps == ["crown-design", "crown-design"])

    let again = try Poster(json: Array(driver.poster.json.utf8))
    let design = try #require(again.emblem.design)
    #expect(Emblem.drawing(try design.drawing().outline(), source: again.emblem.source) == again.emblem)
    driver.key(.character("z"), .control)
    driver.key(.character("z"), .control)
    #expect(driver.poster == (try crowned()))
  }

  // MARK: Dropping

  @Test
  func `a picture that was dragged goes to the target under it, one that is only dropped is asked about`()
    throws
  {
    try withScratch { folder in
      let path = folder + "/disc.png"
      try AtomicFile.write(try disc(), to: path)
      let driver = EditorDriver(try crowned())
      let page = driver.editor.open.panel.pageFrame
      let (above, below) = (Point(page.midX, page.minY + 60), Point(page.midX, page.maxY - 60))

      driver.send(.dragMoved(.files([path]), below))
      #expect(!driver.editor.open.panel.canvas.drops.layer.isHidden)
      driver.send(.dragMoved(.files([path]), above))
      driver.send(.dropped(.files([path]), above))
      #expect(driver.steps == ["new-crown"] && driver.editor.open.panel.canvas.drops.layer.isHidden)

      driver.send(.dragMoved(.files([path]), above))
      driver.send(.dragMoved(.files([path]), below))
      driver.send(.dropped(.files([path]), below))
      #expect(driver.steps == ["picture-as-ground", "new-crown"])

      driver.send(.dropped(.files([path]), below))
      #expect(driver.steps.count == 2)
      driver.key(.escape)
      #expect(driver.steps.count == 2)
      driver.key(.character("z"), .control)
      driver.send(.dropped(.files([path]), above))
      driver.key(.enter)
      #expect(driver.steps == ["picture-as-ground", "new-crown"])
    }
  }

  @Test func `what is dragged away again leaves no targets, and documents are left to others`() throws {
    let driver = EditorDriver(try crowned())
    let middle = driver.editor.open.panel.pageFrame.center
    driver.send(.dragMoved(.files(["/a.png"]), middle))
    driver.send(.dragLeft)
    #expect(driver.editor.open.panel.canvas.drops.layer.isHidden)
    let canvas = driver.editor.open.panel.canvas
    #expect(canvas.proposal(for: DropEvent(.files(["/a.json"]), at: middle, time: 0)) == nil)
    #expect(canvas.proposal(for: DropEvent(.files(["/a.pdf"]), at: middle, time: 0))?.isAccepted == false)
  }
}

@Suite struct PathCompletionTests {
  @Test func `folders come first, only what can be read is listed, and what all share is completed`() throws {
    try withScratch { folder in
      for name in ["crown-a.png", "Crown-b.svg", "crown.txt", ".hidden.png"] {
        try AtomicFile.write("x", to: folder + "/" + name)
      }
      Folder.make(folder + "/crowns")
      defer { rmdir(folder + "/crowns") }
      func complete(_ start: String) -> PathCompletion {
        PathCompletion(folder + "/" + start, extensions: PictureDrops.extensions)
      }

      #expect(complete("").entries.map(\.name) == ["crowns", "crown-a.png", "Crown-b.svg"])
      #expect(complete("crown-a").completed == folder + "/crown-a.png")
      #expect(complete("crowns").completed == folder + "/crowns/")
      #expect(complete(".h").entries.map(\.name) == [".hidden.png"])
      #expect(complete("zzz").entries.isEmpty && complete("zzz").completed == folder + "/zzz")
      #expect(PathCompletion("~/x", extensions: ["png"], home: folder).entries.isEmpty)
    }
  }
}

/// Calls `body` with a folder that is gone afterwards.
func withScratch(_ body: (String) throws -> Void) throws {
  let folder = try ScratchFolder()
  try withExtendedLifetime(folder) { try body(folder.path) }
}
