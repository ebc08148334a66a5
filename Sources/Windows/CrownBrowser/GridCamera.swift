import Geometry
import Motion

#if canImport(Glibc)
  import Glibc
#endif

/// The camera of a zooming grid: it holds one point of one cell, and the scale determines the rest.
struct GridCamera: Hashable {
  /// The held cell, and the held point in its square, as fractions of its side.
  let slot: GridSlot
  let grip: Vector

  /// The logarithm of the square's side, so that equal steps are perceptually equal.
  private(set) var scale: Animated<Double>
  /// The position of the held point on screen.
  private(set) var x: Animated<Double>
  private(set) var y: Animated<Double>

  /// Invisible differences: in points, and in the logarithm of the size.
  private static let distance = Animated<Double>.Tolerance(distance: 0.02, speed: 0.4)
  private static let share = Animated<Double>.Tolerance(distance: 2e-5, speed: 4e-4)

  init(slot: GridSlot, grip: Vector, cell: Double, at point: Point) {
    self.slot = slot
    self.grip = grip
    scale = Animated(log(cell), tolerance: Self.share)
    x = Animated(point.x, tolerance: Self.distance)
    y = Animated(point.y, tolerance: Self.distance)
  }

  /// Holds the point of a cell that is visible at `point` in `view`.
  init(holding slot: GridSlot, at point: Point, in view: GridView) {
    let square = view.square(of: slot)
    self.init(
      slot: slot, grip: (point - square.origin) / view.cell, cell: view.cell, at: point)
  }

  /// The time at which the camera comes to rest.
  var end: Double { max(scale.restTime, x.restTime, y.restTime) }

  var targetCell: Double { exp(scale.target) }

  /// The point at which the held one comes to rest.
  var target: Point { Point(x.target, y.target) }

  func view(at time: Double) -> GridView {
    view(cell: exp(scale.value(at: time)), held: Point(x.value(at: time), y.value(at: time)))
  }

  /// The view when everything has come to rest.
  var finalView: GridView { view(cell: targetCell, held: target) }

  private func view(cell: Double, held: Point) -> GridView {
    let pitch = CellMeasures(cell: cell).pitch
    return GridView(
      cell: cell,
      origin: Point(
        held.x - grip.dx * cell - Double(slot.column) * pitch.dx,
        held.y - grip.dy * cell - Double(slot.row) * pitch.dy))
  }

  /// Returns a camera with the same current view and the same zoom, holding the item at `point` instead.
  func holding(_ other: GridSlot, at point: Point, time: Double) -> GridCamera {
    var result = GridCamera(holding: other, at: point, in: view(at: time))
    result.scale = scale
    return result
  }

  /// Returns a camera with the same current view and velocity, holding another point of a cell.
  func moving(to other: GridSlot, grip newGrip: Vector, at time: Double) -> GridCamera {
    let size = scale.state(at: time)
    let cell = exp(size.value)
    let measures = CellMeasures(cell: cell)
    let turn = newGrip - grip
    func moved(_ held: Animated<Double>, _ steps: Int, _ turn: Double, _ pitch: Double, _ slope: Double)
      -> Animated<Double>
    {
      let (state, steps) = (held.state(at: time), Double(steps))
      let start = Moving(
        value: state.value + steps * pitch + turn * cell,
        velocity: state.velocity + (steps * slope + turn) * cell * size.velocity)
      return Animated(
        from: start.value, velocity: start.velocity, to: start.value, spring: .interface, at: time,
        tolerance: Self.distance)
    }
    var result = relabelled(other, newGrip)
    result.x = moved(
      x, other.column - slot.column, turn.dx, measures.pitch.dx, measures.pitchSlope.dx)
    result.y = moved(y, other.row - slot.row, turn.dy, measures.pitch.dy, measures.pitchSlope.dy)
    return result
  }

  /// Returns the same camera with a new index for its held slot, as after a new arrangement.
  func relabelled(_ slot: GridSlot, _ grip: Vector? = nil) -> GridCamera {
    var result = GridCamera(slot: slot, grip: grip ?? self.grip, cell: 1, at: .zero)
    (result.scale, result.x, result.y) = (scale, x, y)
    return result
  }

  /// Zooms to another size of the square.
  mutating func zoom(to cell: Double, at time: Double, spring: Spring?) {
    scale.go(to: log(cell), by: spring.map(Approach.spring) ?? .none, at: time)
  }

  /// Moves the held point to another position.
  mutating func move(to point: Point, at time: Double, spring: Spring?) {
    let approach = spring.map(Approach.spring) ?? .none
    x.go(to: point.x, by: approach, at: time)
    y.go(to: point.y, by: approach, at: time)
  }
}
