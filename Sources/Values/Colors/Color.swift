public import Text

/// A colour in a stated space, with alpha.
///
/// Values are kept as given, so that a colour which is outside one space comes back from it unharmed.
public struct Color: Hashable, Sendable {
  /// The space whose numbers the components are.
  public let space: ColorSpace

  /// The numbers of the space: RGB, XYZ, Oklab and the shares of HSB and its like in units of 1, Lab and LCH
  /// with a lightness of 0...100, a hue in degrees (0 when it is absent). The fourth is the black of CMYK.
  public let components: SIMD4<Double>

  /// The opacity, from 0 to 1.
  public var alpha: Double

  /// Whether the space has a hue and this colour has none.
  public let lacksHue: Bool

  /// Creates a colour from the numbers of a space; what is not finite counts as 0, a hue wraps at 360.
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

  /// Creates a colour of a space with a hue, which may be absent.
  init(in space: ColorSpace, hue: Double?, _ first: Double, _ second: Double, alpha: Double) {
    let degrees = turned(hue ?? 0)
    components =
      space.hueIndex == 0
      ? SIMD4(degrees, finite(first), finite(second), 0) : SIMD4(finite(first), finite(second), degrees, 0)
    self.space = space
    self.alpha = unit(alpha)
    lacksHue = hue == nil
  }

  /// Creates a colour from sRGB, alpha included.
  public init(_ rgba: RGBA) {
    self.init(in: .srgb, rgba.red, rgba.green, rgba.blue, alpha: rgba.alpha)
  }

  /// Creates a colour from hue, saturation and brightness.
  public init(_ hsb: HSB, alpha: Double = 1) {
    self.init(in: .hsb, hue: hsb.hue, hsb.saturation, hsb.brightness, alpha: alpha)
  }

  /// Creates a colour from hue, saturation and lightness.
  public init(_ hsl: HSL, alpha: Double = 1) {
    self.init(in: .hsl, hue: hsl.hue, hsl.saturation, hsl.lightness, alpha: alpha)
  }

  /// Creates a colour from hue, whiteness and blackness.
  public init(_ hwb: HWB, alpha: Double = 1) {
    self.init(in: .hwb, hue: hwb.hue, hwb.whiteness, hwb.blackness, alpha: alpha)
  }

  /// Creates a colour from four inks.
  public init(_ cmyk: CMYK, alpha: Double = 1) {
    self.init(in: .cmyk, cmyk.cyan, cmyk.magenta, cmyk.yellow, cmyk.black, alpha: alpha)
  }

  /// Creates a colour from CIE Lab, measured against D50.
  public init(_ lab: Lab, alpha: Double = 1) {
    self.init(in: .lab, lab.lightness, lab.a, lab.b, alpha: alpha)
  }

  /// Creates a colour from lightness, chroma and hue in CIE Lab.
  public init(_ lch: LCH, alpha: Double = 1) {
    self.init(in: .lch, hue: lch.hue, lch.lightness, lch.chroma, alpha: alpha)
  }

  /// Creates a colour from Oklab.
  public init(_ oklab: Oklab, alpha: Double = 1) {
    self.init(in: .oklab, oklab.lightness, oklab.a, oklab.b, alpha: alpha)
  }

  /// Creates a colour from lightness, chroma and hue in Oklab.
  public init(_ oklch: OKLCH, alpha: Double = 1) {
    self.init(in: .oklch, hue: oklch.hue, oklch.lightness, oklch.chroma, alpha: alpha)
  }

  /// Creates a colour from Ottosson's OKHSV.
  public init(_ okhsv: OKHSV, alpha: Double = 1) {
    self.init(in: .okhsv, hue: okhsv.hue, okhsv.saturation, okhsv.value, alpha: alpha)
  }

  /// Creates a colour from Ottosson's OKHSL.
  public init(_ okhsl: OKHSL, alpha: Double = 1) {
    self.init(in: .okhsl, hue: okhsl.hue, okhsl.saturation, okhsl.lightness, alpha: alpha)
  }

