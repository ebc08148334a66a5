import Geometry

#if canImport(Glibc)
  import Glibc
#endif

/// The dimensions of a cell with a square picture of `cell` points.
struct CellMeasures: Hashable {
  let cell: Double

  /// The minimum side of the square.
  static let smallest = 16.0

  /// The sides of the square at which the name begins to appear and is fully shown.
  static let firstNamed = 72.0
  static let fullyNamed = 92.0
  /// The height of two label lines with padding.
  private static let nameHeight = 38.0

  /// The visible fraction of the name's height, 0…1.
  var nameShare: Double { Self.ramp(cell, from: Self.firstNamed, to: Self.fullyNamed) }

  /// The distance from one cell to the next.
  var pitch: Vector { Vector(cell, cell + Self.nameHeight * nameShare) }

  /// The derivative of the pitch by the square's side.
  var pitchSlope: Vector {
    Vector(1, 1 + Self.nameHeight * Self.rampSlope(cell, from: Self.firstNamed, to: Self.fullyNamed))
  }

  /// The padding between the square's edge and the crown.
  var padding: Double { max(1, cell * 0.09) }

  /// Returns a smooth step from 0 to 1.
  static func ramp(_ value: Double, from start: Double, to end: Double) -> Double {
    let t = min(max((value - start) / (end - start), 0), 1)
    return t * t * (3 - 2 * t)
  }

  private static func rampSlope(_ value: Double, from start: Double, to end: Double) -> Double {
    let t = min(max((value - start) / (end - start), 0), 1)
    return 6 * t * (1 - t) / (end - start)
  }

  static func power(_ base: Double, _ exponent: Double) -> Double { pow(base, exponent) }
}
