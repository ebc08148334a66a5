import Colors
import Controls
import Localization

/// The owner of a picker's colour.
protocol PickerModelDelegate: AnyObject {
  /// Called after the colour was set by a field or otherwise; without `isNew` it is the same as before.
  func colorChanged(isNew: Bool, by field: TextField?)
  /// Called when a colour was taken without its opacity, from a field or from elsewhere.
  func opacityLeftOut(of color: RGBA, by field: TextField?)
}

/// The colour being picked; each final change can be undone.
final class PickerModel {
  /// Whether the opacity can be picked.
  let hasAlpha: Bool
  weak var delegate: (any PickerModelDelegate)?
  /// Called with every change, including those during a gesture.
  var onChange: ((RGBA, ChangePhase) -> Void)?
  private var draft: PickerDraft

  init(_ color: RGBA, hasAlpha: Bool) {
    self.hasAlpha = hasAlpha
    draft = PickerDraft(PickerColor(hasAlpha ? color : color.withAlpha(1)))
  }

  /// The current colour.
  var color: PickerColor { draft.color }

  /// The colour of the last final change.
  var settled: PickerColor { draft.settled }

  /// The initial colour.
  var previous: PickerColor { draft.previous }

  /// Sets the colour; a final change can be undone.
  ///
  /// Edits in other fields than `field` are replaced by the new colour, finished or not.
  func change(to next: PickerColor, _ phase: ChangePhase, from field: TextField? = nil) {
    let isNew = draft.change(to: next, phase)
    delegate?.colorChanged(isNew: isNew, by: field)
    if isNew || phase == .final { onChange?(color.rgba, phase) }
  }

  /// Takes a colour that is shown elsewhere; if the opacity cannot be picked, it stays.
  func take(_ swatch: RGBA) {
    var next = color
    next.set(swatch)
    if hasAlpha { next.alpha = swatch.alpha }
    change(to: next, .final)
    if !hasAlpha, swatch.alpha < 1 { delegate?.opacityLeftOut(of: swatch, by: nil) }
  }

  /// Takes red, green and blue of a colour; the opacity stays.
  func takeOpaque(_ found: RGBA) {
    var next = color
    next.set(found)
    change(to: next, .final)
  }

  /// Restores the colour of the last final change, for example when a gesture is cancelled.
  func giveUp() { change(to: settled, .final) }

  /// Restores the initial colour.
  func takePrevious() { change(to: draft.previous, .final) }

  // MARK: Undoing

  var canUndo: Bool { draft.canUndo }
  var canRedo: Bool { draft.canRedo }
  func undoTitle(in language: Language) -> String { draft.undoTitle(in: language) }
  func redoTitle(in language: Language) -> String { draft.redoTitle(in: language) }
  func undo() { draft.undo().map { change(to: $0, .final) } }
  func redo() { draft.redo().map { change(to: $0, .final) } }
}

/// The colour being picked, and its undo history.
struct PickerDraft {
  /// The current colour; between final changes it is newer than the history.
  private(set) var color: PickerColor

  /// The colour of the last final change.
  private(set) var settled: PickerColor

  /// The initial colour.
  let previous: PickerColor

  private var history = EditHistory<Replacement<PickerColor>>()

  init(_ color: PickerColor) {
    (self.color, settled, previous) = (color, color, color)
  }

  var canUndo: Bool { history.canUndo }
  var canRedo: Bool { history.canRedo }

  /// Returns the title of the undo command.
  func undoTitle(in language: Language) -> String {
    history.undoTitle(in: language) { _ in language.localized("new colour", context: "step") }
  }

  /// Returns the title of the redo command.
  func redoTitle(in language: Language) -> String {
    history.redoTitle(in: language) { _ in language.localized("new colour", context: "step") }
  }

  /// The name of all steps.
  private static let step = "color"

  /// Sets the colour; returns whether it is another one. A final change to another colour is a step.
  mutating func change(to next: PickerColor, _ phase: ChangePhase) -> Bool {
    defer { color = next }
    if phase == .final, next != settled {
      history.record(Replacement(from: settled, to: next), named: Self.step)
      settled = next
    }
    return next != color
  }

  /// Returns the previous colour, which becomes the settled one.
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
