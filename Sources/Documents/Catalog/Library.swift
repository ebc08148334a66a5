import Files
import Localization

/// Crowns and posters in SQLite: the user's own and the crowns shipped with the program, as one collection.
///
/// Any thread may use a library; each call waits for the disk. Several programs may open the same file: `state()`
/// reports cheaply whether anything has changed.
///
/// Failures throw a `LibraryError` with the file's path, the fault, and a remedy.
public final class Library: Sendable {
  /// The access to the user's file.
  public enum Access: Hashable, Sendable {
    /// Nothing is written; a missing file is not created.
    case reading
    /// A missing file is created, an older one migrated.
    case writing
    /// Changes apply to a temporary copy, which is discarded with the library; the file is not modified.
    case copying

    /// Returns the access for a window: offscreen windows read, and scripts without a window change a copy.
    public static func ofWindow(isOffscreen: Bool, isScripted: Bool) -> Access {
      isOffscreen ? isScripted ? .copying : .reading : .writing
    }
  }

  /// The user's file, if any.
  let own: LibraryFile?

  /// The shipped file, if it was found.
  let shipped: LibraryFile?

  /// The folder of a copy; nil for the file itself.
  private let scratch: ScratchFolder?

  /// Opens the user's library at `path` together with the `shipped` one; either may be absent.
  ///
  /// - Parameters:
  ///   - path: The user's file, which is created for writing; nil for no library of the user's.
  ///   - shipped: The shipped file; nil for none.
  ///   - access: How the user's file is opened; the shipped one is only read.
  /// - Throws: ``LibraryError`` if a file is damaged, is not a library or cannot be opened, or if a file to be read
  ///   is missing.
  public convenience init(path: String?, shipped: String? = nil, access: Access) throws(LibraryError) {
    try self.init(path: path, shipped: shipped, access: access, schema: .current)
  }

  init(path: String?, shipped: String?, access: Access, schema: Schema) throws(LibraryError) {
    var own: LibraryFile?
    var scratch: ScratchFolder?
    if let path, access == .copying {
      let folder = try Self.folderOfCopy(of: path)
      own = try LibraryFile.own(folder.path + "/library.regalia", access: .writing, schema: schema)
      scratch = folder
    } else if let path {
      own = try LibraryFile.own(path, access: access, schema: schema)
    }
    var came: LibraryFile?
    if let shipped { came = try LibraryFile.shipped(shipped) }
    self.own = own
    self.shipped = came
    self.scratch = scratch
  }

  /// Returns a folder with a copy of a library's content; an empty one if the library does not exist.
  private static func folderOfCopy(of path: String) throws(LibraryError) -> ScratchFolder {
    let folder: ScratchFolder
    do {
      folder = try ScratchFolder(inMemory: true)
    } catch {
      throw LibraryError(path: error.path, reason: .refused(error.reason))
    }
    do {
      try Library(path: path, access: .reading).export(to: folder.path + "/library.regalia")
    } catch  where error.reason == .missing {
      // The copy is created empty.
    }
    return folder
  }

  /// The path of the user's file.
  public var path: String? { own?.path }

  /// Whether a file is an SQLite file and so can only be meant as a library; it may be foreign or damaged.
  public static func isDatabase(at path: String) -> Bool {
    if case .header = try? LibraryHeader.read(path) { true } else { false }
  }

  /// Whether the user's file exists and may be written.
  public var isWritable: Bool { own?.isWritable ?? false }

  /// Whether nothing has been written through this library: only then may its file be repaired while it is open.
  public var isUntouched: Bool { own?.isUntouched ?? true }

  /// The version of the user's file if a later Regalia wrote it, which makes it read-only; otherwise nil.
  public var newerVersion: Int? {
    own.flatMap { $0.version > Schema.current.version ? $0.version : nil }
  }

