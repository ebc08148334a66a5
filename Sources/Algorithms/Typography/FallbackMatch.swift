import CPango
import Geometry
import Text

/// The font of a part of a line that the main font has no letters for, matched to the main font.
///
/// A fallback font has its own proportions: its capitals may be higher and its stems heavier than those beside them.
/// The size makes its letters as high as those of the main font, and the weight is the one with the nearest stems that
/// are not heavier; a stroke adds what they lack.
public struct MatchedFont: Hashable, Sendable {
  /// The bytes of the sanitized text.
  let bytes: Range<Int>
  /// The characters of the part.
  public let characters: Range<Int>
  /// The family of the fallback font.
  public let family: String
  /// The CSS weight.
  public let weight: Int
  /// The size as a multiple of the main font's.
  public let scale: Double
  /// The width of the stroke that makes its stems as thick as the main font's, in em of the main font.
  public let thickening: Double

  /// The description at the shaping size.
  func description(italic: Bool) -> FontDescription {
    FontDescription(family: family, weight: weight, italic: italic, size: ShapedText.shapingSize * scale)
  }
}

/// The relation of a fallback font to a main font, for one script.
struct FallbackMatch {
  var weight: Int
  var scale = 1.0
  var thickening = 0.0

  /// Fonts, and the script of a part.
  struct Key: Hashable {
    let main: FaceKey
    let family: String
    let reference: ReferenceLetter
  }

  /// The range of sizes, as multiples of the main font's.
  static let scales = 0.6...1.6
  /// The maximum stroke, in em of the main font.
  static let mostThickening = 0.08
  /// The ratio of stems above which a weight is heavier than the main font.
  static let heavier = 1.04
}

/// A letter by which the fonts of a script are compared with those of Latin capitals.
///
/// The shares of other scripts are those of Noto Sans, whose scripts are designed to stand beside each other, in
/// regular and bold weights.
struct ReferenceLetter: Hashable {
  private(set) var letter: Character
  /// The letter of the main font to compare with.
  private(set) var mainLetter: Character = "H"
  /// The height, as a share of that of the main font's letter.
  private(set) var height = 1.0
  /// The thickness of the stem, as a share of the main font's.
  private(set) var stem = 1.0
  /// The place of the stem, as a share of the letter's height above the baseline.
  private(set) var place = 0.25

  /// The reference for the first letter of a text, or nil for texts that are not matched, such as symbols.
  init?(for text: String) {
    let scalars = text.unicodeScalars
    guard let first = scalars.first(where: { $0.properties.isAlphabetic || $0.properties.numericType != nil })
    else { return nil }
    letter = "H"
    switch first.value {
    case 0x30...0x39, 0x41...0x2AF, 0x370...0x52F, 0x1D00...0x1FFF, 0x2C60...0x2C7F, 0xA640...0xA69F,
      0xA720...0xA7FF, 0xAB30...0xAB6F:
      letter = text == text.lowercased() && text != text.uppercased() ? "n" : "H"
      mainLetter = letter
    case 0x590...0x5FF: (letter, height) = ("ו", 0.84)
    case 0x600...0x6FF, 0x750...0x77F, 0x8A0...0x8FF, 0xFB50...0xFDFF, 0xFE70...0xFEFC:
      (letter, stem) = ("ا", 0.92)
    case 0x900...0x97F: (letter, height, stem, place) = ("क", 0.87, 0.9, 0.75)
    case 0x980...0x9FF: (letter, height, stem) = ("ক", 0.87, 0.86)
    case 0xE00...0xE7F: (letter, height) = ("ก", 0.78)
    case 0x1100...0x11FF, 0x3130...0x318F, 0xAC00...0xD7FF: (letter, height, stem) = ("ㅣ", 1.15, 0.9)
    case 0x1200...0x139F: letter = "ሀ"
    case 0x1780...0x17FF: (letter, height) = ("ក", 0.82)
    case 0x3005...0x30FF, 0x31F0...0x31FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF,
      0x20000...0x323AF:
      (letter, height, stem) = ("十", 1.18, 0.89)
    default: return nil
    }
  }
}

