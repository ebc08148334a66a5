import Controls
import Geometry
import Scene

/// The rectangle that is drawn over the wall to select what it touches.
///
/// Its first corner stays on the wall while that scrolls, the other one follows the pointer.
final class Marquee {
  let layer = Layer()
  private let wall: PosterWall
  private let dataSource: any PosterDataSource
  private let interface: Interface
  private var corner: Point?
  private var pointer = Point.zero
  /// The selection before the drag.
  private var before: Selection<PosterCard.ID>

  init(on wall: PosterWall, _ dataSource: any PosterDataSource, _ interface: Interface) {
    self.wall = wall
    self.dataSource = dataSource
    self.interface = interface
    before = wall.selection
    layer.name = "marquee"
    layer.isHidden = true
  }

  /// Begins at a point of the window; what is selected stays when the rectangle `adds`.
  func begin(at point: Point, adds: Bool, time: Double) {
    before = wall.selection
    wall.selection.beginRectangle(adds: adds)
    corner = wall.places.onWall(point, at: time)
    pointer = point
  }

  func drag(to point: Point, time: Double) {
    guard corner != nil else { return }
    pointer = point
    wall.scroll.glide(for: point, at: time)
    stretch(at: time)
  }

  /// Lets the rectangle grow as the wall scrolls below the pointer.
  func show(at time: Double) {
    if wall.scroll.isMoving(at: time) { stretch(at: time) }
  }

  func end(at time: Double) {
    guard corner != nil else { return }
    corner = nil
    wall.selection.endRectangle()
    wall.scroll.endGliding(at: time)
    layer.isHidden = true
  }

  /// Takes the rectangle away, and selects what was selected before.
  func cancel(at time: Double) {
    guard corner != nil else { return }
    end(at: time)
    wall.selection = before
  }

  private func stretch(at time: Double) {
    guard let corner else { return }
    let opening = wall.opening
    let inside = Point(pointer.x, min(max(pointer.y, opening.minY), opening.maxY))
    let rect = Rect(corner, wall.places.onWall(inside, at: time))
    var touched: Set<PosterCard.ID> = []
    wall.places.grid.forEachIndex(in: rect) { touched.insert(dataSource.id(at: $0)) }
    wall.selection.cover(touched)
    layer.isHidden = false
    layer.frame = rect.offset(by: Vector(0, -wall.scroll.offset(at: time))).pixelAligned(
      scale: interface.scale)
    layer.backgroundColor = interface.theme.highlight.withAlpha(0.16)
    layer.borderWidth = interface.hairline
    layer.borderColor = interface.theme.highlight.withAlpha(0.9)
  }
}
