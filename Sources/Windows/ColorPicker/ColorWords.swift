import Colors
import Localization
import Text

extension RGBA {
  /// Returns a description of the colour: hexadecimal, its CSS name or the nearest one, and lightness and chroma in
  /// OKLCH.
  func words(in language: Language) -> String {
    let oklch = OKLCH(self)
    let (hex, own) = (Color(self).text(as: .hex), Color(self).name)
    let (lightness, chroma) = (
      (oklch.lightness * 100).text(.fixed(0)), language.shown(number: oklch.chroma.text(.fixed(2)))
    )
    guard let own else {
      return language.localized(
        "{hex}, near {name}, lightness {lightness} %, chroma {chroma}",
        [
          "hex": hex, "name": NamedColor.nearest(to: self).name, "lightness": lightness, "chroma": chroma,
        ])
    }
    return language.localized(
      "{hex}, {name}, lightness {lightness} %, chroma {chroma}",
      ["hex": hex, "name": own, "lightness": lightness, "chroma": chroma])
  }
}
