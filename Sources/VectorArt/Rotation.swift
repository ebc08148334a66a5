import Geometry

#if canImport(Glibc)
  import Glibc
#endif

/// A turn about the origin, clockwise on the screen, as a unit vector: where it takes (1, 0).
struct Rotation {
  var cosine: Double
  var sine: Double

  @inline(__always) init(cosine: Double, sine: Double) {
    self.cosine = cosine
    self.sine = sine
  }

  /// Turns by an angle in radians; small ones, the rule, by Taylor's series, whose rest is below 1 / 17!.
  @inline(__always) init(_ angle: Double) {
    if angle.magnitude > 1 {
      self.init(cosine: cos(angle), sine: sin(angle))
    } else {
      let square = angle * angle
      // The even powers beside the odd ones, each after the factorial that divides it.
      var sum = SIMD2(1 / 20_922_789_888_000.0, -1 / 1_307_674_368_000.0)
      sum = sum * square + SIMD2(-1 / 87_178_291_200.0, 1 / 6_227_020_800.0)
      sum = sum * square + SIMD2(1 / 479_001_600.0, -1 / 39_916_800.0)
      sum = sum * square + SIMD2(-1 / 3_628_800.0, 1 / 362_880.0)
      sum = sum * square + SIMD2(1 / 40_320.0, -1 / 5_040.0)
      sum = sum * square + SIMD2(-1 / 720.0, 1 / 120.0)
      sum = sum * square + SIMD2(1 / 24.0, -1 / 6.0)
      sum = sum * square + SIMD2(-1 / 2.0, 1)
      self.init(cosine: sum.x * square + 1, sine: sum.y * angle)
    }
  }

  /// One turn after another.
  @inline(__always) static func * (a: Rotation, b: Rotation) -> Rotation {
    Rotation(cosine: a.cosine * b.cosine - a.sine * b.sine, sine: a.cosine * b.sine + a.sine * b.cosine)
  }

  @inline(__always) static func * (turn: Rotation, vector: Vector) -> Vector {
    Vector(
      turn.cosine * vector.dx - turn.sine * vector.dy, turn.cosine * vector.dy + turn.sine * vector.dx)
  }

  @inline(__always) var inverse: Rotation { Rotation(cosine: cosine, sine: -sine) }

  /// Where the turn takes (1, 0).
  @inline(__always) var vector: Vector { Vector(cosine, sine) }
}

extension Vector {
  /// Returns the vector turned clockwise on the screen.
  func turned(by angle: Double) -> Vector { angle == 0 ? self : Rotation(angle) * self }
}
