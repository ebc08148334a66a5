import Geometry
import Scene

/// The rectangle that is drawn over the wall to select what it touches.
extension Gallery {
  /// Scrolls while the rectangle reaches beyond the opening, the faster the farther.
  func glide(for point: Point) {
    let beyond = min(point.y - opening.frame.minY, 0) + max(point.y - opening.frame.maxY, 0)
    scroll.glide(by: min(max(beyond, -60), 60) * 20, at: now)
  }

  /// Lets the rectangle grow as the wall scrolls below the pointer.
  func stretchMarquee() {
    guard case .marquee(let corner) = press, let pointer, scroll.isMoving(at: now) else { return }
    stretchMarquee(from: corner, to: pointer)
  }

  func stretchMarquee(from corner: Point, to point: Point) {
    let inside = Point(point.x, min(max(point.y, opening.frame.minY), opening.frame.maxY))
    let rect = Rect(corner, onWall(inside))
    var touched: Set<PosterCard.ID> = []
    grid.forEachIndex(in: rect) { touched.insert(shelf.id(at: $0)) }
    selection.cover(touched)
    marquee.isHidden = false
    marquee.frame = rect.offset(by: Vector(0, -wallOffset)).pixelAligned(scale: interface.scale)
    marquee.backgroundColor = interface.theme.focusRing.withAlpha(0.16)
    marquee.borderWidth = interface.hairline
    marquee.borderColor = interface.theme.focusRing.withAlpha(0.9)
    markAll()
  }
}
