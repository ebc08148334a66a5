import Glibc

/// Keeps other programs from changing the documents of a folder between one's reading and one's writing of one.
///
/// It binds those alone that ask for it, as every Regalia does. The folder is locked and not the document, which is another
/// file after each change.
public struct FolderLock: ~Copyable {
  private let descriptor: Int32

  /// Locks the folder that a path of a file leads to, links followed; nil where another program holds it for longer than
  /// `patience` seconds. On a file system without locks it is as if nobody held it.
  ///
  /// - Parameters:
  ///   - path: The path of a file in the folder.
  ///   - patience: The seconds to wait for another program.
  public init?(around path: String, patience: Double = 2) {
    let target = (try? AtomicFile.Place(path))?.path ?? path
    descriptor = open(FilePath(target).folder.text, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    for _ in 0..<max(Int(patience * 100), 1) {
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0 || (errno != EWOULDBLOCK && errno != EINTR) { return }
      usleep(10_000)
    }
    return nil
  }

  deinit { if descriptor >= 0 { close(descriptor) } }
}
