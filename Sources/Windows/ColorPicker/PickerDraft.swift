import Colors
import Controls
import Localization

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

  /// Returns what a menu calls undoing.
  func undoTitle(in language: Language) -> String {
    history.undoTitle(in: language) { _ in language.localized("new colour", context: "step") }
  }

  /// Returns what a menu calls doing again.
  func redoTitle(in language: Language) -> String {
    history.redoTitle(in: language) { _ in language.localized("new colour", context: "step") }
  }

  /// The name of all steps.
  private static let step = "color"

  /// Makes `next` the colour; returns whether it is another one. A final change that changes something is a step.
  mutating func change(to next: PickerColor, _ phase: ChangePhase) -> Bool {
    defer { color = next }
    if phase == .final, next != settled {
      history.record(Replacement(from: settled, to: next), named: Self.step)
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