  /// The hue in degrees, or nil when it is absent or the space has none.
  public var hue: Double? {
    guard let index = space.hueIndex, !lacksHue else { return nil }
    return components[index]
  }

  /// The first three components.
  var triple: Triple { Triple(components.x, components.y, components.z) }
}

/// Returns `value`, or 0 for what is not a finite number; kept so small that all arithmetic stays finite.
func finite(_ value: Double) -> Double {
  value.isFinite ? min(max(value, -1e9), 1e9) : 0
}

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

extension Color {
  /// Reads a colour from text: all of CSS Color 4, of CSS Color 5 relative colours, `color-mix()`, `light-dark()` and
  /// `contrast-color()`, and besides `device-cmyk()`, `cmyk()`, `hsb()`, `hsv()`, `okhsv()` and `okhsl()`.
  ///
  /// `none` counts as 0 but where colours are mixed, and the system's colours are those of a light page. In `cmyk()`
  /// plain numbers are shares of 1, or percentages as soon as one is above 1. What refers to its surroundings
  /// (`currentcolor`, `var()`) is refused like any other text.
  ///
  /// - Parameters:
  ///   - text: The colour, with or without white space around it.
  ///   - scheme: Which of the two colours of `light-dark()` is meant.
  public init(parsing text: String, scheme: ColorScheme = .light) throws(ColorSyntaxError) {
    if let color = HexconeText.color(text) {
      self = color
      return
    }
    var reader = CSSReader(text)
    if reader.next == .end { throw ColorSyntaxError(message: "there is no colour here", offset: 0) }
    try self.init(reading: &reader, scheme: scheme)
    guard reader.next == .end else { throw reader.fault("nothing may follow the colour", at: reader.start) }
  }

  /// Reads the colour that is next in a text of CSS.
  ///
  /// - Parameters:
  ///   - reader: The text, whose reader does not keep case; it is left behind the colour.
  ///   - scheme: Which of the two colours of `light-dark()` is meant.
  ///   - currentColor: The colour that `currentcolor` stands for; without one that word is refused.
  public init(
    reading reader: inout CSSReader, scheme: ColorScheme = .light, currentColor: Color? = nil
  ) throws(ColorSyntaxError) {
    var parser = ColorParser(reader, scheme: scheme, currentColor: currentColor)
    self = try parser.color()
    reader = parser.reader
  }

