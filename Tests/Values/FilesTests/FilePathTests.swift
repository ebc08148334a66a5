import Foundation
import Testing

@testable import Files

@Suite struct FilePathTests {
  /// libc's own idea of a name and its folder.
  private static func parts(_ text: String) -> (name: String, folder: String) {
    func with(_ function: (UnsafeMutablePointer<CChar>?) -> UnsafeMutablePointer<CChar>?) -> String {
      var bytes = text.utf8CString.map { $0 }
      return bytes.withUnsafeMutableBufferPointer { buffer in
        function(buffer.baseAddress).map { String(cString: $0) } ?? ""
      }
    }
    return (with { __xpg_basename($0) }, with { dirname($0) })
  }

  @Test func `names and folders are those of POSIX, for every text of up to six of its letters`() {
    var texts = [""]
    var all: [String] = []
    for _ in 0..<6 {
      texts = texts.flatMap { text in ["/", "a", "."].map { text + $0 } }
      all += texts
    }
    for text in all {
      let (name, written) = Self.parts(text)
      // POSIX leaves it open whether two slashes mean another root.
      let folder = written == "//" ? "/" : written
      #expect(FilePath(text).name == name, "\(text)")
      #expect(FilePath(text).folder.text == folder, "\(text)")
    }
    #expect(FilePath("").name.isEmpty && FilePath("").folder.text == ".")
  }

  @Test func `a name is its stem, and its ending behind a dot`() {
    for text in ["a/b.PNG", "a.b/c", "a/.hidden", "a/.hidden.txt", "b.", "x.tar.gz", "..", ""] {
      let path = FilePath(text)
      let dot = path.name.count > path.stem.count ? "." : ""
      #expect((path.stem + dot).lowercased() + path.ending == path.name.lowercased(), "\(text)")
    }
    #expect(FilePath("a/b.PNG").ending == "png" && FilePath("a.b/c").ending.isEmpty)
    #expect(FilePath("a/.hidden").ending.isEmpty && FilePath("x.tar.gz").stem == "x.tar")
    #expect(FilePath("a/.PDF").formatEnding == "pdf" && FilePath("a.b/c").formatEnding.isEmpty)
  }

  @Test func `a path that is typed means one place, whatever folder is shown`() {
    func meant(_ text: String, in folder: String = "/a/b") -> String {
      FilePath(text, in: folder, home: "/h").text
    }
    #expect(meant("c") == "/a/b/c" && meant("./c/") == "/a/b/c" && meant("../c") == "/a/c")
    #expect(
      meant("../../..") == "/" && meant("~") == "/h" && meant("~/x") == "/h/x" && meant("~x") == "/a/b/~x")
    #expect(meant("//c///d") == "/c/d" && meant("c", in: "/") == "/c")
    #expect(
      FilePath("/h/x").abbreviatingHome("/h") == "~/x" && FilePath("/hx").abbreviatingHome("/h") == "/hx")
  }
}

@Suite struct FolderListingTests {
  let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)

  init() throws {
    try FileManager.default.createDirectory(
      at: folder.appending(path: "Zoo"), withIntermediateDirectories: true)
    for name in ["b.png", "A.PNG", "c.txt", ".d.png", "png"] {
      try Data(name.utf8).write(to: folder.appending(path: name))
    }
    mkfifo(folder.appending(path: "e.png").path, 0o600)
  }

  private func names(
    _ content: FolderListing.Content, startingWith start: String = "", showsHidden: Bool = false
  ) -> [String] {
    let path = folder.path(percentEncoded: false)
    return FolderListing(reading: path, content, startingWith: start, showsHidden: showsHidden).entries.map(
      \.name)
  }

  @Test func `folders come first, then files that are wanted, each by name; pipes never`() {
    #expect(names(.files) == ["Zoo", "A.PNG", "b.png", "c.txt", "png"])
    #expect(names(.filesEnding(in: ["png"])) == ["Zoo", "A.PNG", "b.png"])
    #expect(names(.folders) == ["Zoo"])
  }

  @Test func `hidden files are listed when asked for, by name or all`() {
    #expect(names(.filesEnding(in: ["png"]), showsHidden: true) == ["Zoo", ".d.png", "A.PNG", "b.png"])
    #expect(names(.files, startingWith: ".") == [".d.png"])
    #expect(names(.files, startingWith: "a") == ["A.PNG"])
  }

  @Test func `what cannot be listed says why`() {
    #expect(FolderListing(reading: "/nowhere/at/all").fault == ENOENT)
    #expect(FolderListing(reading: folder.appending(path: "c.txt").path).fault == ENOTDIR)
    #expect(FolderListing(reading: folder.path).fault == nil)
  }
}
