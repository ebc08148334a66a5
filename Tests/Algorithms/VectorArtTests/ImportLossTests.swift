import Geometry
import Testing
import VectorArt

/// Features that one ink cannot show are reported; all others are drawn.
@Suite struct ImportLossTests {
  private func image(_ content: String) throws -> VectorImage {
    try VectorImage(svg: "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 20 20'>\n\(content)</svg>")
  }

  @Test(arguments: [
    ("translate(5-3)", Rect(x: 5, y: 0, width: 10, height: 7)),
    ("translate(5.5.5)", Rect(x: 5.5, y: 0.5, width: 10, height: 10)),
    ("matrix(1 0 0 .5-3+2)", Rect(x: 0, y: 2, width: 7, height: 5)),
    ("translate(5px-3px)", Rect(x: 5, y: 0, width: 10, height: 7)),
    ("scale(-1-1)translate(-10-10)", Rect(x: 0, y: 0, width: 10, height: 10)),
  ])
  func `a sign or a point separates numbers`(transform: String, box: Rect) throws {
    let image = try image("<rect width='10' height='10' transform='\(transform)'/>")

    #expect(image.warnings.isEmpty)
    let found = [image.bounds.minX, image.bounds.minY, image.bounds.maxX, image.bounds.maxY]
    for (a, b) in zip(found, [box.minX, box.minY, box.maxX, box.maxY]) { #expect((a - b).magnitude < 1e-3) }
  }

  @Test(arguments: [
    ("<rect width='5' height='5' transform='bogus(3)'/>", "transform"),
    ("<rect width='5' height='5' transform='scale(2'/>", "transform"),
    ("<rect width='5rem' height='5'/>", "the unit rem"), ("<rect width='5' height='50vw'/>", "the unit vw"),
    ("<path d='M0 0h9' stroke='red' stroke-width='1vmin'/>", "the unit vmin"),
    (
      "<rect width='5' height='5' fill='red'/><rect x='6' width='5' height='5' fill='#00f'/>",
      "several colours"
    ),
    (
      "<linearGradient id='g'><stop stop-opacity='0'/><stop/></linearGradient><rect width='9' height='9' fill='url(#g)'/>",
      "gradient"
    ),
    (
      "<mask id='m'><rect width='9' height='9' fill='gray'/></mask><rect width='9' height='9' mask='url(#m)'/>",
      "half tones"
    ),
  ])
  func `what is lost is said with its place`(content: String, words: String) throws {
    let warnings = try image(content).warnings

    #expect(warnings.contains { $0.description.contains(words) && $0.line == 2 }, "\(warnings)")
  }

  @Test func `a kind of loss is said once`() throws {
    let text = String(repeating: "<text>a</text><image href='a.png'/>", count: 40)

    #expect(try image(text).warnings.count == 2)
  }

  @Test(arguments: ["fill='#000'", "fill='black'", "fill='rgb(0, 0, 0)'", "fill='#000000'", ""])
  func `one colour in several spellings is one`(fill: String) throws {
    #expect(
      try image("<rect width='2' height='2' \(fill)/><rect x='4' width='2' height='2'/>").warnings.isEmpty)
  }

  @Test(arguments: [
    ("opacity='.2'", 0.0), ("fill-opacity='.49'", 0), ("fill='rgb(0 0 0 / .4)'", 0), ("opacity='.5'", 16),
    ("fill='#000c'", 16), ("opacity='.7' fill-opacity='.7'", 0),
  ])
  func `a translucent shape is left out below a half and filled above`(style: String, width: Double) throws {
    let image = try image("<g><rect width='16' height='16' \(style)/></g>")

    #expect((image.bounds.width - width).magnitude < 1e-6)
    #expect(image.warnings.count == 1 && image.warnings[0].description.contains("translucent"))
  }

  @Test func `the opacity of groups counts together`() throws {
    let image = try image("<g opacity='.7'><g opacity='.7'><rect width='16' height='16'/></g></g>")

    #expect(image.path.isEmpty)
    #expect(image.warnings.map(\.description).contains { $0.contains("49 %") })
  }

  @Test(arguments: [
    (
      "<rect width='20' height='20' fill='#fff'/><rect x='5' y='5' width='10' height='10' fill='#000'/>",
      256.0 - 100
    ),
    ("<rect x='5' y='5' width='10' height='10' fill='white'/>", 100),
    ("<rect x='5' y='5' width='10' height='10' fill='white' stroke='white' stroke-width='2'/>", 144), ("", 0),
    ("<rect width='20' height='20'/><rect x='5' y='5' width='10' height='10' fill='#ffffff'/>", 100),
  ])
  func `a mask of white and black cuts`(content: String, area: Double) throws {
    let image = try image(
      "<mask id='m'>\(content)</mask><rect x='2' y='2' width='16' height='16' mask='url(#m)'/>")

    #expect(image.warnings.isEmpty)
    #expect((image.path.area - area).magnitude < 0.01)
  }

  @Test func `many attributes, classes, rules and uses take no time that grows with their square`() throws {
    let attributes = (0..<30_000).map { " a\($0)=''" }.joined()
    #expect(throws: SVGDiagnostic.self) { try image("<rect\(attributes)/>") }

    let names = (0..<4_000).map { "c\($0)" }
    let rules = names.map { ".\($0){fill:#000}" }.joined()
    let styled = "<style>\(rules)</style><rect class='\(names.joined(separator: " "))' width='5' height='5'/>"
    #expect(try !image(styled).path.isEmpty)

    let data = "M0 0" + String(repeating: " ", count: 50_000) + "h5v5z"
    let uses = String(repeating: "<use href='#p'/>", count: 400)
    #expect(try !image("<path id='p' d='\(data)'/>\(uses)").path.isEmpty)
  }
}

extension Path {
  /// The area inside a path of lines, holes taken away.
  fileprivate var area: Double {
    var (sum, start, current) = (0.0, Point.zero, Point.zero)
    for element in elements {
      switch element {
      case .move(let point): (start, current) = (point, point)
      case .line(let end), .cubic(_, _, let end), .quad(_, let end):
        sum += current.x * end.y - current.y * end.x
        current = end
      case .close:
        sum += current.x * start.y - current.y * start.x
        current = start
      }
    }
    return sum.magnitude / 2
  }
}
