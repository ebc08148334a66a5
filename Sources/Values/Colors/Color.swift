import Localization
public import Text

/// A colour in an explicit space, with alpha.
///
/// Values are kept as given, so that a colour outside a space's gamut survives conversion to it and back.
public struct Color: Hashable, Sendable {
  /// The colour space of the components.
  public let space: ColorSpace

  /// The components: RGB, XYZ, Oklab and the fractions of HSB and the like in units of 1; Lab and LCH
  /// with a lightness of 0...100; a hue in degrees (0 if it is absent). The fourth is the black of CMYK.
  public let components: SIMD4<Double>

  /// The opacity, from 0 to 1.
  public var alpha: Double

  /// Whether the space has a hue but this colour has none.
  public let lacksHue: Bool

  /// Creates a colour from the components of a space.
  ///
  /// - Parameters:
  ///   - space: The colour space, which gives the ranges of its components.
  ///   - first: The first component; numbers that are not finite become 0, as for the others.
  ///   - second: The second component.
  ///   - third: The third component.
  ///   - fourth: The fourth component, for spaces that have one. Hues are in degrees and wrap at 360.
  ///   - alpha: The opacity, clamped to 0…1.
  public init(
    in space: ColorSpace, _ first: Double, _ second: Double, _ third: Double, _ fourth: Double = 0,
    alpha: Double = 1
  ) {
    var components = SIMD4(finite(first), finite(second), finite(third), finite(fourth))
    if let index = space.hueIndex {
      components[index] = turned(components[index])
    }
    self.space = space
    self.components = components
    self.alpha = unit(alpha)
    lacksHue = false
  }

  /// Creates a colour in a space with a hue, which may be absent.
  init(in space: ColorSpace, hue: Double?, _ first: Double, _ second: Double, alpha: Double) {
    let degrees = turned(hue ?? 0)
    components =
      space.hueIndex == 0
      ? SIMD4(degrees, finite(first), finite(second), 0) : SIMD4(finite(first), finite(second), degrees, 0)
    self.space = space
    self.alpha = unit(alpha)
    lacksHue = hue == nil
  }

  /// Creates a colour from sRGB with alpha.
  public init(_ rgba: RGBA) {
    self.init(in: .srgb, rgba.red, rgba.green, rgba.blue, alpha: rgba.alpha)
  }

  /// Creates a colour from hue, saturation and brightness.
  ///
  /// - Parameters:
  ///   - hsb: The coordinates, in the units of their type.
  ///   - alpha: The opacity, 0…1.
  public init(_ hsb: HSB, alpha: Double = 1) {
    self.init(in: .hsb, hue: hsb.hue, hsb.saturation, hsb.brightness, alpha: alpha)
  }

  /// Creates a colour from hue, saturation and lightness.
  ///
  /// - Parameters:
  ///   - hsl: The coordinates, in the units of their type.
  ///   - alpha: The opacity, 0…1.
  public init(_ hsl: HSL, alpha: Double = 1) {
    self.init(in: .hsl, hue: hsl.hue, hsl.saturation, hsl.lightness, alpha: alpha)
  }

  /// Creates a colour from hue, whiteness and blackness.
  ///
  /// - Parameters:
  ///   - hwb: The coordinates, in the units of their type.
  ///   - alpha: The opacity, 0…1.
  public init(_ hwb: HWB, alpha: Double = 1) {
    self.init(in: .hwb, hue: hwb.hue, hwb.whiteness, hwb.blackness, alpha: alpha)
  }

  /// Creates a colour from four inks.
  ///
  /// - Parameters:
  ///   - cmyk: The coordinates, in the units of their type.
  ///   - alpha: The opacity, 0…1.
  public init(_ cmyk: CMYK, alpha: Double = 1) {
    self.init(in: .cmyk, cmyk.cyan, cmyk.magenta, cmyk.yellow, cmyk.black, alpha: alpha)
  }

  /// Creates a colour from CIE Lab relative to D50.
  ///
  /// - Parameters:
  ///   - lab: The coordinates, in the units of their type.
  ///   - alpha: The opacity, 0…1.
  public init(_ lab: Lab, alpha: Double = 1) {
    self.init(in: .lab, lab.lightness, lab.a, lab.b, alpha: alpha)
  }

