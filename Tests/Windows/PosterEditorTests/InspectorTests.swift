import Colors
import Controls
import Geometry
import Images
import Input
import Posters
import Printing
import Scene
import Testing
import Typography
import WindowSupport

@testable import PosterEditor

/// The properties beside a poster.
@Suite struct InspectorTests {
  static let stops = [
    Background.Stop(RGBA(hex: 0xff0000), at: 0), Background.Stop(RGBA(hex: 0x00ff00), at: 0.3),
    Background.Stop(RGBA(hex: 0x0000ff), at: 1),
  ]
  static let slanted = Background.linear(stops: stops, start: Point(0.1, 0.2), end: Point(0.9, 0.7))
  static let glowing = Background.radial(stops: stops, center: Point(0.3, 0.6), radius: 0.4)

  /// Returns a driver of a window in which the properties of line, crown, ink and ground are seen without scrolling.
  private func driver(on background: Background, size: Size = Size(1120, 1200)) -> EditorDriver {
    EditorDriver(
      Poster(title: "Calm", background: background, lines: [Poster.Line("KEEP"), Poster.Line("CALM")]),
      size: size)
  }

  @Test func `words for which there is no room end with an ellipsis and are told by the tooltip`() throws {
    let driver = driver(on: Self.slanted)
    func shown(_ text: String, lines: Int) -> (texts: [TextContents], tooltip: String?) {
      let words = Words(text)
      words.frame = Rect(x: 0, y: 0, width: 240, height: Words.height(lines: lines))
      words.update(driver.session.interface)
      let texts = words.layer.sublayers.compactMap { layer in
        if case .text(let text) = layer.contents { text } else { nil }
      }
      return (texts, words.tooltip?.words)
    }
    let name =
      "Tudor crown, four crosses pattée and fleurs-de-lis, two pierced arches, cap, topped by a cross"
    for lines in 1...2 {
      let (texts, tooltip) = shown(name, lines: lines)
      #expect(texts.count == lines && texts.map(\.text).joined(separator: " ") == name)
      #expect(texts.last?.maximumWidth == 240 && tooltip == name)
    }
    for text in ["None", ""] {
      let (texts, tooltip) = shown(text, lines: 1)
      #expect(texts.allSatisfy { $0.maximumWidth == nil } && tooltip == nil)
    }
  }

  @Test(
    .enabled(
      if: Typesetter().missingFont(inFamilies: "Symbola") == nil, "fonts-symbola is not installed"))
  func `emoji that are blobs in one ink are offered in their colours, in one step`() throws {
    var poster = Poster(lines: [Poster.Line("A😀")])
    (poster.lettering.family, poster.lettering.stroke) = ("Gillius ADF No2, Symbola", 0.12)
    let driver = EditorDriver(poster, size: Size(1120, 2600))
    let label = "Show emoji in their colours"
    #expect(driver.nodes.contains { $0.label == "😀 cannot be recognised in one ink" })

    driver.click(try driver.node(label, .button).frame.center)
    driver.wait(0.1)
    #expect(driver.poster.lettering.keepsColors && driver.steps.count == 1)
    #expect(!driver.nodes.contains { $0.label == label })

    driver.session.change(.fontColors) { ($0.lettering.keepsColors, $0.lettering.stroke) = (false, 0) }
    driver.wait(0.1)
    #expect(!driver.nodes.contains { $0.label.contains("cannot be recognised") })
  }

  @Test(arguments: [Self.page(841, 1189), Self.page(3840, 2160), Self.page(215.9, 279.4)])
  func `the sizes of a page are wholly seen`(page: Page) throws {
    let driver = EditorDriver(Poster(page: page, lines: [Poster.Line("KEEP")]), size: Size(1120, 1500))
    for label in ["Width", "Height"] {
      let node = try driver.node(label, .textField)
      let text = try #require(node.value)
      let width = driver.session.interface.line(text, style: Theme.figures).width
      #expect(width <= node.frame.width - 10, "\(text)")
    }
  }

  private static func page(_ width: Double, _ height: Double) -> Page { Page(width: width, height: height) }

