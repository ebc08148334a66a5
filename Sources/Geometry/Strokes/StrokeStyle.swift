/// How a line is drawn along a path.
public struct StrokeStyle: Hashable, Sendable {
  /// What an open end looks like.
  public enum Cap: String, Hashable, Sendable, CaseIterable {
    case butt, round, square
  }

  /// What a corner looks like.
  public enum Join: String, Hashable, Sendable, CaseIterable {
    case miter, round, bevel
    /// A miter that is cut off at the limit instead of becoming a bevel.
    case miterClip = "miter-clip"
  }

  public var width: Double
  public var cap: Cap
  public var join: Join
  /// The longest miter, as a multiple of the width.
  public var miterLimit: Double
  /// Lengths of dashes and gaps in turn; empty for a solid line. An odd list is read twice.
  public var dashes: [Double]
  /// How far into the pattern a line begins.
  public var dashOffset: Double

  public init(
    width: Double = 1, cap: Cap = .butt, join: Join = .miter, miterLimit: Double = 4, dashes: [Double] = [],
    dashOffset: Double = 0
  ) {
    self.width = width
    self.cap = cap
    self.join = join
    self.miterLimit = miterLimit
    self.dashes = dashes
    self.dashOffset = dashOffset
  }
}
