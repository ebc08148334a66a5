import Files
import Foundation
import Testing

@Suite struct WorkingFilesTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  /// Makes a file that was changed so many seconds ago.
  private func make(_ name: String, age: Double = 3600) throws {
    let path = "\(folder.path)/\(name)"
    try Data("half".utf8).write(to: URL(filePath: path))
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSinceNow: -age)], ofItemAtPath: path)
  }

  private var names: [String] { (Folder.names(in: folder.path) ?? []).sorted() }

  @Test func `what a killed program left is removed by the next that writes there`() throws {
    try make(".regalia-3w5e11264sgsf")

    try AtomicFile.write("whole", to: folder.path + "/out.txt")

    #expect(names == ["out.txt"])
  }

  @Test func `files of others, and those that are young, stay`() throws {
    let others = [
      ".regalia-", ".regalia-Notes", ".regalia-3w5e11264sgsfx", ".regalia-abc.txt", "regalia-abc",
      ".regaliaabc",
    ]
    for name in others { try make(name) }
    try make(".regalia-young", age: 30)
    try FileManager.default.createDirectory(
      atPath: folder.path + "/.regalia-folder", withIntermediateDirectories: false)
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/.regalia-link", withDestinationPath: ".regalia-Notes")

    WorkingFiles.removeLeft(in: folder.path, named: AtomicFile.workingPrefix)

    #expect(names == (others + [".regalia-young", ".regalia-folder", ".regalia-link"]).sorted())
  }

  @Test func `what another is writing stays, however long that takes`() throws {
    let place = folder.path + "/out.txt"
    let file = try AtomicFile(path: place)
    let working = try #require(names.first)
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSinceNow: -3600)], ofItemAtPath: "\(folder.path)/\(working)")

    WorkingFiles.removeLeft(in: folder.path, named: AtomicFile.workingPrefix)
    #expect(names == [working])
    try file.commit()

    #expect(names == ["out.txt"])
  }

  @Test func `endings are part of a name`() throws {
    for ending in ["", "-wal", "-shm", ".txt"] { try make("library.new-1a\(ending)") }

    WorkingFiles.removeLeft(in: folder.path, named: "library.new-", endings: ["", "-wal"])

    #expect(names == ["library.new-1a-shm", "library.new-1a.txt"])
  }
}
