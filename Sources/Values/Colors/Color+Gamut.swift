extension Color {
  /// Returns whether the colour is in the gamut of a space, to within a millionth of each channel.
  ///
  /// HSB, HSL, HWB, CMYK, OKHSV and OKHSL have the gamut of sRGB; XYZ, Lab, Oklab and their polar forms contain every
  /// colour.
  public func isInGamut(_ target: ColorSpace) -> Bool {
    guard let bounds = target.bounds else { return true }
    let channels = converted(to: bounds).triple
    let tolerance = 1e-6
    return channels.min() >= -tolerance && channels.max() <= 1 + tolerance
  }

  /// The colour in sRGB with each channel clamped.
  public var clipped: Color {
    Color(rgba.clipped)
  }

  /// Returns the colour in a space, with each channel clamped to its gamut.
  public func clipped(to target: ColorSpace) -> Color {
    guard let bounds = target.bounds else { return converted(to: target) }
    let channels = converted(to: bounds).triple.clamped(lowerBound: Triple.zero, upperBound: Triple.one)
    return Color(in: bounds, channels, alpha: alpha).converted(to: target)
  }

  /// Returns the colour gamut-mapped to a space by reducing chroma, keeping lightness and hue.
  ///
  /// This is CSS Color 4 §13.2: bisection of OKLCH chroma until the effect of clamping is invisible (ΔE OK 0.02).
  public func mapped(to target: ColorSpace) -> Color {
    guard let bounds = target.bounds, !isInGamut(target) else { return clippedIfNear(target) }
    let origin = converted(to: .oklch)
    let lightness = origin.components.x
    if lightness >= 1 { return Color(in: .oklab, 1, 0, 0, alpha: alpha).clipped(to: target) }
    if lightness <= 0 { return Color(in: .oklab, 0, 0, 0, alpha: alpha).clipped(to: target) }

    func reduced(_ chroma: Double) -> Color {
      Color(OKLCH(lightness: lightness, chroma: chroma, hue: origin.hue), alpha: alpha)
    }
    let justNoticeable = 0.02
    let precision = 0.0001
    var clipped = origin.clipped(to: bounds)
    if differenceOK(clipped, origin) < justNoticeable { return clipped.converted(to: target) }

    var low = 0.0
    var high = origin.components.y
    var isLowInGamut = true
    while high - low > precision {
      let chroma = (low + high) / 2
      let current = reduced(chroma)
      if isLowInGamut && current.isInGamut(bounds) {
        low = chroma
        continue
      }
      clipped = current.clipped(to: bounds)
      let difference = differenceOK(clipped, current)
      if difference < justNoticeable {
        if justNoticeable - difference < precision { break }
        isLowInGamut = false
        low = chroma
      } else {
        high = chroma
      }
    }
    return clipped.converted(to: target)
  }

  /// Removes the tolerance from a colour that is in gamut within it, so that mapped colours are exactly inside.
  private func clippedIfNear(_ target: ColorSpace) -> Color {
    guard let bounds = target.bounds else { return converted(to: target) }
    let channels = converted(to: bounds).triple
    let isInside = channels.min() >= 0 && channels.max() <= 1
    return isInside ? converted(to: target) : clipped(to: target)
  }
}
