import CrownSilhouette
import Geometry
import Testing

@testable import Heraldry

@Suite struct CrownDrawingTests {
  private static let usual = CrownFamily.allCases.map { CrownDesign.numbered(0, of: $0) }

  @Test(arguments: usual)
  func `the same design is always the same text`(design: CrownDesign) {
    #expect(svg(of: design.drawing()) == svg(of: design.drawing()))
  }

  @Test(arguments: usual)
  func `a crown fills a viewBox 1000 wide and nothing stands out of it`(design: CrownDesign) throws {
    let drawing = design.drawing()
    let page = Rect(x: 0, y: 0, width: drawing.size.width, height: drawing.size.height)

    let ink = try #require(Silhouette(drawing).inkBox)

    #expect(drawing.size.width == 1000)
    #expect(page.height > 200 && page.height < 3000)
    #expect(ink.minX > 0 && ink.minY > 0 && ink.maxX < 128 && ink.maxY < 128)
    #expect(max(ink.width, ink.height) > 114)
  }

  /// A naval crown's sails billow to one side.
  @Test(arguments: usual.filter { $0.family != .naval })
  func `a crown is the same on both sides of its middle`(design: CrownDesign) {
    let silhouette = Silhouette(design.drawing())

    // A pixel on the edge may fall to either side, and a pearl's light, a rope or a scroll has a direction.
    #expect(silhouette.difference(to: silhouette.mirrored) < 0.12)
  }

  @Test(arguments: usual)
  func `every used part is defined, every clip is written, and every number is finite`(design: CrownDesign) {
    let text = svg(of: design.drawing())

    for piece in text.split(separator: "xlink:href=\"#").dropFirst() {
      #expect(text.contains("id=\"\(piece.prefix { $0 != "\"" })\""))
    }
    for piece in text.split(separator: "url(#").dropFirst() {
      #expect(text.contains("id=\"\(piece.prefix { $0 != ")" })\""))
    }
    #expect(!text.contains("nan") && !text.contains("inf"))
  }

  @Test func `the poster's crown has the proportions of the one of 1939`() throws {
    let ink = try #require(Silhouette(CrownCatalogue.poster.drawing()).inkBox)

    // 0.270 of the width and 0.166 of the height of a page of 2:3; a pixel of 128 either way is 1.6 %.
    let wanted = 0.270 * 2 / ((0.203 - 0.037) * 3)
    #expect((ink.width / ink.height / wanted - 1).magnitude < 0.016)
  }

  /// Between leaves and pearls the rim behind came out as loose dashes.
  @Test func `an arched crown with low pearls shows no pieces of the rim behind`() {
    let pearled = CrownCatalogue.all.filter { $0.design.arches > 0 && $0.design.between == .pearl }
    #expect(pearled.count > 10)
    for entry in pearled { #expect(entry.design.ringCrown().rimGaps.isEmpty, "\(entry.id)") }

    let coronets = CrownCatalogue.all.filter { [.duke, .marquess, .royal].contains($0.design.family) }
    #expect(coronets.contains { !$0.design.ringCrown().rimGaps.isEmpty })
  }

  /// Between sails and sterns the rim behind came out as loose dashes.
  @Test func `naval crowns show no pieces of the rim behind`() {
    let naval = CrownCatalogue.all.filter { $0.family == .naval }
    #expect(!naval.isEmpty && naval.allSatisfy { $0.design.ringCrown().rimGaps.isEmpty })
  }

  @Test func `strokes, groups and repeated parts are written as such`() {
    let text = svg(of: CrownDesign.numbered(0, of: .marquess).drawing())

    #expect(text.contains("stroke-width"))
    #expect(text.contains("<g id=\"strawberry-leaf\">"))
    #expect(text.split(separator: "<use ").count > 5)
    #expect(text.contains("clip-rule=\"evenodd\""))
  }
}

extension Silhouette {
  /// The box of the pixels that have ink.
  var inkBox: Rect? {
    var box: Rect?
    for y in 0..<Self.size {
      for x in 0..<Self.size where covers(x, y) {
        let pixel = Rect(x: Double(x), y: Double(y), width: 1, height: 1)
        box = box?.union(pixel) ?? pixel
      }
    }
    return box
  }
}
