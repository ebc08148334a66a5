import Glibc
import Images

/// A short text file that the program keeps or looks at.
struct SmallFile: Hashable, Sendable {
  let path: String

  var exists: Bool { access(path, F_OK) == 0 }

  /// What the file holds, at most 64 KiB of it; nil when it cannot be read.
  var text: String? {
    guard let file = fopen(path, "rb") else { return nil }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    let count = fread(&bytes, 1, bytes.count, file)
    return String(decoding: bytes[..<count], as: UTF8.self)
  }

  /// Writes the file anew, whole or not at all, and makes its folder; returns whether that worked.
  func write(_ text: String) -> Bool {
    guard let slash = path.lastIndex(of: "/"), UserFolders.make(String(path[..<slash])) else { return false }
    do {
      let file = try AtomicFile(path: path)
      try file.write(Array(text.utf8))
      try file.commit()
      return true
    } catch {
      return false
    }
  }
}
