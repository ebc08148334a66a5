/// How a point travels along a cubic, as polynomials of the time; four times are looked at at once.
struct CubicMotion {
  /// The velocity's coefficients: `square · t² + linear · t + constant`.
  private let square: Vector
  private let linear: Vector
  private let constant: Vector

  init(_ curve: CubicBezier) {
    constant = (curve.control1 - curve.start) * 3
    linear = (curve.control2 - curve.control1) * 6 - constant * 2
    square = (curve.end - curve.control2) * 3 - linear - constant
  }

  @inline(__always) func velocity(at time: Double) -> Vector {
    (square * time + linear) * time + constant
  }

  /// Returns the curvature where velocity and speed are known; 0 where the point stands still.
  @inline(__always) func curvature(at time: Double, _ velocity: Vector, _ speed: Double) -> Double {
    let second = square * (2 * time) + linear
    return speed > 1e-12 ? velocity.cross(second) / (speed * speed * speed) : 0
  }

  @inline(__always)
  func velocities(at times: SIMD4<Double>) -> (dx: SIMD4<Double>, dy: SIMD4<Double>) {
    (
      (square.dx * times + linear.dx) * times + constant.dx,
      (square.dy * times + linear.dy) * times + constant.dy
    )
  }

  @inline(__always)
  func curvatures(
    at times: SIMD4<Double>, _ dx: SIMD4<Double>, _ dy: SIMD4<Double>, _ speeds: SIMD4<Double>
  ) -> SIMD4<Double> {
    let (x, y) = (square.dx * (2 * times) + linear.dx, square.dy * (2 * times) + linear.dy)
    let values = (dx * y - dy * x) / (speeds * speeds * speeds)
    return values.replacing(with: 0, where: speeds .<= 1e-12)
  }

  /// How far the point has come from the curve's start.
  @inline(__always)
  func ways(at times: SIMD4<Double>) -> (x: SIMD4<Double>, y: SIMD4<Double>) {
    (
      ((square.dx / 3 * times + linear.dx * 0.5) * times + constant.dx) * times,
      ((square.dy / 3 * times + linear.dy * 0.5) * times + constant.dy) * times
    )
  }
}
