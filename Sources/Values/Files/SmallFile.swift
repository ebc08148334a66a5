import Glibc

/// A short text file that the program keeps or looks at.
public struct SmallFile: Hashable, Sendable {
  /// Where the file stands or will stand.
  public let path: String

  /// Creates the description of a file; nothing is read or written by that.
  public init(path: String) { self.path = path }

  /// Whether something stands at the path.
  public var exists: Bool { access(path, F_OK) == 0 }

  /// The file's text; nil when it cannot be read or is longer than 1 MiB.
  public var text: String? {
    do {
      return String(decoding: try FileBytes.read(path, atMost: 1 << 20), as: UTF8.self)
    } catch {
      return nil
    }
  }

  /// Writes the file anew, whole or not at all, and makes its folder; returns whether that worked.
  public func write(_ text: String) -> Bool {
    guard Folder.make(FilePath(path).folder.text) else { return false }
    do {
      try AtomicFile.write(text, to: path)
      return true
    } catch {
      return false
    }
  }
}
