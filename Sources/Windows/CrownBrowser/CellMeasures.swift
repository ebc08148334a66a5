import Geometry

#if canImport(Glibc)
  import Glibc
#endif

/// The measures of a cell whose picture is a square of `cell` points.
struct CellMeasures: Hashable {
  let cell: Double

  /// The smallest square there is.
  static let smallest = 16.0

  /// The sides of the square at which the room for a name begins to open and is fully open.
  static let firstNamed = 72.0
  static let fullyNamed = 92.0
  /// Two lines of a label, and the room around them.
  private static let nameHeight = 38.0

  /// How much of the room for the name is shown, 0…1.
  var nameShare: Double { Self.ramp(cell, from: Self.firstNamed, to: Self.fullyNamed) }

  /// The distance from one cell to the next.
  var pitch: Vector { Vector(cell, cell + Self.nameHeight * nameShare) }

  /// How fast the pitch grows with the square.
  var pitchSlope: Vector {
    Vector(1, 1 + Self.nameHeight * Self.rampSlope(cell, from: Self.firstNamed, to: Self.fullyNamed))
  }

  /// The room between the square's edge and the crown.
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
