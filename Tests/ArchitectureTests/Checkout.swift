import Foundation
import TestSupport

/// The files that belong to the repository.
enum Checkout {
  /// A file and its path below the top folder.
  struct File {
    let path: String
    let url: URL

    var text: String? { try? String(contentsOf: url, encoding: .utf8) }
  }

  /// A Swift file and the module it belongs to.
  struct SourceFile {
    let module: String
    let path: String
    let text: String
  }

  /// Every file but what is built and what git keeps for itself.
  static let files: [File] = {
    let top = Fixture.checkout.path(percentEncoded: false)
    guard let paths = FileManager.default.enumerator(atPath: top) else { return [] }
    var files: [File] = []
    while let path = paths.nextObject() as? String {
      let name = path.split(separator: "/").last ?? ""
      if name.hasPrefix(".build") || [".git", ".swiftpm", "out"].contains(name) {
        paths.skipDescendants()
      } else {
        files.append(File(path: path, url: Fixture.checkout.appending(path: path)))
      }
    }
    return files.sorted { $0.path < $1.path }
  }()

  /// The Swift files below `Sources` and `Shaders`.
  static let sources: [SourceFile] = files.compactMap { file in
    let parts = file.path.split(separator: "/").map(String.init)
    guard file.path.hasSuffix(".swift"), parts.count > 1, let text = file.text else { return nil }
    switch parts[0] {
    // A module lies in the folder of its layer.
    case "Sources": return parts.count > 3 ? SourceFile(module: parts[2], path: file.path, text: text) : nil
    case "Shaders": return SourceFile(module: "Shaders", path: file.path, text: text)
    default: return nil
    }
  }
}
