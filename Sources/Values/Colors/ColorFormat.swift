/// A way of writing a colour as text.
public enum ColorFormat: String, CaseIterable, Sendable {
  /// Hexadecimal digits after `#`, such as `#663399`; two more for an alpha below 1.
  case hex
  /// `rgb()` with channels from 0 to 255.
  case rgb
  /// `hsb()`, in degrees and percent to one decimal.
  case hsb
  /// `hsl()`, in degrees and percent to one decimal.
  case hsl
  /// `hwb()`, in degrees and percent to one decimal.
  case hwb
  /// `cmyk()` with four percentages, made without a profile.
  case cmyk
  /// `lab()` of CIE Lab, measured against D50.
  case lab
  /// `lch()` of CIE Lab, measured against D50.
  case lch
  /// `oklab()`: lightness, and two distances from grey.
  case oklab
  /// `oklch()`: lightness, chroma, and a hue in degrees.
  case oklch
  /// `okhsv()`, which CSS does not know.
  case okhsv
  /// `okhsl()`, which CSS does not know.
  case okhsl
  /// `color(xyz-d65 …)`.
  case xyz

  /// The notation of CSS for the colour's own space, losing nothing.
  case css

  /// The colour's name in CSS, or hexadecimal digits where it has none.
  case name

  /// The object that `ColorReport` writes.
  case json
}
