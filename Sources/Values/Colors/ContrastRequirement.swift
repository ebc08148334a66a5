/// A contrast that text should have with a certain background.
public struct ContrastRequirement: Hashable, Sendable {
  /// The contrast.
  public let goal: ContrastGoal

  /// The background, opaque.
  public let ground: RGBA

  /// Creates the requirement of a contrast with an opaque background.
  public init(_ goal: ContrastGoal, on ground: RGBA) { (self.goal, self.ground) = (goal, ground) }

  /// Whether opaque text meets it, both exactly and rounded to eight bits, as it is printed.
  public func isMet(by ink: RGBA) -> Bool {
    goal.isReached(by: ink, on: ground) && goal.isReached(by: ink.inBytes, on: ground)
  }
}
