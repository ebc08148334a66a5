import Catalog
import Foundation

/// A folder for libraries, gone when its owner is.
final class TestFolder {
  let root: String

  init() throws {
    root =
      FileManager.default.temporaryDirectory.path(percentEncoded: false) + "/catalog-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: root) }

  func path(_ name: String) -> String { "\(root)/\(name)" }

  var library: String { path("library.sqlite") }

  func open(_ access: Library.Access = .writing, shipped: String? = nil) throws -> Library {
    try Library(path: library, shipped: shipped, access: access)
  }

  /// The names in the folder, in order.
  var files: [String] { (try? FileManager.default.contentsOfDirectory(atPath: root).sorted()) ?? [] }

  func bytes(_ name: String) throws -> [UInt8] { Array(try Data(contentsOf: URL(filePath: path(name)))) }

  func write(_ bytes: [UInt8], to name: String) throws {
    try Data(bytes).write(to: URL(filePath: path(name)))
  }
}

extension PosterRecord {
  /// A poster with a title and a document that tells it from others.
  static func sample(_ title: String, words: String = "", time: Double = 0) -> PosterRecord {
    PosterRecord(
      title: title, searchText: words, document: Array("{\"title\":\"\(title)\"}".utf8), cover: 0xd00000,
      created: time, modified: time)
  }
}