  @Test func `selected letters get a font, a size and an ink of their own, and undo takes them back`() throws
  {
    let driver = driver(on: Self.slanted, size: Size(1120, 2400))
    driver.session.draft.beginTyping()
    driver.session.draft.select(TextPosition(line: 0, offset: 1)..<TextPosition(line: 0, offset: 3))
    driver.session.onChange()
    _ = driver.editor.advance(to: 1)
    let before = driver.poster

    driver.click(try driver.node("Own letters for the selection", .toggle).frame.center)
    _ = driver.editor.advance(to: 2)
    driver.click(try driver.node("Italic", .toggle).frame.center)
    let line = driver.poster.lines[0]
    #expect(line.spans.map(\.characters) == [1..<3] && line.spans[0].style.italic)
    #expect(driver.poster.lines[1] == before.lines[1] && line.weight == nil && line.ink == nil)
    #expect(driver.session.draft.selection.range.lowerBound.offset == 1)

    while !driver.steps.isEmpty { driver.session.undo() }
    #expect(driver.poster == before)
  }

  @Test func `what is chosen for a line holds for all lines with the selection, as one step`() throws {
    let driver = driver(on: Self.slanted, size: Size(1120, 1500))
    driver.session.draft.beginTyping()
    driver.session.draft.selectMore()
    driver.session.draft.selectMore()
    driver.session.onChange()
    _ = driver.editor.advance(to: 1)
    let before = driver.poster

    driver.click(try driver.node("Left", .radioButton).frame.center)
    #expect(driver.poster.lines.map(\.alignment) == [.left, .left])
    driver.click(try driver.node("Own", .radioButton).frame.center)
    #expect(driver.poster.lines.map(\.size) == [1, 1])
    driver.click(try driver.node("Small", .radioButton).frame.center)
    #expect(driver.poster.lines.map(\.size) == [nil, nil])
    #expect(driver.poster.lines.map(\.rank) == [.small, .small])

    #expect(driver.steps == ["line-size", "line-size", "line-alignment"])
    for _ in 0..<3 { driver.session.undo() }
    #expect(driver.poster == before)
  }

  @Test(arguments: [Background.color(RGBA(hex: 0xc8102e)), slanted, glowing])
  func `the wheel changes nothing wherever it is turned`(background: Background) {
    let driver = driver(on: background)
    let before = driver.poster
    driver.click(driver.editor.open.pageFrame.center)
    for x in stride(from: 8.0, to: PosterEditor.defaultSize.width, by: 24) {
      for y in stride(from: 8.0, to: PosterEditor.defaultSize.height, by: 20) {
        driver.wheel(-1, at: Point(x, y))
        driver.wheel(1, at: Point(x, y))
      }
    }

    #expect(driver.poster == before)
    #expect(driver.steps.isEmpty)
  }

  @Test func `a picture that cannot be decoded is told of, until there is another ground`() throws {
    let size = PixelSize(width: 40, height: 40)
    let photo = try PNG.encoded(Bitmap(size: size, bytes: (0..<6400).map { UInt8($0 * 37 & 255) }))
    let driver = driver(on: .picture(.init(bytes: Array(photo.dropLast(60)))))
    let words = "The picture behind this poster cannot be shown: damaged picture"
    func isSaid() -> Bool {
      driver.wait(0.1)
      driver.wait(0.1)
      return driver.nodes.contains { $0.label.hasPrefix(words) || $0.value?.hasPrefix(words) == true }
    }

    #expect(isSaid())
    driver.session.change(.ground) { $0.background = .picture(.init(bytes: photo)) }
    _ = isSaid()
    #expect(driver.session.pictureFault == nil)
  }

  /// Chooses a kind of ground, as a press on its word does.
  private func choose(_ kind: String, _ driver: EditorDriver) throws {
    driver.click(try driver.node(kind, .radioButton).frame.center)
  }

  @Test func `a gradient that becomes radial and linear again keeps its angle and all of its colours`() throws
  {
    for (ground, names) in [(Self.slanted, ["Radial", "Linear"]), (Self.glowing, ["Linear", "Radial"])] {
      let driver = driver(on: ground)
      try choose(names[0], driver)
      #expect(driver.poster.background.kind != ground.kind)
      #expect(driver.poster.background.stops == Self.stops)
      try choose(names[1], driver)

      #expect(driver.poster.background == ground)
    }
  }

