#if canImport(Glibc)
  import Glibc
#endif

/// A turn of space as a quaternion of length one.
public struct Quaternion: Hashable, Sendable {
  /// The axis times the sine of half the angle, and the cosine of half the angle.
  public var x: Double, y: Double, z: Double, w: Double

  /// The turn that moves nothing.
  public static let identity = Quaternion(x: 0, y: 0, z: 0, w: 1)

  /// Creates a turn from its four parts, whose squares add up to 1.
  public init(x: Double, y: Double, z: Double, w: Double) {
    (self.x, self.y, self.z, self.w) = (x, y, z, w)
  }

  /// Creates the turn by `angle` radians about an axis of length one.
  public init(angle: Double, axis: SIMD3<Double>) {
    let sine = sin(angle / 2)
    self.init(x: axis.x * sine, y: axis.y * sine, z: axis.z * sine, w: cos(angle / 2))
  }

  /// Creates the turn with these rows, which are orthonormal; the largest part is computed first, so that
  /// half turns lose nothing (Shepperd 1978).
  init(rows r: (SIMD3<Double>, SIMD3<Double>, SIMD3<Double>)) {
    let (a, b, c) = r
    let trace = a.x + b.y + c.z
    if trace > 0 {
      let s = 2 * (1 + trace).squareRoot()
      self.init(x: (b.z - c.y) / s, y: (c.x - a.z) / s, z: (a.y - b.x) / s, w: s / 4)
    } else if a.x >= b.y && a.x >= c.z {
      let s = 2 * max(1 + a.x - b.y - c.z, 0).squareRoot()
      self.init(x: s / 4, y: (a.y + b.x) / s, z: (c.x + a.z) / s, w: (b.z - c.y) / s)
    } else if b.y >= c.z {
      let s = 2 * max(1 + b.y - a.x - c.z, 0).squareRoot()
      self.init(x: (a.y + b.x) / s, y: s / 4, z: (b.z + c.y) / s, w: (c.x - a.z) / s)
    } else {
      let s = 2 * max(1 + c.z - a.x - b.y, 0).squareRoot()
      self.init(x: (c.x + a.z) / s, y: (b.z + c.y) / s, z: s / 4, w: (a.y - b.x) / s)
    }
  }

  /// The rows of the turn's matrix, for row vectors.
  var rows: (SIMD3<Double>, SIMD3<Double>, SIMD3<Double>) {
    (
      SIMD3(1 - 2 * (y * y + z * z), 2 * (x * y + z * w), 2 * (x * z - y * w)),
      SIMD3(2 * (x * y - z * w), 1 - 2 * (x * x + z * z), 2 * (y * z + x * w)),
      SIMD3(2 * (x * z + y * w), 2 * (y * z - x * w), 1 - 2 * (x * x + y * y))
    )
  }

  /// Returns the Hamilton product of two turns.
  public static func * (a: Quaternion, b: Quaternion) -> Quaternion {
    Quaternion(
      x: a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
      y: a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
      z: a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w,
      w: a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z)
  }

  /// The turn done a number of times, from −∞ to ∞.
  func power(_ times: Double) -> Quaternion {
    let length = (x * x + y * y + z * z).squareRoot()
    guard length > 0 else { return .identity }
    let angle = 2 * atan2(length, w)
    return Quaternion(angle: angle * times, axis: SIMD3(x, y, z) / length)
  }

  /// Returns the turn a fraction of the shorter way to another one (slerp, Shoemake 1985).
  func interpolated(to other: Quaternion, at fraction: Double) -> Quaternion {
    var dot = x * other.x + y * other.y + z * other.z + w * other.w
    let sign = dot < 0 ? -1.0 : 1.0
    dot = min(dot.magnitude, 1)
    guard dot < 1 else { return self }
    let angle = acos(dot)
    let sine = sin(angle * fraction) / (1 - dot * dot).squareRoot()
    let own = cos(angle * fraction) - dot * sine
    let its = sine * sign
    return Quaternion(
      x: x * own + other.x * its, y: y * own + other.y * its, z: z * own + other.z * its,
      w: w * own + other.w * its)
  }
}