  /// Creates a colour from lightness, chroma and hue in CIE Lab.
  ///
  /// - Parameters:
  ///   - lch: The coordinates, in the units of their type.
  ///   - alpha: The opacity, 0…1.
  public init(_ lch: LCH, alpha: Double = 1) {
    self.init(in: .lch, hue: lch.hue, lch.lightness, lch.chroma, alpha: alpha)
  }

  /// Creates a colour from Oklab.
  ///
  /// - Parameters:
  ///   - oklab: The coordinates, in the units of their type.
  ///   - alpha: The opacity, 0…1.
  public init(_ oklab: Oklab, alpha: Double = 1) {
    self.init(in: .oklab, oklab.lightness, oklab.a, oklab.b, alpha: alpha)
  }

  /// Creates a colour from lightness, chroma and hue in Oklab.
  ///
  /// - Parameters:
  ///   - oklch: The coordinates, in the units of their type.
  ///   - alpha: The opacity, 0…1.
  public init(_ oklch: OKLCH, alpha: Double = 1) {
    self.init(in: .oklch, hue: oklch.hue, oklch.lightness, oklch.chroma, alpha: alpha)
  }

  /// Creates a colour from Ottosson's OKHSV.
  ///
  /// - Parameters:
  ///   - okhsv: The coordinates, in the units of their type.
  ///   - alpha: The opacity, 0…1.
  public init(_ okhsv: OKHSV, alpha: Double = 1) {
    self.init(in: .okhsv, hue: okhsv.hue, okhsv.saturation, okhsv.value, alpha: alpha)
  }

  /// Creates a colour from Ottosson's OKHSL.
  ///
  /// - Parameters:
  ///   - okhsl: The coordinates, in the units of their type.
  ///   - alpha: The opacity, 0…1.
  public init(_ okhsl: OKHSL, alpha: Double = 1) {
    self.init(in: .okhsl, hue: okhsl.hue, okhsl.saturation, okhsl.lightness, alpha: alpha)
  }

  /// The hue in degrees, or nil if it is absent or the space has none.
  public var hue: Double? {
    guard let index = space.hueIndex, !lacksHue else { return nil }
    return components[index]
  }

  /// The first three components.
  var triple: Triple { Triple(components.x, components.y, components.z) }
}

/// Returns `value` clamped so that all arithmetic stays finite, or 0 for a non-finite number.
func finite(_ value: Double) -> Double {
  value.isFinite ? min(max(value, -1e9), 1e9) : 0
}

extension Color {
  /// The colour in extended sRGB, unclamped.
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

  /// The relative luminance, unclipped: Y of XYZ, with white at 1.
  public var luminance: Double { xyz.y }

  /// Returns the colour converted to another space.
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

  /// The components of the colour in an RGB space.
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

  /// The conversion to sRGB through linear light.
  private var encodedLight: RGBA {
    let encoded = RGBEncoding.srgb.encoded(encoded(in: .srgbLinear))
    return RGBA(red: encoded.x, green: encoded.y, blue: encoded.z, alpha: alpha)
  }

  init(in space: ColorSpace, _ triple: Triple, alpha: Double) {
    self.init(in: space, triple.x, triple.y, triple.z, alpha: alpha)
  }

  // MARK: Interpolation

  /// Returns the interpolation between this colour and another in a space (CSS Color 4 §12).
  ///
  /// Components are premultiplied by opacity, and a colour without a hue takes the other's.
  ///
  /// - Parameters:
  ///   - other: The colour at the end.
  ///   - fraction: The position between the two, 0…1; at the ends the colours themselves are returned, in their own
  ///     spaces.
  ///   - space: The space in which the components are mixed.
  ///   - arc: The direction of the hue, in spaces that have one.
  public func interpolated(
    to other: Color, at fraction: Double, in space: ColorSpace = .oklab, hue arc: HueArc = .shorter
  ) -> Color {
    if fraction == 0 { return self }
    if fraction == 1 { return other }
    return SpecifiedColor(self).interpolated(to: SpecifiedColor(other), at: fraction, in: space, hue: arc)
      .color
  }
}

