import Glibc

/// Operations on folders.
public enum Folder {
  /// Creates a folder and missing folders above it; returns whether it exists.
  ///
  /// - Parameters:
  ///   - path: The folder.
  ///   - permissions: The permission bits of created folders.
  @discardableResult
  public static func make(_ path: String, permissions: UInt32 = 0o700) -> Bool {
    // The system would take what comes before it for the whole path.
    if path.utf8.contains(0) { return false }
    var status = stat()
    if stat(path, &status) == 0 { return status.st_mode & S_IFMT == S_IFDIR }
    guard errno == ENOENT, !path.isEmpty, make(FilePath(path).folder.text, permissions: permissions) else {
      return false
    }
    return mkdir(path, permissions) == 0 || errno == EEXIST
  }

  /// Returns the names in a folder without `.` and `..`, in no order; nil when it cannot be read or is none.
  public static func names(in path: String) -> [String]? {
    guard let folder = opendir(path) else { return nil }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }

  /// The folder that relative paths start from; the root where it has been removed.
  public static var current: String {
    guard let path = getcwd(nil, 0) else { return "/" }
    defer { free(path) }
    return String(cString: path)
  }

  /// Returns the places that the files called `names` may have: in each of the five folders above the program's, the nearest
  /// first, as it is installed or stands in the checkout that it was built in.
  public static func places(aboveProgram names: [String]) -> [FilePath] {
    var folder = program
    return (0..<5).flatMap { _ in
      folder = folder.folder
      return names.map(folder.appending)
    }
  }

  /// The folder of the running program.
  public static var program: FilePath { FilePath("/proc/self/exe").resolvingLinks.folder }

  /// Where files go that do not outlive the program: where TMPDIR says, or /tmp.
  public static var temporary: String {
    guard let value = getenv("TMPDIR"), value.pointee != 0 else { return "/tmp" }
    return String(cString: value)
  }
}
