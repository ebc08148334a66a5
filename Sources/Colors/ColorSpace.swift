/// A way of writing a colour down in three or four numbers.
public enum ColorSpace: String, Sendable, CaseIterable {
  case srgb
  case srgbLinear = "srgb-linear"
  case displayP3 = "display-p3"
  case displayP3Linear = "display-p3-linear"
  case a98RGB = "a98-rgb"
  case proPhotoRGB = "prophoto-rgb"
  case rec2020
  case hsb
  case hsl
  case hwb
  case cmyk
  case xyzD65 = "xyz-d65"
  case xyzD50 = "xyz-d50"
  case lab
  case lch
  case oklab
  case oklch
  case okhsv
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
