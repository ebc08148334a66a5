public import Geometry

/// The margins of a page around text and crown, in fractions of the page, so that other pages keep the proportions.
///
/// Everything is centred on the page's axis, so left and right are equal.
public struct Margins: Hashable, Sendable {
  /// The left and the right margin, in fractions of the page's width.
  public var sides: Double
  /// The top margin, in fractions of the page's height.
  public var top: Double
  /// The bottom margin, in fractions of the page's height.
  public var bottom: Double

  /// Creates margins from fractions of the page, each within `range`.
  public init(sides: Double, top: Double, bottom: Double) {
    self.sides = sides
    self.top = top
    self.bottom = bottom
  }

  /// The margins of the poster of 1939.
  public static let usual = Margins(sides: 0.1, top: 0.037, bottom: 0.0645)

  /// The range of each margin.
  public static let range = 0.0...0.4

  /// Returns the area of a page within the margins.
  public func frame(on page: Rect) -> Rect {
    page.inset(
      by: EdgeInsets(
        top: top * page.height, left: sides * page.width, bottom: bottom * page.height,
        right: sides * page.width))
  }

  /// The maximum width of a line, as a fraction of the page's width.
  var widest: Double { 1 - 2 * sides }

  /// The margins with out-of-range values replaced.
  var sane: Margins {
    func share(_ own: Double, _ usual: Double) -> Double {
      own.isFinite ? min(max(own, Self.range.lowerBound), Self.range.upperBound) : usual
    }
    let usual = Margins.usual
    return Margins(
      sides: share(sides, usual.sides), top: share(top, usual.top), bottom: share(bottom, usual.bottom))
  }
}
