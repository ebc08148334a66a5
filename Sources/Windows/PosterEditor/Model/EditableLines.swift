public import Posters

/// The selection in a poster's text, from its anchor to the caret.
public struct TextSelection: Hashable, Sendable {
  /// The end that stays while the selection is extended.
  public var anchor: TextPosition
  /// The end that moves: the caret.
  public var caret: TextPosition

  /// Creates a selection from both ends.
  public init(anchor: TextPosition, caret: TextPosition) {
    self.anchor = anchor
    self.caret = caret
  }

  /// Creates a caret without a selection.
  public init(at position: TextPosition) {
    self.init(anchor: position, caret: position)
  }

  /// Whether nothing is selected.
  public var isEmpty: Bool { anchor == caret }

  /// The selected range, the earlier end first.
  public var range: Range<TextPosition> { min(anchor, caret)..<max(anchor, caret) }
}

/// The lines of a poster during editing: the stored text, the caret, and the selection.
///
/// Offsets count characters as Unicode's grapheme clusters. The stored text is the typed one; the layout sets it in
/// capitals or wraps it.
public struct EditableLines: Hashable, Sendable {
  /// The stored lines; there is at least one.
  public private(set) var lines: [Poster.Line]
  /// The caret and the selection.
  public private(set) var selection: TextSelection

  /// Creates lines with a selection, which is clamped to the text; a poster without lines has an empty one during
  /// editing.
  public init(_ lines: [Poster.Line], selection: TextSelection? = nil) {
    self.lines = lines.isEmpty ? [Poster.Line("")] : lines
    let end = TextPosition(line: self.lines.count - 1, offset: self.lines[self.lines.count - 1].text.count)
    self.selection = selection ?? TextSelection(at: end)
    self.selection = TextSelection(
      anchor: clamped(self.selection.anchor), caret: clamped(self.selection.caret))
  }

  /// Returns the nearest valid position.
  public func clamped(_ position: TextPosition) -> TextPosition {
    let line = min(max(position.line, 0), lines.count - 1)
    return TextPosition(line: line, offset: min(max(position.offset, 0), lines[line].text.count))
  }

  /// The position before all text.
  public var start: TextPosition { TextPosition(line: 0, offset: 0) }
  /// The position after all text.
  public var end: TextPosition { clamped(TextPosition(line: lines.count - 1, offset: .max)) }

  // MARK: Selecting

  /// Moves the caret to a position; with `selecting` the anchor stays.
  public mutating func move(to position: TextPosition, selecting: Bool = false) {
    selection.caret = clamped(position)
    if !selecting { selection.anchor = selection.caret }
  }

  /// Selects a range of the text, with the caret at its end.
  public mutating func select(_ range: Range<TextPosition>) {
    selection = TextSelection(anchor: clamped(range.lowerBound), caret: clamped(range.upperBound))
  }

  /// Selects the caret's line or, if it is already selected, all lines.
  public mutating func selectMore() {
    let line = selection.caret.line
    let whole = TextPosition(line: line, offset: 0)..<clamped(TextPosition(line: line, offset: .max))
    select(selection.range == whole || !isWithin(line) ? start..<end : whole)
  }

  private func isWithin(_ line: Int) -> Bool {
    selection.anchor.line == line && selection.caret.line == line
  }

  /// The selected text, with line breaks between lines.
  public var selectedText: String {
    let range = selection.range
    return (range.lowerBound.line...range.upperBound.line).map { line in
      let text = Array(lines[line].text)
      let from = line == range.lowerBound.line ? range.lowerBound.offset : 0
      let to = line == range.upperBound.line ? range.upperBound.offset : text.count
      return String(text[from..<to])
    }.joined(separator: "\n")
  }

  // MARK: Typing

  /// Whether an inserted text fits within the limits of a poster.
  public enum Insertion: Hashable, Sendable {
    /// All of the text fitted.
    case whole
    /// Some of the text was truncated.
    case cut
  }

