/// An animation that was added to a layer.
final class RunningAnimation {
  /// The name under which it can be found, or nil for an implicit one.
  let key: String?

  /// The order in which animations were added to the tree; later ones act on what earlier ones made.
  let sequence: Int

  let effect: AnimationEffect
  /// Whether it changes where the layer or its sublayers are seen.
  let moves: Bool
  /// Whether it changes which of its siblings the layer lies before.
  let reorders: Bool
  let startTime: Double
  let endTime: Double
  let completion: ((AnimationEnd) -> Void)?

  /// The transaction that waits for it.
  let transaction: TransactionProgress?

  init(
    key: String?, sequence: Int, effect: AnimationEffect, startTime: Double, endTime: Double,
    completion: ((AnimationEnd) -> Void)?, transaction: TransactionProgress?
  ) {
    self.key = key
    self.sequence = sequence
    self.effect = effect
    moves = effect.bends(where: \.isPlacing)
    reorders = effect.bends { $0 == .zPosition }
    self.startTime = startTime
    self.endTime = endTime
    self.completion = completion
    self.transaction = transaction
    transaction?.remaining += 1
  }

  /// Tells those who wait for it how it ended.
  func end(isFinished: Bool, at time: Double) {
    completion?(AnimationEnd(isFinished: isFinished, time: time))
    transaction?.memberEnded(isFinished: isFinished, at: time)
  }
}

/// How many animations of a transaction are still running.
final class TransactionProgress {
  var remaining = 0
  private var areAllFinished = true
  private var completion: ((AnimationEnd) -> Void)?
  private var isClosed = false
  private var lastTime: Double

  init(at time: Double, completion: ((AnimationEnd) -> Void)?) {
    lastTime = time
    self.completion = completion
  }

  func memberEnded(isFinished: Bool, at time: Double) {
    remaining -= 1
    if !isFinished { areAllFinished = false }
    lastTime = max(lastTime, time)
    reportIfDone()
  }

  /// Called when no more animations will be added.
  func close() {
    isClosed = true
    reportIfDone()
  }

  private func reportIfDone() {
    guard isClosed, remaining == 0, let completion else { return }
    self.completion = nil
    completion(AnimationEnd(isFinished: areAllFinished, time: lastTime))
  }
}
