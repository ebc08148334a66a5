import Foundation

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
    var seen: Set<String> = []
    var found: [Source] = []
    for path in paths {
      var isFolder: ObjCBool = false
      guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
        found.append(Source(path: path, refusal: "there is no such file"))
        continue
      }
      let files = isFolder.boolValue ? Self.drawings(below: path) : [Source(path: path)]
      found += files.isEmpty ? [Source(path: path, refusal: "the folder holds no SVG file")] : files
    }
    all = found.filter { source in
      source.refusal != nil || seen.insert(URL(filePath: source.path).resolvingSymlinksInPath().path).inserted
    }
  }

  /// Links to folders are not followed, so that no circle of them is.
  private static func drawings(below folder: String) -> [Source] {
    guard let names = FileManager.default.enumerator(atPath: folder) else {
      return [Source(path: folder, refusal: "the folder cannot be read")]
    }
    let base = folder.hasSuffix("/") ? folder : folder + "/"
    return names.compactMap { $0 as? String }.filter { name in
      let isHidden = name.split(separator: "/").contains { $0.hasPrefix(".") }
      return !isHidden && name.lowercased().hasSuffix(".svg")
    }.sorted().map { Source(path: base + $0) }
  }
}
