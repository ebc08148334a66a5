/// When controls are seen that come with the pointer and go when it rests: the bar over a poster, the clock's buttons.
///
/// They fade in with each `wake`, stay for two seconds, and stay for as long as something holds them, such as the pointer
/// over them or the keyboard in them. It is a value without a clock: the state at a time does not depend on which times
/// were asked for between.
public struct TransientVisibility: Hashable, Sendable {
  /// The seconds that they take to come and to go.
  public static let fade = 0.12
  /// The seconds that they stay after the last wake.
  public static let rest = 2.0

  /// When they last began to come, and how much of them was seen then.
  private var start = 0.0
  private var startOpacity = 0.0
  /// When they begin to go.
  private var end = -Double.infinity

  /// Whether something keeps them.
  public private(set) var isHeld = false

  /// Creates a value for controls that are not seen.
  public init() {}

  /// Lets them come, or stay for longer.
  public mutating func wake(at time: Double) {
    startOpacity = opacity(at: time)
    start = time
    end = isHeld ? .infinity : time + Self.rest
  }

  /// Keeps them for as long as `isHeld`.
  public mutating func hold(_ isHeld: Bool, at time: Double) {
    guard isHeld != self.isHeld else { return }
    self.isHeld = isHeld
    wake(at: time)
  }

  /// Lets them go now, whatever held them.
  public mutating func hide(at time: Double) {
    startOpacity = opacity(at: time)
    start = time
    isHeld = false
    end = time
  }

  /// How much of them is seen, 0…1.
  public func opacity(at time: Double) -> Double {
    func risen(at time: Double) -> Double { min(startOpacity + (time - start) / Self.fade, 1) }
    guard time > end else { return max(risen(at: time), 0) }
    return max(risen(at: max(end, start)) - (time - max(end, start)) / Self.fade, 0)
  }

  /// When they next look different, or nil when they do not by themselves.
  public func nextTime(after time: Double) -> Double? {
    let seen = opacity(at: time)
    if time < end {
      if seen < 1 { return time }
      return end.isFinite ? end : nil
    }
    return seen > 0 ? time : nil
  }
}
