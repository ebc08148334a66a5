import Colors

/// One 60° sector of the hue circle: which channel is the most, the least, and between.
///
/// In Smith's hexcone, with V the most and C the chroma, the three channels are V, V − C and V − C·fall, where
/// `fall` goes from 1 to 0 in the sectors whose middle channel rises and from 0 to 1 in the others.
struct Sector: Hashable {
  /// 0 is red to yellow, and so on round the circle.
  let index: Int

  /// How much of the chroma the middle channel lacks, 0…1.
  let fall: Double

  /// `fall` for the programs: so little less that a pure colour exactly half-way between two levels rounds up, as
  /// on the CPU, whatever the last bit of an interpolated coordinate is. It changes no level by more than 1e-4 and
  /// nothing at the ends, where two sectors must agree.
  var programFall: Float { Float(fall - 1e-6 * fall * (1 - fall)) }

  /// Creates the sector in which a hue lies, in degrees; 360 is the end of the last one.
  init(hue: Double) {
    let turned = hue == 360 ? 6 : normalizedHue(hue) / 60
    index = min(Int(turned), 5)
    let fraction = turned - Double(index)
    fall = index.isMultiple(of: 2) ? 1 - fraction : fraction
  }

  /// The GLSL expressions for red, green and blue in each sector.
  static let orders = [
    "most, between, least", "between, most, least", "least, most, between",
    "least, between, most", "between, least, most", "most, least, between",
  ]
}

/// Returns a hue in degrees brought into 0..<360; what is not finite is 0.
private func normalizedHue(_ hue: Double) -> Double {
  guard hue.isFinite else { return 0 }
  let rest = hue.truncatingRemainder(dividingBy: 360)
  let turned = rest < 0 ? rest + 360 : rest
  return turned < 360 ? turned : 0
}
