/// A way of writing a colour as text.
public enum ColorFormat: String, CaseIterable, Sendable {
  case hex
  case rgb
  case hsb
  case hsl
  case hwb
  case cmyk
  case lab
  case lch
  case oklab
  case oklch
  case okhsv
  case okhsl
  case xyz

  /// The notation of CSS for the colour's own space, losing nothing.
  case css

  /// The nearest name of CSS.
  case name

  /// The object that `ColorReport` writes.
  case json
}
