import Geometry

/// Returns the place half-way along a curve, and a band four points wide that follows the curve.
func band(along curve: CubicBezier) -> (middle: Point, outline: Path?) {
  let length = curve.arcLength(accuracy: 0.01)
  let middle = curve.point(at: curve.parameter(atArcLength: length / 2, accuracy: 0.01))

  let path = Path { path in
    path.move(to: curve.start)
    path.cubic(to: curve.end, control1: curve.control1, control2: curve.control2)
  }
  return (middle, path.stroked(StrokeStyle(width: 4, cap: .round), tolerance: 0.05))
}
