/// How a line is drawn along a path.
public struct StrokeStyle: Hashable, Sendable {
  /// The shape of an open end.
  public enum Cap: String, Hashable, Sendable, CaseIterable {
    /// The line ends at the end of its path.
    case butt
    /// A half circle is added about the end.
    case round
    /// Half a square is added after the end.
    case square
  }

  /// The shape of a corner.
  public enum Join: String, Hashable, Sendable, CaseIterable {
    /// The outer edges run on until they meet; beyond the limit it is a bevel.
    case miter
    /// A circle about the corner fills the gap.
    case round
    /// A straight edge cuts the corner off.
    case bevel
    /// A miter that is cut off at the limit instead of becoming a bevel.
    case miterClip = "miter-clip"
  }

  /// The distance between both edges of the line, in points.
  public var width: Double
  /// The shape of open ends and of the ends of dashes.
  public var cap: Cap
  /// The shape of sharp turns.
  public var join: Join
  /// The longest miter, as a multiple of the width.
  public var miterLimit: Double
  /// Lengths of dashes and gaps in turn; empty for a solid line. An odd list is read twice.
  public var dashes: [Double]
  /// How far into the pattern a line begins.
  public var dashOffset: Double

  /// Creates a style with SVG's defaults.
  ///
  /// - Parameters:
  ///   - width: The line's width in points.
  ///   - cap: The shape of open ends.
  ///   - join: The shape of corners.
  ///   - miterLimit: The length of a miter in line widths, beyond which the corner is bevelled; at least 1.
  ///   - dashes: The lengths of dashes and gaps in turn, in points; empty for a solid line.
  ///   - dashOffset: How far into the pattern the line starts, in points.
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
