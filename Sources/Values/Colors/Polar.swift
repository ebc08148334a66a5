import Glibc

/// Returns the distance from the axis and the angle in degrees of a point in an opponent-colour plane.
func polar(_ a: Double, _ b: Double) -> (chroma: Double, degrees: Double) {
  ((a * a + b * b).squareRoot(), turned(atan2(b, a) * 180 / .pi))
}

/// Returns the point at a distance and an angle; quarter turns are exact.
func cartesian(chroma: Double, degrees: Double) -> (a: Double, b: Double) {
  switch turned(degrees) {
  case 0: (chroma, 0)
  case 90: (0, chroma)
  case 180: (-chroma, 0)
  case 270: (0, -chroma)
  case let degrees: (chroma * cos(degrees * .pi / 180), chroma * sin(degrees * .pi / 180))
  }
}
