import Testing
import Text

@testable import Typography

/// Which of the fonts that tests need are installed.
enum Installed {
  static let inter = has("Inter")
  static let gillius = has("Gillius ADF No2")
  static let colourEmoji = has("Noto Color Emoji")

  /// Whether some font has the letters of a script.
  static func canWrite(_ text: String) -> Bool {
    Typesetter().line(text, font: Font(size: 13)).missingCharacters.isEmpty
  }

  private static func has(_ family: String) -> Bool {
    Typesetter().resolvedFamily(for: Font(family: family, size: 13)) == family
  }
}

/// Texts in several scripts, some of both directions, that the tests of positions go through.
let sampleTexts = outlinedTexts + ["👩‍👩‍👧 emoji 🇩🇪"]

/// The samples that no font draws with pictures.
let outlinedTexts = [
  "Saturation 350.2", "AVAVA To fi ffl", "e\u{301}a\u{308}o\u{303}\u{301}", "مرحبا بالعالم", "नमस्ते दुनिया",
  "abc שלום xyz", "שלום abc 123 עולם", "price: 12 ₪ (שקל)", "a\u{200B}b", "日本語 text",
]

/// Whether two lengths in points agree to a thousandth of a point.
func isClose(_ a: Double, _ b: Double, within tolerance: Double = 1e-3) -> Bool {
  (a - b).magnitude <= tolerance
}
