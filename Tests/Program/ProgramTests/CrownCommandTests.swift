import Catalog
import Colors
import Foundation
import Geometry
import Images
import TestSupport
import Testing

/// The commands for crowns and for the library.
@Suite(.enabled(if: BuiltProgram.isThere, Comment(rawValue: BuiltProgram.missing)))
struct CrownCommandTests {
  let home: Home

  init() throws { home = try Home() }

  private func run(_ arguments: String...) throws -> BuiltProgram.Result {
    try BuiltProgram.run(arguments, in: home)
  }

  private func write(_ text: String, to name: String) throws {
    let file = home.folder.appending(path: name)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }

  private func bytes(_ name: String) throws -> Data {
    try Data(contentsOf: home.folder.appending(path: name))
  }

  private func lines(_ text: String) -> [Substring] { text.split(separator: "\n") }

  private func ids(_ text: String) -> [Substring] { lines(text).map { $0.prefix { $0 != "\t" } } }

  private func objects(_ text: String) throws -> [[String: Any]] {
    try lines(text).map {
      try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
  }

  private static let ring =
    "<svg width='90' height='60'><path fill-rule='evenodd' d='M20 10h50v40h-50zM30 20v20h30v-20z'/></svg>"
  private static let drop = "<svg viewBox='0 0 40 40'><circle cx='20' cy='20' r='10' fill='red'/></svg>"

  @Test func `the shipped crowns are listed by id, as text and as JSON, and nothing is written for it`()
    throws
  {
    let text = try run("crowns", "list")
    let json = try run("crowns", "list", "--json")
    let statistics = try objects(run("crowns", "stats", "--json").output)

    #expect(text.status == 0 && text.complaints.isEmpty)
    #expect(ids(text.output).count >= 1000)
    #expect(Set(ids(text.output)).count == ids(text.output).count)
    #expect(try objects(json.output).map { $0["id"] as? String } == ids(text.output).map(String.init))
    #expect(statistics.first?["count"] as? Int == ids(text.output).count)
    #expect(try FileManager.default.contentsOfDirectory(atPath: home.folder.path()).isEmpty)
  }

  @Test func `searching finds what fits, and says with its exit code when nothing does`() throws {
    let found = try run("crowns", "search", "earl", "coron")
    let first = try #require(ids(found.output).first)
    let shown = try run("crowns", "show", String(first))

    #expect(found.status == 0 && first.hasPrefix("earl-"))
    #expect(shown.status == 0 && shown.output.hasPrefix(first + "\t"))
    #expect(
      try objects(run("crowns", "show", String(first), "--json").output).first?["shipped"] as? Bool == true)
    for nothing in [try run("crowns", "search", "zzzz"), try run("crowns", "show", "zzzz")] {
      #expect(nothing.status == 1 && nothing.output.isEmpty)
    }
  }

  @Test func `an import takes what it can, once, and says of the rest why not`() throws {
    try write(Self.ring, to: "in/ring.svg")
    try write(Self.ring, to: "in/deep/same.svg")
    try write("<svg", to: "in/broken.svg")
    try write("<svg viewBox='0 0 9 9'/>", to: "in/empty.svg")
    try write(
      "<svg viewBox='0 0 9 9'><rect width='5' height='5'/><text y='5'>x</text></svg>", to: "in/text.svg")
    try write("no drawing", to: "in/notes.txt")

    let first = try run("crowns", "import", "in", "gone.svg", "--tag", "mine", "--licence", "CC0")
    let second = try run("crowns", "import", "in/ring.svg", "--json")

    #expect(first.status == 1)
    #expect(Set(lines(first.output)) == ["same\tin/deep/same.svg", "text\tin/text.svg"])
    for words in [
      "refused  in/broken.svg", "refused  in/empty.svg", "refused  gone.svg", "warning  in/text.svg",
    ] {
      #expect(first.complaints.contains(words), "\(words)")
    }
    #expect(first.complaints.hasSuffix("2 added, 1 there already, 3 refused\n"))
    #expect(second.status == 0)
    #expect(try objects(second.output).first?["outcome"] as? String == "present")
    #expect(try Set(ids(run("crowns", "search", "mine").output)) == ["same", "text"])
    #expect(try run("crowns", "remove", "same", "zzzz").status == 1)
    #expect(try run("crowns", "remove", "same", "text").status == 0)
    #expect(try run("crowns", "search", "mine").status == 1)
  }

