import Foundation
import Posters
import TestSupport
import Testing

/// The tile command for posters and PDFs, run as a program.
@Suite(.enabled(if: BuiltProgram.isThere, Comment(rawValue: BuiltProgram.missing)))
struct TileCommandTests {
  let home: Home

  init() throws { home = try Home() }

  private func run(_ arguments: [String], path: String? = nil) throws -> BuiltProgram.Result {
    try BuiltProgram.run(arguments, in: home, environment: path.map { ["PATH": $0] } ?? [:])
  }

  private func run(_ arguments: String...) throws -> BuiltProgram.Result { try run(arguments) }

  private func pages(of name: String) throws -> [PlacedPDF.Page] {
    try PlacedPDF(Array(try Data(contentsOf: URL(filePath: home.path(name))))).pages
  }

  private func exists(_ name: String) -> Bool { FileManager.default.fileExists(atPath: home.path(name)) }

  private func makePoster(_ options: String...) throws {
    let arguments = ["poster", "new", "--text", "KEEP/CALM", "--crown", "none"] + options
    #expect(try run(arguments + ["-o", "a.json"]).status == 0)
  }

  @Test func `a poster is divided while it is rendered, or afterwards as a PDF`() throws {
    try makePoster("--page", "A1")
    let direct = try run("poster", "render", "a.json", "-o", "direct.pdf", "--tile", "A4 portrait")
    let whole = try run("poster", "render", "a.json", "-o", "whole.pdf")
    let later = try run("tile", "whole.pdf", "-o", "later.pdf", "--paper", "A4 portrait")

    #expect(direct.status == 0 && whole.status == 0 && later.status == 0, "\(later.complaints)")
    let size = Page(width: 210, height: 297)
    for name in ["direct.pdf", "later.pdf"] {
      let pages = try pages(of: name)
      #expect(pages.count == 16)
      for page in pages {
        #expect(abs(page.size.width - size.width * Page.pointsPerMillimetre) < 0.01)
        #expect(abs(page.size.height - size.height * Page.pointsPerMillimetre) < 0.01)
      }
    }
  }

  @Test func `the size is said by sheets or by centimetres, and the paper may lie`() throws {
    try makePoster("--page", "A4")
    func count(_ options: String...) throws -> Int {
      let result = try run(["poster", "render", "a.json", "-o", "sheets.pdf", "--tile"] + options)
      #expect(result.status == 0, "\(result.complaints)")
      return try pages(of: "sheets.pdf").count
    }
    #expect(try count("A4", "--sheets", "3x3") == 9)
    #expect(try count("A4", "--size", "A1") == 15)
    #expect(try count("A4 landscape", "--size", "594x841mm") == 15)
    #expect(try count("A4 portrait", "--size", "59.4x84.1cm") == 16)
    #expect(try count("A4", "--size", "A1", "--overlap", "0", "--margin", "0") == 9)
  }

  @Test(
    .enabled(if: ["pdftoppm"].allSatisfy { FileManager.default.isExecutableFile(atPath: "/usr/bin/" + $0) }))
  func `sheets without ink are left out unless they are asked for`() throws {
    // Two words on white: the sheets above and below them are blank.
    try makePoster("--page", "200x900mm", "--background", "white", "--ink", "black")
    _ = try run("poster", "render", "a.json", "-o", "whole.pdf")
    for command in [["poster", "render", "a.json", "--tile", "A5"], ["tile", "whole.pdf", "--paper", "A5"]] {
      #expect(try run(command + ["-o", "few.pdf"]).complaints.isEmpty)
      #expect(try run(command + ["-o", "all.pdf", "--blank-sheets"]).status == 0)
      #expect(try pages(of: "few.pdf").count < pages(of: "all.pdf").count, "\(command)")
    }

    let bare = home.path("bare")
    try FileManager.default.createDirectory(atPath: bare, withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: bare + "/timeout", withDestinationPath: "/usr/bin/timeout")
    let kept = try run(["tile", "whole.pdf", "-o", "kept.pdf", "--paper", "A5"], path: bare)
    #expect(kept.status == 0 && kept.complaints.contains("poppler-utils"), "\(kept.complaints)")
    #expect(try pages(of: "kept.pdf").count == pages(of: "all.pdf").count)
  }

  @Test func `what cannot be divided is refused with what to do, and no file is touched`() throws {
    try makePoster("--page", "A4")
    _ = try run("poster", "render", "a.json", "-o", "whole.pdf")
    let whole = try Data(contentsOf: URL(filePath: home.path("whole.pdf")))
    try whole.prefix(whole.count / 2).write(to: URL(filePath: home.path("half.pdf")))
    try Data("old".utf8).write(to: URL(filePath: home.path("out.pdf")))

    func refusal(_ arguments: String...) throws -> String {
      let result = try run(arguments + ["-o", "out.pdf"])
      #expect(result.status == 1 && result.complaintLines == 1, "\(arguments) \(result.complaints)")
      #expect(try String(contentsOfFile: home.path("out.pdf"), encoding: .utf8) == "old")
      return result.complaints
    }
    #expect(try refusal("tile", "half.pdf").contains("half.pdf: this is not a PDF, or a damaged one"))
    #expect(try refusal("tile", "a.json").contains("a.json"))
    #expect(try refusal("tile", "none.pdf").contains("none.pdf"))
    #expect(try refusal("tile", "whole.pdf", "--paper", "40x40mm").contains("larger paper"))
    #expect(try refusal("tile", "whole.pdf", "--size", "1500x1500cm").contains("1000 is the most"))
    #expect(
      try refusal("poster", "render", "a.json", "--tile", "A4", "--size", "1500x1500cm").contains(
        "1000 is the most"))
  }

  @Test func `wrong usage is told from what goes together`() throws {
    try makePoster("--page", "A4")
    for (arguments, words) in [
      (["poster", "render", "a.json", "-o", "a.png", "--tile", "A4"], ".pdf"),
      (["poster", "render", "a.json", "-o", "a.pdf", "--tile", "A4", "--marks"], "--marks"),
      (["poster", "render", "a.json", "-o", "a.pdf", "--sheets", "2x2"], "--tile"),
      (["poster", "render", "a.json", "-o", "a.pdf", "--tile", "A44"], "A44"),
      (["tile", "a.pdf", "-o", "b.pdf", "--sheets", "2x2", "--size", "A1"], "One of"),
      (["tile", "a.pdf", "-o", "b.pdf", "--sheets", "2"], "columns x rows"),
      (["tile", "a.pdf", "-o", "b.pdf", "--overlap=-3mm"], "--overlap"),
      (["tile", "a.pdf", "-o", "b.pdf", "--size", "big"], "--size"),
    ] {
      let result = try run(arguments)
      #expect(result.status == 2 && result.complaints.contains(words), "\(arguments): \(result.complaints)")
      #expect(!exists("b.pdf") && !exists("a.pdf") && !exists("a.png"))
    }
  }
}
