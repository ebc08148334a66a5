import Colors
import Localization
import Text

extension RGBA {
  /// Returns the colour in words: hexadecimal, the nearest name of CSS, the lightness and the chroma in OKLCH.
  func words(in language: Language) -> String {
    let oklch = OKLCH(self)
    return language.localized(
      "{hex}, {name}, lightness {lightness} %, chroma {chroma}",
      [
        "hex": Color(self).text(as: .hex), "name": NamedColor.nearest(to: self).name,
        "lightness": (oklch.lightness * 100).text(.fixed(0)), "chroma": oklch.chroma.text(.fixed(2)),
      ])
  }
}
