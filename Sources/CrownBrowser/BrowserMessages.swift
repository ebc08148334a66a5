/// The messages of the browser.
struct BrowserMessages {
  /// The last message, shown until something else happens.
  var notice: StatusLine.Notice?
  /// How far the adding of files is.
  var importing: CrownImportProgress?
  /// The crown to select when the crowns have been read anew.
  var selection: AwaitedSelection?

  /// A crown that is selected as soon as it is there.
  struct AwaitedSelection: Hashable {
    let id: String
    /// Whether the search is cleared when it does not find the crown.
    let clearsSearch: Bool
  }

  /// Returns what the line at the bottom says.
  func status(selected item: CrownItem?) -> StatusLine.Content {
    if let importing { return .importing(done: importing.done, total: importing.total) }
    if let notice { return .notice(notice) }
    return item.map { .crown(StatusLine.Summary($0)) } ?? .empty
  }
}