  /// Checks the integrity of the user's file once.
  ///
  /// The first change does so automatically. Windows call it on another thread to report damage early: it takes about
  /// a tenth of a second for each 30 MB, and nothing the second time. It does not block other readers.
  ///
  /// - Throws: ``LibraryError`` with `damaged` if the check fails, with `interrupted` after `cancellation` is
  ///   cancelled, or with another reason if the file cannot be read.
  public func verify(_ cancellation: ReadCancellation? = nil) throws(LibraryError) {
    try own?.verify(cancellation)
  }

  /// Returns the unreadable rows of the user's file, which are omitted from all lists.
  ///
  /// It does not block other readers.
  ///
  /// - Throws: ``LibraryError`` with `interrupted` after `cancellation` is cancelled, or with another reason if the
  ///   file cannot be read.
  public func unreadableRows(_ cancellation: ReadCancellation? = nil) throws(LibraryError) -> [UnreadableRow]
  {
    try own?.readLong(cancellation) { database in
      let posters = PosterTable(database: database)
      let crowns = CrownTable(database: database)
      let keys = try PosterKey.fetch(database, "SELECT key FROM posters ORDER BY key")  // Untranslated: SQL.
      // One row at a time, since all paths and documents together may be large.
      return try crowns.keys().flatMap { try crowns.items($0).unreadable }
        + keys.flatMap { try posters.faults($0) }
    } ?? []
  }

  /// Returns the state of the user's library, including other programs' changes; takes some ten microseconds.
  ///
  /// - Throws: ``LibraryError`` with `gone` if the file has been deleted or replaced, or with another reason if it
  ///   cannot be read.
  public func state() throws(LibraryError) -> LibraryState {
    guard let own else { return LibraryState(crowns: 0, posters: 0, palettes: 0) }
    try own.checkPresence()
    return try own.read { database in
      let palettes = try PaletteTable(database: database).revision()
      let found = try StoredRows.fetch(
        "revision", LibraryState.columns, from: "FROM revisions LIMIT 1", in: database  // Untranslated: SQL.
      ) {
        LibraryState(
          crowns: try $0.integer("crowns"), posters: try $0.integer("posters"), palettes: palettes)
      }
      return found.values.first ?? LibraryState(crowns: 0, posters: 0, palettes: palettes)
    }
  }

  /// Writes the whole content of the user's library into one file at `path`, atomically.
  ///
  /// The file is itself a library; equal content gives equal bytes.
  ///
  /// - Throws: ``LibraryError`` if the user has no library, if `path` is the library itself, or if a file cannot be
  ///   read or written.
  public func export(to path: String) throws(LibraryError) {
    guard let own else { throw LibraryError(path: path, reason: .missing) }
    if let target = FileIdentity(path: path), target == FileIdentity(path: own.path) {
      throw LibraryError(
        path: path, reason: .refused(Message("it is the library itself; choose another file")))
    }
    try own.read { source in
      try NewLibraryFile.write(at: path) { try LibraryTransfer(source: source, target: $0).copyAll() }
    }
  }

  /// Adds another library's content in one transaction; existing content is not changed.
  ///
  /// A palette or an album whose id is taken by a different one gets a number.
  ///
  /// - Throws: ``LibraryError`` if the other file is missing, is not a library or cannot be read, or if the user's
  ///   library cannot be changed.
  public func merge(from path: String) throws(LibraryError) -> LibraryMerge {
    let other = try Library(path: path, access: .reading)
    guard let source = other.own else { throw LibraryError(path: path, reason: .missing) }
    var merge = LibraryMerge()
    let own = try writable()
    return try source.read { source in
      try own.write { database in
        try CrownTable(database: source).forEach { item in
          for addition in try add([item.record], in: database) {
            if case .added = addition { merge.crowns.added += 1 } else { merge.crowns.present += 1 }
          }
        }
        try LibraryTransfer(source: source, target: database).merge(into: &merge)
        return merge
      }
    }
  }

  /// Returns the user's file for writing.
  func writable() throws(LibraryError) -> LibraryFile {
    guard let own else { throw LibraryError(path: "library", reason: .readOnly) }
    return own
  }