extension Color {
  /// Parses a colour: all of CSS Color 4; relative colours, `color-mix()`, `light-dark()` and `contrast-color()` from
  /// CSS Color 5; and also `device-cmyk()`, `cmyk()`, `hsb()`, `hsv()`, `okhsv()` and `okhsl()`.
  ///
  /// `none` counts as 0 except in mixtures, and system colours are those of a light page. In `cmyk()` plain numbers are
  /// fractions of 1, or percentages if any of them is above 1. References to a context (`currentcolor`, `var()`) are
  /// errors.
  ///
  /// - Parameters:
  ///   - text: The colour, with optional white space around it.
  ///   - scheme: The scheme that selects a colour of `light-dark()`.
  /// - Throws: ``ColorSyntaxError`` with the problem and the offset of its Unicode scalar.
  public init(parsing text: String, scheme: ColorScheme = .light) throws(ColorSyntaxError) {
    if let color = HexconeText.color(text) {
      self = color
      return
    }
    var reader = CSSReader(text)
    if reader.next == .end { throw ColorSyntaxError(message: Message("there is no colour"), offset: 0) }
    try self.init(reading: &reader, scheme: scheme)
    guard reader.next == .end else {
      throw reader.fault(Message("unexpected text after the colour"), at: reader.start)
    }
  }

  /// Parses the next colour of a CSS text.
  ///
  /// - Parameters:
  ///   - reader: The text, in a reader that does not keep case; afterwards it is positioned after the colour.
  ///   - scheme: The scheme that selects a colour of `light-dark()`.
  ///   - currentColor: The value of `currentcolor`; without one that keyword is an error.
  /// - Throws: ``ColorSyntaxError`` with the problem and the offset of its Unicode scalar.
  public init(
    reading reader: inout CSSReader, scheme: ColorScheme = .light, currentColor: Color? = nil
  ) throws(ColorSyntaxError) {
    var parser = ColorParser(reader, scheme: scheme, currentColor: currentColor)
    self = try parser.color()
    reader = parser.reader
  }

  /// Parses a colour as people type and paste it: everything that `init(parsing:scheme:)` accepts, hexadecimal digits
  /// without a number sign, and characters that are often copied along.
  ///
  /// These are white space of every kind, including no-break spaces; quotation marks around the colour; a semicolon or
  /// comma after it; and the name of a property before it:
  ///
  /// ```swift
  /// try Color(typed: "c8102e")
  /// try Color(typed: "  “#ff8800”;")
  /// try Color(typed: "border-color: rgb(255 136 0);")
  /// ```
  ///
  /// - Parameters:
  ///   - text: The colour as it was typed or pasted.
  ///   - scheme: The scheme that selects a colour of `light-dark()`.
  /// - Throws: ``ColorSyntaxError`` with the problem and the offset of its Unicode scalar in the whole text.
  public init(typed text: String, scheme: ColorScheme = .light) throws(ColorSyntaxError) {
    // Scalars are replaced one for one, so that error offsets stay valid.
    let scalars = text.unicodeScalars.map { $0.properties.isWhitespace || $0.isInvisible ? " " : $0 }
    var kept = scalars[...].trimmed
    if let colon = kept.firstIndex(of: ":"), kept[..<colon].trimmed.allSatisfy(\.isOfName) {
      kept = kept[(colon + 1)...].trimmed
    }
    let isBareHex = [3, 4, 6, 8].contains(kept.count) && kept.allSatisfy(\.properties.isASCIIHexDigit)
    do throws(ColorSyntaxError) {
      try self.init(
        parsing: String(String.UnicodeScalarView((isBareHex ? ["#"] : []) + kept)), scheme: scheme)
    } catch {
      throw ColorSyntaxError(message: error.message, offset: error.offset + kept.startIndex)
    }
  }

