import Testing

@testable import Files

@Suite struct FileURITests {
  @Test(arguments: ["/tmp/plain.svg", "/tmp/a b/100 %.png", "/srv/müller/写真/#1?.pdf", "/"])
  func `a path comes back from its URI`(path: String) {
    let uri = FileURI.uri(of: path)

    #expect(uri.hasPrefix("file:///") && uri.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7f })
    #expect(FileURI.path(of: uri) == path)
  }

  @Test(arguments: ["file:///tmp/a", "file://localhost/tmp/a", "file://LocalHost/tmp/%61", "file:///%74mp/a"])
  func `a file of this computer has its path`(uri: String) {
    #expect(FileURI.path(of: uri) == "/tmp/a")
  }

  @Test func `what only looks like an escaped byte is a part of the name`() {
    #expect(FileURI.path(of: "file:///a%+1%2%zz%") == "/a%+1%2%zz%")
  }

  @Test(arguments: [
    "https://example.org/a", "file:", "file://host", "", "/tmp/a", "file://elsewhere.example/tmp/a",
    "file:///tmp/a%00.png", "file:///%00",
  ])
  func `what is no file of this computer has no path`(uri: String) {
    #expect(FileURI.path(of: uri) == nil)
  }

  @Test func `a list of files has a URI a line, and comments`() {
    let list = "# from a file manager\r\nfile:///a\r\nhttp://b/c\r\nfile:///c%20d\r\n"
    #expect(FileURI.paths(inList: list) == ["/a", "/c d"])
  }
}
