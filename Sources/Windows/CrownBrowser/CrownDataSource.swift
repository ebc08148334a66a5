public import Colors
import Files
import Geometry
public import Heraldry
public import Localization
import Synchronization

/// The source of the browser's crowns, with its operations.
///
/// All operations may be slow: they are called on a worker, one at a time.
public struct CrownDataSource: Sendable {
  /// Returns all crowns, in order.
  public var load: @Sendable () throws -> [CrownItem]
  /// Returns the identifiers of the crowns that match some words, the best first.
  public var search: @Sendable (String) throws -> [String]
  /// Renames one of the person's own crowns.
  public var rename: @Sendable (_ id: String, _ name: String) throws -> Void
  /// Removes one of the person's own crowns, so that it can be restored.
  public var remove: @Sendable (_ id: String) throws -> Void
  /// Restores a removed crown.
  public var restore: @Sendable (_ id: String) throws -> Void
  /// Sets whether crowns are favourites.
  public var favor: @Sendable (_ ids: [String], _ isFavorite: Bool) throws -> Void
  /// Adds a designed crown to the person's own; returns its identifier.
  public var design: @Sendable (_ design: CrownDesign, _ name: String) throws -> String
  /// Returns crowns in a row in a colour, as bytes of a kind.
  public var copy: @Sendable ([CrownItem], CrownCopyKind, RGBA) throws -> [UInt8]
  /// Writes a crown to its own file; returns the path.
  public var export: @Sendable (CrownItem, RGBA) throws -> String
  /// Adds SVG files and folders; reports progress, and finally the results. If `tell` returns false, nothing is added.
  public var add: @Sendable (_ paths: [String], _ tell: (CrownImportProgress) -> Bool) -> Void
  /// Checks the integrity; returns a message for the person, or nil.
  public var check: @Sendable () throws -> Message?
  /// Recovers the readable content of a damaged library into a new one in its place; returns a summary.
  public var repair: @Sendable () throws -> Message

  /// The library is damaged, and `repair` can repair it.
  public struct Damage: LocalizableError {
    /// The reason and the remedy.
    public var message: Message {
      Message("The library is damaged. Its crowns cannot be changed until it is repaired.")
    }

    /// Creates a data source without crowns.
    public init() {}
  }

  /// Creates a data source.
  public init(
    load: @escaping @Sendable () throws -> [CrownItem],
    search: @escaping @Sendable (String) throws -> [String],
    rename: @escaping @Sendable (String, String) throws -> Void,
    remove: @escaping @Sendable (String) throws -> Void,
    restore: @escaping @Sendable (String) throws -> Void,
    favor: @escaping @Sendable ([String], Bool) throws -> Void = { _, _ in },
    design: @escaping @Sendable (CrownDesign, String) throws -> String = { _, name in name },
    copy: @escaping @Sendable ([CrownItem], CrownCopyKind, RGBA) throws -> [UInt8] = {
      try CrownSheet($0).bytes(as: $1, color: $2)
    },
    export: @escaping @Sendable (CrownItem, RGBA) throws -> String,
    add: @escaping @Sendable ([String], (CrownImportProgress) -> Bool) -> Void,
    check: @escaping @Sendable () throws -> Message? = { nil },
    repair: @escaping @Sendable () throws -> Message = { throw Damage() }
  ) {
    self.load = load
    self.search = search
    self.rename = rename
    self.remove = remove
    self.restore = restore
    self.favor = favor
    self.design = design
    self.copy = copy
    self.export = export
    self.add = add
    self.check = check
    self.repair = repair
  }
}

extension CrownDataSource {
  /// The shipped crowns and the person's own, read-only.
  ///
  /// The first call opens the library, on its worker.
  public static func library(path: String? = nil, folders: UserFolders) -> CrownDataSource {
    let opened = OpenedLibrary {
      try CrownLibrarySource(path: path, folders: folders, access: .reading).dataSource
    }
    return CrownDataSource(
      load: { try opened.source().load() }, search: { try opened.source().search($0) },
      rename: { try opened.source().rename($0, $1) }, remove: { try opened.source().remove($0) },
      restore: { try opened.source().restore($0) }, favor: { try opened.source().favor($0, $1) },
      design: { try opened.source().design($0, $1) },
      export: { try opened.source().export($0, $1) },
      add: { paths, tell in
        do {
          try opened.source().add(paths, tell)
        } catch {
          var progress = CrownImportProgress(done: 0, total: paths.count)
          progress.faults = [.init(fault: error)]
          progress.isFinished = true
          _ = tell(progress)
        }
      })
  }
}

/// A library that is opened once, on demand.
private final class OpenedLibrary: Sendable {
  private let known = Mutex<CrownDataSource?>(nil)
  private let open: @Sendable () throws -> CrownDataSource

  init(open: @escaping @Sendable () throws -> CrownDataSource) { self.open = open }

  func source() throws -> CrownDataSource {
    try known.withLock { known in
      if let known { return known }
      let source = try open()
      known = source
      return source
    }
  }
}
