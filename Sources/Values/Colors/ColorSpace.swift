/// A colour space with three or four components.
public enum ColorSpace: String, Sendable, CaseIterable {
  /// sRGB, gamma-encoded (IEC 61966-2-1).
  case srgb
  /// The linear light of sRGB.
  case srgbLinear = "srgb-linear"
  /// Display P3, gamma-encoded like sRGB.
  case displayP3 = "display-p3"
  /// The linear light of Display P3.
  case displayP3Linear = "display-p3-linear"
  /// Adobe RGB (1998).
  case a98RGB = "a98-rgb"
  /// ProPhoto RGB relative to D50 (ROMM).
  case proPhotoRGB = "prophoto-rgb"
  /// ITU-R BT.2020.
  case rec2020
  /// Hue, saturation and brightness (Smith's hexcone).
  case hsb
  /// Hue, saturation and lightness, as in CSS.
  case hsl
  /// Hue, whiteness and blackness, as in CSS.
  case hwb
  /// Four inks, without a press profile.
  case cmyk
  /// CIE XYZ relative to D65.
  case xyzD65 = "xyz-d65"
  /// CIE XYZ relative to D50, as in ICC profiles.
  case xyzD50 = "xyz-d50"
  /// CIE Lab relative to D50.
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

  /// The index of the hue component, or nil in a space without one.
  public var hueIndex: Int? {
    switch self {
    case .hsb, .hsl, .hwb, .okhsv, .okhsl: 0
    case .lch, .oklch: 2
    default: nil
    }
  }

  /// The RGB space whose cube is the gamut of this space, or nil if it contains every finite colour.
  public var bounds: ColorSpace? {
    switch self {
    case .srgb, .srgbLinear, .hsb, .hsl, .hwb, .cmyk, .okhsv, .okhsl: .srgb
    case .displayP3, .displayP3Linear: .displayP3
    case .a98RGB, .proPhotoRGB, .rec2020: self
    case .xyzD65, .xyzD50, .lab, .lch, .oklab, .oklch: nil
    }
  }
}
