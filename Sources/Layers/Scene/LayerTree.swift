/// A tree of layers with the animations that run in it.
///
/// The tree has no clock: whoever owns the frame says what time it is. Outside a transaction a change of a layer
/// is seen at once; inside one it comes about as the transaction says.
public final class LayerTree {
  /// The layer that all others are in.
  public let root: Layer

  /// The transactions under way, the innermost last.
  private var transactions: [(transaction: Transaction, progress: TransactionProgress)] = [] {
    didSet { hasAction = currentTransaction.map { $0.action != .none } ?? false }
  }

  /// Whether a change is not seen at once, but comes about as the innermost transaction says. Each change of a value asks.
  private(set) var hasAction = false

  private var animated: [Layer] = []
  private var nextSequence = 0
  private var earliestEnd = Double.infinity

  /// Creates a tree of a layer and all in it.
  public init(root: Layer = Layer()) {
    self.root = root
    root.join(self)
  }

  deinit {
    root.leave(nil)
  }

  // MARK: Transactions

  /// Makes changes together; transactions nest, and the innermost decides.
  ///
  /// - Parameters:
  ///   - transaction: The time and the action.
  ///   - changes: Changes properties of layers in the tree.
  /// - Throws: The errors of `changes`; changes made before an error stay.
  public func transact(_ transaction: Transaction, _ changes: () throws -> Void) rethrows {
    let progress = TransactionProgress(at: transaction.time, completion: transaction.completion)
    transactions.append((transaction, progress))
    defer {
      transactions.removeLast()
      progress.close()
    }
    try changes()
  }

  /// Makes changes that are seen at once.
  public func withoutActions(_ changes: () throws -> Void) rethrows {
    let time = transactions.last?.transaction.time ?? 0
    try transact(Transaction(at: time, action: .none), changes)
  }

  var currentTransaction: Transaction? { transactions.last?.transaction }
  var currentProgress: TransactionProgress? { transactions.last?.progress }

  // MARK: Time

  /// Ends what has ended by `time`, in the order of the ends; completions may begin successors, which are
  /// brought up to `time`, too.
  ///
  /// - Parameter time: The present time, in seconds; not before the last one.
  public func advance(to time: Double) {
    // A chain of successors without a duration must not block the frame for ever.
    var rounds = 0
    while earliestEnd <= time && rounds < 10_000 {
      rounds += 1
      endAnimations(at: earliestEnd)
    }
  }

  /// Returns when the next frame is needed: `time` itself while something moves, later while something waits,
  /// nil when nothing will happen.
  ///
  /// - Parameter time: The time of the last frame, in seconds.
  public func nextFrameTime(after time: Double) -> Double? {
    var next: Double?
    for layer in animated {
      for animation in layer.animations {
        if animation.startTime <= time { return time }
        next = min(next ?? .infinity, animation.startTime)
      }
    }
    return next
  }

  /// Whether any animation runs or waits to.
  public var isAnimating: Bool { !animated.isEmpty }

  private func endAnimations(at end: Double) {
    var ended: [(layer: Layer, animation: RunningAnimation)] = []
    for layer in animated {
      for animation in layer.animations where animation.endTime <= end { ended.append((layer, animation)) }
    }
    ended.sort {
      ($0.animation.endTime, $0.animation.sequence) < ($1.animation.endTime, $1.animation.sequence)
    }
    for (layer, animation) in ended { layer.drop(animation) }
    animationsChanged()
    for (_, animation) in ended { animation.end(isFinished: true, at: animation.endTime) }
  }

  // MARK: Bookkeeping

  func takeSequence() -> Int {
    defer { nextSequence += 1 }
    return nextSequence
  }

  func began(_ animation: RunningAnimation, on layer: Layer) {
    if layer.animations.count == 1 { animated.append(layer) }
    earliestEnd = min(earliestEnd, animation.endTime)
  }

  /// Brings the list of animated layers and the earliest end up to date after animations went.
  func animationsChanged() {
    animated.removeAll { $0.animations.isEmpty }
    earliestEnd = .infinity
    for layer in animated {
      for animation in layer.animations { earliestEnd = min(earliestEnd, animation.endTime) }
    }
  }
}
