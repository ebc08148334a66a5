extension Color {
  /// The colour in extended sRGB, not clamped.
  public var rgba: RGBA {
    switch space {
    case .srgb: RGBA(red: components.x, green: components.y, blue: components.z, alpha: alpha)
    case .hsb: HSB(hue: hue, saturation: components.y, brightness: components.z).rgba(alpha: alpha)
    case .hsl: HSL(hue: hue, saturation: components.y, lightness: components.z).rgba(alpha: alpha)
    case .hwb: HWB(hue: hue, whiteness: components.y, blackness: components.z).rgba(alpha: alpha)
    case .cmyk:
      CMYK(cyan: components.x, magenta: components.y, yellow: components.z, black: components.w)
        .rgba(alpha: alpha)
    case .oklab, .oklch, .okhsv, .okhsl: oklab.rgba(alpha: alpha)
    default: encodedLight
    }
  }

  /// The colour in Oklab.
  public var oklab: Oklab {
    switch space {
    case .oklab: Oklab(lightness: components.x, a: components.y, b: components.z)
    case .oklch: Oklab(OKLCH(lightness: components.x, chroma: components.y, hue: hue))
    case .okhsv: OKHSV(hue: hue, saturation: components.y, value: components.z).oklab
    case .okhsl: OKHSL(hue: hue, saturation: components.y, lightness: components.z).oklab
    case .srgb, .hsb, .hsl, .hwb, .cmyk: Oklab(rgba)
    default: Oklab(xyz: xyz)
    }
  }

  /// The colour in CIE Lab relative to D50.
  public var lab: Lab {
    switch space {
    case .lab: Lab(lightness: components.x, a: components.y, b: components.z)
    case .lch: Lab(LCH(lightness: components.x, chroma: components.y, hue: hue))
    case .xyzD50: Lab(xyz: triple, white: WhitePoint.d50)
    default: Lab(xyz: WhitePoint.d65ToD50 * xyz, white: WhitePoint.d50)
    }
  }

  /// The light of the colour, unclipped: Y of XYZ, with white at 1.
  public var luminance: Double { xyz.y }

  /// Returns the same colour written in another space.
  public func converted(to target: ColorSpace) -> Color {
    if target == space { return self }
    switch target {
    case .srgb: return Color(rgba)
    case .hsb: return Color(HSB(rgba), alpha: alpha)
    case .hsl: return Color(HSL(rgba), alpha: alpha)
    case .hwb: return Color(HWB(rgba), alpha: alpha)
    case .cmyk: return Color(CMYK(rgba), alpha: alpha)
    case .oklab: return Color(oklab, alpha: alpha)
    case .oklch: return Color(OKLCH(oklab), alpha: alpha)
    case .okhsv: return Color(OKHSV(oklab), alpha: alpha)
    case .okhsl: return Color(OKHSL(oklab), alpha: alpha)
    case .lab: return Color(lab, alpha: alpha)
    case .lch: return Color(LCH(lab), alpha: alpha)
    case .xyzD65: return Color(in: .xyzD65, xyz, alpha: alpha)
    case .xyzD50: return Color(in: .xyzD50, xyzD50, alpha: alpha)
    case .srgbLinear, .displayP3, .displayP3Linear, .a98RGB, .proPhotoRGB, .rec2020:
      return Color(in: target, encoded(in: target), alpha: alpha)
    }
  }

  /// The colour in XYZ relative to D65.
  var xyz: Triple {
    switch space {
    case .xyzD65: triple
    case .xyzD50: WhitePoint.d50ToD65 * triple
    case .lab, .lch: WhitePoint.d50ToD65 * xyzD50
    case .oklab, .oklch, .okhsv, .okhsl: oklab.xyz
    case .srgb, .hsb, .hsl, .hwb, .cmyk:
      RGBEncoding.srgb.toXYZ * RGBEncoding.srgb.light(Triple(rgba.red, rgba.green, rgba.blue))
    case .srgbLinear: RGBEncoding.srgb.toXYZ * triple
    case .displayP3Linear: RGBEncoding.displayP3.toXYZ * triple
    case .displayP3: RGBEncoding.displayP3.toXYZ * RGBEncoding.displayP3.light(triple)
    case .a98RGB: RGBEncoding.a98RGB.toXYZ * RGBEncoding.a98RGB.light(triple)
    case .proPhotoRGB: RGBEncoding.proPhotoRGB.toXYZ * RGBEncoding.proPhotoRGB.light(triple)
    case .rec2020: RGBEncoding.rec2020.toXYZ * RGBEncoding.rec2020.light(triple)
    }
  }

  /// The colour in XYZ relative to D50.
  private var xyzD50: Triple {
    switch space {
    case .xyzD50: triple
    case .lab, .lch: lab.xyz(white: WhitePoint.d50)
    default: WhitePoint.d65ToD50 * xyz
    }
  }

  /// The numbers of the colour in an RGB space.
  private func encoded(in target: ColorSpace) -> Triple {
    switch target {
    case .srgbLinear:
      switch space {
      case .srgb, .hsb, .hsl, .hwb, .cmyk:
        RGBEncoding.srgb.light(Triple(rgba.red, rgba.green, rgba.blue))
      case .oklab, .oklch, .okhsv, .okhsl: oklab.light
      default: RGBEncoding.srgb.fromXYZ * xyz
      }
    case .displayP3:
      space == .displayP3Linear
        ? RGBEncoding.displayP3.encoded(triple)
        : RGBEncoding.displayP3.encoded(RGBEncoding.displayP3.fromXYZ * xyz)
    case .displayP3Linear:
      space == .displayP3
        ? RGBEncoding.displayP3.light(triple)
        : RGBEncoding.displayP3.fromXYZ * xyz
    case .a98RGB: RGBEncoding.a98RGB.encoded(RGBEncoding.a98RGB.fromXYZ * xyz)
    case .proPhotoRGB: RGBEncoding.proPhotoRGB.encoded(RGBEncoding.proPhotoRGB.fromXYZ * xyz)
    case .rec2020: RGBEncoding.rec2020.encoded(RGBEncoding.rec2020.fromXYZ * xyz)
    default: triple
    }
  }

  /// sRGB by way of linear light.
  private var encodedLight: RGBA {
    let encoded = RGBEncoding.srgb.encoded(encoded(in: .srgbLinear))
    return RGBA(red: encoded.x, green: encoded.y, blue: encoded.z, alpha: alpha)
  }

  init(in space: ColorSpace, _ triple: Triple, alpha: Double) {
    self.init(in: space, triple.x, triple.y, triple.z, alpha: alpha)
  }

  // MARK: Interpolation

  /// Returns the colour on the way to another in a stated space (CSS Color 4 §12).
  ///
  /// Opacity counts as it does when colours are laid over each other, and a colour without a hue takes the other's.
  ///
  /// - Parameters:
  ///   - other: The colour at the end of the way.
  ///   - fraction: How far on the way, 0…1; at the ends the colours themselves are returned, in their own spaces.
  ///   - space: The space in which the components are mixed.
  ///   - arc: Which way round the hue goes, in spaces that have one.
  public func interpolated(
    to other: Color, at fraction: Double, in space: ColorSpace = .oklab, hue arc: HueArc = .shorter
  ) -> Color {
    if fraction == 0 { return self }
    if fraction == 1 { return other }
    return SpecifiedColor(self).interpolated(to: SpecifiedColor(other), at: fraction, in: space, hue: arc)
      .color
  }
}
