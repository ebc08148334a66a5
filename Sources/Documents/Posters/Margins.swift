public import Geometry

/// The room that text and crown leave free along the edges of a page, in fractions of it, so that another page keeps the
/// proportions.
///
/// Everything stands on the page's axis; left and right are therefore one.
public struct Margins: Hashable, Sendable {
  /// At the left and at the right, of the page's width.
  public var sides: Double
  /// Of the page's height.
  public var top: Double
  /// The free room below, in fractions of the page's height.
  public var bottom: Double

  /// Creates margins from fractions of the page, each within `range`.
  public init(sides: Double, top: Double, bottom: Double) {
    self.sides = sides
    self.top = top
    self.bottom = bottom
  }

  /// Those of the poster of 1939.
  public static let usual = Margins(sides: 0.1, top: 0.037, bottom: 0.0645)

  /// What each may measure.
  public static let range = 0.0...0.4

  /// Returns the part of a page that they leave.
  public func frame(on page: Rect) -> Rect {
    page.inset(
      by: EdgeInsets(
        top: top * page.height, left: sides * page.width, bottom: bottom * page.height,
        right: sides * page.width))
  }

  /// How wide a line may be, as a part of the page's width.
  var widest: Double { 1 - 2 * sides }

  /// The same with values that can be drawn in place of absurd ones.
  var sane: Margins {
    func share(_ own: Double, _ usual: Double) -> Double {
      own.isFinite ? min(max(own, Self.range.lowerBound), Self.range.upperBound) : usual
    }
    let usual = Margins.usual
    return Margins(
      sides: share(sides, usual.sides), top: share(top, usual.top), bottom: share(bottom, usual.bottom))
  }
}
