import Foundation
import Geometry
import Posters
import TestSupport
import Testing

@testable import Publishing

@Suite struct PrintTests {
  private static let papers = """
    PageSize/Page Size: *A4 A3 Letter Env10
    Resolution/Output Resolution: 300dpi *600dpi

    """

  @Test func `papers have the names that the printer gives them, upright or lying`() throws {
    let papers = try #require(PrinterPapers(options: Self.papers))

    #expect(papers.name(of: try Page(parsing: "A3")) == "A3")
    #expect(papers.name(of: try Page(parsing: "A4 landscape")) == "A4")
    #expect(papers.name(of: try Page(parsing: "A5")) == nil)
    #expect(papers.name(of: .poster) == nil)
  }

  @Test func `a printer that cuts paper itself takes any size`() throws {
    let papers = try #require(
      PrinterPapers(options: "media/Media Size: A4 Custom.WIDTHxHEIGHT\n"))

    #expect(papers.name(of: .poster) == "Custom.508x762mm")
    #expect(papers.name(of: Page(width: 300.125, height: 100)) == "Custom.100x300.13mm")
  }

  @Test(arguments: ["", "Duplex/Duplex: *None", "PageSize/Page Size:", "PageSize/Page Size"])
  func `a printer that names no papers says nothing`(options: String) {
    #expect(PrinterPapers(options: options) == nil)
  }

  /// Three papers of a laser printer, as CUPS 2.4 reports them through ipptool; sizes are rounded to points.
  private static let attributes = """
    "own.test":
        Get-Printer-Attributes:
            attributes-charset (charset) = utf-8
            requested-attributes (1setOf keyword) = media-col-database,media-col-default
            media-col-default (collection) = {media-size={x-dimension=21590 y-dimension=27940} media-bottom-margin=1270 media-left-margin=635 media-right-margin=635 media-top-margin=1270}
            media-col-database (1setOf collection) = {media-size={x-dimension=21590 y-dimension=27940} media-bottom-margin=1270 media-left-margin=635 media-right-margin=635 media-top-margin=1270},{media-size={x-dimension=20990 y-dimension=29704} media-bottom-margin=423 media-left-margin=635 media-right-margin=635 media-top-margin=423 media-source=tray-1},{media-size={x-dimension=20990 y-dimension=29704} media-bottom-margin=0 media-left-margin=0 media-right-margin=0 media-top-margin=0},{media-size={x-dimension=7620-21590 y-dimension=12700-35560} media-bottom-margin=423 media-left-margin=423 media-right-margin=423 media-top-margin=423},{media-size={x-dimension=17604 y-dimension=25012} media-bottom-margin=635 media-left-margin=635 media-right-margin=635 media-top-margin=635}
    """

  @Test func `a printer's papers have its margins, and common ones their exact size`() throws {
    let media = try #require(PrinterMedia(attributes: Self.attributes))

    #expect(media.papers.map(\.page.measures) == ["Letter", "A4", "176.04 × 250.12 mm"])
    #expect(media.usual?.name == "Letter")
    #expect(media.margin(on: Page(width: 210, height: 297)) == 6.35)
    #expect(media.margin(on: Page(width: 297, height: 210)) == 6.35)
    #expect(media.margin(on: Page(width: 215.9, height: 279.4)) == 12.7)
    #expect(media.margin(on: Page(width: 297, height: 420)) == nil)
  }

  @Test(arguments: [
    "", "media-col-database", "media-col-database (1setOf collection) = ",
    "  media-col-database (1setOf collection) = {media-size={x-dimension= y-dimension=}}",
    "  media-col-database (1setOf collection) = {media-size={x-dimension=99999999999999999999 y-dimension=1}}",
    "  media-col-database (1setOf collection) = {media-size={y-dimension=29700",
  ])
  func `a printer that does not tell its papers says nothing`(attributes: String) {
    #expect(PrinterMedia(attributes: attributes) == nil)
  }

  @Test func `what keeps from printing is said`() {
    let stopped = PrintQueues(isRunning: false, names: [], hasUsual: false)
    let empty = PrintQueues(isRunning: true, names: [], hasUsual: false)
    let two = PrintQueues(isRunning: true, names: ["Office", "Home"], hasUsual: false)
    let usual = PrintQueues(isRunning: true, names: ["Office"], hasUsual: true)

    #expect(stopped.fault(with: "Office")?.english.contains("not running") == true)
    #expect(empty.fault(with: nil)?.english.contains("there is no printer") == true)
    #expect(
      two.fault(with: "Nope")?.english.contains("no printer called Nope; there are Office, Home") == true)
    #expect(two.fault(with: nil)?.english.contains("--printer") == true)
    #expect(two.fault(with: "Office/draft") == nil && usual.fault(with: nil) == nil)
  }
}

