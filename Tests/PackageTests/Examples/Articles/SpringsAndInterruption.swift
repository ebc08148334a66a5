import Geometry
import Motion
import Scene

/// Moves a layer to each place at its time, always on the same spring.
func send(_ layer: Layer, in tree: LayerTree, to stops: [(place: Point, time: Double)]) {
  for stop in stops {
    tree.advance(to: stop.time)
    tree.transact(Transaction(at: stop.time, action: .spring(.thrown))) { layer.position = stop.place }
  }
}

/// Fades a layer out and removes it when nobody can see it any more, unless it was shown again meanwhile.
func fadeOut(_ layer: Layer, in tree: LayerTree, at time: Double) {
  let transaction = Transaction(at: time, action: .eased(duration: 0.2, .easeOut)) { _ in
    if layer.opacity == 0 { layer.removeFromSuperlayer() }
  }
  tree.transact(transaction) { layer.opacity = 0 }
}

/// A zoom that follows the wheel: each notch changes the target, and the motion continues.
struct Zoom {
  private var progress = Animated(1.0, tolerance: .init(distance: 0.001, speed: 0.01))

  /// Zooms by some notches of the wheel, within 0.25 to 16.
  mutating func turn(by notches: Double, at time: Double) {
    let factor = notches < 0 ? 1 / (1 - notches / 4) : 1 + notches / 4
    progress.go(to: min(max(progress.target * factor, 0.25), 16), by: .spring(.interface), at: time)
  }

  /// Returns the scale at a time.
  func scale(at time: Double) -> Double { progress.value(at: time) }

  /// The time in seconds after which the scale no longer changes.
  var restTime: Double { progress.restTime }
}
