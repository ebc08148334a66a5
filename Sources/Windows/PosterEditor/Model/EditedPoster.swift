public import Controls
public import Localization
public import Posters

/// A poster during editing: the document, the caret, and the undo history.
///
/// Each change is a step of some kind. Typing merges by words, a gesture by its key, and everything else stands alone.
public struct EditedPoster {
  /// The state that a step restores: the document and the selection.
  public struct Version: Hashable, Sendable {
    /// The document.
    public var poster: Poster
    /// The caret and the selection.
    public var selection: TextSelection
  }

  /// The current document.
  public private(set) var poster: Poster
  /// The lines with their caret; a poster without lines has an empty one to type in.
  public private(set) var text: EditableLines
  /// The steps that can be undone and redone.
  public private(set) var history: EditHistory<Replacement<Version>>
  private var words = 0
  private var isBehindSpace = false

  /// Creates a poster for editing, with its earlier history.
  public init(_ poster: Poster, history: PosterHistory? = nil) {
    self.poster = poster
    text = EditableLines(poster.lines)
    self.history = EditHistory()
    if let history { restore(history) }
  }

  private var version: Version { Version(poster: poster, selection: text.selection) }

  // MARK: Changing

  /// Changes the text by typing; the step merges with earlier typing in the same word.
  public mutating func type(
    _ typing: (inout EditableLines) -> Void, deletes: Bool = false, ends word: Bool = false
  ) {
    let before = version
    typing(&text)
    storeLines()
    guard poster != before.poster else {
      // The caret may have moved; that is not a step, but typing elsewhere begins another word.
      if text.selection != before.selection { endTyping() }
      return
    }
    if isBehindSpace, !word { words += 1 }
    isBehindSpace = word
    let key = deletes ? "delete" : "type \(words)"
    history.record(
      Replacement(from: before, to: version), named: (deletes ? PosterEdit.deleting : .typing).rawValue,
      mergingBy: key)
  }

  /// Moves the caret or selects; the next typing is a step of its own.
  public mutating func select(_ change: (inout EditableLines) -> Void) {
    let before = text.selection
    change(&text)
    if text.selection != before { endTyping() }
  }

  /// Ends a step: the next typing or drag is another one.
  public mutating func endTyping() {
    words += 1
    isBehindSpace = false
    history.endMerging()
  }

  /// Changes the lines other than by typing, as one undo step.
  public mutating func changeLines(
    _ edit: PosterEdit, mergingBy key: String? = nil, _ change: (inout EditableLines) -> Void
  ) {
    let before = version
    change(&text)
    storeLines()
    record(before, edit, key)
  }

  /// Changes the rest of the document; with a key it merges with the last step of the same key, as in a drag.
  public mutating func change(
    _ edit: PosterEdit, mergingBy key: String? = nil, _ change: (inout Poster) -> Void
  ) {
    let before = version
    change(&poster)
    if poster.lines != before.poster.lines { text = EditableLines(poster.lines, selection: text.selection) }
    record(before, edit, key)
  }

  private mutating func record(_ before: Version, _ edit: PosterEdit, _ key: String?) {
    guard poster != before.poster else { return }
    words += 1
    isBehindSpace = false
    history.record(Replacement(from: before, to: version), named: edit.rawValue, mergingBy: key)
    // A gesture that returns to its start has changed nothing.
    if key != nil, let change = history.done.last?.change, change.old.poster == change.new.poster {
      history.forgetLast()
    }
  }

  /// An empty line that exists only for typing is not stored alone.
  private mutating func storeLines() {
    poster.lines = text.lines == [Poster.Line("")] ? [] : text.lines
  }

  // MARK: Undoing

  /// Undoes the last step; returns its kind.
  @discardableResult public mutating func undo() -> PosterEdit? {
    guard let step = history.undo() else { return nil }
    show(step.change.old)
    return PosterEdit(rawValue: step.name)
  }

  /// Redoes the last undone step; returns its kind.
  @discardableResult public mutating func redo() -> PosterEdit? {
    guard let step = history.redo() else { return nil }
    show(step.change.new)
    return PosterEdit(rawValue: step.name)
  }

  /// Returns the title of the undo command, such as “Undo typing”, or “Undo” without a step.
  public func undoTitle(in language: Language) -> String {
    history.undoTitle(in: language) { PosterEdit(rawValue: $0).title(in: language) }
  }

  /// Returns the title of the redo command.
  public func redoTitle(in language: Language) -> String {
    history.redoTitle(in: language) { PosterEdit(rawValue: $0).title(in: language) }
  }

  private mutating func show(_ version: Version) {
    poster = version.poster
    text = EditableLines(version.poster.lines, selection: version.selection)
    words += 1
    isBehindSpace = false
  }

  // MARK: Storing

  /// The steps as they are stored beside the document.
  public var storedHistory: PosterHistory {
    PosterHistory(
      undone: history.done.map {
        PosterHistory.Step(PosterEdit(rawValue: $0.name), poster: $0.change.old.poster)
      },
      redone: history.undone.reversed().map {
        PosterHistory.Step(PosterEdit(rawValue: $0.name), poster: $0.change.new.poster)
      })
  }

  private mutating func restore(_ stored: PosterHistory) {
    let posters = stored.undone.map(\.poster) + [poster] + stored.redone.map(\.poster)
    let edits = stored.undone.map(\.edit) + stored.redone.map(\.edit)
    func version(_ poster: Poster) -> Version {
      Version(poster: poster, selection: EditableLines(poster.lines).selection)
    }
    for (index, edit) in edits.enumerated() {
      history.record(
        Replacement(from: version(posters[index]), to: version(posters[index + 1])), named: edit.rawValue)
    }
    for _ in stored.redone { _ = history.undo() }
  }
}