  /// Reads the user's file; returns `absence` without one.
  func readOwn<Value>(or absence: Value, _ body: (Connection) throws -> Value) throws(LibraryError) -> Value {
    guard let own else { return absence }
    return try own.read(body)
  }
}

// Palettes are in the user's library; the shipped one has none.
extension Library {
  /// The maximum size of a palette's document in bytes: documents are loaded completely, with all others.
  static let mostPaletteBytes = 8 << 20

  /// Returns all palettes in order.
  ///
  /// - Throws: ``LibraryError`` if the user's library cannot be read.
  public func palettes() throws(LibraryError) -> [PaletteRecord] {
    try readOwn(or: []) { try PaletteTable(database: $0).all() }
  }

  /// Appends a palette and returns its id; an id that is taken gets a number.
  ///
  /// - Throws: ``LibraryError`` with `refused` for a palette of more than 8 MiB, or with another reason if the
  ///   library cannot be changed.
  @discardableResult
  public func insert(_ palette: PaletteRecord) throws(LibraryError) -> String {
    let file = try writable()
    try check(palette, file.path)
    return try file.write { database in
      let table = PaletteTable(database: database)
      let palettes = try table.all()
      let taken = Set(palettes.map(\.id))
      var added = palette
      let wanted = palette.id.isEmpty ? Slug.made(of: palette.name, fallback: "palette") : palette.id
      added.id = Slug.free(wanted, isTaken: taken.contains)
      added.place = (palettes.map(\.place).max() ?? -1) + 1
      try table.add(added)
      return added.id
    }
  }

  /// Changes a palette's current version in the library, atomically with respect to other programs.
  ///
  /// `change` receives all palettes and returns the changed one, or nil for no change. A renamed palette gets a new id
  /// made from its name.
  ///
  /// - Returns: the palette's new id, or nil if nothing was changed.
  /// - Throws: ``LibraryError`` with `unknown` if `change` returns a palette that does not exist, with `refused` for
  ///   one of more than 8 MiB, or with another reason if the library cannot be changed.
  @discardableResult
  public func changePalette(_ change: ([PaletteRecord]) -> PaletteRecord?) throws(LibraryError) -> String? {
    let file = try writable()
    return try file.write { database in
      let table = PaletteTable(database: database)
      let palettes = try table.all()
      guard let palette = change(palettes) else { return nil }
      try check(palette, file.path)
      guard let before = palettes.first(where: { $0.id == palette.id }) else {
        throw LibraryError(path: file.path, reason: .unknown(id: palette.id))
      }
      var id = palette.id
      if palette.name != before.name {
        let others = Set(palettes.map(\.id)).subtracting([id])
        id = Slug.free(Slug.made(of: palette.name, fallback: "palette"), isTaken: others.contains)
      }
      try table.replace(palette, id: id)
      return id
    }
  }

  /// Sets the order of the palettes; those that are not named follow in their previous order.
  ///
  /// - Throws: ``LibraryError`` if the user's library is read-only or cannot be changed.
  public func orderPalettes(_ ids: [String]) throws(LibraryError) {
    try writable().write { database in
      let table = PaletteTable(database: database)
      let known = try table.all().map(\.id)
      let named = Set(ids)
      let wanted = ids.filter(Set(known).contains) + known.filter { !named.contains($0) }
      for (place, id) in wanted.enumerated() { try table.setPlace(Int64(place), of: id) }
    }
  }

  /// Removes palettes, all or none.
  ///
  /// - Throws: ``LibraryError`` with `unknown` for an id that does not exist, or with another reason if the library
  ///   cannot be changed.
  public func removePalettes(_ ids: [String]) throws(LibraryError) {
    let file = try writable()
    try file.write { database in
      for id in ids {
        guard try PaletteTable(database: database).remove(id) else {
          throw LibraryError(path: file.path, reason: .unknown(id: id))
        }
      }
    }
  }