  @Test func `a crown of Regalia's own is not removed`() throws {
    let id = String(try #require(try ids(run("crowns", "list").output).first))
    let result = try run("crowns", "remove", id)

    #expect(result.status == 1 && result.complaintLines == 1)
    #expect(try run("crowns", "show", id).status == 0)
  }

  @Test(arguments: ["coverage", "mesh"], ["#12ab9f", "#fe0001", "rgb(1 2 3 / 0.5)"])
  func `each pixel has exactly the colour, and whole ones exactly its alpha`(technique: String, color: String)
    throws
  {
    try write(Self.ring, to: "ring.svg")
    let result = try run(
      "crowns", "render", "ring.svg", "-o", "out.png", "--size", "50", "--color", color, "--technique",
      technique)
    let bitmap = try Bitmap(contentsOf: home.path("out.png"))
    let expected: [UInt8] =
      switch color {
      case "#12ab9f": [0x12, 0xAB, 0x9F, 255]
      case "#fe0001": [0xFE, 0, 1, 255]
      default: [1, 2, 3, 128]
      }

    #expect(result.status == 0 && result.complaints.isEmpty)
    #expect(bitmap.size == PixelSize(width: 50, height: 40))
    for y in 0..<40 {
      for x in 0..<50 {
        let pixel = Array(bitmap.bytes[(y * 50 + x) * 4..<(y * 50 + x) * 4 + 4])
        let isHole = (10..<40).contains(x) && (10..<30).contains(y)
        #expect(pixel == (isHole ? [0, 0, 0, 0] : expected), "\(x), \(y)")
      }
    }
  }

  @Test func `the viewport is drawn with its margins, a crown by its id as well as by its file`() throws {
    try write(Self.drop, to: "drop.svg")
    _ = try run("crowns", "import", "drop.svg")

    for source in ["drop.svg", "drop"] {
      #expect(try run("crowns", "render", source, "-o", "a.png", "--size", "80", "--viewport").status == 0)
      #expect(try run("crowns", "render", source, "-o", "b.png", "--size", "80").status == 0)
      let (all, ink) = (
        try Bitmap(contentsOf: home.path("a.png")), try Bitmap(contentsOf: home.path("b.png"))
      )
      func alpha(_ bitmap: Bitmap, _ x: Int, _ y: Int) -> UInt8 { bitmap.bytes[(y * 80 + x) * 4 + 3] }

      #expect(all.size == PixelSize(width: 80, height: 80) && ink.size == all.size)
      #expect(alpha(all, 18, 40) == 0 && alpha(all, 22, 40) == 255)
      #expect(alpha(ink, 1, 40) == 255 && alpha(ink, 2, 2) == 0)
    }
  }

  @Test(arguments: [[], ["--viewport"]])
  func `a drawing that paints nothing is refused and leaves no file`(options: [String]) throws {
    let path = "<path d='M0 0H5V5' fill='none'/>"
    try write("<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'>\(path)</svg>", to: "bare.svg")
    let asked = ["crowns", "render", "bare.svg", "-o", "bare.png", "--size", "40"] + options
    let answer = try BuiltProgram.run(asked, in: home)

    #expect(answer.status == 1)
    #expect(!FileManager.default.fileExists(atPath: home.path("bare.png")))
  }

  @Test func `exports are the same bytes each time, and an exported SVG draws the same`() throws {
    try write(Self.ring, to: "ring.svg")
    _ = try run("crowns", "import", "ring.svg")
    for kind in ["svg", "pdf", "png"] {
      for name in ["one", "two"] {
        #expect(try run("crowns", "export", "ring", "-o", "\(name).\(kind)", "--color", "tomato").status == 0)
      }
      #expect(try bytes("one.\(kind)") == bytes("two.\(kind)"))
    }
    #expect(try bytes("one.pdf").starts(with: Data("%PDF-".utf8)))
    #expect(try String(decoding: bytes("one.svg"), as: UTF8.self).contains("#ff6347"))
    _ = try run("crowns", "render", "one.svg", "-o", "three.png", "--size", "512", "--color", "tomato")
    let (drawn, expected) = (
      try Bitmap(contentsOf: home.path("three.png")), try Bitmap(contentsOf: home.path("one.png"))
    )
    #expect(drawn.size == expected.size)
    // Rounding and importing again moves an outline by less than a hundredth of a pixel.
    let alphas = stride(from: 3, to: drawn.bytes.count, by: 4)
    #expect(alphas.allSatisfy { abs(Int(drawn.bytes[$0]) - Int(expected.bytes[$0])) <= 3 })

    try write(Self.drop, to: "drop.svg")
    _ = try run("crowns", "import", "drop.svg")
    #expect(try run("crowns", "export", "ring", "drop", "-o", "many", "--png", "--size", "16").status == 0)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: home.path("many")).sorted() == [
        "drop.png", "ring.png",
      ])
    let missing = try run("crowns", "export", "zzzz", "-o", "none.svg")
    #expect(missing.status == 1 && !FileManager.default.fileExists(atPath: home.path("none.svg")))
    #expect(missing.complaints.contains("crowns search"))
    let foreign = try run("crowns", "export", "ring", "-o", "ring.gif")
    #expect(foreign.status == 2 && !FileManager.default.fileExists(atPath: home.path("ring.gif")))
    #expect(foreign.complaintLines == 1 && foreign.complaints.contains(".svg, .pdf and .png"))
  }

  @Test func `a design can be imported, and what its family has no room for is wrong usage`() throws {
    let drawn = try run(
      "crowns", "design", "--family", "royal", "--points", "8", "--finial", "fleur-de-lis", "--arches", "4",
      "-o",
      "mine.svg")
    let imported = try run("crowns", "import", "mine.svg")
    let refused = try run("crowns", "design", "--family", "baron", "--finial", "heart", "-o", "no.svg")

    #expect(drawn.status == 0 && drawn.complaints.isEmpty)
    #expect(imported.status == 0 && imported.output == "mine\tmine.svg\n")
    #expect(refused.status == 2 && refused.complaints.contains("allows finial"))
    #expect(!FileManager.default.fileExists(atPath: home.path("no.svg")))
  }

  @Test func `a library is checked, copied, merged and repaired`() throws {
    try write(Self.drop, to: "drop.svg")
    _ = try run("crowns", "import", "drop.svg", "--library", "mine.sqlite")

    #expect(try run("library", "check", "--library", "mine.sqlite").output == "sound: 1 crowns, 0 posters\n")
    #expect(try run("library", "export", "-o", "copy.sqlite", "--library", "mine.sqlite").status == 0)
    let merged = try run("library", "import", "copy.sqlite")
    #expect(merged.output == "added 1 crown\n")
    #expect(try run("crowns", "show", "drop").status == 0)

    var spoilt = try bytes("copy.sqlite")
    spoilt.removeLast(20000)
    try spoilt.write(to: home.folder.appending(path: "copy.sqlite"))
    let check = try run("library", "check", "--library", "copy.sqlite")
    let repair = try run("library", "repair", "--library", "copy.sqlite")
    #expect(check.status == 1 && check.output == "its last 20000 bytes are missing\n")
    #expect(repair.status == 0 && repair.output.contains("copy.sqlite.damaged"))
    #expect(try bytes("copy.sqlite.damaged") == spoilt)
    #expect(try run("library", "check", "--library", "copy.sqlite").status == 0)
  }

  @Test func `two programs on one library see each other's changes`() throws {
    try write(Self.drop, to: "drop.svg")
    let library = try Library(path: home.path("shared.sqlite"), access: .writing)
    let before = try library.state()

    let imported = try run("crowns", "import", "drop.svg", "--library", "shared.sqlite")

    #expect(imported.status == 0)
    #expect(try library.state().crowns > before.crowns)
    #expect(try library.crowns().map(\.id) == ["drop"])
    _ = try library.removeCrowns(["drop"])
    #expect(try run("crowns", "show", "drop", "--library", "shared.sqlite").status == 1)
    try FileManager.default.removeItem(atPath: home.path("shared.sqlite"))
    #expect(throws: LibraryError(path: home.path("shared.sqlite"), reason: .gone)) { try library.state() }
  }

  @Test(arguments: [
    ["crowns", "list"], ["crowns", "import", "drop.svg"], ["crowns", "remove", "x"], ["library", "check"],
    ["library", "repair"],
  ])
  func `a file of another kind is one line, exits with 3 and stays as it is`(arguments: [String]) throws {
    try write(Self.drop, to: "drop.svg")
    try write("my diary", to: "diary")

    let result = try BuiltProgram.run(arguments + ["--library", "diary"], in: home)

    #expect(result.status == 3 && result.output.isEmpty)
    #expect(
      result.complaintLines == 1 && result.complaints.contains("not a library of Regalia"),
      "\(result.complaints)")
    #expect(try bytes("diary") == Data("my diary".utf8))
  }

  @Test func `a scene of crowns says that there are none, and where they belong`() throws {
    let copy = home.folder.appending(path: "regalia").path(percentEncoded: false)
    let program = try #require(BuiltProgram.path)
    if link(program, copy) != 0 { try FileManager.default.copyItem(atPath: program, toPath: copy) }

    for scene in ["crowns", "crowns-zoom"] {
      let result = try BuiltProgram.run(
        ["bench", scene, "--offscreen", "--frames", "2", "--warmup", "0"], in: home, copy: copy)
      #expect(result.status == 3 && result.output.isEmpty)
      #expect(
        result.complaintLines == 1 && result.complaints.contains("share/regalia/crowns.sqlite"),
        "\(result.complaints)")
    }
  }

  @Test(arguments: [
    ["crowns", "export", "-o", "x.svg"], ["crowns", "export", "a", "--all", "-o", "x"],
    ["crowns", "render", "x.svg", "-o", "x.png", "--size", "0"],
    ["crowns", "render", "x.svg", "--size", "9"],
    ["crowns", "render", "x.svg", "-o", "x.gif", "--size", "9"],
    ["crowns", "render", "x.svg", "-o", "x.svg", "--size", "9"],
    ["crowns", "render", "x.svg", "-o", "x.png", "--size", "9", "--technique", "magic"],
    ["crowns", "design", "--family", "nobody", "-o", "x.svg"], ["crowns", "import"], ["library", "nonsense"],
  ])
  func `wrong usage is one line and exits with 2`(arguments: [String]) throws {
    let result = try BuiltProgram.run(arguments, in: home)

    #expect(result.status == 2 && result.output.isEmpty && result.complaintLines == 1, "\(result.complaints)")
  }
}
