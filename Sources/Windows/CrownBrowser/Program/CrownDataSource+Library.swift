import Synchronization
import Files

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
