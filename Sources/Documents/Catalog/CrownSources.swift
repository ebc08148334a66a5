import Files
import Glibc

/// The files that an import was given: those named, and the SVG files in the folders named.
struct CrownSources {
  struct Source: Hashable, Sendable {
    let path: String
    /// Why there is nothing to read here.
    var refusal: String?
  }

  /// Each file once, by the names given, those of a folder in the order of their paths.
  let all: [Source]

  init(_ paths: [String]) {
    var seen: Set<FilePath> = []
    var found: [Source] = []
    for path in paths {
      var status = stat()
      guard stat(path, &status) == 0 else {
        found.append(Source(path: path, refusal: "there is no such file"))
        continue
      }
      let files = status.st_mode & S_IFMT == S_IFDIR ? Self.drawings(below: path) : [Source(path: path)]
      found += files.isEmpty ? [Source(path: path, refusal: "the folder holds no SVG file")] : files
    }
    all = found.filter { source in
      source.refusal != nil || seen.insert(FilePath(source.path).resolvingLinks).inserted
    }
  }

  private static func drawings(below folder: String) -> [Source] {
    guard Folder.names(in: folder) != nil else {
      return [Source(path: folder, refusal: "the folder cannot be read")]
    }
    let base = folder.hasSuffix("/") ? folder : folder + "/"
    return files(below: base, as: "").filter { $0.lowercased().hasSuffix(".svg") }.sorted()
      .map { Source(path: base + $0) }
  }

  /// Returns the files below a folder, as paths in it, but for hidden ones.
  ///
  /// Links to folders are not followed, so that no circle of them is.
  private static func files(below base: String, as prefix: String) -> [String] {
    (Folder.names(in: base + prefix) ?? []).filter { !$0.hasPrefix(".") }.flatMap { name in
      var status = stat()
      let isFolder = lstat(base + prefix + name, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
      return isFolder ? files(below: base, as: prefix + name + "/") : [prefix + name]
    }
  }
}
