/// The messages of the browser that stand in the line at the bottom, and what is selected when crowns come.
struct BrowserMessages {
  /// How far the adding of files is.
  var importing: CrownImportProgress?
  /// The crown to select when the crowns have been read anew.
  var selection: AwaitedSelection?

  /// A crown that is selected as soon as it is there.
  struct AwaitedSelection: Hashable {
    let id: String
    /// Whether the search and the facets are cleared when they do not find the crown.
    let clearsSearch: Bool
  }

  /// Returns what the line at the bottom says: how many are selected, or else the crown under the pointer or the
  /// selected one.
  func status(hovered: CrownItem?, selected: [CrownItem]) -> StatusLine.Content {
    if let importing { return .importing(done: importing.done, total: importing.total) }
    if selected.count > 1 { return .several(selected.count) }
    if let hovered { return .crown(StatusLine.Summary(hovered)) }
    return selected.first.map { .crown(StatusLine.Summary($0)) } ?? .empty
  }
}
