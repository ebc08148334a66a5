/// Progress in equal jumps, as `steps()` has it.
public struct StepTiming: Hashable, Sendable {
  /// At which ends of the interval a jump happens, by the names of CSS.
  public enum Jump: String, Hashable, Sendable, CaseIterable {
    /// The first jump happens at the very start.
    case start = "jump-start"
    /// The last jump happens at the very end.
    case end = "jump-end"
    /// No jump happens at either end, so that both values are held.
    case none = "jump-none"
    /// Jumps happen at both ends.
    case both = "jump-both"
  }

  /// The number of steps.
  public let count: Int

  /// The ends of the interval at which a jump happens.
  public let jump: Jump

  /// Creates steps; nil for fewer than one, or fewer than two without any jump at the ends.
  public init?(count: Int, jump: Jump = .end) {
    guard count >= (jump == .none ? 2 : 1), count <= 1 << 31 else { return nil }
    self.count = count
    self.jump = jump
  }

  /// Returns the value at a progress; `isBefore` tells that the animation has not begun or, running backward,
  /// is over, so that the jump at this very place has not happened.
  public func value(at progress: Double, isBefore: Bool = false) -> Double {
    let position = min(max(progress.isNaN ? 0 : progress, -1e15), 1e15) * Double(count)
    var step = position.rounded(.down)
    if jump == .start || jump == .both { step += 1 }
    if isBefore, position == position.rounded(.down) { step -= 1 }
    if progress >= 0 { step = max(step, 0) }
    let jumps = Double(jump == .both ? count + 1 : jump == .none ? count - 1 : count)
    if progress <= 1 { step = min(step, jumps) }
    return step / jumps
  }
}
