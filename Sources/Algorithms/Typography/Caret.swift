/// Where an insertion mark stands between two characters, in points from the start of the line.
public struct Caret: Hashable, Sendable {
  /// Where a character of the line's own direction would appear.
  public let x: Double

  /// Where a character of the other direction would appear; differs from `x` only between directions.
  public let weakX: Double
}
