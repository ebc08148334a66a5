public import Geometry
public import Input
public import Posters
public import Typography

/// The single owner of an editor's state: the poster with its history, the composition, and the layout.
///
/// Everything that is drawn is a function of it. Each change updates the layout immediately, reshaping only the letters
/// of changed lines.
public final class PosterDraft {
  /// The document, the caret, and the steps.
  public private(set) var edited: EditedPoster

  /// Whether the text has a caret, so that keys type.
  public private(set) var isTyping = false

  /// An input method's composition at the caret, which is not stored yet.
  public private(set) var composition = Composition.none

  /// The layout of the poster, including the composition; empty lines keep their place.
  public private(set) var layout: PosterLayout

  /// A number that increases with every change of the document, for automatic saving.
  public private(set) var revision = 0

  private let typesetter: Typesetter
  private let letters: LetterCache
  /// The horizontal position that the caret keeps while it moves up and down, in points of the page.
  private var column: Double?

  /// Creates a draft of a document, with its earlier history; `letters` may cache letters from another draft.
  public init(
    _ poster: Poster, history: PosterHistory? = nil, typesetter: Typesetter,
    letters: LetterCache = LetterCache()
  ) {
    edited = EditedPoster(poster, history: history)
    self.typesetter = typesetter
    self.letters = letters
    layout = PosterLayout(poster, typesetter: typesetter, cache: letters)
  }

  /// The current document.
  public var poster: Poster { edited.poster }
  /// The caret and the selection.
  public var selection: TextSelection { edited.text.selection }

  /// The caret on the page, after the composition if there is one.
  public var caret: TextArea? {
    guard isTyping else { return nil }
    var position = selection.caret
    if !composition.isEmpty { position = selection.range.lowerBound.advanced(by: composition.caret) }
    return layout.caretArea(at: position)
  }

  /// The areas of the selection on the page.
  public var selectedAreas: [TextArea] {
    isTyping && composition.isEmpty && !selection.isEmpty ? layout.selectionAreas(selection.range) : []
  }

  /// The areas of the composition on the page, to be underlined.
  public var composedAreas: [TextArea] {
    guard !composition.isEmpty else { return [] }
    let start = selection.range.lowerBound
    return layout.selectionAreas(start..<start.advanced(by: composition.text.count))
  }

  /// Whether the layout includes a composition.
  private var isComposed = false

  private func layOut() {
    isComposed = !composition.isEmpty
    var shown = edited.poster
    var text = edited.text
    if !composition.isEmpty { text.insert(composition.text) }
    shown.lines = text.lines
    layout = PosterLayout(shown, typesetter: typesetter, keepsEmptyLines: isTyping, cache: letters)
  }

  /// Returns the layout of a poster, such as a version of the document, without a caret.
  public func layout(of poster: Poster) -> PosterLayout {
    PosterLayout(poster, typesetter: typesetter, cache: letters)
  }

  /// Replaces the document with another version, as one undo step; with a key it merges with the last step of that key.
  ///
  /// The code that makes the version may read the draft's previous state meanwhile.
  public func change(to poster: Poster, as edit: PosterEdit, mergingBy key: String? = nil) {
    update { $0.change(edit, mergingBy: key) { $0 = poster } }
  }

  /// Changes the lines other than by typing, as one undo step; `change` may read the draft's previous state.
  public func changeLines(
    _ edit: PosterEdit, mergingBy key: String? = nil, _ change: (inout EditableLines) -> Void
  ) {
    var lines = edited.text
    change(&lines)
    update { $0.changeLines(edit, mergingBy: key) { $0 = lines } }
  }

  /// Changes the document or the caret by one of the functions of `EditedPoster`, which must not read the draft.
  private func update(_ change: (inout EditedPoster) -> Void) {
    let (before, lines) = (edited.poster, edited.text.lines)
    column = nil
    change(&edited)
    let isChanged = edited.poster != before
    if isChanged { revision += 1 }
    // Moving the caret alone does not change the layout.
    if isChanged || edited.text.lines != lines || !composition.isEmpty || isComposed { layOut() }
  }

  // MARK: Typing

  /// Places the caret at a point of the page or where it was last.
  public func beginTyping(at point: Point? = nil) {
    isTyping = true
    layOut()
    if let position = point.flatMap(layout.position(at:)) { update { $0.select { $0.move(to: position) } } }
  }

  /// Removes the caret; a composition is discarded.
  public func endTyping() {
    guard isTyping else { return }
    isTyping = false
    composition = .none
    update { $0.endTyping() }
    // Empty lines lose their place.
    layOut()
  }

  /// Inserts typed or pasted text; returns whether all of it fitted.
  @discardableResult public func insert(_ text: String) -> Bool {
    composition = .none
    var insertion = EditableLines.Insertion.whole
    let isWordEnd = text.last.map { !$0.isLetter && !$0.isNumber } ?? false
    update { edited in edited.type({ insertion = $0.insert(text) }, ends: isWordEnd) }
    return insertion == .whole
  }

  /// Shows an input method's composition instead of the selection.
  public func compose(_ composition: Composition) {
    self.composition = composition
    layOut()
  }

  /// Breaks the line at the caret; returns whether another line fits.
  @discardableResult public func breakLine() -> Bool {
    var isDone = false
    update { edited in edited.type({ isDone = $0.breakLine() }, ends: true) }
    return isDone
  }

