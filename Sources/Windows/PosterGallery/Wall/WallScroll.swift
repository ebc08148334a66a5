import Controls
import Geometry
import Motion

/// The scroll position of the wall, changed by the wheel, by hand, by its bar, or by a pointer that drags beyond the
/// viewport.
///
/// Offsets are whole pixels, so that posters at rest are sharp.
final class WallScroll {
  /// The bar at the right edge.
  let indicator = ScrollIndicator()

  /// Whether the wall last scrolled downward.
  private(set) var isDownward = true

  private var scroll = ScrollPosition()
  private var opening = Rect.zero
  private var shownOffset: Double?
  private let interface: Interface

  /// The distance of one notch of a wheel, in points.
  private static let notch = 96.0

  init(_ interface: Interface) {
    self.interface = interface
  }

  // MARK: Extent

  /// Sets the viewport; a running scroll jumps to its end.
  func layOut(_ opening: Rect, at time: Double) {
    self.opening = opening
    indicator.track = Rect(
      x: opening.maxX - 14, y: opening.minY + 4, width: 14, height: max(opening.height - 8, 1))
    let destination = scroll.destination(at: time)
    if destination != scroll.offset(at: time), !scroll.isHeld {
      scroll.go(to: destination, at: time, spring: nil)
    }
  }

  var viewport: Double { scroll.viewport }

  /// Sets the heights of the wall and its viewport; `shift` is the distance by which the visible content has moved on
  /// the wall.
  func resize(extent: Double, viewport: Double, shift: Double, at time: Double) {
    scroll.resize(extent: extent, viewport: viewport, shift: shift, at: time)
  }

  // MARK: Offsets

  func offset(at time: Double) -> Double { pixelAligned(scroll.offset(at: time)) }

  /// Returns the offset without alignment to pixels, for measuring distances.
  func exactOffset(at time: Double) -> Double { scroll.offset(at: time) }

  /// Returns the offset after scrolling has ended.
  func restingOffset(at time: Double) -> Double { pixelAligned(scroll.destination(at: time)) }

  private func pixelAligned(_ offset: Double) -> Double {
    (offset * interface.scale).rounded() / interface.scale
  }

  func isMoving(at time: Double) -> Bool { scroll.isMoving(at: time) }

  /// The time at which the wall comes to rest.
  var restTime: Double { scroll.restTime }

  // MARK: Scrolling

  /// Handles a turn of a wheel; one in whole notches is smoothed.
  func turn(by notches: Double, at time: Double) {
    let distance = -notches * Self.notch
    let isCoarse = notches == notches.rounded()
    if isCoarse && !interface.reducesMotion {
      scroll.turn(by: distance, at: time)
    } else {
      scroll.move(by: distance, at: time)
    }
    indicator.wake(at: time)
  }

  /// Grabs the wall itself, with a pointer at a height.
  func grab(at height: Double, time: Double) { scroll.grab(at: height, time: time) }

  func drag(to height: Double, time: Double) {
    scroll.drag(to: height, time: time)
    indicator.wake(at: time)
  }

  /// Releases the wall, which continues with the pointer's velocity.
  func release(at time: Double) { scroll.release(at: time) }

  /// Stops the wall; returns whether it was moving.
  func stop(at time: Double) -> Bool {
    guard scroll.isMoving(at: time) else { return false }
    grab(at: 0, time: time)
    release(at: time)
    return true
  }

  /// Grabs the bar; returns whether the pointer is on it.
  func grabIndicator(at point: Point, time: Double) -> Bool {
    indicator.grab(at: point, &scroll, time: time)
  }

  func dragIndicator(to point: Point, time: Double) {
    indicator.drag(to: point, &scroll, time: time)
  }

  /// Releases the wall or its bar, and scrolls back to where it was grabbed.
  func cancelDrag(at time: Double) {
    scroll.cancelDrag(at: time)
    indicator.cancel(&scroll, time: time)
  }

  /// Scrolls by the least distance that shows a part of the wall with a margin.
  func reveal(_ part: ClosedRange<Double>, animated: Bool, at time: Double) {
    let spring = animated && !interface.reducesMotion ? Spring.interface : nil
    scroll.reveal(part, margin: PosterGrid.gutter, at: time, spring: spring)
    indicator.wake(at: time)
  }

  /// Scrolls while a pointer drags beyond the viewport, faster with distance.
  func glide(for point: Point, at time: Double) {
    let beyond = min(point.y - opening.minY, 0) + max(point.y - opening.maxY, 0)
    scroll.glide(by: min(max(beyond, -60), 60) * 20, at: time)
  }

  func endGliding(at time: Double) { scroll.glide(by: 0, at: time) }

  /// Scrolls to an offset without animation.
  func go(to offset: Double, at time: Double) {
    scroll.go(to: min(max(offset, 0), scroll.range.upperBound), at: time, spring: nil)
  }

  func goToTop(at time: Double) { scroll.go(to: 0, at: time, spring: nil) }

  // MARK: Frames

  /// Records the offset shown at a time; returns it if it has changed.
  func show(at time: Double) -> Double? {
    let offset = offset(at: time)
    guard offset != shownOffset else { return nil }
    if let shownOffset { isDownward = offset > shownOffset }
    shownOffset = offset
    return offset
  }

  /// Advances the bar to a time; returns when the next frame is needed, or nil when nothing moves.
  func advance(to time: Double) -> Double? {
    let next = indicator.show(scroll, at: time, ink: interface.theme.ink)
    return scroll.isMoving(at: time) ? time : next
  }
}