  @Test func `a flat colour that was only looked at leaves the gradient, another one begins a new gradient`()
    throws
  {
    let driver = driver(on: Self.slanted)
    try choose("Flat", driver)
    try choose("Linear", driver)
    #expect(driver.poster.background == Self.slanted)

    try choose("Flat", driver)
    driver.session.change(.ground) { $0.background = .color(RGBA(hex: 0x336699)) }
    try choose("Linear", driver)

    #expect(driver.poster.background.stops.first?.color == RGBA(hex: 0x336699))
    guard case .linear(_, let start, let end) = driver.poster.background else {
      Issue.record("no linear gradient")
      return
    }
    #expect(start == Point(0.1, 0.2) && end == Point(0.9, 0.7))
  }

  @Test func `letters are spaced as one chooses, as one step that can be undone`() throws {
    let driver = driver(on: Self.slanted, size: Size(1120, 1500))
    let spacing = try driver.node("Spacing", .group)
    #expect(spacing.value == "Metric")
    #expect(driver.poster.lettering.spacing == .metric)
    let before = driver.poster
    driver.click(try driver.node("Optical", .radioButton).frame.center)

    #expect(driver.poster.lettering.spacing == .optical && driver.steps.count == 1)
    driver.click(try driver.node("Off", .radioButton).frame.center)
    #expect(driver.poster.lettering.spacing == .off)
    driver.key(.character("z"), .control)
    driver.key(.character("z"), .control)
    #expect(driver.poster == before)
  }

  @Test func `straight marks become those of the language in one step, and ß becomes ẞ or SS`() throws {
    var poster = Poster(title: "Calm", lines: [Poster.Line("\"große\" it's", rank: .small)])
    poster.language = "de"
    let driver = EditorDriver(poster, size: Size(1120, 1800))
    driver.key(.enter)
    driver.wait(0.1)
    driver.click(try driver.node("Use „…“ and ’", .button).frame.center)

    #expect(driver.poster.lines[0].text == "„große“ it’s" && driver.steps.count == 1)
    driver.wait(0.1)
    #expect(!driver.nodes.contains { $0.label.hasPrefix("Use „") })
    driver.key(.character("z"), .control)
    driver.wait(0.1)
    #expect(driver.poster == poster)

    driver.click(try driver.node("Capital ẞ instead of SS").frame.center)
    #expect(driver.poster.lettering.capitalSharpS && driver.steps.count == 1)
    #expect(driver.session.draft.layout.lines[0].setting.text.contains("GROẞE"))
    driver.session.change(.typing) { $0.lines[0].text = "calm" }
    driver.wait(0.1)
    #expect(!driver.nodes.contains { $0.label == "Capital ẞ instead of SS" })
  }

