import Glibc
import Images

/// A folder for this user alone, where TMPDIR says or in /tmp; it and the files in it are gone with its owner.
final class ScratchFolder: Sendable {
  let path: String

  init() throws(AtomicFile.Failure) {
    let parent = UserFolders.variable("TMPDIR") ?? "/tmp"
    var name = Array("\(parent)/regalia-XXXXXX".utf8CString)
    guard let made = mkdtemp(&name) else { throw AtomicFile.Failure(path: parent, code: errno) }
    path = String(cString: made)
  }

  deinit {
    if let folder = opendir(path) {
      while let entry = readdir(folder) {
        let name = withUnsafePointer(to: &entry.pointee.d_name) { name in
          name.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        }
        unlink("\(path)/\(name)")
      }
      closedir(folder)
    }
    rmdir(path)
  }
}
