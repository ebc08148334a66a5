import Colors
import Foundation
import Geometry
import TestSupport
import Testing
import Text

@testable import Posters
@testable import Typography

/// Scripts beside Latin capitals, compared with HarfBuzz itself.
@Suite(
  .enabled(if: Installed.gillius, "fonts-adf-gillius is not installed"),
  .enabled(if: Installed.family("Noto Sans Thai"), "fonts-noto-core is not installed"),
  .enabled(if: Installed.family("Noto Sans CJK JP"), "fonts-noto-cjk is not installed"))
struct MixedTextTests {
  private let typesetter = Typesetter()

  private func line(
    _ text: String, family: String, tracking: Double = 0, language: String? = nil,
    spacing: Lettering.Spacing = .optical
  ) throws -> PosterLayout.PlacedLine {
    var line = Poster.Line(text)
    line.language = language
    let poster = Poster(
      lines: [line],
      lettering: Lettering(family: family, tracking: tracking, stroke: 0, spacing: spacing))
    return try #require(PosterLayout(poster, typesetter: typesetter).lines.first)
  }

  private struct Shaped: Decodable, Equatable {
    let g: Int
    let ax: Double
    let dx: Double
    let dy: Double
  }

  /// A script with the file of its bold font, and the features of its headlines.
  struct Sample: CustomTestStringConvertible {
    let text: String
    let family: String
    let file: String
    var language: String?
    var features = ""
    var testDescription: String { text }
  }

  private static let noto = "/usr/share/fonts/truetype/noto/NotoSans"
  static let samples = [
    Sample(text: "السَّلامُ عليكم", family: "Noto Sans Arabic", file: noto + "Arabic-Bold.ttf", language: "ar"),
    Sample(text: "لا إله", family: "Noto Sans Arabic", file: noto + "Arabic-Bold.ttf", language: "fa"),
    Sample(text: "שָׁלוֹם", family: "Noto Sans Hebrew", file: noto + "Hebrew-Bold.ttf", language: "he"),
    Sample(
      text: "शान्ति रखिए", family: "Noto Sans Devanagari", file: noto + "Devanagari-Bold.ttf", language: "hi"),
    Sample(text: "क्षत्रिय", family: "Noto Sans Devanagari", file: noto + "Devanagari-Bold.ttf", language: "mr"),
    Sample(text: "น้ำใจที่นี่", family: "Noto Sans Thai", file: noto + "Thai-Bold.ttf", language: "th"),
    Sample(
      text: "「静かに」、きょうも。", family: "Noto Sans CJK JP",
      file: "/usr/share/fonts/opentype/noto/NotoSansCJK-Bold.ttc", language: "ja", features: "palt=1"),
    Sample(
      text: "GIỮ BÌNH TĨNH", family: "DejaVu Sans",
      file: "/usr/share/fonts/truetype/dejavu/DejaVuSans-Bold.ttf",
      language: "vi", features: "liga=0,clig=0,dlig=0,hlig=0,rlig=0"),
  ]

