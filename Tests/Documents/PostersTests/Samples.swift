import Colors
import Geometry
import Heraldry
import Images
import Posters
import VectorArt

/// Posters that the tests look at.
enum Samples {
  /// The crown of the default poster.
  static let crown: Emblem = {
    let image = try? VectorImage(svg: svg(of: CrownCatalogue.poster.drawing()))
    return image.map { .drawing($0.path, source: CrownCatalogue.poster.id) } ?? .none
  }()

  static func poster(_ text: String = "KEEP/CALM/and/CARRY/ON", emblem: Emblem = crown) throws -> Poster {
    Poster(title: "Keep calm", emblem: emblem, lines: try Poster.lines(from: text))
  }

  static let triangle = Emblem.drawing(
    Path {
      $0.move(to: Point(0, 10))
      $0.line(to: Point(10, 10))
      $0.quad(to: Point(5, 0), control: Point(9, 4))
      $0.close()
    }, source: "triangle.svg")

  /// A poster whose crown is a white disc on nothing, drawn in the ink.
  static func tinted() throws -> Poster {
    let side = 64
    let bytes = (0..<side * side).flatMap { index -> [UInt8] in
      let (x, y) = (Double(index % side) - 31.5, Double(index / side) - 31.5)
      return [255, 255, 255, (x * x + y * y).squareRoot() < 0.8 * 32 ? 255 : 0]
    }
    let png = try PNG.encoded(Bitmap(size: PixelSize(width: side, height: side), bytes: bytes))
    var poster = Poster(
      page: Page(width: 80, height: 120), emblem: .picture(bytes: png, source: "disc.png"),
      lines: [.init("IT")])
    poster.tintsEmblem = true
    return poster
  }

  /// One of each kind of value that a document can have.
  static let varied: [Poster] = {
    let stops = [
      Background.Stop(RGBA(hex: 0xd00000), at: 0),
      Background.Stop(RGBA(red: 0.1, green: 0.2, blue: 0.3), at: 0.4),
      Background.Stop(RGBA(hex: 0x00ff00, alpha: 0.25), at: 1),
    ]
    let picture = Background.Picture(
      bytes: Array(0..<255), crop: Rect(x: 0.1, y: 0.2, width: 0.5, height: 0.75), dimming: 0.3, blur: 0.0125)
    let lines = [
      Poster.Line("KEEP"), Poster.Line("and", rank: .small), Poster.Line("lower", rank: .large),
      Poster.Line("\u{1F451} “quoted” \\ \u{7} مرحبا", rank: .small),
    ]
    var line = Poster.Line("OWN")
    (line.font, line.weight, line.tracking) = ("Inter", 300, 0.25)
    (line.ink, line.capitals, line.language) = (RGBA(hex: 0x0000ff, alpha: 0.5), false, "zh-Hans")
    (line.size, line.alignment, line.fit) = (0.625, .right, .tracking)
    (line.axes, line.features) = (["wdth": 62.5, "GRAD": -10], ["ss01": 1, "liga": 0])
    var style = Poster.Line.Style()
    (style.ink, style.size, style.font) = (RGBA(hex: 0xff0000, alpha: 0.25), 1.5, "Cabin")
    var slanted = Poster.Line.Style()
    (slanted.weight, slanted.italic) = (300, true)
    (slanted.axes, slanted.features) = (["wdth": 150], ["swsh": 2])
    line.spans = [.init(0..<1, style), .init(2..<3, slanted)]
    var footer = Poster.Line("example.org", rank: .small)
    (footer.isFooter, footer.spaceBefore, footer.fit, footer.arc) = (true, -0.25, .width, -90)
    var own = Poster(
      emblem: .picture(bytes: [1, 2, 3], source: "a.png"), lines: [line, footer], wraps: true)
    (own.lettering.axes, own.lettering.features) = (["wdth": 75.5], ["smcp": 1, "liga": 0])
    own.lettering.keepsColors = true
    own.lettering.fontFile = "/a/“b”.ttf"
    (own.lettering.capitalForms, own.lettering.opticalSizing) = (true, true)
    (own.emblemScale, own.tintsEmblem, own.emblemOffset) = (1.5, true, Vector(-0.125, 0.5))
    (own.language, own.lettering.touches, own.lettering.leading) = ("tr", true, 1.25)
    (own.lettering.capitalSharpS, own.lettering.writingMode) = (true, .vertical)
    (own.margins, own.bleed) = (Margins(sides: 0.25, top: 0, bottom: 0.4), 3)
    var contact = CodeContent.Contact()
    (contact.name, contact.address) = ("Ann; “A”", "Somewhere 1\n8000 Town")
    own.elements = [
      Poster.Element(.code(Barcode(.text("{text}")))),
      Poster.Element(
        .code(Barcode(.contact(contact), kind: .dataMatrix)), center: Point(0.125, 1), width: 0.0625),
      Poster.Element(.code(Barcode(.link("example.org"), level: .high, hasPlate: true))),
      Poster.Element(
        .code(
          Barcode(.wifi(.init(name: "net", password: "\\;", security: .wep, isHidden: true)), kind: .microQR))
      ),
      Poster.Element(.figure(.picture(bytes: [4, 5], source: "b.png"), isTinted: true)),
      Poster.Element(.figure(triangle, isTinted: false), width: 2),
    ]
    own.animation = PosterAnimation(.type, duration: 4.5, loops: true)
    own.guides = Guides(vertical: [12.5, -3], horizontal: [400])
    let lettering = Lettering(family: "Inter, sans-serif", weight: 400, tracking: -0.125, stroke: 0)
    return [
      Poster(), Poster(title: "/", emblem: triangle, lines: lines, lettering: lettering),
      Poster(page: Page(width: 123.456789, height: 99.5), background: .color(.clear), ink: .black),
      Poster(background: .linear(stops: stops, start: Point(0, 0.25), end: Point(1, 1 / 3.0))),
      Poster(background: .radial(stops: stops, center: Point(0.5, 0.4), radius: 1.2)),
      Poster(background: .picture(picture), emblem: .picture(bytes: [1, 2, 3], source: "a.png")),
      Poster(background: .picture(Background.Picture(bytes: [7])), ink: RGBA(hex: 0x123456, alpha: 0.5)),
      own,
    ]
  }()
}

/// Numbers that are the same for the same seed (Knuth's MMIX generator).
struct Seeded {
  private var state: UInt64

  init(_ seed: Int) { state = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 &+ 1 }

  mutating func number(_ range: ClosedRange<Int>) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return range.lowerBound + Int((state >> 33) % UInt64(range.count))
  }
}
