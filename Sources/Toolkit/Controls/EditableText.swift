import Input

/// One line of text that is being edited: characters, a caret, and what is selected.
public struct EditableText: Hashable, Sendable {
  /// The text as a string.
  public private(set) var text: String

  /// The fixed end of the selection.
  public private(set) var anchor: Int

  /// The moving end of the selection, 0…count.
  public private(set) var caret: Int

  /// Creates a text with the caret at its end.
  public init(_ text: String = "") {
    self.text = text
    anchor = text.count
    caret = anchor
  }

  /// The text as its characters.
  public var characters: [Character] { Array(text) }

  /// The number of characters.
  public var count: Int { text.count }

  /// The selected range, in characters; empty for a caret alone.
  public var selection: Range<Int> { min(anchor, caret)..<max(anchor, caret) }

  /// The selected text.
  public var selectedText: String { String(characters[selection]) }

  /// A destination for the caret.
  public enum Destination: Hashable, Sendable {
    /// The previous character.
    case previous
    /// The next character.
    case next
    /// The previous beginning of a word.
    case previousWord
    /// The next end of a word.
    case nextWord
    /// The start of the text.
    case start
    /// The end of the text.
    case end
    /// An offset, in characters.
    case offset(Int)
  }

  /// Moves the caret; unless `selecting`, a selection first collapses to its end in that direction.
  public mutating func move(to destination: Destination, selecting: Bool = false) {
    if !selecting && !selection.isEmpty {
      switch destination {
      case .previous: return collapse(to: selection.lowerBound)
      case .next: return collapse(to: selection.upperBound)
      default: break
      }
    }
    caret = target(of: destination)
    if !selecting { anchor = caret }
  }

  /// Selects the whole text.
  public mutating func selectAll() {
    anchor = 0
    caret = count
  }

  /// Selects the run of letters or digits around an offset in characters, which is clamped to the text.
  public mutating func selectWord(at offset: Int) {
    let offset = clamped(offset)
    let characters = characters
    anchor = Self.wordBoundary(in: characters, from: offset, step: -1)
    caret = Self.wordBoundary(in: characters, from: offset, step: 1)
  }

  /// The maximum length, in characters; longer input is truncated.
  public static let maximumCount = 1000

  /// Replaces the selection; line breaks and control characters are removed.
  public mutating func insert(_ text: String) {
    let room = max(0, Self.maximumCount - count + selection.count)
    let added = text.lazy.filter {
      !$0.isNewline && $0.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7f }
    }
    replaceSelection(with: String(added.prefix(room)))
  }

  /// Replaces the selection; characters that now combine, such as a letter and its accent, become one.
  private mutating func replaceSelection(with text: String) {
    let before = self.characters
    let head = String(before[..<selection.lowerBound]) + text
    self.text = head + String(before[selection.upperBound...])
    let characters = self.characters
    var (offset, bytes) = (0, 0)
    while offset < characters.count, bytes < head.utf8.count {
      bytes += characters[offset].utf8.count
      offset += 1
    }
    collapse(to: offset)
  }

  /// Deletes the selection or, if it is empty, the text between the caret and the destination.
  public mutating func delete(to destination: Destination) {
    if selection.isEmpty { caret = target(of: destination) }
    replaceSelection(with: "")
  }

  private mutating func collapse(to offset: Int) {
    anchor = offset
    caret = offset
  }

  private func clamped(_ offset: Int) -> Int { min(max(offset, 0), count) }

  private func target(of destination: Destination) -> Int {
    switch destination {
    case .previous: clamped(caret - 1)
    case .next: clamped(caret + 1)
    case .start: 0
    case .end: count
    case .offset(let offset): clamped(offset)
    case .previousWord: wordJump(step: -1)
    case .nextWord: wordJump(step: 1)
    }
  }

  /// Skips characters outside words, then the word.
  private func wordJump(step: Int) -> Int {
    let characters = characters
    var offset = caret
    func inside() -> Int { step > 0 ? offset : offset - 1 }
    while characters.indices.contains(inside()), !Self.isWord(characters[inside()]) { offset += step }
    return Self.wordBoundary(in: characters, from: offset, step: step)
  }

  private static func wordBoundary(in characters: [Character], from start: Int, step: Int) -> Int {
    var offset = start
    while true {
      let next = step > 0 ? offset : offset - 1
      guard characters.indices.contains(next), isWord(characters[next]) else { return offset }
      offset += step
    }
  }

  private static func isWord(_ character: Character) -> Bool { character.isLetter || character.isNumber }
}

extension EditableText {
  /// Returns the visible text: with the composition at the caret.
  func text(composing composition: Composition) -> String {
    guard !composition.isEmpty else { return text }
    let characters = characters
    return String(characters[..<caret]) + composition.text + String(characters[caret...])
  }

  /// Returns the caret's position in characters of the visible text.
  func caret(composing composition: Composition) -> Int {
    caret + (composition.isEmpty ? 0 : composition.caret)
  }
}

/// The text of a value during editing. Typed text remains until it is settled or reverted, even if the value changes.
struct EditedText: Hashable {
  /// The text of the value itself.
  private(set) var value = ""

  /// The text in the field, with caret and selection.
  private(set) var typed = EditableText()

  /// Whether the text was edited since it was last settled or reverted.
  private(set) var isEdited = false

  /// The number of calls of `show`.
  private(set) var showings = 0

  /// Shows a value's text unless the text was edited. With `keepsSelection`, a full selection stays full.
  mutating func show(_ value: String, keepsSelection: Bool) {
    self.value = value
    showings += 1
    guard !isEdited, value != typed.text else { return }
    let wasAllSelected = typed.selection.count == typed.count
    typed = EditableText(value)
    if keepsSelection, wasAllSelected { typed.selectAll() }
  }

  /// Replaces the edits with a value's text, and selects all of it.
  mutating func begin(with value: String) {
    self.value = value
    revert(selectsAll: true)
  }

  /// Edits the text; returns whether it changed.
  mutating func change(_ edit: (inout EditableText) -> Void) -> Bool {
    let before = typed.text
    edit(&typed)
    guard typed.text != before else { return false }
    isEdited = true
    return true
  }

  /// Moves the caret or extends the selection.
  mutating func move(to destination: EditableText.Destination, selecting: Bool = false) {
    typed.move(to: destination, selecting: selecting)
  }

  /// Selects all of the text.
  mutating func selectAll() { typed.selectAll() }

  /// Selects the run of letters or digits around an offset.
  mutating func selectWord(at offset: Int) { typed.selectWord(at: offset) }

  /// Copies the selection of a text with the same characters; returns whether the characters are the same.
  mutating func select(as other: EditableText) -> Bool {
    guard other.text == typed.text else { return false }
    typed = other
    return true
  }

  /// Ends the edit; with `isValue` the typed text becomes the value's own.
  mutating func settle(isValue: Bool) {
    isEdited = false
    if isValue { value = typed.text }
  }

  /// Replaces the edits with the value's text.
  mutating func revert(selectsAll: Bool) {
    isEdited = false
    typed = EditableText(value)
    if selectsAll { typed.selectAll() }
  }
}
