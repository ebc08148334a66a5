import Colors
import Controls
import Geometry
import Images
import Localization
import Posters
import Publishing
import Scene
import Text

/// The table that fills the edited poster: its rows, the columns of the placeholders, and what is wrong with them.
///
/// Everything slow is done by a `MergeJob`; results for an earlier version of the poster are dropped.
final class PosterMerge {
  private unowned let session: EditorSession
  private let job: MergeJob

  /// The table, or nil.
  private(set) var source: MergeJob.Source?
  /// The columns of placeholders that are not called like their column.
  private(set) var mapping: [String: String] = [:]
  /// The index of the row that is shown.
  private(set) var row = 0
  /// The result for the row that is shown; nil until it is known.
  private(set) var preview: MergeJob.Preview?
  /// The faults of the rows that were checked so far.
  private(set) var faults: [MergeFault] = []
  /// The number of rows that were checked.
  private(set) var checked = 0

  private var version: MergeJob.Version?
  private var numbers = 0
  private var revision = -1

  /// The thumbnails by their rows, with the version that they show.
  private var thumbnails: [Int: (version: Int, picture: SharedBitmap)] = [:]
  /// The rows whose thumbnails are being drawn, with their version.
  private var drawing: [Int: Int] = [:]
  private static let mostThumbnails = 400

  /// Called after each change.
  var onChange: () -> Void = {}

  init(_ session: EditorSession) {
    self.session = session
    job = MergeJob(session.work, by: session.pictures)
  }

  // MARK: The table

  /// Whether the poster is filled from a table.
  var isOpen: Bool { source != nil }

  /// The number of rows.
  var count: Int { source?.table.count ?? 0 }

  /// The table with the present poster as its template; nil without one.
  var merge: Merge? { version?.merge }

  /// Opens a table's file.
  func open(file path: String) { job.open(file: path) }

  /// Opens a table that is given as text.
  func open(text: String) { job.open(text: text, named: session.localized("Pasted table")) }

  /// Forgets the table; the poster keeps its placeholders.
  func close() {
    (source, preview, version) = (nil, nil, nil)
    (mapping, faults, thumbnails) = ([:], [], [:])
    session.preview = nil
    numbers += 1
    job.begin(numbers)
    session.onChange()
  }

  private func take(_ source: MergeJob.Source) {
    self.source = source
    (row, mapping, thumbnails) = (0, [:], [:])
    renew()
    // Placeholders take the column that differs from them only in case and in marks between words.
    for placeholder in merge?.template.placeholders ?? [] where merge?.column(of: placeholder) == nil {
      let alike = source.table.columns.filter { Self.key(of: $0) == Self.key(of: placeholder.name) }
      if alike.count == 1 { mapping[placeholder.name] = alike[0] }
    }
    if !mapping.isEmpty { renew() }
    session.draft.endTyping()
    session.onChange()
  }

  private static func key(of name: String) -> String {
    name.lowercased().filter { $0.isLetter || $0.isNumber }
  }

  /// Follows changes of the poster.
  func refresh() {
    if isOpen, session.draft.revision != revision { renew() }
  }

  /// Begins with the present poster, table and columns.
  private func renew() {
    guard let source else { return }
    revision = session.draft.revision
    numbers += 1
    job.begin(numbers)
    (faults, checked) = ([], 0)
    do {
      let merge = Merge(try MergeTemplate(session.poster), source.table, mapping: mapping)
      let version = MergeJob.Version(number: numbers, merge: merge)
      self.version = version
      job.preview(row, version)
      job.check(from: 0, version)
    } catch {
      version = nil
      session.say(Message(error))
    }
    onChange()
  }

  // MARK: Columns

  /// A placeholder of the poster and the column that it takes, if there is one.
  struct Field: Hashable {
    let name: String
    let column: String?
  }

  /// The placeholders that have no column, or another one than that of their name.
  var fields: [Field] {
    guard let merge else { return [] }
    return merge.template.placeholders.compactMap { placeholder in
      let column = merge.column(of: placeholder)
      let name = placeholder.resolved(among: merge.names).name
      return column == nil || mapping[name] != nil ? Field(name: name, column: column) : nil
    }
  }

  /// The columns that the poster shows.
  var usedColumns: Set<String> {
    guard let merge else { return [] }
    return Set(merge.template.placeholders.compactMap { merge.column(of: $0) })
  }

  /// Has a placeholder take a column; nil is the one of its name.
  func map(_ name: String, to column: String?) {
    mapping[name] = column
    renew()
    session.onChange()
  }

  /// Whether a column's name can stand in braces.
  static func canBePlaced(_ column: String) -> Bool { !column.contains { $0 == "{" || $0 == "}" } }

  // MARK: Rows

  /// Shows a row on the page.
  func show(_ index: Int) {
    guard isOpen, let version else { return }
    let wanted = min(max(index, 0), count - 1)
    session.draft.endTyping()
    if wanted != row {
      row = wanted
      job.preview(row, version)
    }
    session.onChange()
  }

  /// Returns the thumbnail of a row, perhaps of an earlier version; nil until there is one.
  func thumbnail(ofRow row: Int) -> SharedBitmap? { thumbnails[row]?.picture }

  /// Draws the missing thumbnails of visible rows.
  func prepare(_ visible: Range<Int>, size: PixelSize) {
    guard let version else { return }
    job.show(visible)
    for row in visible
    where thumbnails[row]?.version != version.number && drawing[row] != version.number {
      drawing[row] = version.number
      job.thumbnail(ofRow: row, version, size: size)
    }
    if thumbnails.count > Self.mostThumbnails {
      thumbnails = thumbnails.filter { visible.contains($0.key) }
    }
  }

  // MARK: Results

  /// Receives results of background work.
  func receiveMail() {
    let events = job.take()
    for event in events { take(event) }
    if !events.isEmpty { onChange() }
  }

  private func take(_ event: MergeJob.Event) {
    switch event {
    case .opened(let source): take(source)
    case .refused(let reason): session.say(reason)
    case .preview(let preview, let row, let number):
      guard number == version?.number, row == self.row else { return }
      self.preview = preview
      session.preview = try? preview.get()
      session.onChange()
    case .thumbnail(let picture, let row, let number):
      if drawing[row] == number { drawing[row] = nil }
      guard let picture, number == version?.number else { return }
      thumbnails[row] = (number, picture)
    case .checked(let more, let next, let number):
      guard let version, number == version.number else { return }
      faults += more
      checked = next
      if next < count { job.check(from: next, version) }
    }
  }

  /// Waits until all requests have finished.
  func finish() { job.finish() }
}
