import Foundation
import Posters
import TestSupport
import Testing

/// Posters placed several to a sheet, run as a program.
@Suite(.enabled(if: BuiltProgram.isThere, Comment(rawValue: BuiltProgram.missing)))
struct ImposeCommandTests {
  let home: Home

  init() throws { home = try Home() }

  private func run(_ arguments: String...) throws -> BuiltProgram.Result {
    try BuiltProgram.run(arguments, in: home)
  }

  private func pages(of name: String) throws -> [PlacedPDF.Page] {
    try PlacedPDF(Array(try Data(contentsOf: URL(filePath: home.path(name))))).pages
  }

  private func exists(_ name: String) -> Bool { FileManager.default.fileExists(atPath: home.path(name)) }

  private func write(_ text: String, to name: String) throws {
    try Data(text.utf8).write(to: URL(filePath: home.path(name)))
  }

  private func makePoster(_ name: String, _ text: String, page: String = "85x55mm") throws {
    #expect(
      try run("poster", "new", "--text", text, "--crown", "none", "--page", page, "-o", name).status == 0)
  }

  @Test func `one card fills a sheet, and several come once in their order`() throws {
    try makePoster("a.json", "ONE")
    try makePoster("b.json", "TWO")
    func count(_ arguments: String...) throws -> Int {
      let result = try BuiltProgram.run(
        ["poster", "render"] + arguments + ["-o", "sheets.pdf"], in: home)
      #expect(result.status == 0, "\(result.complaints)")
      return try pages(of: "sheets.pdf").count
    }
    #expect(try count("a.json", "--impose", "own") == 1)
    #expect(try count("a.json", "--impose", "own", "--repeat", "11") == 2)
    #expect(try count("a.json", "b.json", "--impose", "card-85x55", "--marks", "--bleed", "3mm") == 1)
    #expect(try count("a.json", "--impose", "card-85x55", "--back", "b.json", "--sides", "both") == 2)
    #expect(try count("a.json", "b.json", "--impose", "2x2", "--sides", "work-and-turn") == 1)
    #expect(try count("a.json", "--impose", "L7160", "--first-cell", "21") == 1)
    let size = try pages(of: "sheets.pdf")[0].size
    #expect(abs(size.width - 595.28) < 0.01 && abs(size.height - 841.89) < 0.01)
  }

  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/pdftotext")))
  func `rows of a table are placed on sheets, so that cut piles are in order`() throws {
    try makePoster("badge.json", "{name}", page: "54x86mm")
    let names = (1...20).map { "N\($0 + 100)" }
    try write("name\n" + names.joined(separator: "\n") + "\n", to: "people.csv")
    let result = try run(
      "poster", "render", "badge.json", "--data", "people.csv", "-o", "badges.pdf", "--impose", "badge-54x86",
      "--paper", "A4 portrait", "--order", "stack")
    #expect(result.status == 0, "\(result.complaints)")
    #expect(try pages(of: "badges.pdf").count == 3)
    // Nine to a sheet: the first cell of each sheet has the first three names.
    for page in 1...3 {
      let process = Process()
      process.executableURL = URL(filePath: "/usr/bin/pdftotext")
      process.arguments = ["-f", "\(page)", "-l", "\(page)", home.path("badges.pdf"), "-"]
      let pipe = Pipe()
      process.standardOutput = pipe
      try process.run()
      let text = String(decoding: try pipe.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
      process.waitUntilExit()
      // Wide letter spacing divides words.
      let found = text.filter { !$0.isWhitespace }
      let wanted = names.enumerated().filter { $0.offset % 3 == page - 1 }.map(\.element)
      #expect(found.hasPrefix(names[page - 1]), "\(found)")
      #expect(wanted.allSatisfy(found.contains) && found.count == 4 * wanted.count, "\(found)")
    }
  }

  @Test func `a row at fault is named, and nothing is written`() throws {
    try makePoster("label.json", "{name}")
    var text = try String(contentsOfFile: home.path("label.json"), encoding: .utf8)
    text = text.replacing(#/"ink" *: *"[^"]*"/#, with: #""ink": "{ink}""#)
    if !text.contains("{ink}") { text = text.replacing(#/^\{/#, with: #"{"ink": "{ink}","#) }
    try write(text, to: "label.json")
    try write("name,ink\nA,red\nB,nocolour\n", to: "jars.csv")
    try write("old", to: "labels.pdf")
    let result = try run(
      "poster", "render", "label.json", "--data", "jars.csv", "-o", "labels.pdf", "--impose", "3474")
    #expect(
      result.status == 1 && result.complaints.contains("jars.csv: row 2, column ink"), "\(result.complaints)")
    #expect(result.complaints.contains("nothing was written"))
    #expect(try String(contentsOfFile: home.path("labels.pdf"), encoding: .utf8) == "old")
    let missing = try run(
      "poster", "render", "label.json", "--data", "jars.csv", "-o", "x.pdf", "--impose", "bad")
    #expect(missing.status == 2)
  }

  @Test func `what does not fit is refused with what to do, and no file is touched`() throws {
    try makePoster("a.json", "ONE")
    for (arguments, words) in [
      (["--impose", "500x500mm"], "larger paper"),
      (["--impose", "3x3", "--sides", "work-and-turn"], "even number"),
      (["--impose", "L7160", "--first-cell", "22"], "from 1 to 21"),
      (["--impose", "30x30mm", "--scaling", "actual"], "scale it to fit"),
    ] {
      let result = try BuiltProgram.run(
        ["poster", "render", "a.json", "-o", "out.pdf"] + arguments, in: home)
      #expect(
        result.status == 1 && result.complaintLines == 1 && result.complaints.contains(words),
        "\(result.complaints)")
      #expect(!exists("out.pdf"))
    }
    for (arguments, words) in [
      (["-o", "out.png", "--impose", "2x2"], ".pdf"),
      (["-o", "out.pdf", "--impose", "2x2", "--tile", "A4"], "One of"),
      (["-o", "out.pdf", "--gap", "2mm"], "--impose"), (["-o", "out.pdf", "--impose", "L9999"], "no cells"),
      (["-o", "out.pdf", "--impose", "2x2", "--overlap", "2mm"], "--tile"),
      (["-o", "out.pdf", "--impose", "0x2"], "columns"),
      (["-o", "out.pdf", "--impose", "2x2", "--repeat", "0"], "--repeat"),
    ] {
      let result = try BuiltProgram.run(["poster", "render", "a.json"] + arguments, in: home)
      #expect(result.status == 2 && result.complaints.contains(words), "\(arguments): \(result.complaints)")
      #expect(!exists("out.pdf") && !exists("out.png"))
    }
  }

  // MARK: PDFs

  /// Makes a PDF of a poster.
  private func makePDF(_ name: String, _ text: String, page: String = "85x55mm", bleed: String = "0") throws {
    try makePoster("source.json", text, page: page)
    #expect(
      try run("poster", "render", "source.json", "-o", name, "--outlines", "--bleed", bleed).status == 0)
  }

  @Test func `pages of several PDFs are placed in their order with a back, and their boxes are kept`() throws
  {
    try makePDF("a.pdf", "ONE", bleed: "3mm")
    try makePDF("b.pdf", "TWO", bleed: "3mm")
    try makePDF("back.pdf", "BACK", bleed: "3mm")
    func pages(_ arguments: String...) throws -> [PlacedPDF.Page] {
      let result = try BuiltProgram.run(["impose"] + arguments + ["-o", "sheets.pdf"], in: home)
      #expect(result.status == 0 && result.complaints.isEmpty, "\(arguments): \(result.complaints)")
      return try self.pages(of: "sheets.pdf")
    }
    #expect(try pages("a.pdf").count == 1)
    #expect(try pages("a.pdf", "b.pdf", "--repeat", "6").count == 2)
    #expect(try pages("a.pdf", "b.pdf", "--back", "back.pdf").count == 2)
    #expect(try pages("a.pdf", "b.pdf", "--cells", "1x1").count == 2)
    // The trim box is the cells without the bleed: two columns and a gap of two bleeds.
    let trim = try #require(
      try pages("a.pdf", "b.pdf", "--cells", "card-85x55", "--paper", "A4 portrait").first
    )
    .trim
    let unit = Page.pointsPerMillimetre
    #expect(abs(trim.width - (2 * 85 + 6) * unit) < 0.01 * unit, "\(trim.width / unit)")
    // The pages of the poster command are placed alike.
    try makePoster("a.json", "ONE")
    #expect(
      try run("poster", "render", "a.json", "-o", "direct.pdf", "--impose", "L7160").status == 0)
    try makePDF("a.pdf", "ONE")
    let later = try pages("a.pdf", "--cells", "L7160")
    let direct = try self.pages(of: "direct.pdf")
    #expect(direct == later)
  }

  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/qpdf")))
  func `encrypted, damaged and missing PDFs are named, and the old file stays`() throws {
    try makePDF("good.pdf", "ONE")
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/qpdf")
    process.arguments = [
      "--encrypt", "user", "owner", "256", "--", home.path("good.pdf"), home.path("locked.pdf"),
    ]
    try process.run()
    process.waitUntilExit()
    let bytes = try Data(contentsOf: URL(filePath: home.path("good.pdf")))
    try bytes.prefix(bytes.count / 2).write(to: URL(filePath: home.path("half.pdf")))
    try write("old", to: "out.pdf")
    for (files, words) in [
      (["locked.pdf"], "locked.pdf: this PDF is encrypted"),
      (["good.pdf", "half.pdf"], "half.pdf: this is not a PDF, or a damaged one"),
      (["good.pdf", "--back", "locked.pdf"], "locked.pdf: this PDF is encrypted"),
      (["good.pdf", "none.pdf"], "none.pdf"),
      (["good.pdf", "--cells", "500x500mm"], "larger paper"),
    ] {
      let result = try BuiltProgram.run(["impose"] + files + ["-o", "out.pdf"], in: home)
      #expect(result.status == 1 && result.complaintLines == 1, "\(files): \(result.complaints)")
      #expect(result.complaints.contains(words), "\(files): \(result.complaints)")
      #expect(try String(contentsOfFile: home.path("out.pdf"), encoding: .utf8) == "old")
    }
    #expect(try BuiltProgram.run(["impose", "-o", "out.pdf"], in: home).status == 2)
  }
}
