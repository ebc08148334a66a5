public import Localization

/// The steps that undo goes back and redo forward again.
///
/// A step has a name, such as “typing”, and a change of any type that the owner knows how to take back and to do again.
/// Changes of one gesture or one word merge into one step by a key. The history is a value and keeps the last steps
/// only, `limit` of them; it can be written to a file when its changes can.
///
/// ```swift
/// var history = EditHistory<Replacement<String>>()
/// history.record(Replacement(from: "", to: "K"), named: "typing", mergingBy: "word 1")
/// history.record(Replacement(from: "K", to: "KE"), named: "typing", mergingBy: "word 1")
/// history.undoTitle(in: language)   // “Undo typing”
/// history.undo()?.change.old   // ""
/// ```
public struct EditHistory<Change> {
  /// Something that was done.
  public struct Step {
    /// What was done, in lower case, such as “typing” or “new crown”; an identifier where steps are stored in files.
    public var name: String

    /// Steps that follow each other with the same key are one step; nil for one that stands alone.
    public var mergeKey: String?

    /// What was changed, as the owner needs it to take it back or do it again.
    public var change: Change
  }

  /// What was done, the oldest first.
  public private(set) var done: [Step] = []

  /// What was undone and can be done again, the next one last.
  public private(set) var undone: [Step] = []

  /// The largest number of steps that are kept.
  public let limit: Int

  /// Creates an empty history of at most `limit` steps.
  public init(limit: Int = 1000) {
    precondition(limit > 0, "a history keeps at least one step")
    self.limit = limit
  }

  /// Whether there is a step to take back.
  public var canUndo: Bool { !done.isEmpty }
  /// Whether there is a step to do again.
  public var canRedo: Bool { !undone.isEmpty }

  /// Returns what a menu calls undoing, such as “Undo typing”; without a step it is “Undo”.
  ///
  /// `title` returns how a step is called in the language, where its name is an identifier.
  public func undoTitle(in language: Language, title: (String) -> String = { $0 }) -> String {
    guard let step = done.last else { return language.localized("Undo") }
    return language.localized("Undo {step}", ["step": title(step.name)])
  }

  /// Returns what a menu calls doing again.
  public func redoTitle(in language: Language, title: (String) -> String = { $0 }) -> String {
    guard let step = undone.last else { return language.localized("Redo") }
    return language.localized("Redo {step}", ["step": title(step.name)])
  }

  /// Takes in a change that has been made; what was undone can no longer be done again.
  ///
  /// With a key that is also the last step's, `merge` makes one change of that step's and the new one; when it returns
  /// nil, the change is a step of its own.
  public mutating func record(
    _ change: Change, named name: String, mergingBy key: String? = nil,
    merge: (_ earlier: Change, _ later: Change) -> Change?
  ) {
    let canMerge = key != nil && undone.isEmpty && done.last?.mergeKey == key
    undone.removeAll()
    if canMerge, let last = done.last, let merged = merge(last.change, change) {
      done[done.count - 1].change = merged
      return
    }
    done.append(Step(name: name, mergeKey: key, change: change))
    if done.count > limit { done.removeFirst(done.count - limit) }
  }

  /// Takes in a change that never merges with another one.
  public mutating func record(_ change: Change, named name: String) {
    record(change, named: name, mergingBy: nil) { _, _ in nil }
  }

  /// Ends merging: the next change is a step of its own, whatever its key.
  public mutating func endMerging() {
    if !done.isEmpty { done[done.count - 1].mergeKey = nil }
  }

  /// Forgets the last step, as where a gesture that was given up has changed nothing.
  public mutating func forgetLast() { _ = done.popLast() }

  /// Returns the step to take back now, or nil when there is none.
  public mutating func undo() -> Step? {
    guard var step = done.popLast() else { return nil }
    step.mergeKey = nil
    undone.append(step)
    endMerging()
    return step
  }

  /// Returns the step to do again now, or nil when there is none.
  public mutating func redo() -> Step? {
    guard let step = undone.popLast() else { return nil }
    done.append(step)
    return step
  }

  /// Forgets steps for which `isLost` holds, such as those of something that another program removed.
  public mutating func removeAll(where isLost: (Change) -> Bool) {
    done.removeAll { isLost($0.change) }
    undone.removeAll { isLost($0.change) }
  }

  /// Forgets all steps.
  public mutating func removeAll() {
    done.removeAll()
    undone.removeAll()
  }
}

extension EditHistory.Step: Sendable where Change: Sendable {}
extension EditHistory.Step: Equatable where Change: Equatable {}
extension EditHistory.Step: Hashable where Change: Hashable {}
extension EditHistory.Step: Codable where Change: Codable {}
extension EditHistory: Sendable where Change: Sendable {}
extension EditHistory: Equatable where Change: Equatable {}
extension EditHistory: Hashable where Change: Hashable {}
extension EditHistory: Codable where Change: Codable {}

/// A change that puts one value in the place of another.
public struct Replacement<Value> {
  /// The value from before.
  public var old: Value
  /// The value from then on.
  public var new: Value

  /// Creates the change from one value to another.
  public init(from old: Value, to new: Value) {
    self.old = old
    self.new = new
  }
}

extension Replacement: Sendable where Value: Sendable {}
extension Replacement: Equatable where Value: Equatable {}
extension Replacement: Hashable where Value: Hashable {}
extension Replacement: Codable where Value: Codable {}

extension EditHistory {
  /// Takes in that one value was put in the place of another; with a key it merges with the last step of that key.
  public mutating func record<Value>(_ change: Change, named name: String, mergingBy key: String?)
  where Change == Replacement<Value> {
    record(change, named: name, mergingBy: key) { Replacement(from: $0.old, to: $1.new) }
  }
}
