/// How chords take a curve's place.
struct ChordFit {
  enum Placement {
    /// The chords' ends lie on the curve.
    case onCurve
    /// The chords lie as much outside the curve as inside, so that the area stays what it is.
    case aboutCurve
  }

  var tolerance: Double
  var placement = Placement.onCurve

  /// Returns how many chords, equal in the curve's parameter, bring a curve's deviation from them below the
  /// tolerance; it falls with the square of the number (Wang's formula).
  @inline(__always)
  func chords(deviation: Double) -> Int {
    let ratio = deviation / tolerance
    if ratio <= 1 { return placement == .aboutCurve && ratio > 1 / 16 ? 2 : 1 }
    return ratio < 0x1p24 ? Int(ratio.squareRoot().rounded(.up)) : 4096
  }

  /// Returns by how much of the second derivative the chords' inner ends are moved out of the curve.
  ///
  /// A parabola lies h²/12 of that derivative off a chord, on average; the first and the last end stay in place.
  @inline(__always)
  func outwardShift(chords: Int) -> Double {
    placement == .onCurve || chords < 2 ? 0 : 1 / (12 * Double(chords) * Double(chords - 1))
  }
}
