import Geometry
import Motion
import Posters
import Scene

/// How a new crown comes into its place: it grows a little and appears, by one progress, on the interface's spring.
///
/// The poster's layers are made anew with every change; the motion finds the crown's among them each time.
final class CrownMotion {
  private var progress = Animated(1.0, tolerance: .init(distance: 1e-3, speed: 1e-2))
  private var layer: Layer?
  private var center = Point.zero

  /// How large a new crown begins, as a part of its size.
  private static let start = 0.72

  /// A new crown begins to come into its place; without a spring it is there at once.
  func begin(at time: Double, on spring: Spring?) {
    guard let spring else { return progress = Animated(1, tolerance: progress.tolerance) }
    progress = Animated(from: 0, to: 1, spring: spring, at: time, tolerance: progress.tolerance)
  }

  /// Takes hold of the crown's layer among those of a poster, which are made for a layout.
  func show(_ layout: PosterLayout, in poster: Layer, at time: Double) {
    layer = nil
    guard let emblem = layout.emblem, let content = poster.sublayers.first else { return }
    let groups = content.sublayers.filter { $0.name == "ink" }
    // What is drawn in the ink lies below the lines, a picture in its own colours above them.
    if case .picture = emblem {
      layer = groups.last?.sublayers.first
    } else {
      layer = groups.first?.sublayers.first
    }
    center = emblem.bounds.center
    _ = advance(to: time)
  }

  /// Puts the crown where it is seen at a time; returns when it next looks different.
  func advance(to time: Double) -> Double? {
    guard let layer else { return nil }
    let isMoving = progress.isMoving(at: time)
    guard isMoving || layer.isMoving else { return nil }
    let share = progress.value(at: time)
    let scale = Self.start + (1 - Self.start) * share
    let origin = layer.bounds.origin
    layer.isMoving = isMoving
    layer.transform = .scale(x: scale, y: scale)
    layer.position = center - (center - origin) * scale
    layer.opacity = min(max(share, 0), 1)
    return isMoving ? time : nil
  }
}