  /// Replaces the selection with a text; its line breaks begin new lines of the same kind.
  ///
  /// Control characters are removed, tabs become spaces. Text beyond `Poster.Line.longest` or `Poster.mostLines` is
  /// truncated.
  @discardableResult public mutating func insert(_ text: String) -> Insertion {
    // No more can ever fit, however much is pasted.
    let most = Poster.mostLines * (Poster.Line.longest + 1)
    let start = text.prefix(most + 1)
    let clean = Self.clean(start)
    // Text that replaces letters has their style.
    let from = selection.range.lowerBound
    let style = selection.isEmpty ? nil : lines[from.line].style(ofCharacter: from.offset)
    deleteSelection()
    var isCut = start.count > most
    var rest = clean.split(separator: "\n", omittingEmptySubsequences: false)[...]
    guard let first = rest.popFirst() else { return .whole }
    isCut = !insertIntoLine(first, in: style) || isCut
    for part in rest {
      guard lines.count < Poster.mostLines else {
        isCut = true
        break
      }
      splitLine()
      isCut = !insertIntoLine(part) || isCut
    }
    return isCut ? .cut : .whole
  }

  private static func clean(_ text: some StringProtocol) -> String {
    var result = ""
    for character in text {
      if character.isNewline {
        result.append("\n")
      } else if character == "\t" {
        result.append(" ")
      } else if character.unicodeScalars.allSatisfy({
        $0.value >= 0x20 && !(0x7F..<0xA0).contains($0.value)
      }) {
        result.append(character)
      }
    }
    return result
  }

  /// Inserts a text without line breaks at the caret; returns whether all of it fitted.
  private mutating func insertIntoLine(
    _ text: some StringProtocol, in style: Poster.Line.Style? = nil
  ) -> Bool {
    let place = selection.caret
    let room = Poster.Line.longest - lines[place.line].text.unicodeScalars.count
    var kept = ""
    var count = 0
    var isWhole = true
    for character in text {
      count += character.unicodeScalars.count
      guard count <= room else {
        isWhole = false
        break
      }
      kept.append(character)
    }
    // An accent combines with the letter before it, so the caret's offset is counted again.
    let bytes = lines[place.line].text.prefix(place.offset).utf8.count + kept.utf8.count
    lines[place.line].replace(place.offset..<place.offset, with: kept, in: style)
    move(to: TextPosition(line: place.line, offset: offset(ofBytes: bytes, inLine: place.line)))
    return isWhole
  }

  private func offset(ofBytes count: Int, inLine line: Int) -> Int {
    var (offset, bytes) = (0, 0)
    for character in lines[line].text {
      guard bytes < count else { break }
      bytes += character.utf8.count
      offset += 1
    }
    return offset
  }

  /// Breaks the line at the caret; the text after it becomes the next line, of the same kind. Returns whether another
  /// line fits.
  @discardableResult public mutating func breakLine() -> Bool {
    deleteSelection()
    guard lines.count < Poster.mostLines else { return false }
    splitLine()
    return true
  }

  private mutating func splitLine() {
    let place = selection.caret
    let next = lines[place.line].split(at: place.offset)
    lines.insert(next, at: place.line + 1)
    move(to: TextPosition(line: place.line + 1, offset: 0))
  }

  /// Deletes the selection or, if it is empty, the text between the caret and a position.
  public mutating func delete(to position: TextPosition) {
    if selection.isEmpty { selection.caret = clamped(position) }
    deleteSelection()
  }

  private mutating func deleteSelection() {
    let range = selection.range
    guard !range.isEmpty else { return }
    let (from, to) = (range.lowerBound, range.upperBound)
    let bytes = lines[from.line].text.prefix(from.offset).utf8.count
    if from.line == to.line {
      lines[from.line].replace(from.offset..<to.offset, with: "")
    } else {
      var tail = lines[to.line]
      tail.replace(0..<to.offset, with: "")
      if from.offset == 0, !tail.text.isEmpty {
        // An empty line adopts the kind of the line joined to it.
        lines[from.line] = tail
      } else {
        lines[from.line].replace(from.offset..<lines[from.line].text.count, with: "")
        lines[from.line].append(tail)
      }
      lines.removeSubrange(from.line + 1..<to.line + 1)
    }
    move(to: TextPosition(line: from.line, offset: offset(ofBytes: bytes, inLine: from.line)))
  }