  @Test(
    .enabled(if: Installed.program("hb-shape") != nil, "libharfbuzz-bin is not installed"), arguments: samples
  )
  func `letters stand where HarfBuzz places them`(sample: Sample) throws {
    let line = try line(
      sample.text, family: sample.family, language: sample.language,
      spacing: sample.language == "vi" ? .metric : .optical)
    let output = try Tool("hb-shape").output(
      [
        "--no-glyph-names", "--no-clusters", "--output-format=json", "--font-file=" + sample.file,
        "--features=" + sample.features, "--language=" + (sample.language ?? "en"), "--font-size=1000",
        line.setting.text,
      ])
    let shaped = try JSONDecoder().decode([Shaped].self, from: Data(output.utf8))

    let glyphs = typesetter.glyphs(of: line.setting)
    #expect(line.setting.openings.isEmpty)
    var x = 0.0
    var placed: [(glyph: Int, x: Double, y: Double)] = []
    for glyph in shaped {
      placed.append((glyph.g, x + glyph.dx, -glyph.dy))
      x += glyph.ax
    }
    // Pango draws spaces as glyphs without an outline.
    let scale = 1000 / line.setting.font.size
    let own = glyphs.map { (glyph: Int($0.id.number), x: $0.origin.x * scale, y: $0.origin.y * scale) }
    #expect(own.map(\.glyph) == placed.map(\.glyph))
    for (a, b) in zip(own, placed) { #expect(abs(a.x - b.x) < 2 && abs(a.y - b.y) < 2, "\(own) \(placed)") }
  }

  @Test(arguments: ["مرحبا", "नमस्ते"], [0, 0.2])
  func `letters that are joined stay joined`(text: String, tracking: Double) throws {
    let line = try line("KEEP " + text, family: "Gillius ADF No2", tracking: tracking)
    let matched = try #require(line.shaped.matchedFonts.last)
    let plain = try self.line("KEEP " + text, family: "Gillius ADF No2", tracking: 0)
    func width(_ line: PosterLayout.PlacedLine) -> Double {
      let boxes = line.shaped.selection(5..<line.setting.text.count)
      return ((boxes.map(\.maxX).max() ?? 0) - (boxes.map(\.minX).min() ?? 0)) / line.setting.font.size
    }

    #expect(matched.characters.lowerBound <= 5 && matched.characters.upperBound == line.setting.text.count)
    #expect(abs(width(line) - width(plain)) < 0.15 * max(tracking, 0.01) + 0.01)
  }

  @Test(arguments: [
    ("ก", "Noto Sans Thai", 0.78), ("क", "Noto Sans Devanagari", 0.87), ("十", "Noto Sans CJK JP", 1.18),
    ("ו", "Noto Sans Hebrew", 0.84), ("ا", "Noto Sans Arabic", 1.0),
  ])
  func `other scripts are as high beside capitals as in fonts that are designed together`(
    letter: String, family: String, share: Double
  ) throws {
    for main in ["Gillius ADF No2", "C059", "Inter Display"] {
      let line = try line("H" + letter, family: main + ", " + family)
      let glyphs = typesetter.glyphs(of: line.setting)
      func height(_ character: Int) throws -> Double {
        let glyph = try #require(glyphs.first { $0.character == character })
        return try -#require(glyph.outline.bounds).minY
      }
      #expect(try abs(height(1) / height(0) / share - 1) < 0.03, "\(main)")
    }
  }

  @Test(.enabled(if: Tool.areInstalled, "poppler-utils or qpdf is not installed"), arguments: [0, 0.09])
  func `every script is found in a PDF as it was typed, also words in two fonts`(tracking: Double) throws {
    let texts = ["नमस्ते", "สวัสดี", "日本語", "静かに。", "GIỮ BÌNH TĨNH", "STRAẞE", "שלום"]
    let poster = Poster(
      lines: texts.map { Poster.Line($0) }, lettering: Lettering(tracking: tracking, spacing: .optical))
    let layout = PosterLayout(poster, typesetter: typesetter)
    #expect(layout.warnings.isEmpty)
    let bytes = try PosterPDF.document(of: [layout], title: "Scripts", typesetter: typesetter)
    let found = try withScratch { folder in
      let path = folder.appending(path: "poster.pdf")
      try Data(bytes).write(to: path)
      return try Tool("pdftotext").output([path.file, "-"])
    }

    let plain = String(found.unicodeScalars.filter { !$0.properties.isBidiControl }).composed
    for text in texts { #expect(plain.contains(text.composed), "\(text) in \(plain)") }
  }

  @Test func `Japanese lines neither begin with closing signs nor end with opening ones`() throws {
    let text = "「ああ、きょうは」「ちょっとだけ。」ほっとする（なあ）、ってね。"
    let characters = Array(text)
    let breaks = typesetter.breaks(in: text, language: "ja")
    #expect(breaks.count > 5)
    for index in breaks {
      #expect(!"、。」）っょー".contains(characters[index]), "\(characters[index])")
      #expect(!"「（".contains(characters[index - 1]))
    }
  }
}
