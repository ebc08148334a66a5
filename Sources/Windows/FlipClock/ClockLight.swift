import Glibc

/// How a falling leaf catches the light, which comes from above and in front.
///
/// Angles are those of the leaf: 0 upright, π/2 pointing at the viewer, π hanging down. What comes out are the
/// opacities of black and white over a card.
struct ClockLight: Hashable, Sendable {
  /// How deep shade is at its darkest, 0…1.
  var depth: Double

  /// How bright a leaf that faces the light becomes.
  var glint: Double

  static let dark = ClockLight(depth: 0.62, glint: 0.5)
  static let light = ClockLight(depth: 0.42, glint: 0.55)

  /// How far above the viewer's eye the light is.
  static let elevation = Double.pi / 6

  /// Returns how brightly the seen side of a leaf is lit, 1 when it lies at rest.
  static func brightness(at angle: Double) -> Double {
    let side = angle < .pi / 2 ? 1.0 : -1.0
    return max(0, side * cos(angle + elevation) / cos(elevation))
  }

  /// The shade on the leaf itself.
  func leafShade(at angle: Double) -> Double { depth * max(0, 1 - Self.brightness(at: angle)) }

  /// The light on a leaf that faces it more than the cards at rest do.
  func leafGlint(at angle: Double) -> Double { glint * max(0, Self.brightness(at: angle) - 1) }

  /// The shade on the upper half behind a leaf: what is above it keeps the light away.
  func upperShade(at angle: Double) -> Double { depth * max(0, cos(angle)) }

  /// The shade on the lower half: the shadow that the leaf casts down, then the leaf itself above it.
  func lowerShade(at angle: Double) -> Double {
    let reach = sin(angle) * tan(Self.elevation) - cos(angle)
    return depth * min(max(reach, 0), 1) * 0.9
  }
}
