public import Localization

/// A history of steps to undo and redo.
///
/// A step has a name, such as “typing”, and a change of any type that the owner can undo and redo. Changes of one
/// gesture or one word merge into one step by a key. The history is a value and keeps only the last `limit` steps; it
/// can be encoded when its changes can.
///
/// ```swift
/// var history = EditHistory<Replacement<String>>()
/// history.record(Replacement(from: "", to: "K"), named: "typing", mergingBy: "word 1")
/// history.record(Replacement(from: "K", to: "KE"), named: "typing", mergingBy: "word 1")
/// history.undoTitle(in: language)   // “Undo typing”
/// history.undo()?.change.old   // ""
/// ```
public struct EditHistory<Change> {
  /// A recorded step.
  public struct Step {
    /// The step's name, in lower case, such as “typing” or “new crown”; an identifier where steps are stored in files.
    public var name: String

    /// Successive steps with the same key merge; nil never merges.
    public var mergeKey: String?

    /// The change, with the data that the owner needs to undo and redo it.
    public var change: Change
  }

  /// The steps to undo, oldest first.
  public private(set) var done: [Step] = []

  /// The steps to redo, the next one last.
  public private(set) var undone: [Step] = []

  /// The maximum number of steps.
  public let limit: Int

  /// Creates an empty history with a maximum number of steps.
  ///
  /// - Parameter limit: The most steps, 1 or more; the oldest ones are forgotten beyond it.
  public init(limit: Int = 1000) {
    precondition(limit > 0, "a history keeps at least one step")
    self.limit = limit
  }

  /// Whether there is a step to undo.
  public var canUndo: Bool { !done.isEmpty }
  /// Whether there is a step to redo.
  public var canRedo: Bool { !undone.isEmpty }

  /// Returns the title of the undo command, such as “Undo typing”, or “Undo” without a step.
  ///
  /// `title` returns a step's name in the language, if the stored name is an identifier.
  public func undoTitle(in language: Language, title: (String) -> String = { $0 }) -> String {
    guard let step = done.last else { return language.localized("Undo") }
    return language.localized("Undo {step}", ["step": title(step.name)])
  }

  /// Returns the title of the redo command.
  public func redoTitle(in language: Language, title: (String) -> String = { $0 }) -> String {
    guard let step = undone.last else { return language.localized("Redo") }
    return language.localized("Redo {step}", ["step": title(step.name)])
  }

  /// Records a change that has been made and clears the steps to redo.
  ///
  /// - Parameters:
  ///   - change: The change.
  ///   - name: Its name, for the titles of Undo and Redo.
  ///   - key: Equal keys in succession, such as those of one drag, make one step; nil is always a step of its own.
  ///   - merge: Combines the last change with this one; nil keeps both.
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

  /// Records a change that never merges.
  public mutating func record(_ change: Change, named name: String) {
    record(change, named: name, mergingBy: nil) { _, _ in nil }
  }

  /// Ends merging: the next change is a step of its own, whatever its key.
  public mutating func endMerging() {
    if !done.isEmpty { done[done.count - 1].mergeKey = nil }
  }

  /// Removes the last step, for example after a cancelled gesture that changed nothing.
  public mutating func forgetLast() { _ = done.popLast() }

  /// Returns the step to undo now, or nil without a step.
  public mutating func undo() -> Step? {
    guard var step = done.popLast() else { return nil }
    step.mergeKey = nil
    undone.append(step)
    endMerging()
    return step
  }

  /// Returns the step to redo now, or nil without a step.
  public mutating func redo() -> Step? {
    guard let step = undone.popLast() else { return nil }
    done.append(step)
    return step
  }

  /// Removes steps for which `isLost` holds, such as those of an item that another program removed.
  public mutating func removeAll(where isLost: (Change) -> Bool) {
    done.removeAll { isLost($0.change) }
    undone.removeAll { isLost($0.change) }
  }

  /// Removes all steps.
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

/// A change that replaces one value with another.
public struct Replacement<Value> {
  /// The value before the change.
  public var old: Value
  /// The value after the change.
  public var new: Value

  /// Creates a change from one value to another.
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
  /// Records the replacement of a value; with a key it merges with the last step of that key.
  public mutating func record<Value>(_ change: Change, named name: String, mergingBy key: String?)
  where Change == Replacement<Value> {
    record(change, named: name, mergingBy: key) { Replacement(from: $0.old, to: $1.new) }
  }
}