  /// Returns the colour as text that `Color(parsing:)` accepts.
  ///
  /// Notations limited to sRGB show the gamut-mapped colour, or with `clipping` the one with clamped channels.
  /// HSB, HSL, HWB and CMYK have one decimal, which is enough for every 8-bit colour. The other functions have the
  /// fewest digits that reproduce an 8-bit colour, and eight for any other colour; `css` is lossless. In CSS functions
  /// a powerless hue is `none`. A colour without a CSS name is written in hexadecimal instead of a name.
  public func text(as format: ColorFormat, clipping: Bool = false) -> String {
    switch format {
    case .hex: return hexText(clipping: clipping)
    case .rgb:
      let bytes = shown(clipping: clipping).bytes8
      return function("rgb", ["\(bytes.r)", "\(bytes.g)", "\(bytes.b)"])
    case .hsb: return hexcone(.hsb, HexconeText(HSB(shown(clipping: clipping))))
    case .hsl:
      let hsl = HSL(shown(clipping: clipping))
      return hexcone(.hsl, HexconeText(hsl), lacksHue: hsl.hue == nil)
    case .hwb:
      let hwb = HWB(shown(clipping: clipping))
      return hexcone(.hwb, HexconeText(hwb), lacksHue: hwb.hue == nil)
    case .cmyk:
      let inks = CMYK(shown(clipping: clipping))
      return function("cmyk", [inks.cyan, inks.magenta, inks.yellow, inks.black].map(percentText))
    case .lab: return shortFunction("lab", of: converted(to: .lab))
    case .lch: return shortFunction("lch", of: Color(LCH(lab), alpha: alpha))
    case .oklab: return shortFunction("oklab", of: converted(to: .oklab))
    case .oklch: return shortFunction("oklch", of: Color(OKLCH(oklab), alpha: alpha))
    case .okhsv, .okhsl:
      let seen = Color(shown(clipping: clipping))
      return seen.shortFunction(format.rawValue, of: seen.converted(to: format == .okhsv ? .okhsv : .okhsl))
    case .xyz: return shortFunction("color", "xyz-d65", of: converted(to: .xyzD65))
    case .css: return cssText
    case .name: return name ?? hexText(clipping: clipping)
    case .json: return ColorReport(self, input: cssText, clipping: clipping).json
    }
  }

  /// The colour brought into sRGB.
  func shown(clipping: Bool) -> RGBA {
    clipping ? rgba.clipped : mapped(to: .srgb).rgba
  }

  /// The CSS name of exactly this 8-bit colour, or nil.
  public var name: String? {
    if rgba == .clear { return "transparent" }
    guard alpha == 1, isInGamut(.srgb) else { return nil }
    let nearest = NamedColor.nearest(to: self)
    return nearest.rgba.bytes8 == rgba.bytes8 ? nearest.name : nil
  }

  /// The CSS name of the colour or, after “≈”, the nearest one.
  public var nameOrNearest: String { name ?? "≈ " + NamedColor.nearest(to: self).name }

  /// Hexadecimal digits, and the colour's own name or the nearest one.
  public var hexAndName: String { "\(text(as: .hex)) \(nameOrNearest)" }

