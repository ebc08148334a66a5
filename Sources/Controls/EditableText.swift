/// One line of text that is being edited: characters, a caret, and what is selected.
public struct EditableText: Hashable, Sendable {
  /// The text as its characters.
  public private(set) var characters: [Character]

  /// The end of the selection that stays.
  public private(set) var anchor: Int

  /// The end of the selection that moves, 0…count.
  public private(set) var caret: Int

  /// Creates a text with the caret at its end.
  public init(_ text: String = "") {
    characters = Array(text)
    anchor = characters.count
    caret = characters.count
  }

  /// The text as a string.
  public var text: String { String(characters) }

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
    caret = characters.count
  }

  /// Selects the run of letters or figures around an offset.
  public mutating func selectWord(at offset: Int) {
    let offset = clamped(offset)
    anchor = wordBoundary(from: offset, step: -1)
    caret = wordBoundary(from: offset, step: 1)
  }

  /// No line is longer; what would go beyond is left out.
  public static let maximumCount = 1000

  /// Replaces what is selected; line breaks and control characters become nothing.
  public mutating func insert(_ text: String) {
    let room = max(0, Self.maximumCount - characters.count + selection.count)
    let added = text.lazy.filter {
      !$0.isNewline && $0.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7f }
    }
    replaceSelection(with: String(added.prefix(room)))
  }

  /// Replaces what is selected; what then joins into one character, as a letter and its accent do, is one.
  private mutating func replaceSelection(with text: String) {
    let head = String(characters[..<selection.lowerBound]) + text
    characters = Array(head + String(characters[selection.upperBound...]))
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

  private func clamped(_ offset: Int) -> Int { min(max(offset, 0), characters.count) }

  private func target(of destination: Destination) -> Int {
    switch destination {
    case .previous: clamped(caret - 1)
    case .next: clamped(caret + 1)
    case .start: 0
    case .end: characters.count
    case .offset(let offset): clamped(offset)
    case .previousWord: wordJump(step: -1)
    case .nextWord: wordJump(step: 1)
    }
  }

  private func isWord(_ offset: Int) -> Bool {
    let character = characters[offset]
    return character.isLetter || character.isNumber
  }

  /// Skips what is no word, then the word.
  private func wordJump(step: Int) -> Int {
    var offset = caret
    func inside() -> Int { step > 0 ? offset : offset - 1 }
    while characters.indices.contains(inside()), !isWord(inside()) { offset += step }
    return wordBoundary(from: offset, step: step)
  }

  private func wordBoundary(from start: Int, step: Int) -> Int {
    var offset = start
    while true {
      let next = step > 0 ? offset : offset - 1
      guard characters.indices.contains(next), isWord(next) else { return offset }
      offset += step
    }
  }
}