  private func check(_ palette: PaletteRecord, _ path: String) throws(LibraryError) {
    guard palette.document.count <= Self.mostPaletteBytes else {
      throw LibraryError(
        path: path,
        reason: .refused(
          Message(
            "the palette has more than {limit} MiB", ["limit": String(Self.mostPaletteBytes >> 20)])))
    }
  }
}

// Albums are in the user's library; the shipped one has none.
extension Library {
  /// Returns all albums in order; deleted posters are not counted.
  ///
  /// - Throws: ``LibraryError`` if the user's library cannot be read.
  public func albums() throws(LibraryError) -> [PosterAlbum] {
    try readOwn(or: []) { database in
      let here = Set(try PosterKey.fetch(database, "SELECT key FROM posters"))  // Untranslated: SQL.
      return try AlbumTable(database: database).all().map { album in
        PosterAlbum(
          key: PosterAlbum.Key(rawValue: album.key), name: album.name,
          count: album.posters.count(where: here.contains))
      }
    }
  }

  /// Appends an album that contains posters.
  ///
  /// - Throws: ``LibraryError`` if the user's library is read-only or cannot be changed.
  public func insertAlbum(
    named name: String, posters: some Sequence<PosterKey> = []
  ) throws(LibraryError) -> PosterAlbum.Key {
    let posters = Array(posters)
    return try changeAlbums { try $0.append(named: name, posters: posters) }
  }

  /// Renames an album and returns its previous name.
  ///
  /// - Throws: ``LibraryError`` with `unknown` if the album has been removed, or with another reason if the library
  ///   cannot be changed.
  public func rename(_ album: PosterAlbum.Key, to name: String) throws(LibraryError) -> String {
    try changeAlbums { [path] table in
      guard let known = try table.all().first(where: { $0.key == album.rawValue }) else {
        throw LibraryError(path: path ?? "library", reason: .unknown(id: name))
      }
      try table.rename(album.rawValue, to: name)
      return known.name
    }
  }

  /// Removes an album and returns it for restoring, or nil if it is missing; its posters stay in the gallery.
  ///
  /// - Throws: ``LibraryError`` if the user's library is read-only or cannot be changed.
  public func removeAlbum(_ album: PosterAlbum.Key) throws(LibraryError) -> RemovedAlbum? {
    try changeAlbums { table in
      guard let known = try table.all().first(where: { $0.key == album.rawValue }) else { return nil }
      try table.remove(album.rawValue)
      return RemovedAlbum(
        id: known.id, name: known.name, place: known.place, key: album, posters: known.posters)
    }
  }

  /// Restores a removed album with its key; an existing one is kept.
  ///
  /// - Throws: ``LibraryError`` if the user's library is read-only or cannot be changed.
  public func restore(_ album: RemovedAlbum) throws(LibraryError) {
    try changeAlbums { table in
      guard try !table.all().contains(where: { $0.key == album.key.rawValue }) else { return }
      _ = try table.insert(
        .init(
          key: album.key.rawValue, id: album.id, name: album.name, place: album.place,
          posters: album.posters))
    }
  }

  /// Adds posters to an album and returns those that were not in it.
  ///
  /// - Throws: ``LibraryError`` if the user's library is read-only or cannot be changed.
  public func add(
    _ posters: some Sequence<PosterKey>, to album: PosterAlbum.Key
  ) throws(LibraryError) -> [PosterKey] {
    let posters = Array(posters)
    return try changeAlbums { table in
      try posters.filter { try table.add($0, to: album.rawValue) }
    }
  }

  /// Removes posters from an album and returns those that were in it.
  ///
  /// - Throws: ``LibraryError`` if the user's library is read-only or cannot be changed.
  public func remove(
    _ posters: some Sequence<PosterKey>, from album: PosterAlbum.Key
  ) throws(LibraryError) -> [PosterKey] {
    let posters = Array(posters)
    return try changeAlbums { table in
      try posters.filter { try table.remove($0, from: album.rawValue) }
    }
  }

