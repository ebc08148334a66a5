import Files
import Foundation
import Localization
import Testing

@testable import Application

@Suite struct HelpPageTests {
  /// Creates folders with pages named like `de/notes/start.html`, and calls `body` with a page of `notes`.
  private func withPages(_ files: [[String]], _ body: (HelpPage) throws -> Void) throws {
    let root = FileManager.default.temporaryDirectory.appending(path: "regalia-help-\(UUID())")
    defer { try? FileManager.default.removeItem(at: root) }
    var folders: [FilePath] = []
    for (index, names) in files.enumerated() {
      let folder = root.appending(path: "\(index)")
      folders.append(FilePath(folder.path(percentEncoded: false)))
      for name in names {
        let file = folder.appending(path: name)
        try FileManager.default.createDirectory(
          at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data().write(to: file)
      }
    }
    try body(HelpPage(folders: folders, program: "notes", topic: "start"))
  }

  private func language(_ tag: String) -> Language { Language(tag: tag) { _ in nil } }

  @Test(arguments: [
    ("pt-BR", "0/pt_BR/notes/start.html"), ("de-AT", "0/de/notes/start.html"), ("en", "1/C/notes/start.html"),
    ("ja", "1/C/notes/start.html"), ("en-XA", "1/C/notes/start.html"),
  ])
  func `a page is that of the closest language, and otherwise the English one`(tag: String, found: String)
    throws
  {
    try withPages([
      ["pt_BR/notes/start.html", "de/notes/start.html", "ja/other/start.html"],
      ["C/notes/start.html", "pt/notes/start.html", "de/notes/start.html"],
    ]) { page in
      let file = try page.file(in: language(tag))
      #expect(file.hasSuffix("/" + found))
    }
  }

  @Test func `a missing page is an error that names its topic`() throws {
    try withPages([["C/notes/other.html"]]) { page in
      #expect(throws: MissingHelpPage.self) { try page.file(in: .english) }
      #expect(MissingHelpPage(topic: "start").description.contains("“start”"))
    }
  }
}
