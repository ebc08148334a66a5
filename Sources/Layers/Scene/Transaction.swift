public import Motion

/// How changes of layers that are made together come about.
public struct Transaction {
  /// How a changed property gets from what is seen to its new value.
  public typealias Action = Approach

  /// The time at which the changes are made, in seconds.
  public var time: Double

  /// How changed properties get to their new values.
  public var action: Action

  /// Called when all animations that the transaction began have ended.
  public var completion: ((AnimationEnd) -> Void)?

  /// Creates a transaction at a time; without an action changes are eased over a quarter of a second.
  ///
  /// - Parameters:
  ///   - time: The time of the changes, in seconds.
  ///   - action: How what is seen gets to the new values.
  ///   - completion: Called once, with the time at which the last animation ended.
  public init(
    at time: Double, action: Action = .default, completion: ((AnimationEnd) -> Void)? = nil
  ) {
    self.time = time
    self.action = action
    self.completion = completion
  }
}