/// The arguments of `lp` when the program calls it; other programs replace those of CUPS.
@Suite(.enabled(if: BuiltProgram.isThere, Comment(rawValue: BuiltProgram.missing)))
struct PrintCommandTests {
  let home: Home

  init() throws { home = try Home() }

  private func install(_ name: String, _ script: String) throws {
    let bin = home.folder.appending(path: "bin")
    try FileManager.default.createDirectory(at: bin, withIntermediateDirectories: true)
    let file = bin.appending(path: name)
    try Data("#!/bin/sh\ncd '\(home.path(""))'\n\(script)\n".utf8).write(to: file)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: home.path("bin/" + name))
  }

  private func run(_ arguments: String..., path: String? = nil) throws -> BuiltProgram.Result {
    let path = path ?? home.path("bin") + ":/usr/bin:/bin"
    return try BuiltProgram.run(["poster"] + arguments, in: home, environment: ["PATH": path])
  }

  private func poster(_ name: String, page: String) throws {
    #expect(
      try run("new", "--text", name, "--crown", "none", "--page", page, "-o", name + ".json").status == 0)
  }

  @Test func `each paper is a job of its own`() throws {
    try install("lpoptions", "echo 'PageSize/Page Size: *A4 A3'")
    try install("lp", #"echo "$@" >> jobs; cat > "$(wc -l < jobs).pdf""#)
    for (name, page) in [("A", "A3"), ("B", "A3"), ("C", "A4 landscape"), ("D", "square")] {
      try poster(name, page: page)
    }

    let result = try run(
      "print", "A.json", "B.json", "C.json", "D.json", "--printer", "Office", "--copies", "2")

    let jobs = try String(contentsOfFile: home.path("jobs"), encoding: .utf8)
    #expect(result.status == 0 && result.complaintLines == 1, "\(result.complaints)")
    #expect(result.complaints.contains("Office has no paper of 508 × 508 mm"))
    #expect(
      jobs.split(separator: "\n") == [
        "-t A -n 2 -d Office -o media=A3", "-t C -n 2 -d Office -o media=A4",
        "-t D -n 2 -d Office -o fit-to-page",
      ])
    for number in 1...3 {
      #expect(
        try Data(contentsOf: home.folder.appending(path: "\(number).pdf")).starts(with: Data("%PDF".utf8)))
    }
  }

  @Test func `a page is printed with its bleed, unless another one is asked for`() throws {
    try install("lpoptions", "echo 'PageSize/Page Size: *A4 Custom.WIDTHxHEIGHT'")
    try install("lp", #"echo "$@" >> jobs; cat > /dev/null"#)
    for (name, bleed) in [("A", "3mm"), ("B", "3mm"), ("C", "0mm")] {
      #expect(
        try run(
          "new", "--text", name, "--crown", "none", "--page", "A4", "--bleed", bleed, "-o", name + ".json"
        ).status == 0)
    }

    #expect(try run("print", "A.json", "B.json", "C.json").status == 0)
    #expect(try run("print", "A.json", "--bleed", "0").status == 0)

    let jobs = try String(contentsOfFile: home.path("jobs"), encoding: .utf8)
    #expect(
      jobs.split(separator: "\n") == [
        "-t A -n 1 -o media=Custom.216x303mm", "-t C -n 1 -o media=A4", "-t A -n 1 -o media=A4",
      ])
  }

  @Test func `sheets of a divided poster are printed on their paper as they are, or not at all`() throws {
    try install("lpoptions", "echo 'PageSize/Page Size: *Letter A4'")
    try install("lp", #"echo "$@" >> jobs; cat > sheets.pdf"#)
    try poster("A", page: "A2")

    #expect(try run("print", "A.json", "--tile", "A4", "--printer", "Office").status == 0)
    let jobs = try String(contentsOfFile: home.path("jobs"), encoding: .utf8)
    #expect(jobs == "-t A -n 1 -d Office -o media=A4 -o print-scaling=none\n")
    let file = Array(try Data(contentsOf: home.folder.appending(path: "sheets.pdf")))
    let pages = try PlacedPDF(file).pages
    #expect(pages.count > 4)
    // CUPS would put a trim box in the middle of the paper.
    #expect(pages.allSatisfy { $0.trim == Rect(origin: .zero, size: $0.size) })

    let refused = try run("print", "A.json", "--tile", "A3", "--printer", "Office")
    #expect(refused.status == 3 && refused.complaints.contains("choose one that it has: Letter, A4"))
    #expect(try String(contentsOfFile: home.path("jobs"), encoding: .utf8) == jobs)
  }

  @Test func `posters that share sheets are one job, on both sides of their paper`() throws {
    try install("lpoptions", "echo 'PageSize/Page Size: *Letter A4'")
    try install("lp", #"echo "$@" >> jobs; cat > sheets.pdf"#)
    for (name, page) in [("A", "85x55mm"), ("B", "54x86mm"), ("C", "85x55mm")] {
      try poster(name, page: page)
    }

    let result = try run(
      "print", "A.json", "B.json", "--impose", "card-85x55", "--paper", "A4 portrait", "--back", "C.json",
      "--printer",
      "Office")
    #expect(result.status == 0, "\(result.complaints)")
    let jobs = try String(contentsOfFile: home.path("jobs"), encoding: .utf8)
    #expect(
      jobs
        == "-t A -n 1 -d Office -o media=A4 -o print-scaling=none -o sides=two-sided-long-edge\n")
    let file = Array(try Data(contentsOf: home.folder.appending(path: "sheets.pdf")))
    let pages = try PlacedPDF(file).pages
    #expect(pages.count == 2 && pages.allSatisfy { $0.trim == Rect(origin: .zero, size: $0.size) })

    let labels = try run("print", "A.json", "--impose", "5160", "--printer", "Office")
    #expect(labels.status == 0)
    let refused = try run("print", "A.json", "--impose", "2x2", "--paper", "A3", "--printer", "Office")
    #expect(refused.status == 3 && refused.complaints.contains("choose one that it has: Letter, A4"))
  }

  @Test func `a printer that is not there is named beside those that are`() throws {
    try install("lp", "cat > /dev/null; echo 'lp: Error - The printer or class does not exist.' >&2; exit 1")
    try install("lpstat", "case $1 in -r) echo scheduler is running;; -e) echo Office;; esac")
    try poster("A", page: "A4")

    let result = try run("print", "A.json", "--printer", "Nope")

    #expect(result.status == 3 && result.complaintLines == 1)
    #expect(result.complaints.contains("no printer called Nope; there are Office"), "\(result.complaints)")
  }

  @Test func `without lp nothing is printed, and it says what to install`() throws {
    try poster("A", page: "A4")
    // The program that runs it in time is all that is there.
    let empty = home.path("empty")
    try FileManager.default.createDirectory(atPath: empty, withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: empty + "/timeout", withDestinationPath: "/usr/bin/timeout")

    let result = try run("print", "A.json", path: empty)

    #expect(result.status == 3 && result.complaints.contains("cups-client"))
  }
}
