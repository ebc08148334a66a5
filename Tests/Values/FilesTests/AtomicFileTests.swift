import Foundation
import Files
import Testing

@Suite struct AtomicFileTests {
  @Test func `nothing is at its place before it is put there`() throws {
    let folder = try ScratchFolder()
    let place = folder.path + "/out.txt"
    let file = try AtomicFile(path: place)

    try file.write(Array("whole".utf8))
    #expect(!FileManager.default.fileExists(atPath: place))
    try file.commit()

    #expect(try String(contentsOfFile: place, encoding: .utf8) == "whole")
    #expect(Folder.names(in: folder.path) == ["out.txt"])
  }

  @Test func `a file that is given up leaves the old one alone`() throws {
    let folder = try ScratchFolder()
    let place = folder.path + "/out.txt"
    try Data("old".utf8).write(to: URL(filePath: place))

    try giveUp(place)

    #expect(try String(contentsOfFile: place, encoding: .utf8) == "old")
    #expect(Folder.names(in: folder.path) == ["out.txt"])
  }

  @Test func `a folder in the way is refused with the place of it`() throws {
    let folder = try ScratchFolder()

    #expect { try giveUp(folder.path + "/") } throws: { error in
      (error as? AtomicFile.Failure)?.path == folder.path + "/"
    }
  }

  @Test func `of two writers the last to finish stands whole`() throws {
    let folder = try ScratchFolder()
    let place = folder.path + "/out.txt"
    let first = try AtomicFile(path: place)
    let second = try AtomicFile(path: place)

    try second.write(Array("second".utf8))
    try first.write(Array("first".utf8))
    try second.commit()
    try first.commit()

    #expect(try String(contentsOfFile: place, encoding: .utf8) == "first")
    #expect(Folder.names(in: folder.path) == ["out.txt"])
  }

  @Test func `a pipe that nobody reads from is refused, and one that is read gets all`() throws {
    let folder = try ScratchFolder()
    let place = folder.path + "/pipe"
    #expect(mkfifo(place, 0o600) == 0)

    #expect { try AtomicFile.write("words", to: place) } throws: {
      "\($0)".contains("no program reads from it")
    }
    let reader = open(place, O_RDONLY | O_NONBLOCK)
    defer { close(reader) }
    try AtomicFile.write("words", to: place)

    var bytes = [UInt8](repeating: 0, count: 16)
    let count = read(reader, &bytes, bytes.count)
    #expect(bytes.prefix(max(count, 0)) == Array("words".utf8)[...])
  }

  @Test(.enabled(if: geteuid() == 0, "only root can make somebody else's link"))
  func `somebody else's link in a folder where everybody may write is not followed`() throws {
    let folder = try ScratchFolder()
    let (place, target) = (folder.path + "/out.txt", folder.path + "/precious.txt")
    try AtomicFile.write("precious", to: target)
    #expect(symlink(target, place) == 0 && chmod(folder.path, 0o1777) == 0)

    #expect(lchown(place, 65534, 65534) == 0)
    #expect { try AtomicFile.write("words", to: place) } throws: { "\($0)".contains("another user's link") }
    #expect(try String(contentsOfFile: target, encoding: .utf8) == "precious")

    // One's own leads where one wants.
    #expect(lchown(place, 0, 0) == 0)
    try AtomicFile.write("words", to: place)
    #expect(try String(contentsOfFile: target, encoding: .utf8) == "words")
  }

  private func giveUp(_ place: String) throws {
    let file = try AtomicFile(path: place)
    try file.write(Array("half".utf8))
  }
}
