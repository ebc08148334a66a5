/// A text format for colours.
public enum ColorFormat: String, CaseIterable, Sendable {
  /// Hexadecimal digits after `#`, such as `#663399`; two more for an alpha below 1.
  case hex
  /// `rgb()` with channels from 0 to 255.
  case rgb
  /// `hsb()`, in degrees and percentages with one decimal.
  case hsb
  /// `hsl()`, in degrees and percentages with one decimal.
  case hsl
  /// `hwb()`, in degrees and percentages with one decimal.
  case hwb
  /// `cmyk()` with four percentages, converted without a profile.
  case cmyk
  /// `lab()`: CIE Lab relative to D50.
  case lab
  /// `lch()`: CIE LCH relative to D50.
  case lch
  /// `oklab()`: lightness, and two distances from grey.
  case oklab
  /// `oklch()`: lightness, chroma, and a hue in degrees.
  case oklch
  /// `okhsv()`, which is not part of CSS.
  case okhsv
  /// `okhsl()`, which is not part of CSS.
  case okhsl
  /// `color(xyz-d65 …)`.
  case xyz

  /// The CSS notation for the colour's own space, without loss.
  case css

  /// The CSS name, or hexadecimal digits if it has none.
  case name

  /// The JSON object of `ColorReport`.
  case json
}
