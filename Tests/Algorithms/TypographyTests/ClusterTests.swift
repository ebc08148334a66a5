import Geometry
import Testing
import Text

@testable import Typography

/// Letters with marks, characters that are never seen, and languages.
@Suite struct ClusterTests {
  private let typesetter = Typesetter()
  private static let gillius = Typesetter().resolvedFamily(for: Font(family: "Gillius ADF No2", size: 12))

  /// Gillius has neither these marks nor the letters with them.
  @Test(
    .enabled(if: gillius == "Gillius ADF No2"), arguments: ["N\u{308}", "X\u{304}", "G\u{303}", "q\u{330}"])
  func `a mark stands over its letter, in the font of the letter`(character: String) throws {
    let font = Font(family: "Gillius ADF No2", size: 100, weight: 700)
    let glyphs = typesetter.glyphs(of: TextSetting("A\(character)B", font: font))
      .filter { $0.character == 1 }
    let boxes = try glyphs.map { try #require($0.outline.bounds).offset(by: $0.origin - .zero) }
    #expect(Set(glyphs.map(\.id.face)).count == 1)
    guard boxes.count > 1 else { return }
    #expect(abs(boxes[0].midX - boxes[1].midX) < 0.25 * boxes[0].width, "\(boxes)")
  }

  @Test(.enabled(if: gillius == "Gillius ADF No2"))
  func `what a font has itself keeps its font`() {
    let font = Font(family: "Gillius ADF No2", size: 100, weight: 700)
    let letter = typesetter.glyphs(of: TextSetting("É", font: font)).map(\.id.face)
    for text in ["E\u{301}", "É"] {
      let faces = typesetter.glyphs(of: TextSetting("A\(text)", font: font)).map(\.id.face)
      #expect(Set(faces) == Set(letter), "\(text.unicodeScalars)")
    }
  }

  /// Joiners, places to break, marks of direction, a byte order mark, a soft hyphen.
  @Test(arguments: ["\u{200B}", "\u{2060}", "\u{FEFF}", "\u{AD}", "\u{200C}", "\u{200E}", "\u{200B}\u{2060}"])
  func `characters that are never seen get no tracking`(invisible: String) {
    let font = Font(size: 40, tracking: 0.5)
    func places(_ text: String) -> [Double] {
      typesetter.glyphs(of: TextSetting(text, font: font)).map { ($0.origin.x * 100).rounded() / 100 }
    }
    for text in ["A\(invisible)B", "AB\(invisible)", "\(invisible)AB"] {
      #expect(places(text) == places("AB"), "\(text.unicodeScalars.map(\.value))")
      #expect(
        abs(typesetter.line(text, font: font).width - typesetter.line("AB", font: font).width) < 0.01,
        "\(text.unicodeScalars.map(\.value))")
    }
  }

  @Test(arguments: ["KEEP", "A B", "שלום", "AÉ\u{200B}B"])
  func `an opening moves what is right of it, and nothing else`(text: String) {
    var setting = TextSetting(text, font: Font(size: 50, tracking: 0.1))
    let before = typesetter.glyphs(of: setting)
    let line = typesetter.line(setting)
    setting.openings = [TextSetting.Opening(after: 1, width: 0.25)]
    let after = typesetter.glyphs(of: setting)

    let place = before.lastIndex { $0.character == 1 } ?? 0
    for (index, (a, b)) in zip(before, after).enumerated() {
      #expect(abs(b.origin.x - a.origin.x - (index > place ? 12.5 : 0)) < 0.01, "\(text) \(index)")
    }
    #expect(abs(typesetter.line(setting).width - line.width - 12.5) < 0.01)
  }

  /// DejaVu Serif has other Serbian letters; Inter has an own ş for Romanian.
  @Test(
    .enabled(if: Typesetter().resolvedFamily(for: Font(family: "Inter", size: 12)) == "Inter"),
    arguments: [("Inter", "Ş ş", "ro"), ("DejaVu Serif", "б", "sr")])
  func `a language chooses among the shapes of a letter`(family: String, text: String, language: String) {
    func numbers(_ language: String?) -> [UInt32] {
      typesetter.glyphs(of: TextSetting(text, font: Font(family: family, size: 20), language: language))
        .map(\.id.number)
    }
    #expect(numbers(nil) == numbers("en"))
    #expect(numbers(language) != numbers(nil))
  }

  @Test func `scripts of Chinese are regions for fonts`() {
    for (tag, region) in [("zh-Hans", "zh-cn"), ("zh-Hant", "zh-tw"), ("zh-Hant-HK", "zh-hk"), ("TR", "tr")] {
      #expect(PangoLanguages.named(tag) == PangoLanguages.named(region))
    }
  }
}
