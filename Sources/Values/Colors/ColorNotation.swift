/// A function that writes colours of one space: what its arguments may be and what they mean.
struct ColorNotation {
  /// One argument of a notation.
  struct Channel {
    /// What people call it, for messages.
    let label: String
    var isHue = false
    /// The plain number that means 1 in the component's own unit.
    var divisor = 1.0
    /// The component that 100 % stands for.
    var full = 1.0
    /// What the component is clamped to when it is read.
    var range = -Double.infinity...Double.infinity

    static let hue = Channel(label: "hue", isHue: true)

    /// What stands for the channel of the origin in a relative colour: its first letter, of inks the usual one.
    var keywords: [String] {
      switch label {
      case "black": ["k"]
      case "brightness": ["b", "v"]
      default: [String(label.prefix(1)).lowercased()]
      }
    }

    /// The same channel with nothing that it is clamped to.
    var unbounded: Channel { Channel(label: label, isHue: isHue, divisor: divisor, full: full) }
  }

  /// How the arguments may stand between commas.
  enum Commas {
    case none
    /// As CSS has it for `rgb()`: all numbers or all percentages.
    case uniform
    /// As CSS has it for `hsl()`: percentages, but for the hue.
    case percentages
    /// In notations that are not of CSS: anything.
    case anything
  }

  let space: ColorSpace
  let channels: [Channel]
  var commas = Commas.none
  /// Whether plain numbers are shares of 1 until one of them is more, which makes percentages of all.
  var hasSharesOrPercentages = false

  /// Returns the notation of a function, or nil where no colour is written so.
  static func named(_ function: String) -> ColorNotation? {
    notations[function]
  }

  /// Returns the notation within `color()` of a space named there, or nil where there is none.
  static func predefined(_ space: String) -> ColorNotation? {
    switch space {
    case "srgb", "srgb-linear", "display-p3", "display-p3-linear", "a98-rgb", "prophoto-rgb", "rec2020":
      ColorSpace(rawValue: space).map { light($0, "red", "green", "blue") }
    case "xyz", "xyz-d65": light(.xyzD65, "X", "Y", "Z")
    case "xyz-d50": light(.xyzD50, "X", "Y", "Z")
    default: nil
    }
  }

  private static func light(_ space: ColorSpace, _ labels: String...) -> ColorNotation {
    ColorNotation(space: space, channels: labels.map { Channel(label: $0) })
  }

  private static let notations: [String: ColorNotation] = {
    func share(_ label: String, _ range: ClosedRange<Double>, divisor: Double = 100) -> Channel {
      Channel(label: label, divisor: divisor, range: range)
    }
    func reach(_ label: String, full: Double, from least: Double = -.infinity) -> Channel {
      Channel(label: label, full: full, range: least...Double.infinity)
    }
    let all = -Double.infinity...Double.infinity
    let rgb = ColorNotation(
      space: .srgb, channels: ["red", "green", "blue"].map { share($0, 0...1, divisor: 255) },
      commas: .uniform)
    let hsl = ColorNotation(
      space: .hsl, channels: [.hue, share("saturation", 0...Double.infinity), share("lightness", all)],
      commas: .percentages)
    let hsb = ColorNotation(
      space: .hsb, channels: [.hue, share("saturation", 0...1), share("brightness", 0...1)], commas: .anything
    )
    let inks = ["cyan", "magenta", "yellow", "black"].map { share($0, 0...1, divisor: 1) }
    let inksOrPercentages = inks.map { share($0.label, 0...Double.infinity, divisor: 1) }
    let labLightness = Channel(label: "lightness", full: 100, range: 0...100)
    let okLightness = Channel(label: "lightness", range: 0...1)
    let okSaturation = share("saturation", 0...1.05, divisor: 1)
    return [
      "rgb": rgb, "rgba": rgb, "hsl": hsl, "hsla": hsl, "hsb": hsb, "hsv": hsb,
      "hwb": ColorNotation(space: .hwb, channels: [.hue, share("whiteness", all), share("blackness", all)]),
      "device-cmyk": ColorNotation(space: .cmyk, channels: inks, commas: .uniform),
      "cmyk": ColorNotation(
        space: .cmyk, channels: inksOrPercentages, commas: .anything, hasSharesOrPercentages: true),
      "lab": ColorNotation(
        space: .lab, channels: [labLightness, reach("a", full: 125), reach("b", full: 125)]),
      "lch": ColorNotation(
        space: .lch, channels: [labLightness, reach("chroma", full: 150, from: 0), .hue]),
      "oklab": ColorNotation(
        space: .oklab, channels: [okLightness, reach("a", full: 0.4), reach("b", full: 0.4)]),
      "oklch": ColorNotation(
        space: .oklch, channels: [okLightness, reach("chroma", full: 0.4, from: 0), .hue]),
      "okhsv": ColorNotation(
        space: .okhsv, channels: [.hue, okSaturation, share("value", 0...1, divisor: 1)], commas: .anything),
      "okhsl": ColorNotation(
        space: .okhsl, channels: [.hue, okSaturation, share("lightness", 0...1, divisor: 1)],
        commas: .anything),
    ]
  }()
}
