import Geometry

#if canImport(Glibc)
  import Glibc
#endif

/// The glyphs that the gallery draws.
enum Glyph {
  /// Returns a star with five points in the middle of a square ground.
  static func star(in size: Double, ground: Double) -> Path { star(in: size, around: ground) }

  /// Returns the outline of such a star; what two paths cover is a hole.
  static func hollowStar(in size: Double, ground: Double) -> Path {
    Path { path in
      path.append(star(in: size, around: ground))
      path.append(star(in: size * 0.66, around: ground, lowered: 0.03 * size * 0.34))
    }
  }

  private static func star(in size: Double, around ground: Double, lowered: Double = 0) -> Path {
    Path(
      polygon: (0..<10).map { index in
        let angle = Double(index) * .pi / 5 - .pi / 2
        let radius = (index.isMultiple(of: 2) ? 0.52 : 0.21) * size
        return Point(
          ground / 2 + radius * cos(angle), ground / 2 + 0.03 * size + lowered + radius * sin(angle))
      })
  }
}
