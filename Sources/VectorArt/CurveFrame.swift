import Geometry

/// The shape of a coded curve, from what both sides know: everything is in steps.
struct CurveFrame {
  /// The unit vector along the chord, and the chord's length.
  let chord: Vector
  let length: Double

  init(_ chord: Vector, _ length: Double) {
    self.chord = chord
    self.length = length
  }

  /// One step of an angle, in radians: fine enough for a handle of a third of the chord.
  var angleStep: Double { min(6.0 / length, 0.25) }

  /// The end tangent that a circular arc would have.
  func mirrored(_ startTangent: Vector) -> Vector { chord * (2 * chord.dot(startTangent)) - startTangent }

  /// The length of the handles of a circular arc with the mean of both angles.
  func naturalHandle(_ startTangent: Vector, _ endTangent: Vector) -> Double {
    let cosine = (chord.dot(startTangent) + chord.dot(endTangent)) / 2
    return length * (2.0 / 3) / max(1 + cosine, 0.5)
  }

  /// One step of a handle's length: the flatter it lies to the chord the less it matters.
  func handleStep(_ tangent: Vector) -> Double {
    let sine = chord.cross(tangent).magnitude
    return min(1.4 / max(sine, 1e-3), max(length / 8, 1.4))
  }
}
