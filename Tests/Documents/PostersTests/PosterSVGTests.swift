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

  @Test func `words in another ink, size or font have it in the text`() throws {
    var poster = try Samples.poster("KEEP CALM", emblem: .none)
    poster.lines[0].changeStyle(of: 5..<9) {
      ($0.ink, $0.size, $0.font, $0.weight) = (RGBA(hex: 0xffcc00), 0.5, "Inter", 400)
    }
    let svg = document(poster)

    #expect(svg.contains(">KEEP </text>"))
    let word = try #require(svg.firstMatch(of: /<text [^>]*fill="#ffcc00"[^>]*><tspan ([^>]*)>CALM<\/tspan>/))
      .output.1
    #expect(word.contains("font-family=\"'Inter'\"") && word.contains("font-weight=\"400\""))
    let size = try #require(svg.firstMatch(of: /font-size="([0-9.]+)"/)?.output.1).description
    #expect(word.contains("font-size=\"\((Double(size) ?? 0) / 2)"), "\(word)")
  }

  @Test func `letters of a curved line are turned one by one, most at its ends`() throws {
    var poster = try Samples.poster("KEEP", emblem: .none)
    poster.lines[0].arc = 90
    let turns = document(poster).matches(of: /rotate="([-0-9.]+)">(\w)</).map {
      ($0.output.2, Double($0.output.1) ?? 0)
    }

    #expect(turns.map(\.0) == ["K", "E", "E", "P"])
    #expect(zip(turns, turns.dropFirst()).allSatisfy { $0.1 < $1.1 })
    #expect(abs((turns.first?.1 ?? 0) + (turns.last?.1 ?? 0)) < 5)
  }

  @Test func `outlines are what the layout says, read back by the importer of SVG`() throws {
    let poster = try Samples.poster("IT", emblem: .none)
    let layout = PosterLayout(poster, typesetter: typesetter)
    // Without the background, the drawing contains only the letters.
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

  @Test(arguments: 1...8) func `a turned JPEG is turned by the drawing, and its file says nothing of it`(
    orientation: Int
  ) throws {
    // photo-exif6.jpg: red, green, blue and yellow quarters, stored as 120 × 80 with orientation 6.
    var file = [UInt8](try #require(Data(base64Encoded: Self.turnedPhoto)))
    let place = try #require(
      file.indices.dropLast(12).first {
        file[$0..<$0 + 4] == [0x01, 0x12, 0, 3] || file[$0..<$0 + 4] == [0x12, 0x01, 3, 0]
      })
    for index in place + 8..<place + 10 where file[index] == 6 { file[index] = UInt8(orientation) }
    var poster = try Samples.poster("", emblem: .none)
    poster.background = .picture(.init(bytes: file))
    let shown = try Bitmap(encoded: file)

    let svg = document(poster)

    let data = try #require(svg.firstMatch(of: /base64,([A-Za-z0-9+\/=]+)"/)).output.1
    let written = [UInt8](try #require(Data(base64Encoded: String(data))))
    let stored = try Bitmap(encoded: written)
    #expect(try PictureFile(written).orientation == .upright)
    guard orientation > 1 else { return #expect(written == file) }
    let matrix = try #require(svg.firstMatch(of: /transform="matrix\(([^)]*)\)"/)).output.1
      .split(separator: " ").compactMap { Double($0) }
    #expect(matrix.count == 6 && svg.contains("width=\"1\" height=\"1\" transform="))
    // SVG 1.1, 7.4: x' = a·x + c·y + e, y' = b·x + d·y + f.
    for (x, y) in [(0.25, 0.25), (0.75, 0.25), (0.25, 0.75), (0.75, 0.75)] {
      let (across, down) = (
        matrix[0] * x + matrix[2] * y + matrix[4], matrix[1] * x + matrix[3] * y + matrix[5]
      )
      func pixel(_ bitmap: Bitmap, _ x: Double, _ y: Double) -> ArraySlice<UInt8> {
        let start =
          4 * (Int(y * Double(bitmap.size.height)) * bitmap.size.width + Int(x * Double(bitmap.size.width)))
        return bitmap.bytes[start..<start + 3]
      }
      #expect(
        zip(pixel(stored, x, y), pixel(shown, across, down)).allSatisfy { abs(Int($0) - Int($1)) <= 3 },
        "\(orientation) \(x) \(y)")
    }
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

extension PosterSVGTests {
  /// A photo of four quarters whose orientation is a quarter turn.
  fileprivate static let turnedPhoto = """
    /9j/4AAQSkZJRgABAQAAAQABAAD/4QAiRXhpZgAATU0AKgAAAAgAAQESAAMAAAABAAYAAAAAAAD/2wBDAAEBAQEBAQEBAQEBAQEB\
    AQIBAQEBAQIBAQECAgICAgICAgIDAwQDAwMDAwICAwQDAwQEBAQEAgMFBQQEBQQEBAT/2wBDAQEBAQEBAQIBAQIEAwIDBAQEBAQE\
    BAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAT/wAARCABQAHgDAREAAhEBAxEB/8QAHwAAAQUBAQEB\
    AQEAAAAAAAAAAAECAwQFBgcICQoL/8QAtRAAAgEDAwIEAwUFBAQAAAF9AQIDAAQRBRIhMUEGE1FhByJxFDKBkaEII0KxwRVS0fAk\
    M2JyggkKFhcYGRolJicoKSo0NTY3ODk6Q0RFRkdISUpTVFVWV1hZWmNkZWZnaGlqc3R1dnd4eXqDhIWGh4iJipKTlJWWl5iZmqKj\
    pKWmp6ipqrKztLW2t7i5usLDxMXGx8jJytLT1NXW19jZ2uHi4+Tl5ufo6erx8vP09fb3+Pn6/8QAHwEAAwEBAQEBAQEBAQAAAAAA\
    AAECAwQFBgcICQoL/8QAtREAAgECBAQDBAcFBAQAAQJ3AAECAxEEBSExBhJBUQdhcRMiMoEIFEKRobHBCSMzUvAVYnLRChYkNOEl\
    8RcYGRomJygpKjU2Nzg5OkNERUZHSElKU1RVVldYWVpjZGVmZ2hpanN0dXZ3eHl6goOEhYaHiImKkpOUlZaXmJmaoqOkpaanqKmq\
    srO0tba3uLm6wsPExcbHyMnK0tPU1dbX2Nna4uPk5ebn6Onq8vP09fb3+Pn6/9oADAMBAAIRAxEAPwD8j6/j8/6oAoAKACgAoAKA\
    CgD3z4H/APM0f9uX/t3Xj5t/y7+f6H/O/wDt7f8Am1H/AHXf/eMe+V45/wA74UAFABQAUAFABQB8D19gf+iAFABQAUAFABQAUAe+\
    fA//AJmj/ty/9u68fNv+Xfz/AEP+d/8Ab2/82o/7rv8A7xj3yvHP+d8KACgAoAKACgAoA+B6+wP/AEQAoAKACgAoAKACgD3z4H/8\
    zR/25f8At3Xj5t/y7+f6H/O/+3t/5tR/3Xf/AHjHvleOf874UAFABQAUAFABQB8D19gf+iAFABQAUAFABQAUAe+fA/8A5mj/ALcv\
    /buvHzb/AJd/P9D/AJ3/ANvb/wA2o/7rv/vGPfK8c/53woAKACgAoAKACgD4Hr7A/wDRACgAoAKACgAoAKAPfPgf/wAzR/25f+3d\
    ePm3/Lv5/of87/7e3/m1H/dd/wDeMe+V45/zvhQAUAFABQAUAFAH5H1/2kH9oBQAUAFABQAUAFAH7+f8EM/+bov+5J/926v+Xf8A\
    0kv/AJsx/wB3F/7wj+7PoU/81N/3Jf8Au2fv5X/Luf3YFABQAUAFABQAUAfwD1/6iB/hOFABQAUAFABQAUAfv5/wQz/5ui/7kn/3\
    bq/5d/8ASS/+bMf93F/7wj+7PoU/81N/3Jf+7Z+/lf8ALuf3YFABQAUAFABQAUAfwD1/6iB/hOFABQAUAFABQAUAfv5/wQz/AObo\
    v+5J/wDdur/l3/0kv/mzH/dxf+8I/uz6FP8AzU3/AHJf+7Z+/lf8u5/dgUAFABQAUAFABQB/APX/AKiB/hOFABQAUAFABQAUAfv5\
    /wAEM/8Am6L/ALkn/wB26v8Al3/0kv8A5sx/3cX/ALwj+7PoU/8ANTf9yX/u2fv5X/Luf3YFABQAUAFABQAUAfwD1/6iB/hOFABQ\
    AUAFABQAUAfv5/wQz/5ui/7kn/3bq/5d/wDSS/8AmzH/AHcX/vCP7s+hT/zU3/cl/wC7Z+/lf8u5/dgUAFABQAUAFABQB//Z
    """
}