  @Test func `nothing in the properties moves when a line gets the caret, or letters of its own`() throws {
    let driver = driver(on: Self.slanted)
    func frames() -> [String: Rect] {
      let inspector = driver.editor.open.panel.inspector
      var result: [String: Rect] = [:]
      func note(_ control: Control) {
        if !["heading", "caption"].contains(where: control.id.hasPrefix), !control.label.isEmpty {
          result[control.label] = control.frameInWindow
        }
        control.children.forEach(note)
      }
      note(inspector)
      return result
    }
    driver.content.settle(at: driver.time)
    let before = frames()
    driver.key(.enter)
    driver.wait(1)
    let typing = frames()
    for (label, frame) in before where label != "Properties" { #expect(typing[label] == frame, "\(label)") }
    driver.session.changeLine(0, .lineFont) { $0.font = "Inter" }
    driver.key(.home, .control)
    driver.wait(1)
    let own = frames()
    for (label, frame) in before where label != "Properties" { #expect(own[label] == frame, "\(label)") }
    #expect(own["Font of the line"] != nil)
  }

  @Test func `every disc of a gradient is on the canvas, wherever its ends are`() throws {
    let far = Background.linear(stops: Self.stops, start: Point(-1, -1), end: Point(2, 2))
    let wide = Background.radial(stops: Self.stops, center: Point(0.9, 0.5), radius: 1.5)
    for background in [Self.slanted, Self.glowing, far, wide] {
      let driver = driver(on: background)
      driver.session.showsGround = true
      driver.wait(0.1)
      driver.wait(0.1)
      let canvas = driver.editor.open.panel.canvas
      let discs = driver.nodes.filter { $0.role == .slider2D }
      #expect(discs.count == 3)
      for disc in discs { #expect(canvas.frameInWindow.contains(disc.frame), "\(disc.label)") }

      // A disc that was only taken hold of moves nothing, one that is moved goes along.
      let edge = try #require(discs.first { $0.label.hasPrefix("Edge") || $0.label.hasPrefix("End") }).frame
      driver.press(edge.center)
      driver.release(edge.center)
      let radius = { (background: Background) -> Double? in
        if case .radial(_, _, let radius) = background { radius } else { nil }
      }
      if let old = radius(background), let new = radius(driver.poster.background) {
        #expect(abs(old - new) < 0.01)
      } else {
        #expect(driver.poster.background == background)
      }
    }
  }

  @Test func `line tools stay while a gradient has handles, and a photo shows that it can be moved`() throws {
    let driver = driver(on: Self.slanted)
    driver.key(.enter)
    driver.session.showsGround = true
    driver.wait(0.1)
    #expect(driver.nodes.contains { $0.label == "New line below" })

    let photo = self.driver(on: .picture(Background.Picture(bytes: [])))
    photo.session.showsGround = true
    photo.wait(0.1)
    #expect(!photo.editor.open.panel.canvas.groundHandles.layer.sublayers.flatMap(\.sublayers).isEmpty)
  }

  @Test func `a crown that reaches beyond the page is cut there`() {
    var poster = Poster(title: "Calm", lines: [Poster.Line("KEEP")])
    poster.emblem = .drawing(Path(rect: Rect(x: 0, y: 0, width: 100, height: 80)), source: "crown:square")
    poster.emblemOffset = Vector(0.5, 0)
    let driver = EditorDriver(poster)
    func content() -> Layer? {
      driver.editor.open.panel.canvas.layer.all.first { $0.name == "poster" }?.sublayers.first
    }
    #expect(content()?.masksToBounds == true)
    driver.session.change(.crownPlace) { $0.emblemOffset = .zero }
    driver.wait(0.1)
    #expect(content()?.masksToBounds == false)
  }

  @Test func `while a line is dragged the others are pale and the caret waits`() throws {
    let driver = driver(on: Self.slanted)
    driver.key(.enter)
    driver.wait(0.1)
    func caret() -> Int {
      let canvas = driver.editor.open.panel.canvas
      return canvas.layer.sublayers.first { $0.name == "page" }?.sublayers.count ?? 0
    }
    func opacities() -> Set<Double> {
      Set(
        driver.editor.open.panel.canvas.layer.all.filter { $0.name == "ink" }.flatMap(\.sublayers)
          .filter { ["KEEP", "CALM"].contains($0.name) }.map(\.opacity))
    }
    let shown = caret()
    let grip = try driver.node("Move line").frame.center
    driver.press(grip)
    driver.move(to: grip - Vector(0, 30))
    #expect(caret() == shown - 1 && opacities() == [1, 0.35])
    driver.release(grip - Vector(0, 30))
    driver.wait(3)

    #expect(caret() == shown && opacities() == [1])
  }

  @Test func `a title and a number that are being typed are in the poster when the window is closed`() throws
  {
    let driver = driver(on: Self.slanted)
    driver.click(try driver.node("Title").frame.center, clicks: 3)
    driver.type("Storm")
    driver.key(.character("s"), .control)
    #expect(driver.editor.isFinished && driver.poster.title == "Storm")

    let other = self.driver(on: Self.slanted, size: Size(1120, 2000))
    other.click(try other.node("Bleed", .textField).frame.center, clicks: 3)
    other.type("4")
    other.editor.close()

    #expect(other.poster.bleed == 4)
  }
}

extension Layer {
  /// The layer and all in it.
  fileprivate var all: [Layer] { [self] + sublayers.flatMap(\.all) }
}
