public import Geometry
public import Input
public import Posters
public import Typography

/// The one owner of what an editor shows: the poster with its history, what is being composed, and the layout.
///
/// Everything that is drawn is a function of it. Each change lays the poster out anew at once; of the letters only those
/// of lines that changed are shaped again.
public final class PosterDraft {
  /// The document, the caret, and the steps.
  public private(set) var edited: EditedPoster

  /// Whether a caret stands in the text, so that keys type.
  public private(set) var isTyping = false

  /// Text that an input method composes at the caret and that is not stored yet.
  public private(set) var composition = Composition.none

  /// The layout of the poster, with what is composed; empty lines keep their place.
  public private(set) var layout: PosterLayout

  /// Grows with every change of the document, so that whoever saves sees that there was one.
  public private(set) var revision = 0

  private let typesetter: Typesetter
  private let letters: LetterCache
  /// The column that the caret keeps while it goes up and down, in points of the page.
  private var column: Double?

  /// Creates a draft of a document, with what was done to it before; `letters` may know its letters from another draft.
  public init(
    _ poster: Poster, history: PosterHistory? = nil, typesetter: Typesetter,
    letters: LetterCache = LetterCache()
  ) {
    edited = EditedPoster(poster, history: history)
    self.typesetter = typesetter
    self.letters = letters
    layout = PosterLayout(poster, typesetter: typesetter, cache: letters)
  }

  /// The document as it is now.
  public var poster: Poster { edited.poster }
  /// The caret and what is selected.
  public var selection: TextSelection { edited.text.selection }

  /// Where the caret stands on the page: behind what is composed, if anything is.
  public var caret: Rect? {
    guard isTyping else { return nil }
    var position = selection.caret
    if !composition.isEmpty { position = selection.range.lowerBound.advanced(by: composition.caret) }
    return layout.caret(at: position)
  }

  /// The rectangles of the page behind what is selected.
  public var selectedRects: [Rect] {
    isTyping && composition.isEmpty && !selection.isEmpty ? layout.selection(selection.range) : []
  }

  /// The rectangles of the page that what is composed covers, to be underlined.
  public var composedRects: [Rect] {
    guard !composition.isEmpty else { return [] }
    let start = selection.range.lowerBound
    return layout.selection(start..<start.advanced(by: composition.text.count))
  }

  /// Whether the layout has text in it that is being composed.
  private var isComposed = false

  private func layOut() {
    isComposed = !composition.isEmpty
    var shown = edited.poster
    var text = edited.text
    if !composition.isEmpty { text.insert(composition.text) }
    shown.lines = text.lines
    layout = PosterLayout(shown, typesetter: typesetter, keepsEmptyLines: isTyping, cache: letters)
  }

  /// Returns the layout of a poster that may be a version of the document, without a caret.
  public func layout(of poster: Poster) -> PosterLayout {
    PosterLayout(poster, typesetter: typesetter, cache: letters)
  }

  /// Puts another version in the place of the document, as one step; with a key it takes in the last one with that key.
  ///
  /// What makes the version may look at the draft meanwhile, as it was.
  public func change(to poster: Poster, as edit: PosterEdit, mergingBy key: String? = nil) {
    update { $0.change(edit, mergingBy: key) { $0 = poster } }
  }

  /// Changes the lines other than by typing, as one step; `change` may look at the draft meanwhile, as it was.
  public func changeLines(
    _ edit: PosterEdit, mergingBy key: String? = nil, _ change: (inout EditableLines) -> Void
  ) {
    var lines = edited.text
    change(&lines)
    update { $0.changeLines(edit, mergingBy: key) { $0 = lines } }
  }

  /// Changes the document or the caret by one of the functions of `EditedPoster`, which must not look at the draft.
  private func update(_ change: (inout EditedPoster) -> Void) {
    let (before, lines) = (edited.poster, edited.text.lines)
    column = nil
    change(&edited)
    let isChanged = edited.poster != before
    if isChanged { revision += 1 }
    // The caret alone moves nothing.
    if isChanged || edited.text.lines != lines || !composition.isEmpty || isComposed { layOut() }
  }

  // MARK: Typing

