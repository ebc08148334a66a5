import Colors
public import Controls
public import Localization
import Text

/// A channel of a colour with a field of its own.
public enum Channel: String, Hashable, Sendable, CaseIterable {
  /// The hue of HSB, in degrees.
  case hsbHue
  /// The saturation of HSB, in percent.
  case hsbSaturation
  /// The brightness of HSB, in percent.
  case hsbBrightness
  /// The hue of HSL, in degrees.
  case hslHue
  /// The saturation of HSL, in percent.
  case hslSaturation
  /// The lightness of HSL, in percent.
  case hslLightness
  /// The red channel of sRGB, 0…255.
  case red
  /// The green channel of sRGB, 0…255.
  case green
  /// The blue channel of sRGB, 0…255.
  case blue
  /// The lightness of OKLCH, 0…1.
  case okLightness
  /// The chroma of OKLCH, 0…0.4.
  case okChroma
  /// The hue of OKLCH, in degrees.
  case okHue
  /// The opacity, in percent.
  case alpha

  /// The name for assistive tools.
  public var label: Message {
    switch self {
    case .hsbHue: Message("Hue")
    case .hsbSaturation: Message("Saturation")
    case .hsbBrightness: Message("Brightness")
    case .hslHue: Message("HSL hue")
    case .hslSaturation: Message("HSL saturation")
    case .hslLightness: Message("HSL lightness")
    case .red: Message("Red")
    case .green: Message("Green")
    case .blue: Message("Blue")
    case .okLightness: Message("OKLCH lightness")
    case .okChroma: Message("OKLCH chroma")
    case .okHue: Message("OKLCH hue")
    case .alpha: Message("Alpha")
    }
  }

  /// The maximum of the field, in the unit that it shows.
  public var maximum: Double {
    switch self {
    case .hsbHue, .hslHue, .okHue: 360
    case .hsbSaturation, .hsbBrightness, .hslSaturation, .hslLightness, .alpha: 100
    case .red, .green, .blue: 255
    case .okLightness: 1
    case .okChroma: 0.4
    }
  }

  /// The step of an arrow key, in the unit that the field shows.
  public var step: Double {
    switch self {
    case .okLightness, .okChroma: 0.01
    default: 1
    }
  }

  var decimals: Int {
    switch self {
    case .red, .green, .blue, .alpha: 0
    case .okLightness, .okChroma: 3
    default: 1
    }
  }

  private var isHue: Bool { maximum == 360 }

  /// The units that may follow a number, and the number of each in the whole range.
  private var units: [(sign: String, range: Double)] {
    guard isHue else { return [("%", 100)] }
    return [("°", 360), ("deg", 360), ("grad", 400), ("rad", 2 * .pi), ("turn", 1)]
  }

  /// Returns the channel's number in `color`, in the unit that the field shows.
  public func value(in color: PickerColor) -> Double {
    switch self {
    case .hsbHue, .hslHue: color.hue
    case .hsbSaturation: color.saturation * 100
    case .hsbBrightness: color.brightness * 100
    case .hslSaturation: color.hslSaturation * 100
    case .hslLightness: color.lightness * 100
    case .red: color.red * 255
    case .green: color.green * 255
    case .blue: color.blue * 255
    case .okLightness: color.okLightness
    case .okChroma: color.chroma
    case .okHue: color.okHue
    case .alpha: color.alpha * 100
    }
  }

  /// Sets this channel only; returns false and changes nothing if the colour is outside sRGB.
  public func set(_ value: Double, in color: inout PickerColor) -> Bool {
    switch self {
    case .hsbHue: color.setHSB(hue: value)
    case .hsbSaturation: color.setHSB(saturation: value / 100)
    case .hsbBrightness: color.setHSB(brightness: value / 100)
    case .hslHue: color.setHSL(hue: value)
    case .hslSaturation: color.setHSL(saturation: value / 100)
    case .hslLightness: color.setHSL(lightness: value / 100)
    case .red: color.set(RGBA(red: value / 255, green: color.green, blue: color.blue))
    case .green: color.set(RGBA(red: color.red, green: value / 255, blue: color.blue))
    case .blue: color.set(RGBA(red: color.red, green: color.green, blue: value / 255))
    case .okLightness: return color.setOKLCH(lightness: value)
    case .okChroma: return color.setOKLCH(chroma: value)
    case .okHue: return color.setOKLCH(hue: value)
    case .alpha: color.alpha = min(max(value / 100, 0), 1)
    }
    return true
  }

