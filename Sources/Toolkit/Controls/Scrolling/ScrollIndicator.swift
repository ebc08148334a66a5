import Colors
public import Geometry
import Motion
public import Scene

/// A scroll bar: it shows the scroll position, appears during motion and can be dragged.
public final class ScrollIndicator {
  /// The layer of the bar, placed over the scrolled content.
  public let layer = Layer()

  /// The bar's track, a strip along the right edge of the viewport.
  public var track = Rect.zero

  private let thumb = Layer()
  private var lastActivity = -Double.infinity
  /// The pointer's distance from the start of the thumb while it holds it.
  private var grip: Double?
  /// The scroll offset when the pointer grabbed the thumb.
  private var start = 0.0
  /// Whether the pointer is on the track.
  public private(set) var isHovered = false

  /// The time that the bar stays after the last motion, and the duration of its fade, in seconds.
  private static let patience = 0.9
  private static let fading = 0.3

  /// Creates a bar that is not visible yet.
  public init() {
    layer.name = "scroll indicator"
    layer.addSublayer(thumb)
    thumb.isHidden = true
  }

  /// Returns the start and length of the thumb in a track; a pull beyond an end shortens it.
  ///
  /// - Parameters:
  ///   - scroll: The extents.
  ///   - offset: The offset, in points.
  ///   - length: The track's length, in points.
  /// - Returns: Distances in points, or nil if everything is visible.
  public static func span(of scroll: ScrollPosition, offset: Double, along length: Double) -> (
    start: Double, length: Double
  )? {
    let (extent, viewport) = (scroll.extent, scroll.viewport)
    guard extent > viewport + 0.5, viewport > 0, length > 0 else { return nil }
    let full = min(max(length * viewport / extent, 32), length)
    let inside = scroll.clamped(offset)
    let excess = (offset - inside).magnitude
    let short = min(full, max(8, full - excess))
    let progress = inside / scroll.range.upperBound
    return ((length - full) * progress + (offset > inside ? full - short : 0), short)
  }

  /// Whether the pointer holds the thumb.
  public var isHeld: Bool { grip != nil }

  /// Shows the bar again after a motion at a time in seconds.
  public func wake(at time: Double) { lastActivity = time }

  /// Shows the bar's state.
  ///
  /// - Parameters:
  ///   - scroll: The position.
  ///   - time: The time in seconds.
  ///   - ink: The thumb's colour.
  /// - Returns: When it next changes by itself, in seconds; nil for never.
  public func show(_ scroll: ScrollPosition, at time: Double, ink: RGBA) -> Double? {
    let offset = scroll.offset(at: time)
    guard let span = Self.span(of: scroll, offset: offset, along: track.height) else {
      thumb.isHidden = true
      return nil
    }
    let isWide = isHovered || isHeld
    let isBusy = scroll.isMoving(at: time) || isWide || scroll.isHeld
    if isWide || scroll.isHeld { lastActivity = max(lastActivity, time) }
    let lastActivity = max(lastActivity, scroll.restTime.isFinite ? scroll.restTime : -.infinity)
    let passed = isBusy ? 0 : time - lastActivity
    let presence = min(max(1 - (passed - Self.patience) / Self.fading, 0), 1)
    let width = isWide ? 8.0 : 5
    thumb.isHidden = presence == 0
    thumb.frame = Rect(
      x: track.maxX - width - 3, y: track.minY + span.start, width: width, height: span.length)
    thumb.cornerRadius = width / 2
    thumb.backgroundColor = ink.withAlpha(isHeld ? 0.72 : isWide ? 0.56 : 0.42)
    thumb.opacity = presence
    guard !isBusy, presence > 0 else { return nil }
    return passed < Self.patience ? lastActivity + Self.patience : time
  }

  // MARK: Pointer

  /// Updates the hover state.
  ///
  /// - Parameters:
  ///   - point: The pointer in the coordinates of the track's frame; nil for none.
  ///   - time: The time in seconds.
  public func hover(_ point: Point?, at time: Double) {
    let wasHovered = isHovered
    isHovered = point.map(track.contains) ?? false
    if wasHovered { lastActivity = max(lastActivity, time) }
  }

  /// Grabs the thumb, after moving it under the pointer if necessary.
  ///
  /// - Parameters:
  ///   - point: The pointer in the coordinates of the track's frame.
  ///   - scroll: The position that it moves.
  ///   - time: The time in seconds.
  /// - Returns: Whether the pointer is on the track.
  public func grab(at point: Point, _ scroll: inout ScrollPosition, time: Double) -> Bool {
    guard track.contains(point),
      let span = Self.span(of: scroll, offset: scroll.offset(at: time), along: track.height)
    else { return false }
    start = scroll.offset(at: time)
    let place = point.y - track.minY
    if place >= span.start, place <= span.start + span.length {
      grip = place - span.start
    } else {
      grip = span.length / 2
      drag(to: point, &scroll, time: time)
    }
    lastActivity = time
    return true
  }

  /// Scrolls immediately to the thumb's position under the pointer, at a time in seconds; does nothing unless it is
  /// held.
  public func drag(to point: Point, _ scroll: inout ScrollPosition, time: Double) {
    guard let grip, let span = Self.span(of: scroll, offset: 0, along: track.height) else { return }
    let room = max(track.height - span.length, 1e-6)
    let progress = (point.y - track.minY - grip) / room
    scroll.go(to: progress * scroll.range.upperBound, at: time, spring: nil)
    lastActivity = time
  }

  /// Releases the thumb.
  public func release() { grip = nil }

  /// Releases the thumb and scrolls back to where it was grabbed, at a time in seconds; does nothing unless it is
  /// held.
  public func cancel(_ scroll: inout ScrollPosition, time: Double) {
    guard isHeld else { return }
    grip = nil
    scroll.go(to: start, at: time, spring: nil)
    lastActivity = time
  }
}
