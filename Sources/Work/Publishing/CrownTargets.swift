import Glibc
public import Files

/// Where exported crowns go: one file, or a folder with a file for each.
public struct CrownTargets: Hashable, Sendable {
  private let path: String
  private var names = FileNames()
  /// Whether each crown gets a file of its own in a folder.
  public let isFolder: Bool

  /// Finds out whether `path` is a folder, and makes it where several crowns need one.
  public init(_ path: String, count: Int, isFolder: Bool = false) throws(AtomicFile.Failure) {
    self.path = path
    guard path != AtomicFile.standardOutput else {
      self.isFolder = false
      return
    }
    var status = stat()
    let isThere = stat(path, &status) == 0
    let isOne = isThere && status.st_mode & S_IFMT == S_IFDIR
    self.isFolder = isFolder || isOne || count > 1 || path.hasSuffix("/")
    if self.isFolder, !isOne, mkdir(path, 0o777) != 0 { throw AtomicFile.Failure(path: path, code: errno) }
  }

  /// Returns where the next crown goes; no id leads out of the folder, and no two share a file.
  public mutating func nextPath(of id: String, kind: CrownFile.Kind) -> String {
    isFolder ? "\(path)/\(names.next(id, orElse: "crown")).\(kind.rawValue)" : path
  }
}
