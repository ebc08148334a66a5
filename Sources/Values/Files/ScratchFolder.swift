import Glibc

/// A folder for this user alone, where TMPDIR says or in /tmp, or in memory; it and the files in it are gone with its owner.
public final class ScratchFolder: Sendable {
  /// Where the folder stands.
  public let path: String

  /// Creates an empty folder, in memory where that is asked for and the system has a place for it; throws what the system
  /// refused.
  public init(inMemory: Bool = false) throws(AtomicFile.Failure) {
    let parent = inMemory && access(Self.memory, W_OK) == 0 ? Self.memory : Folder.temporary
    var name = Array("\(parent)/regalia-XXXXXX".utf8CString)
    guard let made = mkdtemp(&name) else { throw AtomicFile.Failure(path: parent, code: errno) }
    path = String(cString: made)
  }

  /// The folder of shared memory that Linux has (shm_overview(7)).
  private static let memory = "/dev/shm"

  deinit {
    for name in Folder.names(in: path) ?? [] { unlink("\(path)/\(name)") }
    rmdir(path)
  }
}
