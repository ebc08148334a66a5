/// Progress in equal jumps, as `steps()` has it.
public struct StepTiming: Hashable, Sendable {
  public enum Jump: String, Hashable, Sendable, CaseIterable {
    case start = "jump-start"
    case end = "jump-end"
    case none = "jump-none"
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
