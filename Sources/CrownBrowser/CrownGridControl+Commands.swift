import Controls
import Geometry
import Input
import Scene

/// What the wheel, keys and buttons do.
extension CrownGridControl {
  /// Scrolls, zooms about `point`, or goes from one crown to the next when one fills the grid.
  func wheel(_ notches: Vector, at point: Point, modifiers: Modifiers, time: Double) {
    self.time = time
    if modifiers.contains(.control) {
      grid.zoom(by: Self.power(1.18, notches.dy), about: point, at: time)
    } else if grid.filling != nil {
      if notches.dy != 0 { step(by: notches.dy > 0 ? -1 : 1, at: time) }
    } else {
      grid.turn(by: -notches.dy * 84, at: time)
    }
  }

  private static func power(_ base: Double, _ exponent: Double) -> Double {
    CellMeasures.power(base, min(max(exponent, -20), 20))
  }

  /// Zooms about the selected crown where it is in sight, otherwise about the middle.
  func zoom(by factor: Double, at time: Double) {
    self.time = time
    grid.zoom(by: factor, about: anchor(at: time), at: time)
  }

  func zoom(to cell: Double, at time: Double) {
    self.time = time
    grid.zoom(to: cell, about: anchor(at: time), at: time)
  }

  private func anchor(at time: Double) -> Point {
    if let camera = grid.camera, grid.settleTime != nil { return camera.target }
    guard let selected = grid.selected else { return bounds.center }
    let square = grid.view(at: time).square(of: grid.arrangement.slot(of: selected))
    return bounds.contains(square.center) ? square.center : bounds.center
  }

  func toggleFilling(at time: Double) {
    self.time = time
    if grid.filling != nil {
      grid.unfill(at: time)
    } else if let place = pressed == nil ? grid.selected : pressedPlace {
      grid.fill(place, at: time)
      onSelect()
    }
  }

  /// Selects the crown so many places on.
  func step(by places: Int, at time: Double) {
    self.time = time
    guard let last = grid.keys.indices.last else { return }
    let wanted = grid.selected.map { $0 + places } ?? 0
    grid.select(min(max(wanted, 0), last), at: time)
    onSelect()
  }

  /// Selects a crown in another row; beyond the ends it stays where it is.
  func step(rows: Int, at time: Double) {
    guard let selected = grid.selected else { return step(by: 0, at: time) }
    if grid.filling != nil { return step(by: rows.signum(), at: time) }
    let columns = grid.arrangement.columns
    let row = grid.arrangement.slot(of: selected).row
    let wanted = min(max(row + rows, 0), grid.arrangement.rows - 1)
    var place = selected + (wanted - row) * columns
    if place >= grid.keys.count { place = grid.keys.count - 1 }
    if place < 0 { place += columns }
    step(by: min(max(place, 0), grid.keys.count - 1) - selected, at: time)
  }

  /// How many rows a page has.
  var page: Int {
    let pitch = CellMeasures(cell: grid.destination.cell).pitch.dy
    return max(1, Int(bounds.height / pitch) - 1)
  }
}
