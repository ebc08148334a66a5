import Controls
import Files
import Geometry
import Input
import Posters
import Publishing

/// Handles tables and columns that are dropped or pasted on the poster.
final class MergeDrops {
  private let session: EditorSession
  private let place: PagePlace
  /// The caret before a column was dragged over the poster; nil unless one is.
  private var before: (isTyping: Bool, selection: TextSelection)?

  init(_ session: EditorSession, on place: PagePlace) {
    self.session = session
    self.place = place
  }

  /// Returns the first file that looks like a table, by its name.
  static func table(in content: DropEvent.Content) -> String? {
    guard case .files(let paths) = content else { return nil }
    return Merge.table(among: paths)
  }

  /// Returns whether a text is a part of a spreadsheet: several lines with the same number of tabs.
  static func isTable(_ text: String) -> Bool {
    let lines = text.split(whereSeparator: \.isNewline)
    guard lines.count > 1, let first = lines.first else { return false }
    let tabs = first.count { $0 == "\t" }
    return tabs > 0 && lines.prefix(100).allSatisfy { line in line.count { $0 == "\t" } == tabs }
  }

  // MARK: Dragging

  /// Returns the effect of a drop, or nil for other content than tables and columns.
  func proposal(for event: DropEvent, on page: Rect) -> DropProposal? {
    let words: String
    switch event.content {
    case .files:
      guard let path = Self.table(in: event.content) else { return nil }
      words = session.localized("Fill the poster from “{name}”", ["name": FilePath(path).name])
    case .text(let text):
      guard Self.isTable(text) else { return nil }
      words = session.localized("Fill the poster from the table")
    case .items(ColumnChip.dragKind, let ids):
      words = session.localized("Insert {name}", ["name": "{\(ids.first ?? "")}"])
    case .items: return nil
    }
    if let refusal = session.refusal { return DropProposal(refusal, frame: page, isAccepted: false) }
    guard case .items = event.content else { return DropProposal(words, frame: page) }
    let line = session.draft.layout.position(at: place.onPage(event.point))?.line
    return DropProposal(words, frame: line.flatMap(place.frame(ofLine:)) ?? page)
  }

  /// Moves the caret to where a dragged column would be inserted.
  func move(_ event: DropEvent) {
    guard case .items(ColumnChip.dragKind, _) = event.content, session.refusal == nil else { return }
    let draft = session.draft
    if before == nil { before = (draft.isTyping, draft.selection) }
    if !draft.isTyping { draft.beginTyping() }
    if let position = draft.layout.position(at: place.onPage(event.point)) {
      draft.move(to: position, selecting: false)
    }
    session.onChange()
  }

  /// Restores the caret after a drag that was not dropped here.
  func leave() {
    guard let before else { return }
    self.before = nil
    if before.isTyping { session.draft.select(before.selection.range) } else { session.draft.endTyping() }
    session.onChange()
  }

  // MARK: Dropping

  /// Takes a table or a column; returns false for anything else.
  func drop(_ event: DropEvent, on canvas: Control) -> Bool {
    switch event.content {
    case .files:
      guard let path = Self.table(in: event.content) else { return false }
      if session.mayChange() { session.merge.open(file: path) }
    case .text(let text):
      guard Self.isTable(text) else { return false }
      if session.mayChange() { session.merge.open(text: text) }
    case .items(ColumnChip.dragKind, let ids):
      guard let name = ids.first, session.mayChange() else { return true }
      move(event)
      before = nil
      insert(name, on: canvas)
    case .items: return false
    }
    return true
  }

  /// Inserts the placeholder of a column at the caret.
  func insert(_ column: String, on canvas: Control) {
    guard session.mayChange() else { return }
    if !session.draft.isTyping { session.draft.beginTyping() }
    session.draft.insert("{\(column)}")
    session.onChange()
    canvas.host?.setFocus(canvas)
  }
}
