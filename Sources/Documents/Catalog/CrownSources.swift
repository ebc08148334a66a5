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

  /// How many files and folders are looked at below a folder: far more than a collection of drawings has, and no whole disk.
  private static let mostEntries = 20_000

  private static func drawings(below folder: String) -> [Source] {
    guard Folder.names(in: folder) != nil else {
      return [Source(path: folder, refusal: "the folder cannot be read")]
    }
    let base = folder.hasSuffix("/") ? folder : folder + "/"
    guard let files = files(below: base) else {
      return [
        Source(
          path: folder,
          refusal: "more than \(mostEntries) files lie below it; name a folder that is nearer to the drawings"
        )
      ]
    }
    return files.filter { $0.lowercased().hasSuffix(".svg") }.sorted().map { Source(path: base + $0) }
  }

  /// Returns the files below a folder, as paths in it, without hidden ones; nil if there are too many.
  ///
  /// Links to folders are not followed, so that no circle of them is, nor is anything on another file system.
  private static func files(below base: String) -> [String]? {
    var status = stat()
    guard lstat(base, &status) == 0 else { return [] }
    let device = status.st_dev
    var (files, folders, count) = ([String](), [""], 0)
    while let prefix = folders.popLast() {
      for name in Folder.names(in: base + prefix) ?? [] where !name.hasPrefix(".") {
        count += 1
        guard count <= mostEntries else { return nil }
        let isThere = lstat(base + prefix + name, &status) == 0
        if isThere, status.st_mode & S_IFMT == S_IFDIR {
          if status.st_dev == device { folders.append(prefix + name + "/") }
        } else {
          files.append(prefix + name)
        }
      }
    }
    return files
  }
}
