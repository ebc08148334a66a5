import Application
import Colors
import Foundation
import Geometry
import Images
import Input
import Motion
import Palettes
import Scene
import Statistics
import TestSupport
import Testing
import Text
import VectorArt

/// The examples on the first pages of modules, which are compiled from the files in `Examples`.
@Suite struct LandingPageTests {
  @Test func `each module's page shows an example that compiles`() throws {
    let examples = Fixture.checkout.appending(path: "Tests/PackageTests/Examples")
    let names = try FileManager.default.contentsOfDirectory(atPath: examples.path(percentEncoded: false))
      .filter { $0.hasSuffix("Example.swift") }
    #expect(names.count >= 20)

    for name in names {
      let module = name.replacing("Example.swift", with: "")
      let page = try Fixture.sources(of: module).appending(path: "Documentation.docc/\(module).md")
      let example = try String(contentsOf: examples.appending(path: name), encoding: .utf8)
      #expect(
        try String(contentsOf: page, encoding: .utf8).contains("\n```swift\n\(example)```\n"), "\(module)")
    }
  }

  @Test func `a band lies on both sides of its curve, half-way between whose ends the middle is`() throws {
    let curve = CubicBezier.line(Point(0, 0), Point(100, 0))

    let (middle, outline) = band(along: curve)

    #expect(middle.distance(to: Point(50, 0)) < 0.1)
    let bounds = try #require(outline?.bounds)
    #expect((bounds.minY - -2).magnitude < 0.1 && (bounds.maxX - 102).magnitude < 0.1)
  }

  @Test func `the ink of a label reads well on its colour`() throws {
    let dark = try label(on: "rebeccapurple")
    let light = try label(on: "oklch(0.9 0.1 100)")

    #expect(dark.ink == .white && light.ink == .black)
    #expect(dark.css.hasPrefix("oklch("))
    #expect(throws: ColorSyntaxError.self) { try label(on: "no colour") }
  }

  @Test func `a card that is called back goes on for a moment and comes to rest where it began`() {
    let places = offsets(at: [0, 0.05, 0.11, 10])

    #expect(places[0] == 0 && places[3] == 0)
    #expect(places[1] > 0 && places[2] > places[1])
  }

  @Test func `a card that was sent away is on its way, and then there`() {
    func left(_ time: Double) -> Double {
      card(at: time).items.first?.transform.project(.zero)?.x ?? .nan
    }

    #expect(left(0) == 20)
    #expect(left(0.1) > 20 && left(0.1) < 340)
    #expect(left(10) == 340)
  }

  @Test func `a silhouette comes back from its code, and what it cannot show is named`() throws {
    let svg = "<svg viewBox='0 0 8 8'><rect width='8' height='4'/><text>A</text></svg>"

    let (code, warnings) = try silhouette(of: svg)

    let bounds = try #require(try PathCode.decode(code).bounds)
    #expect((bounds.width - 8).magnitude < 0.01 && (bounds.height - 4).magnitude < 0.01)
    #expect(warnings.count == 1)
  }

  @Test func `triangles and coverage have the area of the ring`() throws {
    let area = Double.pi * (15 * 15 - 9 * 9)

    let (mesh, coverage) = try ring()

    #expect((mesh.area - area).magnitude < 1)
    #expect((coverage.reduce(0) { $0 + Double($1) } / 255 - area).magnitude < 1)
  }

  @Test func `pixels show what the display list says`() throws {
    let bytes = try pixels(of: card(at: 10), size: PixelSize(width: 480, height: 320))

    func pixel(_ x: Int, _ y: Int) -> [UInt8] { Array(bytes[(y * 480 + x) * 4..<(y * 480 + x) * 4 + 4]) }
    #expect(pixel(400, 160) == [0xc8, 0x10, 0x2e, 0xff])
    #expect(pixel(20, 160) == [0xff, 0xff, 0xff, 0xff])
  }

  @Test func `a coronet is a drawing that its family's word finds`() throws {
    let (svg, tags) = try coronet()

    #expect(try VectorImage(svg: svg).warnings.isEmpty)
    #expect(tags.contains("duke"))
  }

  @Test func `the outline of a title is about as wide as the title`() throws {
    let (path, width) = outline(of: "Regalia")

    let bounds = try #require(path.bounds)
    #expect(width > 40 && (bounds.width - width).magnitude < 8)
  }

  @Test func `shades are read back as five colours, the lightest first`() throws {
    let file = try PaletteFile(shades(of: Color(RGBA(hex: 0xc8102e))))

    let lightness = file.palette.colors.map { $0.converted(to: .oklab).components.x }
    #expect(file.format == .gimp && lightness.count == 5)
    #expect(lightness == lightness.sorted(by: >))
  }

  @Test func `a poster's PDF is one`() throws {
    let (bytes, _) = try pdf(of: "KEEP/CALM/and/CARRY/ON")

    #expect(bytes.starts(with: Array("%PDF-".utf8)))
  }

  @Test func `a press in the middle of a slider chooses about the middle`() {
    #expect((pressedSlider() - 50).magnitude < 5)
  }

  @Test func `a column of a table has the sum of its numbers`() throws {
    let csv = "name,cups\nAnna,2\nBela,1.5\nCleo,\n"

    #expect(try sum(of: "cups", in: csv) == #"{"column":"cups","sum":3.5}"#)
    #expect(throws: DataTable.Fault.self) { try sum(of: "cups", in: "name,cups\nAnna") }
  }

  @Test func `a note that is replaced is returned, and the other one stands there`() throws {
    try TemporaryFolder.with { folder throws in
      let path = folder.appending(path: "note").file

      #expect(try replace(noteAt: path, by: "tea") == nil)
      #expect(try replace(noteAt: path, by: "coffee") == "tea")
      #expect(try String(contentsOfFile: path, encoding: .utf8) == "coffee")
    }
  }

  @Test func `a drawing that is added is found by its tag`() throws {
    try TemporaryFolder.with { folder throws in
      let path = folder.appending(path: "own.regalia").file
      let svg = "<svg viewBox='0 0 8 8'><rect width='8' height='4'/></svg>"

      #expect(try add(svg, named: "Bar", to: path, thenFind: "drawn") == ["drawn"])
      #expect(try add(svg, named: "Bar", to: path, thenFind: "unheard") == [])
    }
  }

  @Test func `discs that overlap have less area together than apart`() throws {
    let area = try unitedDiscs().signedArea.magnitude

    #expect(area < 2 * .pi * 64 && area > 1.5 * .pi * 64)
  }

  @Test func `a program that takes a tenth longer in each pair is slower`() {
    let before = (0..<20).map { 1 + Double($0) / 100 }

    #expect(verdict(before: before, after: before.map { $0 * 1.1 }) == .slower)
    #expect(verdict(before: before, after: before) == .unchanged)
    #expect(verdict(before: [1], after: [1]) == nil)
  }

  @Test func `a blurred picture has its size and no hard edge`() throws {
    try TemporaryFolder.with { folder throws in
      let path = folder.appending(path: "edge.png").file
      let row: [UInt8] = (0..<32).flatMap { x -> [UInt8] in x < 16 ? [0, 0, 0, 255] : [255, 255, 255, 255] }
      let size = PixelSize(width: 32, height: 8)
      try PNG.write(Bitmap(size: size, bytes: Array(repeatElement(row, count: 8).joined())), to: path)

      let result = try Bitmap(encoded: blurred(pictureAt: path, by: 3))

      #expect(result.size == size)
      #expect((64...192).contains(result.bytes[16 * 4]))
    }
  }

  @Test func `a card of a window of layers flies to where one presses, and its hand goes on by the second`()
    throws
  {
    let window = LayerWindow(buildSprings)
    window.layOut(size: Size(640, 480), scale: 1)
    let (card, hand) = (window.layer.sublayers[0], window.layer.sublayers[1])

    #expect(window.advance(to: 0) == 1 && hand.transform.isIdentity)
    window.handle(.pointerDown(Point(60, 40), .left, clicks: 1, []), at: 1)
    #expect(card.position == Point(60, 40) && window.layer.bounds.size == Size(640, 480))
    #expect(card.presentation(at: 1).position == Point(320, 240))
    // Every frame is drawn during the flight; then the window waits for the next second.
    #expect(window.advance(to: 1.01) == 1.01 && window.advance(to: 20.5) == 21)
    #expect(hand.transform == .rotation(20 * .pi / 30, x: 0, y: 0, z: 1))
    window.handle(.key(.home, [], isRepeat: false), at: 21)
    #expect(card.position == Point(320, 240))
    window.close()
    #expect(window.isFinished)
  }

  @Test func `a picture of a window of layers shows its card`() throws {
    let picture = try pictureOfSprings(at: 0)

    #expect(picture.size == PixelSize(width: 1280, height: 960))
    #expect(
      Array(picture.bytes[(480 * 1280 + 640) * 4..<(480 * 1280 + 640) * 4 + 4]) == [0xc8, 0x10, 0x2e, 255])
    #expect(Array(picture.bytes[..<4]) == [255, 255, 255, 255])
  }

  @Test func `a square turns while the pointer is in its window`() {
    let square = TurningSquare()
    square.layOut(size: Size(320, 320), scale: 1)

    #expect(square.advance(to: 1) == nil)
    square.handle(.pointerMoved(Point(10, 10), []), at: 1)
    #expect(square.advance(to: 1.25) == 1.25)
    #expect((square.layer.sublayers[0].transform.m12 - 1).magnitude < 1e-12)
    square.handle(.pointerLeft, at: 2)
    #expect(square.advance(to: 3) == nil)
  }

  @Test func `numbers come back squared and in their order`() {
    #expect(squares(of: [3, 1, 2]) == [9, 1, 4])
  }
}
