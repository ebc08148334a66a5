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
  var angleStep: Double { CurveFrame.angleStep(length) }

  /// The end tangent that a circular arc would have.
  func mirrored(_ startTangent: Vector) -> Vector { chord * (2 * chord.dot(startTangent)) - startTangent }

  /// The length of the handles of a circular arc with the mean of both angles.
  func naturalHandle(_ startTangent: Vector, _ endTangent: Vector) -> Double {
    CurveFrame.naturalHandle(length, cosines: chord.dot(startTangent) + chord.dot(endTangent))
  }

  /// One step of a handle's length: the flatter it lies to the chord the less it matters.
  func handleStep(_ tangent: Vector) -> Double {
    CurveFrame.handleStep(length, sine: chord.cross(tangent).magnitude)
  }

  @inline(__always) static func angleStep(_ length: Double) -> Double { min(6.0 / length, 0.25) }

  /// `cosines` is the sum of those of the angles that the tangents make with the chord.
  @inline(__always) static func naturalHandle(_ length: Double, cosines: Double) -> Double {
    length * (2.0 / 3) / max(1 + cosines / 2, 0.5)
  }

  @inline(__always) static func handleStep(_ length: Double, sine: Double) -> Double {
    min(1.4 / max(sine, 1e-3), max(length / 8, 1.4))
  }
}
