/// One line of text that is being edited: characters, a caret, and what is selected.
public struct EditableText: Hashable, Sendable {
  /// The text as a string.
  public private(set) var text: String

  /// The end of the selection that stays.
  public private(set) var anchor: Int

  /// The end of the selection that moves, 0…count.
  public private(set) var caret: Int

  /// Creates a text with the caret at its end.
  public init(_ text: String = "") {
    self.text = text
    anchor = text.count
    caret = anchor
  }

  /// The text as its characters.
  public var characters: [Character] { Array(text) }

  /// How many characters the text has.
  public var count: Int { text.count }

  /// What is selected, in characters; empty where only the caret stands.
  public var selection: Range<Int> { min(anchor, caret)..<max(anchor, caret) }

  /// The text that is selected.
  public var selectedText: String { String(characters[selection]) }

  /// Where a caret may be sent.
  public enum Destination: Hashable, Sendable {
    /// One character back.
    case previous
    /// One character on.
    case next
    /// Back to the beginning of a word.
    case previousWord
    /// On to the end of a word.
    case nextWord
    /// Before all characters.
    case start
    /// After all characters.
    case end
    /// After so many characters.
    case offset(Int)
  }

  /// Moves the caret; unless `selecting`, a selection collapses first to the end that lies in that direction.
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

  /// Selects all of the text.
  public mutating func selectAll() {
    anchor = 0
    caret = count
  }

  /// Selects the run of letters or figures around an offset.
  public mutating func selectWord(at offset: Int) {
    let offset = clamped(offset)
    let characters = characters
    anchor = Self.wordBoundary(in: characters, from: offset, step: -1)
    caret = Self.wordBoundary(in: characters, from: offset, step: 1)
  }

  /// No line is longer; what would go beyond is left out.
  public static let maximumCount = 1000

  /// Replaces what is selected; line breaks and control characters become nothing.
  public mutating func insert(_ text: String) {
    let room = max(0, Self.maximumCount - count + selection.count)
    let added = text.lazy.filter {
      !$0.isNewline && $0.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7f }
    }
    replaceSelection(with: String(added.prefix(room)))
  }

  /// Replaces what is selected; what then joins into one character, as a letter and its accent do, is one.
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

  /// Deletes what is selected or, when nothing is, what lies between the caret and the destination.
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

  /// Skips what is no word, then the word.
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
