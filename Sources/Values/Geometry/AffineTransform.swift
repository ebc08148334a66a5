#if canImport(Glibc)
  import Glibc
#endif

/// A plane mapping that keeps lines straight and parallels parallel; points are row vectors, `p' = p · M`.
///
/// `x' = a·x + c·y + tx`, `y' = b·x + d·y + ty`.
public struct AffineTransform: Hashable, Sendable {
  /// The share of the old x in the new x.
  public var a: Double
  /// The share of the old x in the new y.
  public var b: Double
  /// The share of the old y in the new x.
  public var c: Double
  /// The share of the old y in the new y.
  public var d: Double
  /// The shift along x, in points.
  public var tx: Double
  /// The shift along y, in points.
  public var ty: Double

  /// Creates a mapping `x' = a·x + c·y + tx`, `y' = b·x + d·y + ty`; the coefficients are in the order of SVG's
  /// `matrix()`.
  ///
  /// `a` to `d` have no unit; `tx` and `ty` are in points.
  @inlinable public init(a: Double, b: Double, c: Double, d: Double, tx: Double, ty: Double) {
    self.a = a
    self.b = b
    self.c = c
    self.d = d
    self.tx = tx
    self.ty = ty
  }

  /// The mapping that leaves every point where it is.
  public static let identity = AffineTransform(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0)

  /// Returns a shift by `x` and `y` points.
  @inlinable public static func translation(x: Double, y: Double) -> AffineTransform {
    AffineTransform(a: 1, b: 0, c: 0, d: 1, tx: x, ty: y)
  }

  /// Returns a scaling about the origin by a factor along each axis; a negative factor mirrors.
  @inlinable public static func scale(x: Double, y: Double) -> AffineTransform {
    AffineTransform(a: x, b: 0, c: 0, d: y, tx: 0, ty: 0)
  }

  /// Returns a scaling about the origin by the same factor along both axes.
  @inlinable public static func scale(_ factor: Double) -> AffineTransform { scale(x: factor, y: factor) }

  /// Returns a turn by `angle` radians from x toward y, clockwise on the screen.
  public static func rotation(_ angle: Double) -> AffineTransform {
    let (sine, cosine) = (sin(angle), cos(angle))
    return AffineTransform(a: cosine, b: sine, c: -sine, d: cosine, tx: 0, ty: 0)
  }

  /// Returns a shear along x and y by angles in radians.
  ///
  /// - Parameters:
  ///   - x: The angle by which vertical lines lean toward x, in radians.
  ///   - y: The angle by which horizontal lines lean toward y, in radians.
  public static func skew(x: Double, y: Double) -> AffineTransform {
    AffineTransform(a: 1, b: tan(y), c: tan(x), d: 1, tx: 0, ty: 0)
  }

  /// Returns the mapping that does this first and `next` afterwards.
  @inlinable public func concatenating(_ next: AffineTransform) -> AffineTransform {
    AffineTransform(
      a: a * next.a + b * next.c, b: a * next.b + b * next.d,
      c: c * next.a + d * next.c, d: c * next.b + d * next.d,
      tx: tx * next.a + ty * next.c + next.tx, ty: tx * next.b + ty * next.d + next.ty)
  }

  /// Returns the mapping that does `a` first and `b` afterwards: points are rows, `p · (a * b) = (p · a) · b`.
  @inlinable public static func * (a: AffineTransform, b: AffineTransform) -> AffineTransform {
    a.concatenating(b)
  }

  /// The signed factor by which areas grow: negative where the mapping mirrors, 0 where it flattens the plane.
  @inlinable public var determinant: Double { a * d - b * c }

  /// The mapping back, or nil when this one flattens the plane.
  public var inverted: AffineTransform? {
    let determinant = self.determinant
    guard determinant != 0, determinant.isFinite, (1 / determinant).isFinite else { return nil }
    let inverse = AffineTransform(
      a: d / determinant, b: -b / determinant, c: -c / determinant, d: a / determinant, tx: 0, ty: 0)
    let origin = inverse.apply(to: Point(tx, ty))
    return AffineTransform(
      a: inverse.a, b: inverse.b, c: inverse.c, d: inverse.d, tx: -origin.x, ty: -origin.y)
  }

  /// Returns the image of a point.
  @inlinable public func apply(to point: Point) -> Point {
    Point(x: a * point.x + c * point.y + tx, y: b * point.x + d * point.y + ty)
  }

  /// Returns the image of a displacement, which shifts leave alone.
  @inlinable public func apply(to vector: Vector) -> Vector {
    Vector(dx: a * vector.dx + c * vector.dy, dy: b * vector.dx + d * vector.dy)
  }

  /// The factor by which lengths grow on average, the square root of the change of area.
  public var meanScale: Double { determinant.magnitude.squareRoot() }

  /// The largest factor by which any length grows.
  public var maximumScale: Double {
    let sum = a * a + b * b + c * c + d * d
    let difference = (sum * sum - 4 * determinant * determinant).squareRoot()
    return ((sum + (difference.isNaN ? 0 : difference)) / 2).squareRoot()
  }

  /// Whether all six coefficients are finite numbers.
  public var isFinite: Bool {
    a.isFinite && b.isFinite && c.isFinite && d.isFinite && tx.isFinite && ty.isFinite
  }
}
