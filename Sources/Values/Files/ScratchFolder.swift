import Glibc

/// A folder for this user alone, where TMPDIR says or in /tmp; it and the files in it are gone with its owner.
public final class ScratchFolder: Sendable {
  /// Where the folder stands.
  public let path: String

  /// Creates an empty folder; throws what the system refused.
  public init() throws(AtomicFile.Failure) {
    let parent = Folder.temporary
    var name = Array("\(parent)/regalia-XXXXXX".utf8CString)
    guard let made = mkdtemp(&name) else { throw AtomicFile.Failure(path: parent, code: errno) }
    path = String(cString: made)
  }

  deinit {
    for name in Folder.names(in: path) ?? [] { unlink("\(path)/\(name)") }
    rmdir(path)
  }
}
