public import Geometry

/// Counts presses that follow each other in one place.
public struct ClickCounter: Hashable, Sendable {
  private var last: Press?
  private var clicks = 0

  private struct Press: Hashable {
    var point: Point
    var time: Double
    var button: PointerButton
  }

  /// Presses less than this many seconds apart are counted together.
  public static let interval = 0.4

  /// Presses less than this many points apart are counted together.
  public static let distance = 4.0

  /// Creates a counter that has seen no press.
  public init() {}

  /// Counts a press and returns its place in a series of clicks, from 1.
  ///
  /// - Parameters:
  ///   - button: The button.
  ///   - point: The place of the pointer, in points of the window.
  ///   - time: The time, in seconds.
  public mutating func press(_ button: PointerButton, at point: Point, time: Double) -> Int {
    let follows =
      last.map {
        $0.button == button && time - $0.time < Self.interval && point.distance(to: $0.point) < Self.distance
      } ?? false
    clicks = follows ? clicks + 1 : 1
    last = Press(point: point, time: time, button: button)
    return clicks
  }
}
