import Glibc

/// The parts of a path, found in its text alone: only `resolvingLinks` looks at files.
public struct FilePath: Hashable, Sendable {
  /// The path as it is written.
  public let text: String

  /// Creates the path that a text is.
  public init(_ text: String) { self.text = text }

  /// Creates the path that a person means who writes a text while a folder is shown: an absolute one without `.`, `..`
  /// and slashes at its end, with the home folder for a tilde.
  public init(_ text: String, in folder: String, home: String?) {
    var whole = Self(text).expandingHome(home).text
    if !whole.hasPrefix("/") { whole = Self(folder).appending(whole).text }
    var parts: [Substring] = []
    for part in whole.split(separator: "/") where part != "." {
      if part == ".." { _ = parts.popLast() } else { parts.append(part) }
    }
    self.init("/" + parts.joined(separator: "/"))
  }

  /// The last part: `b.png` of `a/b.png`, and of `a/b.png/`; the root is its own name.
  public var name: String {
    guard let end = text.lastIndex(where: { $0 != "/" }) else { return text.isEmpty ? "" : "/" }
    let whole = text[...end]
    return String(whole[(whole.lastIndex(of: "/").map(whole.index(after:)) ?? whole.startIndex)...])
  }

  /// The folder around it: `a` of `a/b`, `.` of `b`, and of the root the root.
  public var folder: FilePath {
    guard let end = text.lastIndex(where: { $0 != "/" }) else { return Self(text.isEmpty ? "." : "/") }
    guard let slash = text[...end].lastIndex(of: "/") else { return Self(".") }
    guard let last = text[...slash].lastIndex(where: { $0 != "/" }) else { return Self("/") }
    return Self(String(text[...last]))
  }

  /// The extension after the last dot, in lower case; empty without one, and for a hidden file's name.
  public var ending: String {
    let name = name
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return "" }
    return name[name.index(after: dot)...].lowercased()
  }

  /// The ending of a name that tells what a file is written as: also that of a name that begins with its only dot.
  public var formatEnding: String {
    let name = name
    guard let dot = name.lastIndex(of: ".") else { return "" }
    return name[name.index(after: dot)...].lowercased()
  }

  /// The name without its ending and the dot before that.
  public var stem: String {
    let name = name
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return name }
    return String(name[..<dot])
  }

  /// The path without symbolic links, as the file system has it now; the path itself where it leads to nothing.
  public var resolvingLinks: FilePath {
    guard let real = realpath(text, nil) else { return self }
    defer { free(real) }
    return Self(String(cString: real))
  }

  /// Returns the path of a name in this folder.
  public func appending(_ name: String) -> FilePath {
    Self(text.isEmpty || text.hasSuffix("/") ? text + name : "\(text)/\(name)")
  }

  /// Returns the path with the home folder in place of a tilde at its start.
  public func expandingHome(_ home: String?) -> FilePath {
    guard let home, text == "~" || text.hasPrefix("~/") else { return self }
    return Self(home + text.dropFirst())
  }

  /// Returns the path with a tilde for the home folder, for people to read.
  public func abbreviatingHome(_ home: String?) -> String {
    guard let home, home != "/", text.hasPrefix(home + "/") else { return text }
    return "~" + text.dropFirst(home.count)
  }
}
