/// Everything there is to say about a colour, as an object of JSON on one line.
public struct ColorReport: Hashable, Sendable {
  public let color: Color

  /// The text that the colour was read from.
  public let input: String

  /// Whether the forms that cannot leave sRGB are clamped instead of gamut-mapped.
  public let clipping: Bool

  public init(_ color: Color, input: String, clipping: Bool = false) {
    self.color = color
    self.input = input
    self.clipping = clipping
  }

  /// The object; numbers have twelve significant digits, a hue that is powerless is null.
  public var json: String {
    let rgba = color.rgba
    let shown = color.shown(clipping: clipping)
    let bytes = shown.bytes8
    let (hsb, hsl, hwb, cmyk) = (HSB(shown), HSL(shown), HWB(shown), CMYK(shown))
    let (lab, oklab, seen) = (color.lab, color.oklab, Oklab(shown))
    let (lch, oklch, okhsv, okhsl) = (LCH(lab), OKLCH(oklab), OKHSV(seen), OKHSL(seen))
    let xyz = color.converted(to: .xyzD65).components
    var object = JSONObject()
    object.add("input", text: input)
    object.add("hex", text: color.text(as: .hex, clipping: clipping))
    object.add("alpha", color.alpha)
    object.add("rgb", array: [Double(bytes.r), Double(bytes.g), Double(bytes.b)])
    object.add("srgb", array: [rgba.red, rgba.green, rgba.blue])
    object.add("hsb", ["h": hsb.hue, "s": hsb.saturation * 100, "b": hsb.brightness * 100])
    object.add("hsl", ["h": hsl.hue, "s": hsl.saturation * 100, "l": hsl.lightness * 100])
    object.add("hwb", ["h": hwb.hue, "w": hwb.whiteness * 100, "b": hwb.blackness * 100])
    object.add(
      "cmyk",
      ["c": cmyk.cyan * 100, "m": cmyk.magenta * 100, "y": cmyk.yellow * 100, "k": cmyk.black * 100])
    object.add("xyz", ["X": xyz.x, "Y": xyz.y, "Z": xyz.z])
    object.add("lab", ["L": lab.lightness, "a": lab.a, "b": lab.b])
    object.add("lch", ["L": lch.lightness, "C": lch.chroma, "h": lch.hue])
    object.add("oklab", ["L": oklab.lightness, "a": oklab.a, "b": oklab.b])
    object.add("oklch", ["L": oklch.lightness, "C": oklch.chroma, "h": oklch.hue])
    object.add("okhsv", ["h": okhsv.hue, "s": okhsv.saturation, "v": okhsv.value])
    object.add("okhsl", ["h": okhsl.hue, "s": okhsl.saturation, "l": okhsl.lightness])
    object.add("inSRGB", color.isInGamut(.srgb))
    object.add("inP3", color.isInGamut(.displayP3))
    object.add("inRec2020", color.isInGamut(.rec2020))
    object.add("luminance", color.luminance)
    object.add("name", text: color.nameText)
    return object.text
  }
}

extension ColorSyntaxError {
  /// Returns the object of JSON that stands in for a report on a text that is not a colour.
  public func json(input: String) -> String {
    var object = JSONObject()
    object.add("input", text: input)
    object.add("error", text: message)
    object.add("at", Double(offset))
    return object.text
  }
}

extension Contrast {
  /// The judgement as an object of JSON on one line.
  public var json: String {
    var object = JSONObject()
    object.add("wcag", wcag)
    object.add("aa", passesAA)
    object.add("aaLarge", passesAALarge)
    object.add("aaa", passesAAA)
    object.add("aaaLarge", passesAAALarge)
    object.add("apca", apca)
    return object.text
  }
}