  /// Reads a colour as people type and paste it: what `init(parsing:scheme:)` reads, hexadecimal digits without a number
  /// sign, and what copying brings along.
  ///
  /// That is white space of every kind, no-break spaces included, quotation marks around the colour, a semicolon or
  /// comma behind it, and the name of a property before it:
  ///
  /// ```swift
  /// try Color(typed: "c8102e")
  /// try Color(typed: "  “#ff8800”;")
  /// try Color(typed: "border-color: rgb(255 136 0);")
  /// ```
  ///
  /// Errors count the scalars of the whole text.
  public init(typed text: String, scheme: ColorScheme = .light) throws(ColorSyntaxError) {
    // One scalar for another, so that an error's place stays what it is.
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

  /// Returns the colour as text that `Color(parsing:)` reads again.
  ///
  /// Forms that cannot leave sRGB show the gamut-mapped colour, or with `clipping` the one whose channels
  /// were clamped. HSB, HSL, HWB and CMYK are written to one decimal: that is enough for every colour of eight
  /// bits. The other functions have as few digits as give a colour of eight bits again, and eight for any other colour;
  /// `css` loses nothing. In functions of CSS a hue that is powerless is `none`. A colour without a name of CSS is
  /// written as hexadecimal digits in place of the name.
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

  /// The colour as sRGB can show it.
  func shown(clipping: Bool) -> RGBA {
    clipping ? rgba.clipped : mapped(to: .srgb).rgba
  }

  /// The CSS name of exactly this colour in eight bits, or nil.
  public var name: String? {
    if rgba == .clear { return "transparent" }
    guard alpha == 1, isInGamut(.srgb) else { return nil }
    let nearest = NamedColor.nearest(to: self)
    return nearest.rgba.bytes8 == rgba.bytes8 ? nearest.name : nil
  }

  /// The name that the colour has in CSS or, behind “≈”, the nearest one.
  public var nameOrNearest: String { name ?? "≈ " + NamedColor.nearest(to: self).name }

  /// Hexadecimal digits, and the colour's own name or the nearest one.
  public var hexAndName: String { "\(text(as: .hex)) \(nameOrNearest)" }

  private func hexText(clipping: Bool) -> String {
    let bytes = shown(clipping: clipping).bytes8
    let count = alpha < 1 ? 4 : 3
    // A picker's field shows it with every frame of a drag: it is put together in the string's own place.
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

  /// The notation of CSS Color 4 §15: `rgb()` for sRGB however it was written, else the space's function.
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

  /// Returns what CSS writes of a colour of one of its four spaces with a lightness.
  ///
  /// Their functions have nothing lighter than white, or darker than black (CSS Color 4 §9.3).
  private func lightnessText(_ color: Color) -> String {
    let white: Double = color.space == .lab || color.space == .lch ? 100 : 1
    return (0...white).contains(color.components.x)
      ? color.ownFunction(color.space.rawValue, significant: 10)
      : color.converted(to: .srgb).ownFunction("color", "srgb", significant: 10)
  }

  /// Returns the components in a function, a space's name before them where `color()` wants one.
  private func ownFunction(_ name: String, _ prefix: String? = nil, significant: Int = 8) -> String {
    var values = [components.x, components.y, components.z]
      .map { decimalText($0, significant: significant, places: significant + 2) }
    // Only the functions of CSS know `none`.
    if lacksHue, space == .lch || space == .oklch { values[2] = "none" }
    return function(name, (prefix.map { [$0] } ?? []) + values)
  }

  /// Returns a function of this colour, written in another space, with the digits that its value needs.
  ///
  /// A colour of eight bits gets as few as give its channels again to a twentieth of a step. Any other gets eight, or as many
  /// more as give the same eight bits: where two of Ottosson's polynomials meet, a hue that is rounded may fall under the
  /// wrong one.
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

  /// Alpha as CSS Color 4 §15.1 writes one of eight bits: to two decimals where they are enough, else three.
  private var alphaText: String {
    let steps = alpha * 255
    guard abs(steps - steps.rounded()) < 1e-6 else { return decimalText(alpha, significant: 8) }
    let short = (alpha * 100).rounded() / 100
    return (short * 255).rounded() == steps.rounded()
      ? decimalText(short, places: 2) : decimalText(alpha, places: 3)
  }
}

extension Unicode.Scalar {
  /// Whether nothing is seen of it: spaces without a width, and marks of the direction and the order of bytes.
  fileprivate var isInvisible: Bool { properties.isDefaultIgnorableCodePoint }

  /// Whether it can stand in the name of a property or variable: `--brand`, `$brand`, `"brand"`.
  fileprivate var isOfName: Bool {
    properties.isAlphabetic || properties.numericType != nil || "-_$@.".unicodeScalars.contains(self)
  }

  /// Whether it surrounds a colour that was copied but is no part of it.
  fileprivate var surroundsColor: Bool { " ;,\"'`´“”„‟‘’‚‛«»‹›".unicodeScalars.contains(self) }
}

extension ArraySlice<Unicode.Scalar> {
  /// The colour without the scalars around it.
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

/// Whether what a colour is for is light or dark, as `color-scheme` of CSS has it.
public enum ColorScheme: String, CaseIterable, Sendable {
  /// Dark text on a light ground.
  case light
  /// Light text on a dark ground.
  case dark
}