  /// Changes albums; other connections see this as a change of posters.
  func changeAlbums<Value>(_ body: (AlbumTable) throws -> Value) throws(LibraryError) -> Value {
    try writable().write { database in
      let result = try body(AlbumTable(database: database))
      try database.execute("UPDATE revisions SET posters = posters + 1")  // Untranslated: SQL.
      return result
    }
  }
}

// Crowns are the user's and the shipped ones; the user's replaces a shipped one with the same id.
extension Library {
  /// Returns all crowns without their paths, the user's first.
  ///
  /// - Throws: ``LibraryError`` if the user's or the shipped library cannot be read.
  public func crowns() throws(LibraryError) -> [CrownSummary] {
    let mine = try readOwn(or: []) { try CrownTable(database: $0).summaries(areShipped: false).values }
    let ids = Set(mine.map(\.id))
    let came = try readShipped(or: []) { try CrownTable(database: $0).summaries(areShipped: true).values }
    return mine + came.filter { !ids.contains($0.id) }
  }

  /// Returns the crowns that match all words, each of which may be the beginning of a word.
  ///
  /// Order: primary senses of words, matches in names, matches in tags, matches of beginnings, synonyms, and finally
  /// words with one misspelling. If all words describe most crowns, the results keep the catalogue's order. Stop words
  /// are ignored. If nothing matches all words, general words are dropped. A blank text matches all crowns.
  ///
  /// - Throws: ``LibraryError`` if the user's or the shipped library cannot be read.
  public func crowns(matching words: String) throws(LibraryError) -> [CrownSummary] {
    let all = try crowns()
    if words.allSatisfy(\.isWhitespace) { return all }
    guard let search = SearchWords(words)?.withoutStopWords else { return [] }
    let found = try crowns(matching: search, among: all)
    guard found.isEmpty, let rest = search.withoutGeneralWords else { return found }
    return try crowns(matching: rest, among: all)
  }

  private func crowns(
    matching search: SearchWords, among all: [CrownSummary]
  ) throws(LibraryError) -> [CrownSummary] {
    let byID = Dictionary(all.map { ($0.id, $0) }) { first, _ in first }
    var seen: Set<String> = []
    var result: [CrownSummary] = []
    let meansAnyCrown = search.meansAnyCrown
    let misspelled = search.misspelled(among: Self.vocabulary(of: all))
    for expression in search.expressions(naming: ["name", "id"]) + [misspelled].compactMap({ $0 }) {
      func ids(_ database: Connection) throws -> [String] {
        try CrownTable(database: database).ids(matching: expression, inOrder: meansAnyCrown)
      }
      let (mine, came) = (try readOwn(or: [], ids), try readShipped(or: [], ids))
      for (ids, areShipped) in [(mine, false), (came, true)] {
        // A shipped crown that is replaced by one of the user's is not found by its own words.
        for id in ids where byID[id]?.isShipped == areShipped && seen.insert(id).inserted {
          if let crown = byID[id] { result.append(crown) }
        }
      }
    }
    return result
  }

  private static func vocabulary(of crowns: [CrownSummary]) -> Set<String> {
    var words: Set<String> = []
    for text in Set(crowns.flatMap { [$0.name] + $0.tags }) {
      words.formUnion(SearchWords.split(text).map(String.init))
    }
    return words
  }

  /// Returns complete crowns, the user's first; unreadable ones are omitted.
  ///
  /// With `.sealed` paths are not decoded, which saves most of the time: invalid ones are then detected when they are
  /// decoded for drawing.
  ///
  /// - Throws: ``LibraryError`` if the user's or the shipped library cannot be read.
  public func crownRecords(_ check: PathCheck = .decoded) throws(LibraryError) -> [CrownRecord] {
    func read(_ database: Connection) throws -> [CrownRecord] {
      try CrownTable(database: database).items(check: check).values.map(\.record)
    }
    let mine = try readOwn(or: [], read)
    let ids = Set(mine.map(\.id))
    return mine + (try readShipped(or: [], read)).filter { !ids.contains($0.id) }
  }

