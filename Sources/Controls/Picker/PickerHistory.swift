/// The colours that undo goes back to and redo forward again.
struct PickerHistory {
  private(set) var current: PickerColor
  private var past: [PickerColor] = []
  private var future: [PickerColor] = []

  init(_ color: PickerColor) {
    current = color
  }

  var canUndo: Bool { !past.isEmpty }
  var canRedo: Bool { !future.isEmpty }

  /// Makes `color` the current one; a colour that is the current one already leaves no trace.
  mutating func record(_ color: PickerColor) {
    guard color != current else { return }
    past.append(current)
    if past.count > 500 { past.removeFirst() }
    current = color
    future.removeAll()
  }

  mutating func undo() {
    guard let previous = past.popLast() else { return }
    future.append(current)
    current = previous
  }

  mutating func redo() {
    guard let next = future.popLast() else { return }
    past.append(current)
    current = next
  }
}