extension Typesetter {
  /// Returns the matched fonts for the parts of a shaped text that are in fallback fonts.
  func matchedFonts(of shaped: ShapedText) -> [MatchedFont] {
    let font = shaped.setting.font.clamped
    guard shaped.hasFont, let main = resolvedFamily(for: font) else { return [] }
    let bytes = shaped.text.bytes
    var result: [MatchedFont] = []
    shaped.forEachLine { line in
      shaped.forEachRun(of: line) { run, _ in
        guard let item = run.item, let family = GlyphPen.family(of: run), family != main,
          !GlyphPen.drawsPictures(run),
          !GlyphPen.glyphs(of: run).contains(where: { GlyphPen.isMissing($0.glyph) })
        else { return }
        let range = Int(item.pointee.offset)..<Int(item.pointee.offset + item.pointee.length)
        guard range.lowerBound >= 0, range.upperBound <= bytes.count,
          let reference = ReferenceLetter(for: String(decoding: bytes[range], as: UTF8.self)),
          let first = shaped.text.character(atByte: range.lowerBound), first >= 0
        else { return }
        let last = shaped.text.character(atByte: range.upperBound - 1) ?? first
        let match = match(family, to: font, by: reference)
        result.append(
          MatchedFont(
            bytes: range, characters: first..<max(first, last) + 1, family: family, weight: match.weight,
            scale: match.scale, thickening: match.thickening))
      }
    }
    return result.sorted { $0.bytes.lowerBound < $1.bytes.lowerBound }
  }

  private func match(_ family: String, to font: Font, by reference: ReferenceLetter) -> FallbackMatch {
    let key = FallbackMatch.Key(main: FaceKey(font), family: family, reference: reference)
    if let known = fallbackMatches[key] { return known }
    let made = newMatch(family, to: font, by: reference)
    fallbackMatches[key] = made
    return made
  }

  private func newMatch(_ family: String, to font: Font, by reference: ReferenceLetter) -> FallbackMatch {
    var best = FallbackMatch(weight: font.weight)
    guard let main = measure(reference.mainLetter, at: 0.25, font) else { return best }
    let (height, stem) = (main.height * reference.height, main.stem * reference.stem)
    for weight in stride(from: 100, through: 900, by: 100) {
      var face = font
      (face.family, face.weight) = (family, weight)
      guard let own = measure(reference.letter, at: reference.place, face, inFamily: family) else { continue }
      let scale = min(
        max(height / own.height, FallbackMatch.scales.lowerBound), FallbackMatch.scales.upperBound)
      let lack = stem - own.stem * scale
      guard lack >= stem * (1 - FallbackMatch.heavier) || weight == 100 else { break }
      best = FallbackMatch(
        weight: weight, scale: scale,
        thickening: lack < stem * 0.03 ? 0 : min(lack, FallbackMatch.mostThickening))
    }
    return best
  }

  /// Returns the height of a letter, and the width of its thinnest part at a share of the height, for an em of 1; nil if
  /// the font has no such letter.
  private func measure(
    _ letter: Character, at place: Double, _ font: Font, inFamily family: String? = nil
  ) -> (height: Double, stem: Double)? {
    var unit = font
    (unit.size, unit.tracking) = (1, 0)
    let glyphs = glyphs(of: TextSetting(String(letter), font: unit))
    guard glyphs.count == 1, let box = glyphs[0].outline.bounds, box.minY < 0 else { return nil }
    if let family, !glyphs[0].id.face.hasPrefix(family) { return nil }
    guard let stem = glyphs[0].outline.thinnestPart(at: box.minY * place) else { return nil }
    return (-box.minY, stem)
  }
}

extension Path {
  /// Returns the width of the narrowest part of the ink at a height, or nil without ink there.
  fileprivate func thinnestPart(at y: Double) -> Double? {
    var crossings: [(x: Double, turn: Int)] = []
    flattened(within: 0.001).forEachSegment(closingOpenSubpaths: true) { segment in
      guard case .line(let line) = segment, (line.start.y <= y) != (line.end.y <= y) else { return }
      let share = (y - line.start.y) / (line.end.y - line.start.y)
      crossings.append(
        (line.start.x + (line.end.x - line.start.x) * share, line.end.y > line.start.y ? 1 : -1))
    }
    crossings.sort { $0.x < $1.x }
    var (winding, start, thinnest) = (0, 0.0, Double.infinity)
    for crossing in crossings {
      if winding == 0 { start = crossing.x }
      winding += crossing.turn
      if winding == 0 { thinnest = min(thinnest, crossing.x - start) }
    }
    return thinnest.isFinite && thinnest > 0.005 ? thinnest : nil
  }
}

extension GlyphPen {
  /// Returns the family of a run's font.
  static func family(of run: PangoGlyphItem) -> String? {
    guard let font = run.item?.pointee.analysis.font, let description = pango_font_describe(font) else {
      return nil
    }
    defer { pango_font_description_free(description) }
    return pango_font_description_get_family(description).map { String(cString: $0) }
  }
}