  // MARK: Lines

  /// Moves a line to another index; the caret keeps its position in the text.
  public mutating func moveLine(at index: Int, to place: Int) {
    guard lines.indices.contains(index), lines.indices.contains(place), index != place else { return }
    lines.insert(lines.remove(at: index), at: place)
    func moved(_ position: TextPosition) -> TextPosition {
      var position = position
      if position.line == index {
        position.line = place
      } else if index < position.line, position.line <= place {
        position.line -= 1
      } else if place <= position.line, position.line < index {
        position.line += 1
      }
      return position
    }
    selection = TextSelection(anchor: moved(selection.anchor), caret: moved(selection.caret))
  }

  /// Removes a line; the last one becomes empty.
  public mutating func removeLine(at index: Int) {
    guard lines.indices.contains(index) else { return }
    if lines.count == 1 { lines[0].text = "" } else { lines.remove(at: index) }
    move(to: TextPosition(line: min(index, lines.count - 1), offset: .max))
  }

  /// Adds an empty large line below another one, or a footer below a footer, or with −1 a line above all, and moves the
  /// caret there; returns whether another line fits.
  @discardableResult public mutating func addLine(below index: Int) -> Bool {
    guard lines.count < Poster.mostLines else { return false }
    let place = min(max(index + 1, 0), lines.count)
    var line = Poster.Line("")
    if lines.indices.contains(index), lines[index].isFooter { (line.rank, line.isFooter) = (.small, true) }
    lines.insert(line, at: place)
    move(to: TextPosition(line: place, offset: 0))
    return true
  }

  /// Replaces characters of a line; the caret stays beside the same characters.
  public mutating func replace(_ marks: [QuotationMarks.Replacement], inLine index: Int) {
    guard lines.indices.contains(index) else { return }
    func moved(_ position: TextPosition) -> TextPosition {
      guard position.line == index else { return position }
      let added = marks.filter { $0.index < position.offset }.reduce(0) { $0 + $1.mark.count - 1 }
      return TextPosition(line: index, offset: position.offset + added)
    }
    let kept = TextSelection(anchor: moved(selection.anchor), caret: moved(selection.caret))
    for replacement in marks.reversed() {
      let start = TextPosition(line: index, offset: replacement.index)
      select(start..<start.advanced(by: 1))
      insert(replacement.mark)
    }
    selection = TextSelection(anchor: clamped(kept.anchor), caret: clamped(kept.caret))
  }

  /// Returns the selected characters of a line.
  public func selectedCharacters(ofLine index: Int) -> Range<Int> {
    let range = selection.range
    guard lines.indices.contains(index), (range.lowerBound.line...range.upperBound.line).contains(index)
    else { return 0..<0 }
    let lower = index == range.lowerBound.line ? range.lowerBound.offset : 0
    let upper = index == range.upperBound.line ? range.upperBound.offset : lines[index].text.count
    return lower..<max(lower, upper)
  }

  /// Whether the selection contains some letters of a line but not all of them.
  public var isPartSelected: Bool {
    let range = selection.range
    guard !range.isEmpty else { return false }
    return (range.lowerBound.line...range.upperBound.line).contains { index in
      let selected = selectedCharacters(ofLine: index)
      return !selected.isEmpty && selected.count < lines[index].text.count
    }
  }

  /// Changes the style of the selected letters.
  public mutating func changeStyle(_ change: (inout Poster.Line.Style) -> Void) {
    for index in lines.indices {
      lines[index].changeStyle(of: selectedCharacters(ofLine: index), change)
    }
  }

  /// Changes the properties of a line except its text.
  public mutating func changeLine(at index: Int, _ change: (inout Poster.Line) -> Void) {
    guard lines.indices.contains(index) else { return }
    let text = lines[index].text
    change(&lines[index])
    lines[index].text = text
  }
}
