import Glibc

/// The legibility of text in one colour on another, by WCAG 2.1 and APCA.
public struct Contrast: Hashable, Sendable {
  /// The contrast ratio of WCAG 2.1, from 1 to 21.
  public let wcag: Double

  /// The lightness contrast of APCA 0.1.9: positive for dark text on a light background, otherwise negative.
  public let apca: Double

  /// Computes the contrast of `text` composited over `background`, which is composited over white.
  ///
  /// A colour outside sRGB is gamut-mapped first.
  public init(text: Color, background: Color) {
    let ground = background.shown(clipping: false).composited(over: .white)
    self.init(ink: text.shown(clipping: false).composited(over: ground), ground: ground)
  }

  /// Computes the contrast of two opaque colours within sRGB.
  public init(ink: RGBA, ground: RGBA) {
    wcag = wcagContrast(ink, ground)
    apca = apcaContrast(text: ink, background: ground)
  }

  /// Whether the ratio meets level AA for body text.
  public var passesAA: Bool { wcag >= 4.5 }

  /// Whether the ratio meets level AA for large text.
  public var passesAALarge: Bool { wcag >= 3 }

  /// Whether the ratio meets level AAA for body text.
  public var passesAAA: Bool { wcag >= 7 }

  /// Whether the ratio meets level AAA for large text.
  public var passesAAALarge: Bool { wcag >= 4.5 }

  /// The ratio with two decimals, rounded down so that it never overstates the level.
  public var wcagText: String { decimalText((wcag * 100 + 1e-9).rounded(.down) / 100, places: 2) }

  /// Lc with one decimal, for people.
  public var apcaText: String { decimalText(apca, places: 1) }
}

/// Returns the WCAG 2.1 contrast ratio of two opaque colours, from 1 to 21.
public func wcagContrast(_ a: RGBA, _ b: RGBA) -> Double {
  wcagContrast(ofLuminance: wcagLuminance(a), wcagLuminance(b))
}

/// Returns the WCAG 2.1 contrast ratio of two relative luminances.
///
/// - Parameters:
///   - first: A relative luminance, 0…1.
///   - second: The other one, 0…1.
/// - Returns: The ratio, 1…21.
public func wcagContrast(ofLuminance first: Double, _ second: Double) -> Double {
  (max(first, second) + 0.05) / (min(first, second) + 0.05)
}

/// Returns the WCAG 2.1 relative luminance of an opaque colour, from 0 to 1.
public func wcagLuminance(_ rgba: RGBA) -> Double {
  let light = RGBEncoding.srgb.light(Triple(rgba.red, rgba.green, rgba.blue))
  return max(0, 0.2126 * light.x + 0.7152 * light.y + 0.0722 * light.z)
}

/// Returns the lightness contrast Lc of opaque text on an opaque background.
///
/// APCA 0.1.9 with the constants 0.0.98G-4g; channels are clamped to 0...1, the domain of the method.
public func apcaContrast(text: RGBA, background: RGBA) -> Double {
  let ink = apcaLuminance(text)
  let ground = apcaLuminance(background)
  guard abs(ground - ink) >= 0.0005 else { return 0 }
  if ground > ink {
    let contrast = (pow(ground, 0.56) - pow(ink, 0.57)) * 1.14
    return contrast < 0.1 ? 0 : (contrast - 0.027) * 100
  }
  let contrast = (pow(ground, 0.65) - pow(ink, 0.62)) * 1.14
  return contrast > -0.1 ? 0 : (contrast + 0.027) * 100
}

/// Returns APCA's luminance of an opaque colour, which is raised slightly near black.
func apcaLuminance(_ rgba: RGBA) -> Double {
  apcaSoftened(PlaneLine.Measure.apcaLuminance.parts([rgba.red, rgba.green, rgba.blue])[0])
}

private func apcaSoftened(_ plain: Double) -> Double {
  plain < 0.022 ? plain + pow(0.022 - plain, 1.414) : plain
}

/// Returns the plain luminance for an APCA luminance, or nil if no colour is that dark.
func apcaPlainLuminance(_ softened: Double) -> Double? {
  guard softened >= apcaSoftened(0) else { return nil }
  if softened >= 0.022 { return softened }
  var (low, high) = (0.0, 0.022)
  for _ in 0..<60 {
    let middle = (low + high) / 2
    if apcaSoftened(middle) < softened { low = middle } else { high = middle }
  }
  return high
}

extension RGBA {
  /// Black or white, whichever has the higher contrast ratio on this opaque colour.
  public var legibleInk: RGBA {
    wcagContrast(.white, self) > wcagContrast(.black, self) ? .white : .black
  }
}
