import Localization
import Text

/// A full description of a colour, as a JSON object on one line.
public struct ColorReport: Hashable, Sendable {
  /// The described colour.
  public let color: Color

  /// The text from which the colour was parsed.
  public let input: String

  /// Whether notations limited to sRGB are clamped instead of gamut-mapped.
  public let clipping: Bool

  /// Creates a report on a colour parsed from `input`.
  public init(_ color: Color, input: String, clipping: Bool = false) {
    self.color = color
    self.input = input
    self.clipping = clipping
  }

  /// The object; numbers have twelve significant digits, a powerless hue is null.
  public var json: String {
    let rgba = color.rgba
    let shown = color.shown(clipping: clipping)
    let bytes = shown.bytes8
    let (hsb, hsl, hwb, cmyk) = (HSB(shown), HSL(shown), HWB(shown), CMYK(shown))
    let (lab, oklab, seen) = (color.lab, color.oklab, Oklab(shown))
    let (lch, oklch, okhsv, okhsl) = (LCH(lab), OKLCH(oklab), OKHSV(seen), OKHSL(seen))
    let xyz = color.converted(to: .xyzD65).components
    func number(_ value: Double?) -> JSONValue { .number(value, .significant(12)) }
    func named(_ values: KeyValuePairs<String, Double?>) -> JSONValue {
      .object(values.map { JSONMember($0.key, number($0.value)) })
    }
    let report: JSONValue = [
      "input": .string(input),
      "hex": .string(color.text(as: .hex, clipping: clipping)),
      "alpha": number(color.alpha),
      "rgb": .numbers([bytes.r, bytes.g, bytes.b].map(Double.init)),
      "srgb": .numbers([rgba.red, rgba.green, rgba.blue], .significant(12)),
      "hsb": named(["h": hsb.hue, "s": hsb.saturation * 100, "b": hsb.brightness * 100]),
      "hsl": named(["h": hsl.hue, "s": hsl.saturation * 100, "l": hsl.lightness * 100]),
      "hwb": named(["h": hwb.hue, "w": hwb.whiteness * 100, "b": hwb.blackness * 100]),
      "cmyk": named([
        "c": cmyk.cyan * 100, "m": cmyk.magenta * 100, "y": cmyk.yellow * 100, "k": cmyk.black * 100,
      ]),
      "xyz": named(["X": xyz.x, "Y": xyz.y, "Z": xyz.z]),
      "lab": named(["L": lab.lightness, "a": lab.a, "b": lab.b]),
      "lch": named(["L": lch.lightness, "C": lch.chroma, "h": lch.hue]),
      "oklab": named(["L": oklab.lightness, "a": oklab.a, "b": oklab.b]),
      "oklch": named(["L": oklch.lightness, "C": oklch.chroma, "h": oklch.hue]),
      "okhsv": named(["h": okhsv.hue, "s": okhsv.saturation, "v": okhsv.value]),
      "okhsl": named(["h": okhsl.hue, "s": okhsl.saturation, "l": okhsl.lightness]),
      "inSRGB": .bool(color.isInGamut(.srgb)),
      "inP3": .bool(color.isInGamut(.displayP3)),
      "inRec2020": .bool(color.isInGamut(.rec2020)),
      "luminance": number(color.luminance),
      "name": .text(color.name),
      "nearestName": .string(NamedColor.nearest(to: color).name),
    ]
    return report.line
  }
}

extension ColorSyntaxError {
  /// Returns the JSON object that replaces a report if the text is not a colour.
  ///
  /// - Parameters:
  ///   - input: The text.
  ///   - line: Its line, from 1; nil omits the field.
  public func json(input: String, line: Int? = nil) -> String {
    let place = line.map { [JSONMember("line", .number($0))] } ?? []
    return JSONValue.object(
      [JSONMember("input", .string(input))] + place
        + [JSONMember("error", .string(message.english)), JSONMember("at", .number(offset))]
    ).line
  }
}

extension Contrast {
  /// The contrast as a JSON object on one line.
  public var json: String {
    let report: JSONValue = [
      "wcag": .number(wcag, .significant(12)), "aa": .bool(passesAA), "aaLarge": .bool(passesAALarge),
      "aaa": .bool(passesAAA), "aaaLarge": .bool(passesAAALarge), "apca": .number(apca, .significant(12)),
    ]
    return report.line
  }
}
