import Files

/// Crowns and posters in SQLite: what a person keeps, and the crowns that came with the program, as one.
///
/// Any thread may use a library; each call waits for the disk. Several programs may have the same file open:
/// `state()` tells cheaply whether anything has changed.
///
/// What fails throws a `LibraryError`: the file's path, what is wrong with it, and what to do about it.
public final class Library: Sendable {
  /// What may be done with the user's file.
  public enum Access: Hashable, Sendable {
    /// Nothing is written, not even a file that is missing.
    case reading
    /// A file that is missing is made, an older one brought up to date.
    case writing
    /// A copy in memory of what the file holds is changed, which is gone with the library; the file stays as it is.
    case copying

    /// Returns the access of a window: one that is only drawn is read, and what a script does without a window is done to a
    /// copy.
    public static func ofWindow(isOffscreen: Bool, isScripted: Bool) -> Access {
      isOffscreen ? isScripted ? .copying : .reading : .writing
    }
  }

  /// The file of the user, if there is one.
  let own: LibraryFile?

  /// The file that came with the program, if it was found.
  let shipped: LibraryFile?

  /// The folder of a copy; nil for what is itself.
  private let scratch: ScratchFolder?

  /// Opens the user's library at `path` beside the `shipped` one; either may be absent.
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
      throw LibraryError(path: error.path, reason: .refused(error.message))
    }
    do {
      try Library(path: path, access: .reading).export(to: folder.path + "/library.regalia")
    } catch  where error.reason == .missing {
      // It is made empty.
    }
    return folder
  }

  /// The path of the user's file.
  public var path: String? { own?.path }

  /// Whether a file is an SQLite file and so can only be meant as a library; it need not be one of Regalia's, nor whole.
  public static func isDatabase(at path: String) -> Bool {
    if case .header = try? LibraryHeader.read(path) { true } else { false }
  }

  /// Whether there is a file of the user that may be written.
  public var isWritable: Bool { own?.isWritable ?? false }

  /// Whether nothing has been written through this library: only then may its file be repaired while it is open.
  public var isUntouched: Bool { own?.isUntouched ?? true }

  /// The version of the user's file when a later Regalia wrote it, which can only be read; otherwise nil.
  public var newerVersion: Int? {
    own.flatMap { $0.version > Schema.current.version ? $0.version : nil }
  }

  /// Reads all of the user's file once; throws `damaged` where it does not hold together.
  ///
  /// The first change does so by itself. A window calls it from another thread, to say early that nothing can be
  /// changed: about a tenth of a second for each 30 MB, and nothing the second time. Nobody who reads meanwhile waits for
  /// it; once its `cancellation` is used it throws `interrupted`.
  public func verify(_ cancellation: ReadCancellation? = nil) throws(LibraryError) {
    try own?.verify(cancellation)
  }

  /// Returns the rows that are in the user's file and cannot be read; they are in no list.
  ///
  /// Nobody who reads meanwhile waits for it; once its `cancellation` is used it throws `interrupted`.
  public func unreadableRows(_ cancellation: ReadCancellation? = nil) throws(LibraryError) -> [UnreadableRow]
  {
    try own?.readLong(cancellation) { database in
      let posters = PosterTable(database: database)
      let crowns = CrownTable(database: database)
      let keys = try PosterKey.fetch(database, "SELECT key FROM posters ORDER BY key")
      // One after the other: all paths and all documents together may be large.
      return try crowns.keys().flatMap { try crowns.items($0).unreadable }
        + keys.flatMap { try posters.faults($0) }
    } ?? []
  }

  /// Returns the state of the user's library, changes of other programs included; some ten microseconds.
  ///
  /// Throws `gone` where the file has been deleted or replaced.
  public func state() throws(LibraryError) -> LibraryState {
    guard let own else { return LibraryState(crowns: 0, posters: 0, palettes: 0) }
    try own.checkPresence()
    return try own.read { database in
      let palettes = try PaletteTable(database: database).revision()
      let found = try StoredRows.fetch(
        "revision", LibraryState.columns, from: "FROM revisions LIMIT 1", in: database
      ) {
        LibraryState(
          crowns: try $0.integer("crowns"), posters: try $0.integer("posters"), palettes: palettes)
      }
      return found.values.first ?? LibraryState(crowns: 0, posters: 0, palettes: palettes)
    }
  }

  /// Writes all that the user's library holds into one file at `path`, whole or not at all.
  ///
  /// The file is a library itself; the same content gives the same bytes.
  public func export(to path: String) throws(LibraryError) {
    guard let own else { throw LibraryError(path: path, reason: .missing) }
    if let target = FileIdentity(path: path), target == FileIdentity(path: own.path) {
      throw LibraryError(path: path, reason: .refused("it is the library itself; choose another file"))
    }
    try own.read { source in
      try NewLibraryFile.write(at: path) { try LibraryTransfer(source: source, target: $0).copyAll() }
    }
  }

  /// Adds what another library holds, in one transaction; what is here already stays as it is.
  ///
  /// A palette or an album whose id belongs to another one here gets a number.
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

  /// Returns the user's file, to write to it.
  func writable() throws(LibraryError) -> LibraryFile {
    guard let own else { throw LibraryError(path: "library", reason: .readOnly) }
    return own
  }

  /// Reads the user's file; returns `absence` where there is none.
  func readOwn<Value>(or absence: Value, _ body: (Connection) throws -> Value) throws(LibraryError) -> Value {
    guard let own else { return absence }
    return try own.read(body)
  }
}
