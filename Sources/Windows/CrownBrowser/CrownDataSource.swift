public import Colors
import Files
import Geometry
public import Heraldry
import Synchronization

/// Where the browser's crowns come from, and what can be done with them.
///
/// Everything here may take a while: it is called on a worker, one call at a time.
public struct CrownDataSource: Sendable {
  /// Returns all crowns, in order.
  public var load: @Sendable () throws -> [CrownItem]
  /// Returns the identifiers of the crowns that some words find, the best first.
  public var search: @Sendable (String) throws -> [String]
  /// Gives a crown of one's own another name.
  public var rename: @Sendable (_ id: String, _ name: String) throws -> Void
  /// Takes a crown of one's own away, so that it can be put back.
  public var remove: @Sendable (_ id: String) throws -> Void
  /// Puts back what was taken away.
  public var restore: @Sendable (_ id: String) throws -> Void
  /// Makes crowns favourites, or takes that back.
  public var favor: @Sendable (_ ids: [String], _ isFavorite: Bool) throws -> Void
  /// Adds a crown of one's own that was designed; returns its identifier.
  public var design: @Sendable (_ design: CrownDesign, _ name: String) throws -> String
  /// Returns crowns beside each other in a colour, as bytes of a kind.
  public var copy: @Sendable ([CrownItem], CrownCopyKind, RGBA) throws -> [UInt8]
  /// Writes a crown into a file of its own; returns where that is.
  public var export: @Sendable (CrownItem, RGBA) throws -> String
  /// Adds SVG files and folders; tells how far it is, and at the end what became of them. Where it is told to stop, by
  /// false, nothing is added.
  public var add: @Sendable (_ paths: [String], _ tell: (CrownImportProgress) -> Bool) -> Void
  /// Reads everything through; returns what the person should know of it, or nil.
  public var check: @Sendable () throws -> String?
  /// Saves what can be read of a damaged library into a new one in its place; returns what was done, in words.
  public var repair: @Sendable () throws -> String

  /// The library does not hold together, which `repair` mends.
  public struct Damage: Error, CustomStringConvertible {
    public let description = "The library is damaged: its crowns cannot be changed before it is repaired"

    /// Creates a data source of no crowns.
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
    check: @escaping @Sendable () throws -> String? = { nil },
    repair: @escaping @Sendable () throws -> String = { throw Damage() }
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
  /// The crowns that came with the program and the person's own, to be looked at.
  ///
  /// The library is opened by the first call, on the worker that makes it.
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
          progress.faults = [.init(file: "The library", reason: "\(error)", isRefusal: true)]
          progress.isFinished = true
          _ = tell(progress)
        }
      })
  }
}

/// A library that is opened once, when it is first needed.
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