  /// Moves the channel by whole steps, limited by its range and sRGB; hues wrap around.
  public func step(by steps: Double, in color: inout PickerColor) {
    let start = value(in: color)
    // A channel shown without decimals steps from the rounded number, others from the exact one.
    let from = decimals == 0 ? (start + 0.5).rounded(.down) : start
    var wanted = from + steps * step
    if isHue {
      if wanted > maximum { wanted -= maximum }
      if wanted < 0 { wanted += maximum }
    }
    wanted = min(max(wanted, 0), maximum)
    var result = color
    if set(wanted, in: &result) {
      color = result
    } else {
      advance(&color, toward: wanted)
    }
  }

  /// Sets the channel as near to `wanted` as sRGB allows (bisection).
  private func advance(_ color: inout PickerColor, toward wanted: Double) {
    var (inside, outside) = (value(in: color), wanted)
    for _ in 0..<48 {
      let middle = (inside + outside) / 2
      var trial = color
      if set(middle, in: &trial) { inside = middle } else { outside = middle }
    }
    var result = color
    if set(inside, in: &result) { color = result }
  }

  /// Returns the channel's number as its field shows it, with the decimal separator of a language.
  public func text(in color: PickerColor, _ language: Language = .english) -> String {
    // The field of the opacity has no caption, so it includes the unit.
    language.shown(number: figures(in: color)) + (self == .alpha ? "%" : "")
  }

  private func figures(in color: PickerColor) -> String { value(in: color).text(.fixed(decimals)) }

  /// Returns `color` with the channel set to the number in `text`.
  ///
  /// A comma is accepted as decimal point, a percentage as a share of the range, and a hue in any unit of CSS.
  ///
  /// - Parameters:
  ///   - text: The number, in the field's unit unless it has one.
  ///   - color: The colour to change.
  ///   - language: The language of the error.
  /// - Throws: `FieldFault` if the text is not a number, or is out of the channel's range.
  public func applying(
    _ text: String, to color: PickerColor, in language: Language = .english
  ) throws(FieldFault) -> PickerColor {
    var trimmed = text.filter { !$0.isWhitespace }.lowercased()
    let unit = units.first { trimmed.hasSuffix($0.sign) }
    if let unit { trimmed.removeLast(unit.sign.count) }
    trimmed = trimmed.replacing(",", with: ".")
    guard !trimmed.isEmpty else {
      throw FieldFault(language.localized("{channel} needs a number", ["channel": language.localized(label)]))
    }
    guard trimmed.allSatisfy({ $0.isASCII && ($0.isNumber || ".+-".contains($0)) }),
      let number = Double(trimmed), number.isFinite
    else {
      throw FieldFault(language.localized("“{text}” is not a number", ["text": String(text.prefix(24))]))
    }
    // In the field's own unit the number is not converted, so that it stays exact.
    let range = unit?.range ?? maximum
    let value = range == maximum ? number : number * maximum / range
    guard value >= 0, value <= maximum else {
      throw FieldFault(
        language.localized(
          "{channel} goes from 0 to {maximum}",
          [
            "channel": language.localized(label),
            "maximum": language.shown(number: maximum.text(.fixed(maximum < 1 ? 1 : 0))),
          ]))
    }
    var result = color
    // A text equal to the shown value keeps the value with its hidden digits.
    if value == Double(figures(in: color)) { return color }
    guard set(value, in: &result) else {
      throw FieldFault(
        self == .okLightness
          ? language.localized("Outside sRGB at this chroma")
          : language.localized("Outside sRGB at this lightness and hue"))
    }
    return result
  }
}
