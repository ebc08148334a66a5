import Colors

/// The colour being picked, in every notation that the picker shows.
///
/// An edited notation holds exactly the values that were set; the others are derived. Coordinates that a colour leaves
/// undefined (the hue of a grey, the saturation of black) keep their values, so that moving through grey and back
/// restores the colour.
public struct PickerColor: Hashable, Sendable {
  /// The coordinates of a colour in a plane.
  public struct Place: Hashable, Sendable {
    /// The horizontal coordinate.
    public var across: Double
    /// The vertical coordinate, increasing upward.
    public var up: Double
    /// The coordinate that is constant across the plane.
    public var fixed: Double
  }

  /// The coordinates in the planes that have been used.
  private var places: [ColorPlane: Place] = [:]

  /// The saturation of HSL, 0…1.
  public private(set) var hslSaturation: Double
  /// The lightness of HSL, 0…1.
  public private(set) var lightness: Double
  /// The lightness of OKLCH, 0…1.
  public private(set) var okLightness: Double
  /// The chroma of OKLCH.
  public private(set) var chroma: Double
  /// The hue of OKLCH, in degrees.
  public private(set) var okHue: Double
  /// The red channel of sRGB, 0…1.
  public private(set) var red: Double
  /// The green channel of sRGB, 0…1.
  public private(set) var green: Double
  /// The blue channel of sRGB, 0…1.
  public private(set) var blue: Double
  /// The opacity, 0…1.
  public var alpha: Double

  /// Creates the initial colour; values outside sRGB are clipped.
  public init(_ color: RGBA) {
    (hslSaturation, lightness) = (0, 0)
    (okLightness, chroma, okHue, red, green, blue) = (0, 0, 0, 0, 0, 0)
    alpha = color.alpha
    set(color)
  }

  /// The colour in sRGB, alpha included.
  public var rgba: RGBA { RGBA(red: red, green: green, blue: blue, alpha: alpha) }

  /// The hue in degrees, 0…360; 360 is distinct from 0, so that a loupe at the lower end of a track stays there.
  public var hue: Double { place(in: .hsb).fixed }
  /// The saturation of HSB, 0…1.
  public var saturation: Double { place(in: .hsb).across }
  /// The brightness of HSB, 0…1.
  public var brightness: Double { place(in: .hsb).up }

  /// Returns the coordinates of the colour in a plane.
  public func place(in plane: ColorPlane) -> Place { places[plane] ?? found(in: plane) }

  /// Sets red, green and blue, each 0…1; alpha stays.
  public mutating func set(_ color: RGBA) {
    take(color)
    followPlanes()
    followHSL()
    followOKLCH()
  }

  /// Moves the colour in a plane; nil leaves a coordinate unchanged.
  public mutating func move(
    in plane: ColorPlane, across: Double? = nil, up: Double? = nil, fixed: Double? = nil
  ) {
    let old = place(in: plane)
    let place = Place(
      across: plane.across.clamping(across ?? old.across), up: plane.up.clamping(up ?? old.up),
      fixed: plane.fixed.clamping(fixed ?? old.fixed))
    take(Color(plane.color(place.across, place.up, place.fixed)).mapped(to: .srgb).rgba)
    followPlanes()
    places[plane] = place
    followHSL()
    followOKLCH()
  }

  /// Sets coordinates of HSB, the hue in degrees; nil leaves a coordinate unchanged.
  public mutating func setHSB(hue: Double? = nil, saturation: Double? = nil, brightness: Double? = nil) {
    move(in: .hsb, across: saturation, up: brightness, fixed: hue)
  }

  /// Sets coordinates of HSL, the hue in degrees; nil leaves a coordinate unchanged.
  public mutating func setHSL(hue: Double? = nil, saturation: Double? = nil, lightness: Double? = nil) {
    let hue = hue ?? self.hue
    hslSaturation = unit(saturation ?? hslSaturation)
    self.lightness = unit(lightness ?? self.lightness)
    take(HSL(hue: hue, saturation: hslSaturation, lightness: self.lightness).rgba())
    followPlanes()
    places[.hsb]?.fixed = hue
    followOKLCH()
  }

  /// Sets the coordinates if the colour is in sRGB; otherwise changes nothing and returns false.
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
    take(color)
    followPlanes()
    followHSL()
    return true
  }

  /// Sets red, green and blue only, clipped to sRGB.
  private mutating func take(_ color: RGBA) {
    (red, green, blue) = (unit(color.red), unit(color.green), unit(color.blue))
  }

  private mutating func followPlanes() {
    // Unused planes are computed on demand.
    places[.hsb] = found(in: .hsb)
    for plane in places.keys where plane != .hsb { places[plane] = found(in: plane) }
  }

  /// Returns the coordinates of red, green and blue in a plane; undefined ones keep their values.
  private func found(in plane: ColorPlane) -> Place {
    let found = plane.coordinates(rgba)
    let old = places[plane]
    return Place(
      across: plane.across.following(found.across, after: old?.across),
      up: plane.up.following(found.up, after: old?.up),
      fixed: plane.fixed.following(found.fixed, after: old?.fixed))
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
}

extension ColorPlane.Axis {
  fileprivate func clamping(_ value: Double) -> Double {
    min(max(value, range.lowerBound), range.upperBound)
  }

  /// Returns a new value or, for nil, the old one; a circular coordinate at its upper end does not jump to the equal
  /// lower end.
  fileprivate func following(_ new: Double?, after old: Double?) -> Double {
    let old = old ?? range.lowerBound
    guard let new else { return old }
    return isCircular && new == range.lowerBound && old == range.upperBound ? old : new
  }
}

private func unit(_ value: Double) -> Double { min(max(value, 0), 1) }