  /// The validation of crowns' paths when they are read.
  public enum PathCheck: Hashable, Sendable {
    /// Each path is decoded.
    case decoded
    /// Only its version and its checksum are checked.
    case sealed
  }

  /// Returns the complete crown with an id.
  ///
  /// - Throws: ``LibraryError`` if the user's or the shipped library cannot be read, or the crown is damaged.
  public func crown(_ id: String) throws(LibraryError) -> CrownRecord? {
    if let mine = try readOwn(or: nil, { try CrownTable(database: $0).item(id) }) { return mine.record }
    return try readShipped(or: nil) { try CrownTable(database: $0).item(id) }?.record
  }

  /// Returns the number of crowns, the user's and the shipped ones, and their size.
  ///
  /// - Throws: ``LibraryError`` if the user's or the shipped library cannot be read.
  public func crownStatistics() throws(LibraryError) -> CrownStatistics { CrownStatistics(try crowns()) }

  /// Adds crowns in one transaction, and returns the result for each.
  ///
  /// A file that was imported before, or is shipped with the program, is not added again; an id that is taken gets a
  /// number.
  ///
  /// - Throws: ``LibraryError`` if the user's library is read-only or cannot be changed.
  @discardableResult
  public func add(_ crowns: [CrownRecord]) throws(LibraryError) -> [CrownAddition] {
    try writable().write { try add(crowns, in: $0) }
  }

  func add(_ crowns: [CrownRecord], in database: Connection) throws -> [CrownAddition] {
    let table = CrownTable(database: database)
    return try crowns.map { crown in
      let known = try table.id(of: crown.origin) ?? shippedID(of: crown.origin)
      if let known { return .present(id: known) }
      var crown = crown
      crown.id = try Slug.free(Slug.made(of: crown.id, fallback: "crown")) { id in
        try table.contains(id) || isShipped(id)
      }
      try table.insert(crown)
      return .added(id: crown.id)
    }
  }

  /// Reads SVG files, and those in folders, and adds them as crowns in one transaction.
  ///
  /// An unreadable file does not stop the import.
  ///
  /// - Parameters:
  ///   - paths: The SVG files, and folders of them.
  ///   - tags: The tags of each new crown.
  ///   - licence: The licence of each new crown; empty if it is unknown.
  ///   - progress: Receives the number of files read and the total, and returns whether to continue; otherwise
  ///     nothing is added.
  /// - Throws: ``LibraryError`` if the user's library is read-only or cannot be changed.
  public func importCrowns(
    from paths: [String], tags: [String] = [], licence: String = "",
    progress: (Int, Int) -> Bool = { _, _ in true }
  ) throws(LibraryError) -> CrownImport {
    let file = try writable()
    guard file.isWritable else { throw LibraryError(path: file.path, reason: .readOnly) }
    let sources = CrownSources(paths).all
    var drawings: [CrownDrawingFile] = []
    var next = 0
    while next < sources.count {
      let end = min(next + Self.batch, sources.count)
      drawings += CrownDrawingFile.read(sources[next..<end], tags: tags, licence: licence)
      next = end
      guard progress(next, sources.count) else { return CrownImport(entries: []) }
    }
    let additions = try add(drawings.compactMap { try? $0.crown.get() })
    var rest = additions[...]
    return CrownImport(
      entries: drawings.map { drawing in
        let outcome: CrownImport.Outcome =
          switch drawing.crown {
          case .failure(let refusal): .refused(refusal.message)
          case .success:
            switch rest.popFirst() {
            case .added(let id): .added(id: id, warnings: drawing.warnings)
            case .present(let id): .present(id: id)
            case nil: .refused(Message("it was not added"))
            }
          }
        return CrownImport.Entry(path: drawing.path, outcome: outcome)
      })
  }

  /// The number of files between progress reports: several for each processor, and few enough for frequent reports.
  private static let batch = 8

