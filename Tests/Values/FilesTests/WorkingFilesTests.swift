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

  /// Makes a file as a killed program leaves it, and returns its name.
  private func leave(_ prefix: String = AtomicFile.workingPrefix, age: Double = 3600) throws -> String {
    let (path, descriptor) = WorkingFiles.make("\(folder.path)/\(prefix)")
    #expect(descriptor >= 0)
    close(descriptor)
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSinceNow: -age)], ofItemAtPath: path)
    return FilePath(path).name
  }

  @Test func `what a killed program left is removed by the next that writes there`() throws {
    _ = try leave()

    try AtomicFile.write("whole", to: folder.path + "/out.txt")

    #expect(names == ["out.txt"])
  }

  /// `.regalia-backup` and `posters.regalia.new-copy` were taken for what a program had left.
  @Test func `files of people stay, whatever they are called and however old they are`() throws {
    let left = try leave()
    let others = [
      ".regalia-", ".regalia-backup", ".regalia-3w5e11264sgsf", ".regalia-abc-def", "\(left)-2",
      "\(left).txt",
      "regalia-abc", ".regaliaabc", "posters.regalia.new-copy", "posters.regalia.new-a-b",
    ]
    for name in others { try make(name) }
    // A copy has the name of what was left in another folder, and another number.
    let copied = try leave()
    try FileManager.default.copyItem(atPath: "\(folder.path)/\(copied)", toPath: folder.path + "/copy")
    try FileManager.default.removeItem(atPath: "\(folder.path)/\(copied)")
    try FileManager.default.moveItem(atPath: folder.path + "/copy", toPath: "\(folder.path)/\(copied)")
    let young = try leave(age: 30)

    WorkingFiles.removeLeft(in: folder.path, named: AtomicFile.workingPrefix)
    WorkingFiles.removeLeft(in: folder.path, named: "posters.regalia.new-", companions: ["-wal"])

    let mayStay = Set(others + [young, copied])
    #expect(!names.contains(left))
    #expect(Set(others + [young]).subtracting(names) == [] && Set(names).subtracting(mayStay) == [])
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

  @Test func `what SQLite left beside such a file goes with it, and nothing else`() throws {
    let left = try leave("library.new-")
    for name in ["\(left)-wal", "\(left)-shm", "\(left).txt", "library.new-a-b-wal"] { try make(name) }

    WorkingFiles.removeLeft(in: folder.path, named: "library.new-", companions: ["-wal"])

    #expect(names == ["library.new-a-b-wal", "\(left)-shm", "\(left).txt"].sorted())
  }
}
