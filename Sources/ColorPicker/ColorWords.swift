import Colors
import Text

extension RGBA {
  /// The colour in words: hexadecimal, the nearest name of CSS, the lightness and the chroma in OKLCH.
  var words: String {
    let oklch = OKLCH(self)
    return "\(Color(self).text(as: .hex)), \(NamedColor.nearest(to: self).name), "
      + "lightness \((oklch.lightness * 100).text(.fixed(0))) %, chroma \(oklch.chroma.text(.fixed(2)))"
  }
}
