import Catalog
import Foundation
import Testing

@Suite struct ImportTests {
  let folder: TestFolder

  init() throws {
    folder = try TestFolder()
    for name in ["in/deep/.hidden", "none"] {
      try FileManager.default.createDirectory(
        atPath: folder.path(name), withIntermediateDirectories: true)
    }
  }

  private func draw(_ text: String, to name: String) throws {
    try folder.write(Array(CrownRecord.zigzag(text).utf8), to: name)
  }

  @Test func `each file is told of in order, once, whatever it is`() throws {
    try draw("a", to: "in/a crown.svg")
    try draw("b", to: "in/deep/b.SVG")
    try draw("h", to: "in/deep/.hidden/h.svg")
    try draw("a", to: "copy.svg")
    try folder.write(Array("<svg".utf8), to: "in/broken.svg")
    mkfifo(folder.path("in/pipe.svg"), 0o600)
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("in/deep/circle"), withDestinationPath: folder.path("in"))
    let library = try folder.open()
    var heard: [[Int]] = []

    let result = try library.importCrowns(
      from: [folder.path("in"), folder.path("in/a crown.svg"), folder.path("copy.svg")]
        + ["none", "gone"].map(folder.path), tags: ["x"]
    ) {
      heard.append([$0, $1])
      return true
    }

    let told = result.entries.map { entry in
      let name = entry.path.dropFirst(folder.root.count + 1)
      return switch entry.outcome {
      case .added(let id, _): "\(name) + \(id)"
      case .present(let id): "\(name) = \(id)"
      case .refused: "\(name) -"
      }
    }
    #expect(
      told == [
        "in/a crown.svg + a-crown", "in/broken.svg -", "in/deep/b.SVG + b", "in/pipe.svg -",
        "copy.svg = a-crown", "none -", "gone -",
      ])
    #expect(result.added == ["a-crown", "b"] && result.refusals == 4)
    #expect(heard == [[7, 7]])
    #expect(try library.crown("a-crown")?.name == "A crown")
    #expect(try library.crowns(matching: "x").count == 2)
  }

  @Test func `a picture is refused in a person's words`() throws {
    try folder.write([0x89, 0x50, 0x4E, 0x47], to: "photo.PNG")
    let result = try folder.open().importCrowns(from: [folder.path("photo.PNG")])
    guard case .refused(let reason) = try #require(result.entries.first).outcome else {
      Issue.record("it was not refused")
      return
    }
    #expect(reason.english == "it is a picture; a crown is a drawing in SVG")
  }

  @Test func `nothing is imported into a library that may only be read`() throws {
    try draw("a", to: "a.svg")
    _ = try folder.open()
    let library = try folder.open(.reading)

    let error = #expect(throws: LibraryError.self) {
      try library.importCrowns(from: [folder.path("a.svg")])
    }

    #expect(error?.reason == .readOnly)
  }

  @Test func `an import that is given up adds nothing`() throws {
    for number in 0..<40 { try draw("a\(number)", to: "in/a\(number).svg") }
    let library = try folder.open()

    let result = try library.importCrowns(from: [folder.path("in")]) { done, _ in done < 32 }

    #expect(result.entries.isEmpty)
    #expect(try library.crowns().isEmpty)
  }
}
