/// The visibility of controls that appear with the pointer and fade out when it rests, such as the bar over a poster or
/// the clock's buttons.
///
/// They fade in with each `wake` and stay for two seconds, or longer while something holds them, such as the pointer
/// over them or the focus in them. It is a value without a clock: the state at a time does not depend on earlier
/// queries.
public struct TransientVisibility: Hashable, Sendable {
  /// The duration of a fade, in seconds.
  public static let fade = 0.12
  /// The time that they stay after the last wake, in seconds.
  public static let rest = 2.0

  /// The start of the last fade in, and the opacity at that time.
  private var start = 0.0
  private var startOpacity = 0.0
  /// The start of the fade out.
  private var end = -Double.infinity

  /// Whether something keeps them visible.
  public private(set) var isHeld = false

  /// Creates a value for hidden controls.
  public init() {}

  /// Shows them at a time in seconds, or keeps them for longer.
  public mutating func wake(at time: Double) {
    startOpacity = opacity(at: time)
    start = time
    end = isHeld ? .infinity : time + Self.rest
  }

  /// Keeps them visible while `isHeld`, from a time in seconds on.
  public mutating func hold(_ isHeld: Bool, at time: Double) {
    guard isHeld != self.isHeld else { return }
    self.isHeld = isHeld
    wake(at: time)
  }

  /// Fades them out at a time in seconds, even if they are held.
  public mutating func hide(at time: Double) {
    startOpacity = opacity(at: time)
    start = time
    isHeld = false
    end = time
  }

  /// Returns the opacity at a time in seconds, 0…1.
  public func opacity(at time: Double) -> Double {
    func risen(at time: Double) -> Double { min(startOpacity + (time - start) / Self.fade, 1) }
    guard time > end else { return max(risen(at: time), 0) }
    return max(risen(at: max(end, start)) - (time - max(end, start)) / Self.fade, 0)
  }

  /// Returns the time in seconds at which the appearance next changes by itself, or nil.
  public func nextTime(after time: Double) -> Double? {
    let seen = opacity(at: time)
    if time < end {
      if seen < 1 { return time }
      return end.isFinite ? end : nil
    }
    return seen > 0 ? time : nil
  }
}
