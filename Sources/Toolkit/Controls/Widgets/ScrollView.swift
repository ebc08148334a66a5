public import Geometry
import Input
import Scene

/// A viewport for longer content, with a scroll bar.
///
/// The wheel scrolls on a spring; keys that the content ignores scroll by lines and pages; a control inside that gets
/// the focus is scrolled into view. If the content is longer than the viewport, the bar is shown for some seconds at
/// first.
public final class ScrollView: Control {
  /// The scrolled content, at its preferred height.
  public let content: Control

  /// The scroll position.
  public private(set) var scroll = ScrollPosition()

  private let indicator = ScrollIndicator()
  private let clip = Layer()
  private var now = 0.0
  /// Whether the bar has been shown once to announce more content.
  private var hasToldOfMore = false
  private weak var revealed: Control?

  /// The additional time that the bar is shown at first, before any scrolling, in seconds.
  private static let firstSight = 2.0

  /// The distance of one notch of the wheel, in points.
  public static let notch = 72.0

  /// Creates a viewport for a control.
  public init(_ content: Control) {
    self.content = content
    super.init(label: content.label)
    layer.addSublayer(clip)
    layer.addSublayer(indicator.layer)
    clip.masksToBounds = true
    addChild(content, in: clip)
  }

  public override var isFocusable: Bool { false }
  /// The usual arrow.
  public override var cursor: CursorShape { .arrow }

  public override func preferredSize(in room: Size, _ interface: Interface) -> Size {
    content.preferredSize(in: room, interface)
  }

  public override func layOut(_ interface: Interface) {
    clip.frame = bounds
    indicator.track = Rect(
      x: max(bounds.width - 14, 0), y: 2, width: min(14, bounds.width), height: max(bounds.height - 4, 1))
    let wanted = content.preferredSize(in: Size(bounds.width, .infinity), interface)
    let height = max(wanted.height.isFinite ? wanted.height : bounds.height, bounds.height)
    scroll.resize(extent: height, viewport: bounds.height, at: now)
    content.frame = Rect(x: 0, y: -scroll.offset(at: now), width: bounds.width, height: height)
  }

  /// Scrolls by the least distance that shows a part of the content.
  ///
  /// - Parameters:
  ///   - part: The part, in points of the content.
  ///   - time: The time in seconds.
  public func reveal(_ part: Rect, at time: Double) {
    guard part.minY.isFinite, part.maxY.isFinite else { return }
    scroll.reveal(part.minY...max(part.maxY, part.minY), margin: 8, at: time)
    indicator.wake(at: time)
  }

  public override func advance(to time: Double, _ interface: Interface) -> Double? {
    now = time
    revealFocus(at: time)
    if !hasToldOfMore, scroll.range.upperBound > 0 {
      hasToldOfMore = true
      indicator.wake(at: time + Self.firstSight)
    }
    let spring = interface.reducesMotion
    if spring, scroll.isMoving(at: time) {
      scroll.go(to: scroll.destination(at: time), at: time, spring: nil)
    }
    content.frame.origin.y = -(scroll.offset(at: time) * interface.scale).rounded() / interface.scale
    let next = indicator.show(scroll, at: time, ink: interface.theme.ink)
    return scroll.isMoving(at: time) ? time : next
  }

  private func revealFocus(at time: Double) {
    guard let focus = host?.focus, focus.isInside(content) else { return revealed = nil }
    guard focus !== revealed else { return }
    revealed = focus
    reveal(content.convert(fromWindow: focus.frameInWindow), at: time)
  }

  // MARK: Input

  public override func hitTest(_ point: Point) -> Control? {
    guard !isHidden, bounds.contains(point) else { return nil }
    if indicator.track.contains(point), scroll.range.upperBound > 0 { return self }
    return super.hitTest(point)
  }

  public override func wheel(_ event: WheelEvent) -> Bool {
    guard scroll.range.upperBound > 0, event.modifiers.isEmpty, event.notches.dy != 0 else { return false }
    now = event.time
    scroll.turn(by: -event.notches.dy * Self.notch, at: event.time)
    indicator.wake(at: event.time)
    return true
  }

  public override func key(_ event: KeyEvent) -> Bool {
    guard scroll.range.upperBound > 0, event.modifiers.isEmpty else { return false }
    switch event.key {
    case .up: scroll.turn(by: -40, at: event.time)
    case .down: scroll.turn(by: 40, at: event.time)
    case .pageUp: scroll.turn(by: -bounds.height * 0.9, at: event.time)
    case .pageDown: scroll.turn(by: bounds.height * 0.9, at: event.time)
    case .home: scroll.go(to: 0, at: event.time)
    case .end: scroll.go(to: scroll.range.upperBound, at: event.time)
    default: return false
    }
    indicator.wake(at: event.time)
    return true
  }

  public override func pointerMoved(_ event: PointerEvent) { indicator.hover(event.point, at: event.time) }
  public override func pointerLeft(at time: Double) { indicator.hover(nil, at: time) }

  public override func pointerDown(_ event: PointerEvent) -> Bool {
    indicator.grab(at: event.point, &scroll, time: event.time)
  }

  public override func pointerDragged(_ event: PointerEvent) {
    indicator.drag(to: event.point, &scroll, time: event.time)
  }

  public override func pointerUp(_ event: PointerEvent) { indicator.release() }
  public override func pointerCancelled(at time: Double) { indicator.cancel(&scroll, time: time) }

  public override var accessibility: AccessibilityNode {
    AccessibilityNode(role: .group, label: label, frame: frame)
  }
}