  private func hexText(clipping: Bool) -> String {
    let bytes = shown(clipping: clipping).bytes8
    let count = alpha < 1 ? 4 : 3
    // A picker's field shows it in every frame of a drag, so it is written directly into the string's storage.
    return String(unsafeUninitializedCapacity: 1 + 2 * count) { text in
      func digit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
      }
      text[0] = UInt8(ascii: "#")
      for place in 0..<count {
        let byte = place == 0 ? bytes.r : place == 1 ? bytes.g : place == 2 ? bytes.b : bytes.a
        text[1 + 2 * place] = digit(byte >> 4)
        text[2 + 2 * place] = digit(byte & 15)
      }
      return 1 + 2 * count
    }
  }

  /// The notation of CSS Color 4 §15: `rgb()` for colours of sRGB in any notation, otherwise the space's function.
  private var cssText: String {
    switch space {
    case .srgb, .hsb, .hsl, .hwb, .cmyk:
      guard isInGamut(.srgb) else { return converted(to: .srgb).ownFunction("color", "srgb") }
      let seen = rgba.clipped
      let channels = [seen.red, seen.green, seen.blue]
        .map { decimalText($0 * 255, significant: 10, places: 7) }
      let values = alpha < 1 ? channels + [alphaText] : channels
      return (alpha < 1 ? "rgba(" : "rgb(") + values.joined(separator: ", ") + ")"
    case .lab, .lch, .oklab, .oklch: return lightnessText(self)
    case .okhsv, .okhsl: return lightnessText(converted(to: .oklch))
    default: return ownFunction("color", space.rawValue, significant: 10)
    }
  }

  /// Returns the CSS text of a colour in one of the four spaces with a lightness.
  ///
  /// These functions cannot express colours lighter than white or darker than black (CSS Color 4 §9.3).
  private func lightnessText(_ color: Color) -> String {
    let white: Double = color.space == .lab || color.space == .lch ? 100 : 1
    return (0...white).contains(color.components.x)
      ? color.ownFunction(color.space.rawValue, significant: 10)
      : color.converted(to: .srgb).ownFunction("color", "srgb", significant: 10)
  }

  /// Returns the components in a function, after the name of the space for `color()`.
  private func ownFunction(_ name: String, _ prefix: String? = nil, significant: Int = 8) -> String {
    var values = [components.x, components.y, components.z]
      .map { decimalText($0, significant: significant, places: significant + 2) }
    // Only CSS functions support `none`.
    if lacksHue, space == .lch || space == .oklch { values[2] = "none" }
    return function(name, (prefix.map { [$0] } ?? []) + values)
  }

  /// Returns a function for this colour converted to another space, with as many digits as necessary.
  ///
  /// An 8-bit colour gets the fewest digits that reproduce its channels to a twentieth of a step. Any other colour gets
  /// eight, or as many more as reproduce its 8-bit value: where two of Ottosson's polynomials meet, a rounded hue may
  /// select the wrong one.
  private func shortFunction(_ name: String, _ prefix: String? = nil, of written: Color) -> String {
    let (wanted, bytes) = (rgba.channels, rgba.bytes8)
    let isWhole = wanted.allSatisfy { ($0 * 255 - ($0 * 255).rounded()).magnitude < 1e-4 }
    for significant in (isWhole ? 3 : 8)...16 {
      let text = written.ownFunction(name, prefix, significant: significant)
      guard let read = (try? Color(parsing: text))?.rgba, read.bytes8 == bytes else { continue }
      let isNear = zip(read.channels, wanted).allSatisfy { ($0 - $1).magnitude * 255 < 0.05 }
      if isNear || !isWhole { return text }
    }
    return written.ownFunction(name, prefix, significant: 17)
  }

  private func hexcone(
    _ notation: HexconeText.Notation, _ text: HexconeText, lacksHue: Bool = false
  ) -> String {
    var opaque = text.string(notation)
    if lacksHue { opaque = opaque.prefix(4) + "none" + opaque.drop { $0 != " " } }
    return alpha < 1 ? opaque.dropLast() + " / " + alphaText + ")" : opaque
  }

  private func function(_ name: String, _ values: [String]) -> String {
    name + "(" + values.joined(separator: " ") + (alpha < 1 ? " / " + alphaText : "") + ")"
  }

  private func percentText(_ share: Double) -> String {
    decimalText(share * 100, places: 1) + "%"
  }

  /// Alpha as CSS Color 4 §15.1 writes an 8-bit value: with two decimals if they suffice, otherwise three.
  private var alphaText: String {
    let steps = alpha * 255
    guard abs(steps - steps.rounded()) < 1e-6 else { return decimalText(alpha, significant: 8) }
    let short = (alpha * 100).rounded() / 100
    return (short * 255).rounded() == steps.rounded()
      ? decimalText(short, places: 2) : decimalText(alpha, places: 3)
  }
}

extension Unicode.Scalar {
  /// Whether it is invisible: zero-width spaces, directional marks, and byte order marks.
  fileprivate var isInvisible: Bool { properties.isDefaultIgnorableCodePoint }

  /// Whether it can be part of a property's or variable's name: `--brand`, `$brand`, `"brand"`.
  fileprivate var isOfName: Bool {
    properties.isAlphabetic || properties.numericType != nil || "-_$@.".unicodeScalars.contains(self)
  }

  /// Whether it is often copied along with a colour but not part of it.
  fileprivate var surroundsColor: Bool { " ;,\"'`´“”„‟‘’‚‛«»‹›".unicodeScalars.contains(self) }
}

extension ArraySlice<Unicode.Scalar> {
  /// The text without the scalars around the colour.
  fileprivate var trimmed: ArraySlice {
    guard let first = firstIndex(where: { !$0.surroundsColor }),
      let last = lastIndex(where: { !$0.surroundsColor })
    else { return self[endIndex...] }
    return self[first...last]
  }
}

extension RGBA {
  fileprivate var channels: [Double] { [red, green, blue] }
}

/// A light or dark colour scheme, like `color-scheme` in CSS.
public enum ColorScheme: String, CaseIterable, Sendable {
  /// Dark text on a light background.
  case light
  /// Light text on a dark background.
  case dark
}