  /// Renames a crown in the user's library; its id stays.
  ///
  /// - Throws: ``LibraryError`` with `shipped` for a shipped crown, with `unknown` for a missing one, or with another
  ///   reason if the library cannot be changed.
  public func renameCrown(_ id: String, to name: String) throws(LibraryError) {
    let file = try writable()
    try file.write { database in
      guard try CrownTable(database: database).contains(id) else {
        let isShipped = try crown(id) != nil
        throw LibraryError(path: file.path, reason: isShipped ? .shipped(id: id) : .unknown(id: id))
      }
      // Untranslated: SQL.
      try database.execute("UPDATE crowns SET name = ? WHERE id = ?", [name.withoutNull, id])
    }
  }

  /// Removes crowns from the user's library and returns them for restoring; all or none.
  ///
  /// - Throws: ``LibraryError`` with `shipped` for a shipped crown, with `unknown` for a missing one, or with another
  ///   reason if the library cannot be changed.
  public func removeCrowns(_ ids: [String]) throws(LibraryError) -> RemovedCrowns {
    let file = try writable()
    return try file.write { database in
      let table = CrownTable(database: database)
      var seen: Set<String> = []
      let items = try ids.filter { seen.insert($0).inserted }.map { id in
        guard let item = try table.item(id) else {
          throw LibraryError(path: file.path, reason: try isShipped(id) ? .shipped(id: id) : .unknown(id: id))
        }
        return item
      }
      for item in items { try table.remove(item.record.id) }
      return RemovedCrowns(items: items)
    }
  }

  /// Restores removed crowns to their places; existing ones are kept.
  ///
  /// - Throws: ``LibraryError`` if the user's library is read-only or cannot be changed.
  public func restore(_ removed: RemovedCrowns) throws(LibraryError) {
    try writable().write { database in
      let table = CrownTable(database: database)
      for item in removed.items where try table.id(of: item.record.origin) == nil {
        var record = item.record
        record.id = try Slug.free(record.id) { try table.contains($0) }
        try table.insert(record, key: item.key)
      }
    }
  }

  /// Returns the ids of favourite crowns, the oldest first; some may no longer exist.
  ///
  /// - Throws: ``LibraryError`` if the user's library cannot be read.
  public func favoriteCrowns() throws(LibraryError) -> [String] {
    try readOwn(or: []) { try FavoriteCrownTable(database: $0).all() }
  }

  /// Sets whether crowns are favourites, the user's own as well as shipped ones.
  ///
  /// - Throws: ``LibraryError`` if the user's library is read-only or cannot be changed.
  public func setFavoriteCrowns(_ ids: [String], _ isFavorite: Bool) throws(LibraryError) {
    try writable().write { database in
      let table = FavoriteCrownTable(database: database)
      for id in ids { if isFavorite { try table.add(id) } else { try table.remove(id) } }
    }
  }

  private func readShipped<Value>(
    or absence: Value, _ body: (Connection) throws -> Value
  ) throws(LibraryError) -> Value {
    guard let shipped else { return absence }
    return try shipped.read(body)
  }

  private func isShipped(_ id: String) throws(LibraryError) -> Bool {
    try readShipped(or: false) { try CrownTable(database: $0).contains(id) }
  }

  private func shippedID(of origin: ContentDigest) throws(LibraryError) -> String? {
    try readShipped(or: nil) { try CrownTable(database: $0).id(of: origin) }
  }
}

/// The result of adding a crown.
public enum CrownAddition: Hashable, Sendable {
  /// It was added, with this id.
  case added(id: String)
  /// The same file was in the library already, as this crown.
  case present(id: String)
}

/// The state of the user's library, which changes with its content; equal states mean that nothing was changed in
/// between.
public struct LibraryState: Hashable, Sendable {
  /// Increases with every change of a crown.
  public let crowns: Int64
  /// Increases with every change of a poster.
  public let posters: Int64
  /// Differs after every change of a palette; valid only within this process.
  public let palettes: Int

  static let columns = StoredColumns(["crowns", "posters"])
}
