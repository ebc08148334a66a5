/// A contrast that text should have on one ground.
public struct ContrastRequirement: Hashable, Sendable {
  /// The contrast.
  public let goal: ContrastGoal

  /// The ground, opaque.
  public let ground: RGBA

  /// Creates the requirement of a contrast on an opaque ground.
  public init(_ goal: ContrastGoal, on ground: RGBA) { (self.goal, self.ground) = (goal, ground) }

  /// Whether opaque text meets it as it is, and still does in eight bits a channel, as it is printed.
  public func isMet(by ink: RGBA) -> Bool {
    goal.isReached(by: ink, on: ground) && goal.isReached(by: ink.inBytes, on: ground)
  }
}
