import Geometry
import Testing
import Text

@testable import Typography

@Suite struct TextMaskTests {
  let typesetter = Typesetter()

  /// The coverage of a mask in square pixels.
  func area(_ mask: TextMask) -> Double { mask.coverage.reduce(0) { $0 + Double($1) } / 255 }

  /// Where the coverage's centre lies, in pixels from the start of the line.
  func centerX(_ mask: TextMask) -> Double {
    var sum = 0.0
    for (index, value) in mask.coverage.enumerated() {
      sum += (Double(mask.left + index % mask.size.width) + 0.5) * Double(value) / 255
    }
    return sum / area(mask)
  }

  @Test(arguments: ["HILTE", "Saturation 350.2", "KEEP CALM", "مرحبا"])
  func `a large mask covers as much as its outline`(text: String) {
    let line = typesetter.line(text, font: Font(size: 100))

    let covered = area(typesetter.mask(of: line, scale: 2)) / 4

    // Strokes are fitted to rows, which moves edges by less than half a pixel: under 1 % at 200 pixels.
    let filled = filledArea(typesetter.outline(of: line))
    #expect((covered / filled - 1).magnitude < 0.01)
  }

  @Test(arguments: outlinedTexts)
  func `a mask is where the ink is`(text: String) throws {
    let line = typesetter.line(text, font: Font(size: 13))
    let ink = try #require(line.inkBounds)
    for scale in [1, 1.25, 2, 3] {
      let mask = typesetter.mask(of: line, scale: scale)

      #expect((Double(mask.left) - ink.minX * scale).magnitude < 1.5)
      #expect((Double(mask.left + mask.size.width) - ink.maxX * scale).magnitude < 1.5)
      #expect((Double(mask.top) - ink.minY * scale).magnitude < 2)
      #expect((Double(mask.top + mask.size.height) - ink.maxY * scale).magnitude < 2)
      #expect(mask.coverage.count == mask.size.width * mask.size.height)
      #expect(!mask.isClipped)
    }
  }

  @Test func `letters stand at the same places at every scale`() {
    let line = typesetter.line("lllllllllllllllllllllllllllllll", font: Font(size: 13))
    let one = centerX(typesetter.mask(of: line, scale: 1))

    for scale in [1.25, 1.5, 2, 3] {
      let center = centerX(typesetter.mask(of: line, scale: scale)) / scale
      #expect(isClose(center, one, within: 0.02))
    }
  }

  @Test(arguments: [0.25, 0.5, 0.75])
  func `an offset moves the ink by that fraction of a pixel`(offset: Double) {
    let line = typesetter.line("Saturation", font: Font(size: 13))
    let still = typesetter.mask(of: line, scale: 1)

    let moved = typesetter.mask(of: line, scale: 1, subpixelOffset: offset)

    // FreeType places outlines on 64ths of a pixel, so that each of the two may be off by half of one.
    #expect(isClose(centerX(moved) - centerX(still), offset, within: 1.0 / 64))
    #expect(isClose(area(moved), area(still), within: area(still) * 0.005))
    #expect(typesetter.mask(of: line, scale: 1, subpixelOffset: offset - 3) == moved)
  }

  @Test(.enabled(if: Installed.inter, "needs fonts-inter"), arguments: [12.0, 13, 15, 20])
  func `flat letters begin and end sharply on a row of pixels`(size: Double) {
    for text in ["HEITL", "xz"] {
      for scale in [1.0, 2] {
        let mask = typesetter.mask(of: typesetter.line(text, font: Font(size: size)), scale: scale)

        #expect(mask.top + mask.size.height == 0)
        #expect(mask.coverage.prefix(mask.size.width).contains { $0 > 200 })
        #expect(mask.coverage.suffix(mask.size.width).contains { $0 > 200 })
      }
    }
  }

  @Test func `no row or column of a mask is empty at its edges`() {
    let mask = typesetter.mask(of: typesetter.line("jÉ", font: Font(size: 13)), scale: 1)
    let width = mask.size.width

    #expect(mask.coverage.prefix(width).contains { $0 > 0 })
    #expect(mask.coverage.suffix(width).contains { $0 > 0 })
    #expect(stride(from: 0, to: mask.coverage.count, by: width).contains { mask.coverage[$0] > 0 })
    #expect(stride(from: width - 1, to: mask.coverage.count, by: width).contains { mask.coverage[$0] > 0 })
  }

  @Test func `an emoji is drawn, by its font's outline or by its picture`() {
    let line = typesetter.line("😀", font: Font(size: 32))
    let mask = typesetter.mask(of: line, scale: 1)

    #expect(area(mask) > 30)
    #expect(mask.size.width > 10 && mask.size.height > 10)
    #expect(typesetter.outline(of: line).elements.count < 10_000)
  }

  @Test func `a missing character is drawn as a frame`() {
    let mask = typesetter.mask(of: typesetter.line("\u{10FFFD}", font: Font(size: 32)), scale: 1)

    #expect(area(mask) > 20)
    #expect(mask.coverage[mask.size.height / 2 * mask.size.width + mask.size.width / 2] == 0)
  }

  @Test(arguments: [Double.nan, 0, -1, .infinity, 1e300])
  func `an impossible scale gives an empty mask`(scale: Double) {
    #expect(typesetter.mask(of: TextSetting("Text", font: Font(size: 13)), scale: scale).size.isEmpty)
  }

  @Test func `a mask that would be too large is cut off and says so`() {
    let text = String(repeating: "wide ", count: 700)
    let mask = typesetter.mask(of: TextSetting(text, font: Font(size: 13)), scale: 2)

    #expect(mask.isClipped)
    #expect(mask.size.width <= TextMask.largestSide)
    #expect(area(mask) > 1000)
  }

  @Test func `paragraphs have every line in their mask`() {
    let paragraph = typesetter.paragraph("one\ntwo\nthree", font: Font(size: 13))
    let lines = ["one", "two", "three"].map { typesetter.line($0, font: Font(size: 13)) }
    let whole = area(typesetter.mask(of: paragraph, scale: 2))

    let parts = lines.map { area(typesetter.mask(of: $0, scale: 2)) }.reduce(0, +)

    #expect(isClose(whole, parts, within: parts * 0.001))
  }
}

/// Returns the area inside a path whose contours may overlap, counted on a fine grid of scan lines (non-zero).
func filledArea(_ path: Path) -> Double {
  guard let bounds = path.bounds else { return 0 }
  let step = 0.05
  var edges: [LineSegment] = []
  path.flattened(within: 0.01).forEachSegment(closingOpenSubpaths: true) { segment in
    if case .line(let line) = segment, line.start.y != line.end.y { edges.append(line) }
  }
  edges.sort { min($0.start.y, $0.end.y) < min($1.start.y, $1.end.y) }
  var area = 0.0
  var y = bounds.minY + step / 2
  while y < bounds.maxY {
    var crossings: [(x: Double, winding: Int)] = []
    for edge in edges {
      guard min(edge.start.y, edge.end.y) <= y else { break }
      guard max(edge.start.y, edge.end.y) > y else { continue }
      let t = (y - edge.start.y) / (edge.end.y - edge.start.y)
      crossings.append((edge.start.x + t * (edge.end.x - edge.start.x), edge.end.y > edge.start.y ? 1 : -1))
    }
    crossings.sort { $0.x < $1.x }
    var winding = 0
    for (here, next) in zip(crossings, crossings.dropFirst()) {
      winding += here.winding
      if winding != 0 { area += (next.x - here.x) * step }
    }
    y += step
  }
  return area
}
