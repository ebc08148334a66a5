import Colors
import Foundation
import Geometry
import Palettes
import Scene
import TestSupport
import Testing
import VectorArt

/// The examples on the first pages of modules, which are compiled from the files in `Examples`.
@Suite struct LandingPageTests {
  @Test func `each module's page shows an example that compiles`() throws {
    let examples = Fixture.checkout.appending(path: "Tests/PackageTests/Examples")
    let names = try FileManager.default.contentsOfDirectory(atPath: examples.path(percentEncoded: false))
    #expect(names.count >= 12)

    for name in names {
      let module = name.replacing("Example.swift", with: "")
      let page = Fixture.checkout.appending(path: "Sources/\(module)/Documentation.docc/\(module).md")
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

    #expect(try PathCode.decode(code).bounds?.size == Size(8, 4))
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
}
