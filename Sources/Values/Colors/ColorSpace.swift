/// A way of writing a colour down in three or four numbers.
public enum ColorSpace: String, Sendable, CaseIterable {
  /// sRGB, gamma-encoded (IEC 61966-2-1).
  case srgb
  /// The linear light of sRGB.
  case srgbLinear = "srgb-linear"
  /// Display P3, gamma-encoded as sRGB is.
  case displayP3 = "display-p3"
  /// The linear light of Display P3.
  case displayP3Linear = "display-p3-linear"
  /// Adobe RGB (1998).
  case a98RGB = "a98-rgb"
  /// ProPhoto RGB, measured against D50 (ROMM).
  case proPhotoRGB = "prophoto-rgb"
  /// ITU-R BT.2020.
  case rec2020
  /// Hue, saturation and brightness (Smith's hexcone).
  case hsb
  /// Hue, saturation and lightness, as CSS has them.
  case hsl
  /// Hue, whiteness and blackness, as CSS has them.
  case hwb
  /// Four inks, without a profile of a press.
  case cmyk
  /// CIE XYZ relative to D65.
  case xyzD65 = "xyz-d65"
  /// CIE XYZ relative to D50, as ICC profiles have it.
  case xyzD50 = "xyz-d50"
  /// CIE Lab, measured against D50.
  case lab
  /// CIE Lab in polar coordinates: lightness, chroma, hue.
  case lch
  /// Oklab (Ottosson 2020).
  case oklab
  /// Oklab in polar coordinates: lightness, chroma, hue.
  case oklch
  /// Hue, saturation and value in Oklab (Ottosson 2021).
  case okhsv
  /// Hue, saturation and lightness in Oklab (Ottosson 2021).
  case okhsl

  /// The place of the hue among the components, or nil in a space without one.
  public var hueIndex: Int? {
    switch self {
    case .hsb, .hsl, .hwb, .okhsv, .okhsl: 0
    case .lch, .oklch: 2
    default: nil
    }
  }

  /// The RGB space whose cube bounds this space, or nil where every finite colour is in gamut.
  public var bounds: ColorSpace? {
    switch self {
    case .srgb, .srgbLinear, .hsb, .hsl, .hwb, .cmyk, .okhsv, .okhsl: .srgb
    case .displayP3, .displayP3Linear: .displayP3
    case .a98RGB, .proPhotoRGB, .rec2020: self
    case .xyzD65, .xyzD50, .lab, .lch, .oklab, .oklch: nil
    }
  }
}
