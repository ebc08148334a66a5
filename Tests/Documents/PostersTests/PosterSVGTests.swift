import Colors
import Foundation
import Geometry
import Images
import Posters
import Testing
import Typography
import VectorArt

#if canImport(FoundationXML)
  import FoundationXML
#endif

@Suite struct PosterSVGTests {
  private let typesetter = Typesetter()

  private func document(_ poster: Poster, outlines: Bool = false, bleed: Double = 0) -> String {
    PosterSVG.document(
      of: PosterLayout(poster, typesetter: typesetter), title: poster.title, sheet: PrintSheet(bleed: bleed),
      outlines: outlines)
  }

  @Test(arguments: [false, true])
  func `documents are well-formed`(outlines: Bool) throws {
    var poster = try Samples.poster("<KEEP> & \"CALM\"/'and'/]]>\u{1}")
    poster.title = "a < b & c"
    for poster in Samples.varied + [poster] {
      let parser = XMLParser(data: Data(document(poster, outlines: outlines).utf8))
      #expect(parser.parse(), "\(String(describing: parser.parserError))")
    }
  }

  @Test func `text stays text, with its font, place and tracking`() throws {
    let svg = document(try Samples.poster())

    for word in ["KEEP", "CALM", "AND", "CARRY", "ON"] { #expect(svg.contains(">\(word)</text>")) }
    #expect(svg.contains("font-family=\"'Gillius ADF No2'\"") && svg.contains("letter-spacing="))
    #expect(svg.contains("width=\"508mm\" height=\"762mm\" viewBox=\"0 0 1440 2160\""))
    #expect(document(try Samples.poster(), bleed: 3).contains("width=\"514mm\" height=\"768mm\""))
  }

  @Test func `outlines are what the layout says, read back by the importer of SVG`() throws {
    let poster = try Samples.poster("IT", emblem: .none)
    let layout = PosterLayout(poster, typesetter: typesetter)
    // Without the background nothing but the letters is in the drawing.
    let svg = document(poster, outlines: true).split(separator: "\n").filter { !$0.contains("<rect") }
      .joined(separator: "\n")

    let image = try VectorImage(svg: svg)

    let line = try #require(layout.lines.first)
    // The importer counts in pixels of CSS, of which an inch has 96.
    let scale = 96 / 72.0
    #expect(abs(image.bounds.minX - line.bounds.minX * scale) < 0.1)
    #expect(abs(image.bounds.maxY - line.bounds.maxY * scale) < 0.1)
    let area = line.path.signedArea.magnitude * scale * scale
    #expect(abs(image.path.signedArea.magnitude / area - 1) < 1e-3)
  }

  @Test func `letter-spacing is only on letters that are spaced out, and ligatures only where they are made`()
    throws
  {
    func lines(_ text: String, tracking: Double = 0.09) throws -> String {
      var poster = try Samples.poster(text, emblem: .none)
      poster.lettering.tracking = tracking
      return document(poster)
    }

    #expect(try !lines("مرحبا").contains("letter-spacing"))
    #expect(try !lines("नमस्ते").contains("letter-spacing"))
    #expect(try lines("KEEP").contains("letter-spacing=") && lines("KEEP").contains("'rlig' 0"))
    let mixed = try lines("KEEP هدوء")
    #expect(mixed.contains("<tspan letter-spacing=\"0\"") && mixed.contains(">هدوء</tspan>"))
    #expect(try lines("GOES", tracking: 0).contains("font-feature-settings"))
    #expect(
      try lines("Fine office", tracking: 0).contains(
        "<tspan style=\"font-feature-settings: normal\">ffi</tspan>"))
  }

  @Test func `a tinted picture is the ink, seen through a white one`() throws {
    let svg = document(try Samples.tinted())

    #expect(svg.contains("<mask id=\"emblem\"") && svg.contains("fill=\"#ffffff\" mask=\"url(#emblem)\""))
    let data = try #require(svg.firstMatch(of: /base64,([A-Za-z0-9+\/=]+)"/)).output.1
    let bitmap = try Bitmap(encoded: [UInt8](#require(Data(base64Encoded: String(data)))))
    for index in stride(from: 0, to: bitmap.bytes.count, by: 4) {
      #expect(bitmap.bytes[index..<index + 3].allSatisfy { $0 == 255 || bitmap.bytes[index + 3] == 0 })
    }
    #expect(Emblem.isOneColored(bitmap))
    var colors = bitmap
    for index in stride(from: 0, to: colors.bytes.count, by: 8) { colors.bytes[index] = 0 }
    #expect(!Emblem.isOneColored(colors))
    #expect(!Emblem.isOneColored(Bitmap(size: bitmap.size, bytes: bitmap.bytes.map { _ in 255 })))
  }

  @Test(.enabled(if: Installed.colourEmoji, "fonts-noto-color-emoji is not installed"))
  func `an emoji that is a picture is one in every form`() throws {
    var poster = try Samples.poster("HI 👍 YOU", emblem: .none)
    // Other fonts may have an outline for it.
    poster.lettering.family = "Noto Color Emoji"
    let layout = PosterLayout(poster, typesetter: typesetter)
    let line = try #require(layout.lines.first)

    #expect(line.pictures.count == 1 && layout.warnings.isEmpty)
    #expect(line.bounds.maxX <= 0.95 * layout.page.width)
    #expect(line.pictures.allSatisfy { line.bounds.insetBy(-0.1).contains($0.frame) })
    let svg = document(poster)
    #expect(svg.contains("<image") && !svg.contains("👍") && svg.contains("<tspan x="))
    #expect(document(poster, outlines: true).contains("<image"))
  }
}

extension Rect {
  fileprivate func insetBy(_ distance: Double) -> Rect { outset(by: -distance) }

  fileprivate func contains(_ other: Rect) -> Bool {
    other.minX >= minX && other.maxX <= maxX && other.minY >= minY && other.maxY <= maxY
  }
}
