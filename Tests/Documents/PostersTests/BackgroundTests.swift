import Colors
import Geometry
import Localization
import Posters
import Testing

@Suite struct BackgroundTests {
  private static let square = Page(width: 100, height: 100)

  private func linear(_ text: String, page: Page = square) throws -> (
    stops: [Background.Stop], start: Point, end: Point
  ) {
    guard case .linear(let stops, let start, let end) = try Background(css: text, page: page) else {
      throw PosterError(field: "background", message: Message(verbatim: "not linear"))
    }
    return (stops, start, end)
  }

  @Test(arguments: [
    ("", Point(0.5, 0), Point(0.5, 1)), ("to top,", Point(0.5, 1), Point(0.5, 0)),
    ("90deg,", Point(0, 0.5), Point(1, 0.5)),
    ("0.25turn,", Point(0, 0.5), Point(1, 0.5)), ("to bottom right,", Point(0, 0), Point(1, 1)),
    ("-45deg,", Point(1, 1), Point(0, 0)), ("0,", Point(0.5, 1), Point(0.5, 0)),
  ])
  func `a linear gradient runs as CSS says`(direction: String, start: Point, end: Point) throws {
    let gradient = try linear("linear-gradient(\(direction) red, blue)")

    #expect(gradient.start.distance(to: start) < 1e-6 && gradient.end.distance(to: end) < 1e-6)
    #expect(gradient.stops == [.init(RGBA(hex: 0xff0000), at: 0), .init(RGBA(hex: 0x0000ff), at: 1)])
  }

  @Test(arguments: [Page.poster, Page.poster.turned, Page(width: 300, height: 20)])
  func `toward a corner the middle colour runs through the other two`(page: Page) throws {
    let gradient = try linear("linear-gradient(to top right, red, blue)", page: page)

    func progress(_ corner: Point) -> Double {
      func scaled(_ point: Point) -> Point { Point(point.x * page.width, point.y * page.height) }
      let line = scaled(gradient.end) - scaled(gradient.start)
      let way = scaled(corner) - scaled(gradient.start)
      return (way.dx * line.dx + way.dy * line.dy) / (line.dx * line.dx + line.dy * line.dy)
    }
    #expect(abs(progress(Point(0, 0)) - 0.5) < 1e-6 && abs(progress(Point(1, 1)) - 0.5) < 1e-6)
    #expect(abs(progress(Point(0, 1))) < 1e-6 && abs(progress(Point(1, 0)) - 1) < 1e-6)
  }

  @Test func `stops without a place stand evenly between the others`() throws {
    let gradient = try linear(
      "linear-gradient(red, lime, rgb(0, 0, 255) 60%, #fff 50%, hsl(0 0% 0%) 80% 90%)")

    #expect(gradient.stops.map(\.location) == [0, 0.3, 0.6, 0.6, 0.8, 0.9])
  }

  @Test func `a radial gradient reaches the farthest corner`() throws {
    guard
      case .radial(let stops, let center, let radius) = try Background(
        css: "radial-gradient(circle at 25% top, white 10%, black)", page: Self.square)
    else { return #expect(Bool(false)) }

    #expect(center == Point(0.25, 0))
    #expect(abs(radius * 50 * 2.0.squareRoot() - (75.0 * 75 + 100 * 100).squareRoot()) < 1e-9)
    #expect(stops.map(\.location) == [0.1, 1])
  }

  @Test func `colours need no number sign, as a shell and a table of a spreadsheet have none`() throws {
    #expect(try Background(css: "ff0000", page: .poster) == .color(RGBA(hex: 0xff0000)))
  }

  @Test(arguments: [
    "LINEAR-GRADIENT(Red/* a */ calc(10% * 1), rgb(0 0 255) 100%)", "linear-gradient(\\72 ed 10%, blue)",
    "linear-gradient(180deg, red 10%, #00f)",
    "linear-gradient(calc(90deg * 2), color-mix(in srgb, red, red) 10%, #00f)",
    "linear-gradient( to bottom , red 10% , blue )", "linear-gradient(.5turn, hsl(0, 100%, 50%) 10%, blue)",
  ])
  func `a gradient may be written in many ways`(text: String) throws {
    let same = try Background(css: "linear-gradient(red 10%, blue)", page: .poster)

    #expect(try Background(css: text, page: .poster) == same)
  }

  @Test(arguments: [
    "conic-gradient(red, blue)", "linear-gradient(red, blue) x", "linear-gradient(45deg red, blue)",
    "linear-gradient(10px, red, blue)", "linear-gradient()", "linear-gradient(red)",
    "linear-gradient(to nowhere, red, blue)",
    "linear-gradient(red, nonsense)", "radial-gradient(ellipse, red, blue)",
    "radial-gradient(at middle, red, blue)",
    "linear-gradient(in oklab, red, blue)", "linear-gradient(red 1% 2% 3%, blue)", "linear-gradient(",
    "url(x)", "",
    "linear-gradient(red, blue", "linear-gradient(to top bottom, red, blue)",
  ])
  func `what cannot be shown is refused`(text: String) {
    #expect { try Background(css: text, page: .poster) } throws: {
      ($0 as? PosterError)?.field == "background"
    }
  }
}
