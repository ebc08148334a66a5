import Foundation
import TestSupport
import Testing

/// The commands that fill a template from a table.
@Suite(.enabled(if: BuiltProgram.isThere, Comment(rawValue: BuiltProgram.missing)))
struct MergeCommandTests {
  private let home: Home

  init() throws { home = try Home() }

  private func run(_ arguments: String...) throws -> BuiltProgram.Result {
    try BuiltProgram.run(["poster"] + arguments, in: home)
  }

  private func write(_ text: String, to name: String) throws {
    try Data(text.utf8).write(to: home.folder.appending(path: name))
  }

  private func text(_ name: String) throws -> String {
    try String(contentsOf: home.folder.appending(path: name), encoding: .utf8)
  }

  private func names(in folder: String) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: home.path(folder))) ?? []).sorted()
  }

  private func template(_ text: String) throws {
    #expect(try run("new", "--text", text, "--crown", "none", "-o", "t.json").status == 0)
  }

  @Test(arguments: [
    ("people.tsv", "Full name\tn\nAnn Lee\t7\n"), ("people.csv", "n;Full name\r\n7;Ann Lee\r\n"),
    ("people.jsonl", "{\"Full name\": \"Ann Lee\", \"n\": 7}\n"),
  ])
  func `a table of any kind fills placeholders with formats, from the columns that are named`(
    name: String, table: String
  ) throws {
    try template("{name:upper}/No. {n:000}/{title|} {city|nowhere}")
    try write(table, to: name)

    let refused = try run("render", "t.json", "--data", name, "-o", "out/{n}.svg")
    #expect(refused.status == 1 && refused.complaints.contains("the table has no column {name}"))
    let other = try run(
      "render", "t.json", "--data", name, "-o", "out/{name:title}-{n:00}.svg", "--map", "name=Full name",
      "--map", "title=n", "--map", "city=n")

    #expect(other.status == 0, "\(other.complaints)")
    #expect(names(in: "out") == ["Ann Lee-07.svg"])
    #expect(try text("out/Ann Lee-07.svg").contains("ANN LEE</"))
  }

  @Test func `options that do not go together are refused`() throws {
    try template("{name}")
    try write("name\nAnn\n", to: "t.csv")
    for arguments in [
      ["t.json", "-o", "a.pdf", "--map", "a=b"], ["t.json", "--data", "t.csv", "-o", "a.pdf", "--map", "a"],
      ["t.json", "--data", "t.csv", "-o", "a.pdf", "--map", "a=b", "--map", "a=c"],
      ["t.json", "--data", "t.csv", "-o", "a.pdf", "--jobs", "2"],
      ["t.json", "--data", "t.csv", "-o", "a.pdf", "--resume"],
      ["t.json", "--data", "t.csv", "-o", "{name}.pdf", "--skip-faults"],
    ] {
      #expect(try BuiltProgram.run(["poster", "render"] + arguments, in: home).status == 2, "\(arguments)")
    }
    let mapped = try run("render", "t.json", "--data", "t.csv", "-o", "{row}.svg", "--map", "name=nome")
    #expect(
      mapped.status == 1 && mapped.complaints.contains("--map name=nome: the table has no column {nome}"))
  }

  @Test func `a ragged row is told of with its row, line and remedy, and the others are made`() throws {
    try template("{name}")
    try write("name,city\nAnn,Bonn\nBen\nCy,Kiel,x\nDi,Ulm\n", to: "t.csv")

    let result = try run("render", "t.json", "--data", "t.csv", "-o", "out/{row}.svg")

    #expect(result.status == 1 && names(in: "out") == ["1.svg", "4.svg"])
    #expect(result.complaints.contains("t.csv: row 2, column city: 1 values stand under 2 columns; add"))
    #expect(result.complaints.contains("t.csv: row 3: 3 values stand under 2 columns; put a value"))
    #expect(result.complaints.contains("2 of 4 posters were not made"))
  }

  @Test(arguments: [
    ("name,name\nA,B\n", "the columns 1 and 2 are both called “name”"), ("name\n", "the table has no rows"),
    ("name\n\"Ann\n", "line 2: a quotation mark is not closed"),
    ("[{\"name\": 1}]", "write one object on each line"),
    ("", "the names of the columns are missing"),
  ])
  func `a table that cannot be read makes nothing`(table: String, words: String) throws {
    try template("{name}")
    try write(table, to: "t.csv")

    let result = try run("render", "t.json", "--data", "t.csv", "-o", "out/{row}.svg")

    #expect(result.status == 1 && names(in: "out").isEmpty)
    #expect(result.complaints.contains(words), "\(result.complaints)")
  }

  @Test func `a table in another encoding is told of with the line and column`() throws {
    try template("{name}")
    try Data("name,city\nAnn,Bonn\nBen,M".utf8 + [0xFC] + "nchen\n".utf8).write(
      to: home.folder.appending(path: "t.csv"))

    let result = try run("render", "t.json", "--data", "t.csv", "-o", "out/{row}.svg")

    #expect(result.status == 1 && names(in: "out").isEmpty)
    #expect(result.complaints.contains("t.csv: line 3, column city: the text is not UTF-8; save"))
  }

  /// A sparse file of a gigabyte takes no place on the disk.
  @Test func `a table of a gigabyte is refused at once, with what to do`() throws {
    try template("{name}")
    try write("name\n", to: "t.csv")
    let file = try FileHandle(forWritingTo: home.folder.appending(path: "t.csv"))
    try file.truncate(atOffset: 1 << 30)
    try file.close()

    let result = try run("render", "t.json", "--data", "t.csv", "-o", "out/{row}.svg")

    #expect(result.status == 1 && names(in: "out").isEmpty)
    #expect(result.complaints.contains("t.csv: a table of up to 256 MiB is read; divide it"))
  }

  @Test func `a PDF whose name has no column has a page for each row, or is not written`() throws {
    try template("{name} {n:00}")
    try write("name,n\nAnn,1\nBen,x\nCy,3\n", to: "bad.csv")
    try write("name,n\nAnn,1\nBen,2\nCy,3\n", to: "good.csv")

    let refused = try run("render", "t.json", "--data", "bad.csv", "-o", "all.pdf")
    #expect(refused.status == 1 && !names(in: "").contains("all.pdf"))
    #expect(
      refused.complaints.contains("bad.csv: row 2, column n: “x” is no number, which the format 00 needs"))
    #expect(refused.complaints.contains("1 row has a fault; nothing was written"))

    #expect(try run("render", "t.json", "--data", "bad.csv", "-o", "two.pdf", "--skip-faults").status == 0)
    #expect(try run("render", "t.json", "--data", "good.csv", "-o", "all.pdf").status == 0)
    #expect(try pages("all.pdf") == "3" && pages("two.pdf") == "2")
    let words = try tool("pdftotext", ["all.pdf", "-"])
    for name in ["Ann 01", "Ben 02", "Cy 03"] { #expect(words.uppercased().contains(name.uppercased())) }
  }

  private func pages(_ name: String) throws -> String? {
    try tool("pdfinfo", [name]).firstMatch(of: /Pages: +([0-9]+)/).map { String($0.1) }
  }

  private func tool(_ name: String, _ arguments: [String]) throws -> String {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/" + name)
    process.arguments = arguments
    process.currentDirectoryURL = home.folder
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let bytes = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test func `rows hang on the wall as an album, all or none`() throws {
    try template("{name} {n:00}")
    try write("name,n\nAnn,1\nBen,x\n", to: "bad.csv")
    try write("name,n\nAnn,1\nBen,2\n", to: "good.csv")
    func wall() throws -> Int {
      try BuiltProgram.run(["poster", "list", "--library", "l.regalia"], in: home).output.split(
        separator: "\n"
      ).count
    }
    #expect(try run("add", "t.json", "--library", "l.regalia").status == 0)

    let refused = try run("add", "t.json", "--data", "bad.csv", "--album", "Guests", "--library", "l.regalia")
    #expect(refused.status == 1 && refused.complaints.contains("row 2, column n"))
    #expect(try wall() == 1)
    let hung = try run("add", "t.json", "--data", "good.csv", "--album", "Guests", "--library", "l.regalia")
    #expect(hung.status == 0 && hung.output.split(separator: "\n").count == 2, "\(hung.complaints)")
    #expect(try wall() == 3)
    #expect(try run("add", "t.json", "--data", "good.csv", "--library", "l.regalia").status == 2)
  }

  @Test func `a signal ends the program at once while it reads a long table`() throws {
    try template("{name}")
    let (process, table) = (Process(), Pipe())
    process.executableURL = URL(filePath: BuiltProgram.path ?? "")
    process.arguments = ["poster", "render", "t.json", "--data", "-", "-o", "out/{row}.pdf"]
    process.currentDirectoryURL = home.folder
    process.environment = home.environment
    process.standardInput = table
    process.standardError = FileHandle.nullDevice
    try process.start()
    defer { process.end() }
    // More than a pipe holds: it has been read in part when all is written, and its end never comes.
    try table.fileHandleForWriting.write(contentsOf: Data(String(repeating: "name\n", count: 40_000).utf8))
    kill(process.processIdentifier, SIGTERM)

    try eventually("it ends") { !process.isRunning }
    #expect(process.terminationReason == .uncaughtSignal && process.terminationStatus == SIGTERM)
    #expect(names(in: "out").isEmpty)
  }

  /// As `Scripts/merge-check` does with 5,000 rows.
  @Test func `a merge that is killed again and again and resumed has each file once and whole`() throws {
    try template("{name}/No. {row:000}")
    let count = 36
    try write("name\n" + (1...count).map { "Guest \($0)\n" }.joined(), to: "t.csv")
    let arguments = ["render", "t.json", "--data", "t.csv", "-o", "out/{row:000}.pdf", "--jobs", "2"]
    #expect(
      try BuiltProgram.run(["poster"] + arguments.map { $0.replacing("out/", with: "whole/") }, in: home)
        .status == 0)

    func made() -> [String] { names(in: "out").filter { !$0.hasPrefix(".regalia-") } }
    for part in 1...4 {
      let process = Process()
      process.executableURL = URL(filePath: BuiltProgram.path ?? "")
      process.arguments = ["poster"] + arguments + ["--resume"]
      process.currentDirectoryURL = home.folder
      process.environment = home.environment
      process.standardError = FileHandle.nullDevice
      try process.start()
      defer { process.end() }
      // It is killed when a number of files are there, wherever it is then.
      try eventually("some files are written") { made().count >= part * count / 5 }
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
    }
    let resumed = try BuiltProgram.run(["poster"] + arguments + ["--resume"], in: home)

    #expect(resumed.status == 0, "\(resumed.complaints)")
    let files = made()
    #expect(files == names(in: "whole") && files.count == count)
    for name in files {
      let whole = try Data(contentsOf: home.folder.appending(path: "whole/" + name))
      #expect(try Data(contentsOf: home.folder.appending(path: "out/" + name)) == whole, "\(name)")
    }
  }
}
