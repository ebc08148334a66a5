import Controls
import Geometry
import Motion

extension ZoomableGrid {
  /// Selects a place and brings it into sight.
  mutating func select(_ place: Int, at time: Double) {
    settleNow(at: time)
    guard keys.indices.contains(place) else { return }
    let old = selected
    if filling != nil {
      if let old, old != place { turnPage(to: place, from: old, at: time) }
      selected = place
      return
    }
    selected = place
    let pitch = CellMeasures(cell: cell).pitch.dy
    let top = Self.edge + Double(arrangement.slot(of: place).row) * pitch
    guard camera != nil else {
      return scroll.reveal(top...(top + pitch), margin: Self.edge, at: time, spring: spring)
    }
    let offset = destination.offset
    let highest = top - Self.edge
    let lowest = top + pitch + Self.edge - viewport.height
    scrollCamera(to: min(max(offset, lowest), max(highest, lowest)), at: time)
  }

  /// Scrolls by a distance, as a wheel does.
  mutating func turn(by distance: Double, at time: Double) {
    settleNow(at: time)
    guard filling == nil, distance.isFinite else { return }
    if camera != nil { return scrollCamera(to: destination.offset + distance, at: time) }
    if spring == nil { scroll.move(by: distance, at: time) } else { scroll.turn(by: distance, at: time) }
  }

  /// Scrolls to an offset.
  mutating func go(to offset: Double, at time: Double) {
    settleNow(at: time)
    guard filling == nil else { return }
    if camera != nil { return scrollCamera(to: offset, at: time) }
    scroll.go(to: offset, at: time, spring: spring)
  }

  private mutating func scrollCamera(to offset: Double, at time: Double) {
    guard let camera else { return }
    let next = clamped(offset: offset, extent: extent(arrangement, cell: cell))
    var moved = camera
    moved.move(
      to: Point(camera.target.x, camera.target.y - aligned(next - destination.offset)), at: time,
      spring: spring)
    self.camera = moved
  }
}
