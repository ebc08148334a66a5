import Colors
import Controls
import Localization

/// Shows the colour of a picker.
protocol PickerModelDelegate: AnyObject {
  /// The colour was changed by a field or by something else; without `isNew` it is the same as before.
  func colorChanged(isNew: Bool, by field: TextField?)
  /// A colour was taken, from a field or from elsewhere, without the opacity that it had.
  func opacityLeftOut(of color: RGBA, by field: TextField?)
}

/// The colour that is being chosen: it is moved, typed and taken from elsewhere, and each final change can be undone.
final class PickerModel {
  /// Whether the opacity can be chosen, too.
  let hasAlpha: Bool
  weak var delegate: (any PickerModelDelegate)?
  /// Called with every change, those in the middle of a gesture included.
  var onChange: ((RGBA, ChangePhase) -> Void)?
  private var draft: PickerDraft

  init(_ color: RGBA, hasAlpha: Bool) {
    self.hasAlpha = hasAlpha
    draft = PickerDraft(PickerColor(hasAlpha ? color : color.withAlpha(1)))
  }

  /// The colour that is shown.
  var color: PickerColor { draft.color }

  /// The colour of the last final change.
  var settled: PickerColor { draft.settled }

  /// The colour that the picker began with.
  var previous: PickerColor { draft.previous }

  /// Makes `next` the colour; a final change can be undone.
  ///
  /// What stands in other fields than `field` gives way to the new colour, whether or not it was finished.
  func change(to next: PickerColor, _ phase: ChangePhase, from field: TextField? = nil) {
    let isNew = draft.change(to: next, phase)
    delegate?.colorChanged(isNew: isNew, by: field)
    if isNew || phase == .final { onChange?(color.rgba, phase) }
  }

  /// Takes a colour that is shown elsewhere; its opacity stays where it cannot be chosen.
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

  /// Returns to the colour of the last final change, as when a gesture is cancelled.
  func giveUp() { change(to: settled, .final) }

  /// Goes back to the colour that the picker began with.
  func takePrevious() { change(to: draft.previous, .final) }

  // MARK: Undoing

  var canUndo: Bool { draft.canUndo }
  var canRedo: Bool { draft.canRedo }
  func undoTitle(in language: Language) -> String { draft.undoTitle(in: language) }
  func redoTitle(in language: Language) -> String { draft.redoTitle(in: language) }
  func undo() { draft.undo().map { change(to: $0, .final) } }
  func redo() { draft.redo().map { change(to: $0, .final) } }
}

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