  /// Puts a caret into the text, at a point of the page or where it was last.
  public func beginTyping(at point: Point? = nil) {
    isTyping = true
    layOut()
    if let position = point.flatMap(layout.position(at:)) { update { $0.select { $0.move(to: position) } } }
  }

  /// Takes the caret out of the text; what was being composed is not stored.
  public func endTyping() {
    guard isTyping else { return }
    isTyping = false
    composition = .none
    update { $0.endTyping() }
    // Empty lines lose their room.
    layOut()
  }

  /// Takes in typed or pasted text; returns whether all of it had room.
  @discardableResult public func insert(_ text: String) -> Bool {
    composition = .none
    var insertion = EditableLines.Insertion.whole
    let isWordEnd = text.last.map { !$0.isLetter && !$0.isNumber } ?? false
    update { edited in edited.type({ insertion = $0.insert(text) }, ends: isWordEnd) }
    return insertion == .whole
  }

  /// Shows what an input method composes in place of what is selected.
  public func compose(_ composition: Composition) {
    self.composition = composition
    layOut()
  }

  /// Ends the line at the caret; returns whether there is room for one more.
  @discardableResult public func breakLine() -> Bool {
    var isDone = false
    update { edited in edited.type({ isDone = $0.breakLine() }, ends: true) }
    return isDone
  }

  /// How far the caret goes, or what is selected or deleted, at once.
  public enum Unit: Hashable, Sendable {
    /// A character as people see it.
    case character
    /// A word, with the space beside it.
    case word
    /// One stored line of the poster, however it is wrapped.
    case line
    /// All of the text.
    case everything
  }

  /// Deletes what is selected, or as far as the next boundary of a unit.
  public func delete(_ unit: Unit, forward: Bool) {
    let target = position(unit, forward: forward)
    update { edited in edited.type({ $0.delete(to: target) }, deletes: true) }
  }

  // MARK: Moving the caret

  /// Moves the caret one character to the left or right as it is seen; without `selecting` what is selected collapses to
  /// that side.
  public func move(towardRight: Bool, selecting: Bool) {
    let range = selection.range
    if !selecting, !range.isEmpty {
      let isRightToLeft = layout.lines.first { $0.index == range.lowerBound.line }?.isRightToLeft ?? false
      return move(to: towardRight != isRightToLeft ? range.upperBound : range.lowerBound, selecting: false)
    }
    move(to: layout.position(beside: selection.caret, towardRight: towardRight), selecting: selecting)
  }

  /// Moves the caret to the line above or below, at the column that it came from.
  public func move(towardBottom: Bool, selecting: Bool) {
    let x = column ?? layout.caret(at: selection.caret)?.midX ?? layout.page.midX
    move(to: layout.position(from: selection.caret, towardBottom: towardBottom, x: x), selecting: selecting)
    column = x
  }

  /// Moves the caret to the boundary of a unit, in the order in which the text is read.
  public func move(_ unit: Unit, forward: Bool, selecting: Bool) {
    move(to: position(unit, forward: forward), selecting: selecting)
  }

  /// Puts the caret at a position; with `selecting` the other end of the selection stays.
  public func move(to position: TextPosition, selecting: Bool) {
    update { $0.select { $0.move(to: position, selecting: selecting) } }
  }

  /// Selects the caret's line or, where that is selected already, all lines.
  public func selectMore() { update { $0.select { $0.selectMore() } } }

  /// Selects a stretch of the text.
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

  /// Returns the word around a position; between words it is the space there.
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

  /// Takes the last step back; returns what it was, or nil where there is none.
  @discardableResult public func undo() -> PosterEdit? {
    var edit: PosterEdit?
    composition = .none
    update { edit = $0.undo() }
    return edit
  }

  /// Takes the last step that was undone forward again; returns what it was, or nil where there is none.
  @discardableResult public func redo() -> PosterEdit? {
    var edit: PosterEdit?
    composition = .none
    update { edit = $0.redo() }
    return edit
  }
}

extension TextPosition {
  /// Returns the position so many characters further in the same line.
  func advanced(by count: Int) -> TextPosition { TextPosition(line: line, offset: offset + count) }
}
