import Geometry

/// The paper of a printed poster: the area around the trimmed page.
public struct PrintSheet: Hashable, Sendable {
  /// The bleed: the distance by which the background extends beyond the page, in millimetres.
  public var bleed: Double
  /// Whether trim and registration marks are printed.
  public var hasMarks: Bool

  /// Creates a sheet; a bleed is in millimetres, from 0 to `largestBleed`.
  public init(bleed: Double = 0, hasMarks: Bool = false) {
    self.bleed = bleed.isFinite ? min(max(bleed, 0), PrintSheet.largestBleed) : 0
    self.hasMarks = hasMarks
  }

  /// The maximum bleed, in millimetres.
  public static let largestBleed = 100.0

  /// The bleed in points.
  public var bleedInPoints: Double { bleed * Page.pointsPerMillimetre }

  /// The space for marks beyond the bleed, in points.
  private var marksRoom: Double { hasMarks ? 9 * Page.pointsPerMillimetre : 0 }

  /// The distance from the page to the edge of the paper, in points.
  var margin: Double { bleedInPoints + marksRoom }

  /// Returns the paper for a page, including its bleed and marks.
  public func paper(for page: Page) -> Page {
    let margin = 2 * margin / Page.pointsPerMillimetre
    return Page(width: page.width + margin, height: page.height + margin)
  }

  /// Returns trim marks, and registration marks of circles with crosses, around a page.
  func marks(around page: Rect) -> Path {
    guard hasMarks else { return Path() }
    let unit = Page.pointsPerMillimetre
    let (near, far) = (bleedInPoints + 1.5 * unit, bleedInPoints + 7 * unit)
    return Path { path in
      func line(_ a: Point, _ b: Point) {
        path.move(to: a)
        path.line(to: b)
      }
      for x in [page.minX, page.maxX] {
        line(Point(x, page.minY - near), Point(x, page.minY - far))
        line(Point(x, page.maxY + near), Point(x, page.maxY + far))
      }
      for y in [page.minY, page.maxY] {
        line(Point(page.minX - near, y), Point(page.minX - far, y))
        line(Point(page.maxX + near, y), Point(page.maxX + far, y))
      }
      let middle = (near + far) / 2
      let centers = [
        Point(page.midX, page.minY - middle), Point(page.midX, page.maxY + middle),
        Point(page.minX - middle, page.midY), Point(page.maxX + middle, page.midY),
      ]
      for center in centers {
        path.append(Path(circle: center, radius: 1.5 * unit))
        line(Point(center.x - 2.5 * unit, center.y), Point(center.x + 2.5 * unit, center.y))
        line(Point(center.x, center.y - 2.5 * unit), Point(center.x, center.y + 2.5 * unit))
      }
    }
  }
}
