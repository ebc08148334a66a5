import Glibc

/// How finely curves are cut into chords: one level for each doubling of the scale at which a mesh is drawn.
public struct LevelOfDetail: Hashable, Comparable, Sendable {
  /// The level serves scales up to 2 to the power of this, in pixels a point.
  public let octave: Int

  /// How far chords may stray from their curves, in pixels at the level's largest scale.
  static let flatness = 0.05

  private static let octaves = -30...30

  /// Creates the coarsest level that is good enough for drawing at `scale` pixels a point.
  public init(scale: Double) {
    let wanted = scale > 0 ? log2(scale).rounded(.up) : 0
    let (low, high) = (Double(LevelOfDetail.octaves.lowerBound), Double(LevelOfDetail.octaves.upperBound))
    octave = Int(min(max(wanted, low), high))
  }

  /// Creates the level that serves scales up to 2 to the power of `octave`, limited to the levels that exist.
  public init(octave: Int) {
    self.octave = min(max(octave, LevelOfDetail.octaves.lowerBound), LevelOfDetail.octaves.upperBound)
  }

  /// The largest scale that the level serves, in pixels a point.
  public var largestScale: Double { exp2(Double(octave)) }

  /// How far chords may stray from their curves, in points.
  public var tolerance: Double { LevelOfDetail.flatness / largestScale }

  public static func < (a: LevelOfDetail, b: LevelOfDetail) -> Bool { a.octave < b.octave }
}