  /// A unit of moving, selecting or deleting.
  public enum Unit: Hashable, Sendable {
    /// A grapheme cluster.
    case character
    /// A word, with the space beside it.
    case word
    /// A stored line of the poster, however it is wrapped.
    case line
    /// All of the text.
    case everything
  }

  /// Deletes the selection, or up to the next boundary of a unit.
  public func delete(_ unit: Unit, forward: Bool) {
    let target = position(unit, forward: forward)
    update { edited in edited.type({ $0.delete(to: target) }, deletes: true) }
  }

  // MARK: Moving the caret

  /// Moves the caret one character to the left or right in visual order; without `selecting`, a selection collapses to
  /// that side.
  public func move(towardRight: Bool, selecting: Bool) {
    let range = selection.range
    if !selecting, !range.isEmpty {
      let isRightToLeft = layout.lines.first { $0.index == range.lowerBound.line }?.isRightToLeft ?? false
      return move(to: towardRight != isRightToLeft ? range.upperBound : range.lowerBound, selecting: false)
    }
    move(to: layout.position(beside: selection.caret, towardRight: towardRight), selecting: selecting)
  }

  /// Whether the caret is in a column.
  public var isInColumn: Bool { layout.caretArea(at: selection.caret)?.isInColumn ?? false }

  /// Moves the caret to the next line or the one before, keeping its place along the line.
  public func move(towardNext: Bool, selecting: Bool) {
    let caret = layout.caret(at: selection.caret)
    let place = column ?? (isInColumn ? caret?.midY : caret?.midX) ?? layout.page.midX
    move(
      to: layout.position(from: selection.caret, towardNext: towardNext, place: place),
      selecting: selecting)
    column = place
  }

  /// Moves the caret to the boundary of a unit, in reading order.
  public func move(_ unit: Unit, forward: Bool, selecting: Bool) {
    move(to: position(unit, forward: forward), selecting: selecting)
  }

  /// Moves the caret to a position; with `selecting` the anchor stays.
  public func move(to position: TextPosition, selecting: Bool) {
    update { $0.select { $0.move(to: position, selecting: selecting) } }
  }

  /// Selects the caret's line or, if it is already selected, all lines.
  public func selectMore() { update { $0.select { $0.selectMore() } } }

  /// Selects a range of the text.
  public func select(_ range: Range<TextPosition>) { update { $0.select { $0.select(range) } } }

  /// Selects the word around a position, or the line.
  public func select(_ unit: Unit, at position: TextPosition) {
    let text = edited.text
    switch unit {
    case .character: move(to: position, selecting: false)
    case .word: select(wordRange(at: position))
    case .line:
      select(
        TextPosition(
          line: position.line, offset: 0)..<text.clamped(
            TextPosition(line: position.line, offset: .max)))
    case .everything: select(text.start..<text.end)
    }
  }

  /// Returns the word around a position, or the space there between words.
  public func wordRange(at position: TextPosition) -> Range<TextPosition> {
    let line = edited.text.lines[position.line].text
    let (starts, ends) = typesetter.wordBoundaries(in: line)
    let boundaries = Set(starts + ends + [0, line.count]).sorted()
    let lower = boundaries.last { $0 <= position.offset && $0 < line.count } ?? 0
    let upper = boundaries.first { $0 > lower } ?? line.count
    return TextPosition(line: position.line, offset: lower)..<TextPosition(line: position.line, offset: upper)
  }

  private func position(_ unit: Unit, forward: Bool) -> TextPosition {
    let (text, caret) = (edited.text, selection.caret)
    switch unit {
    case .everything: return forward ? text.end : text.start
    case .line:
      guard let range = layout.visibleRange(at: caret) else {
        return text.clamped(TextPosition(line: caret.line, offset: forward ? .max : 0))
      }
      return forward ? range.upperBound : range.lowerBound
    case .character:
      let offset = caret.offset + (forward ? 1 : -1)
      if offset < 0 {
        return caret.line > 0 ? text.clamped(TextPosition(line: caret.line - 1, offset: .max)) : caret
      }
      if offset > text.lines[caret.line].text.count {
        return caret.line + 1 < text.lines.count ? TextPosition(line: caret.line + 1, offset: 0) : caret
      }
      return TextPosition(line: caret.line, offset: offset)
    case .word:
      let line = text.lines[caret.line].text
      let (starts, ends) = typesetter.wordBoundaries(in: line)
      if forward {
        if let end = ends.first(where: { $0 > caret.offset }) {
          return TextPosition(line: caret.line, offset: end)
        }
        if caret.offset < line.count { return TextPosition(line: caret.line, offset: line.count) }
      } else {
        if let start = starts.last(where: { $0 < caret.offset }) {
          return TextPosition(line: caret.line, offset: start)
        }
        if caret.offset > 0 { return TextPosition(line: caret.line, offset: 0) }
      }
      return position(.character, forward: forward)
    }
  }

  // MARK: Undoing

  /// Undoes the last step; returns its kind, or nil without a step.
  @discardableResult public func undo() -> PosterEdit? {
    var edit: PosterEdit?
    composition = .none
    update { edit = $0.undo() }
    return edit
  }

  /// Redoes the last undone step; returns its kind, or nil without a step.
  @discardableResult public func redo() -> PosterEdit? {
    var edit: PosterEdit?
    composition = .none
    update { edit = $0.redo() }
    return edit
  }
}

extension TextPosition {
  /// Returns the position a number of characters further in the same line.
  func advanced(by count: Int) -> TextPosition { TextPosition(line: line, offset: offset + count) }
}
