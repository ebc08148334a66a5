import Motion
import Scene

/// What happens when nobody touches a clock: it dims, and before a full screen the pointer disappears.
final class ClockIdling {
  /// The veil over the cards.
  let veil = Layer()
  private var lastTouch: Double?
  private var hidesPointer = false

  init() {
    veil.name = "veil"
    veil.backgroundColor = .black
    veil.opacity = 0
  }

  private static let pointerDelay = 3.0

  /// Begins to count unless it has.
  func start(at time: Double) {
    if lastTouch == nil { lastTouch = time }
  }

  /// Somebody touched the clock: it is bright again.
  func touch(at time: Double, reducesMotion: Bool) {
    lastTouch = time
    if veil.opacity > 0 { setVeil(0, over: 0.2, at: time, reducesMotion) }
  }

  /// When it dims, or nil when it does not or has.
  func dimTime(after delay: Double?) -> Double? {
    guard let delay, let lastTouch, veil.opacity == 0 else { return nil }
    return lastTouch + delay
  }

  /// Dims from `due` on.
  func dim(at due: Double, reducesMotion: Bool) {
    setVeil(0.66, over: 1.5, at: due, reducesMotion)
  }

  private func setVeil(
    _ opacity: Double, over seconds: Double, at time: Double, _ reducesMotion: Bool
  ) {
    let action = reducesMotion ? Transaction.Action.none : .eased(duration: seconds, .easeInEaseOut)
    veil.tree?.transact(Transaction(at: time, action: action)) { veil.opacity = opacity }
  }

  // MARK: The pointer

  /// Whether the pointer is hidden now.
  var isPointerHidden: Bool { hidesPointer }

  /// Hides the pointer or shows it; it is hidden only before a clock that fills the screen.
  func updatePointer(canHide: Bool, at time: Double) {
    hidesPointer = canHide && lastTouch.map { time >= $0 + Self.pointerDelay } ?? false
  }

  /// When the pointer disappears, or nil when it does not or has.
  func pointerTime(canHide: Bool) -> Double? {
    canHide && !hidesPointer ? lastTouch.map { $0 + Self.pointerDelay } : nil
  }
}
