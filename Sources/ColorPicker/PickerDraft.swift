import Colors
import Controls

/// The colour while it is being chosen, and the steps that led to it.
struct PickerDraft {
  /// The colour that is shown; between two final changes it runs ahead of the history.
  private(set) var color: PickerColor

  /// The colour of the last final change.
  private(set) var settled: PickerColor

  /// The colour that the picker began with.
  let previous: PickerColor

  private var history = EditHistory<Replacement<PickerColor>>()

  init(_ color: PickerColor) {
    (self.color, settled, previous) = (color, color, color)
  }

  var canUndo: Bool { history.canUndo }
  var canRedo: Bool { history.canRedo }
  var undoTitle: String { history.undoTitle }
  var redoTitle: String { history.redoTitle }

  /// Makes `next` the colour; returns whether it is another one. A final change that changes something is a step.
  mutating func change(to next: PickerColor, _ phase: ChangePhase) -> Bool {
    defer { color = next }
    if phase == .final, next != settled {
      history.record(Replacement(from: settled, to: next), named: "new colour")
      settled = next
    }
    return next != color
  }

  /// Returns the colour to go back to, which is the settled one from now on.
  mutating func undo() -> PickerColor? {
    guard let step = history.undo() else { return nil }
    settled = step.change.old
    return settled
  }

  mutating func redo() -> PickerColor? {
    guard let step = history.redo() else { return nil }
    settled = step.change.new
    return settled
  }
}
