import Colors

/// The colour being picked, in every form that the picker shows.
///
/// A form that was edited holds exactly what it was set to; the others follow from it. What a colour leaves
/// open (the hue of a grey, the saturation of black) keeps the value it had, so that a way through grey and
/// back ends where it began.
public struct PickerColor: Hashable, Sendable {
  /// Degrees in 0…360; 360 is kept apart from 0, so that a loupe at the lower end of a track stays there.
  public private(set) var hue: Double
  public private(set) var saturation: Double
  public private(set) var brightness: Double
  public private(set) var hslSaturation: Double
  public private(set) var lightness: Double
  public private(set) var okLightness: Double
  public private(set) var chroma: Double
  public private(set) var okHue: Double
  public private(set) var red: Double
  public private(set) var green: Double
  public private(set) var blue: Double
  public var alpha: Double

  public init(_ color: RGBA) {
    (hue, saturation, brightness, hslSaturation, lightness) = (0, 0, 0, 0, 0)
    (okLightness, chroma, okHue, red, green, blue) = (0, 0, 0, 0, 0, 0)
    alpha = color.alpha
    set(color)
  }

  public var rgba: RGBA { RGBA(red: red, green: green, blue: blue, alpha: alpha) }

  /// Sets red, green and blue, each 0…1; alpha stays.
  public mutating func set(_ color: RGBA) {
    (red, green, blue) = (unit(color.red), unit(color.green), unit(color.blue))
    followHSB()
    followHSL()
    followOKLCH()
  }

  public mutating func setHSB(hue: Double? = nil, saturation: Double? = nil, brightness: Double? = nil) {
    self.hue = hue ?? self.hue
    self.saturation = unit(saturation ?? self.saturation)
    self.brightness = unit(brightness ?? self.brightness)
    let color = HSB(hue: self.hue, saturation: self.saturation, brightness: self.brightness).rgba()
    (red, green, blue) = (unit(color.red), unit(color.green), unit(color.blue))
    followHSL()
    followOKLCH()
  }

  public mutating func setHSL(hue: Double? = nil, saturation: Double? = nil, lightness: Double? = nil) {
    self.hue = hue ?? self.hue
    hslSaturation = unit(saturation ?? hslSaturation)
    self.lightness = unit(lightness ?? self.lightness)
    let color = HSL(hue: self.hue, saturation: hslSaturation, lightness: self.lightness).rgba()
    (red, green, blue) = (unit(color.red), unit(color.green), unit(color.blue))
    let kept = self.hue
    followHSB()
    self.hue = kept
    followOKLCH()
  }

  /// Sets the coordinates when sRGB has the colour; otherwise changes nothing and returns false.
  public mutating func setOKLCH(
    lightness: Double? = nil, chroma: Double? = nil, hue: Double? = nil
  ) -> Bool {
    let wanted = OKLCH(
      lightness: lightness ?? okLightness, chroma: chroma ?? self.chroma, hue: hue ?? okHue)
    let color = wanted.rgba()
    guard [color.red, color.green, color.blue].allSatisfy({ $0 > -1e-6 && $0 < 1 + 1e-6 }) else {
      return false
    }
    (okLightness, self.chroma, okHue) = (wanted.lightness, wanted.chroma, hue ?? okHue)
    (red, green, blue) = (unit(color.red), unit(color.green), unit(color.blue))
    followHSB()
    followHSL()
    return true
  }

  private mutating func followHSB() {
    let hsb = HSB(rgba)
    brightness = hsb.brightness
    if hsb.brightness > 0 { saturation = hsb.saturation }
    if let hue = hsb.hue { keep(hue) }
  }

  private mutating func followHSL() {
    let hsl = HSL(rgba)
    lightness = hsl.lightness
    if hsl.lightness > 0 && hsl.lightness < 1 { hslSaturation = hsl.saturation }
  }

  private mutating func followOKLCH() {
    let oklch = OKLCH(rgba)
    (okLightness, chroma) = (oklch.lightness, oklch.chroma)
    if let hue = oklch.hue { okHue = hue }
  }

  /// 0° and 360° are one hue: keeps the end at which the loupe is.
  private mutating func keep(_ newHue: Double) {
    if newHue == 0 && hue == 360 { return }
    hue = newHue
  }
}

private func unit(_ value: Double) -> Double { min(max(value, 0), 1) }
