import Colors
import Foundation
import Geometry
import Images
import Posters
import TestSupport
import Testing

/// The commands about posters, without a display.
@Suite(.enabled(if: BuiltProgram.isThere, Comment(rawValue: BuiltProgram.missing)))
struct PosterCommandTests {
  let home: Home

  init() throws { home = try Home() }

  private func path(_ name: String) -> String {
    home.folder.appending(path: name).path(percentEncoded: false)
  }

  private func run(_ arguments: String..., redirection: String = "") throws -> BuiltProgram.Result {
    try BuiltProgram.run(["poster"] + arguments, in: home, redirection: redirection)
  }

  private func write(_ text: String, to name: String) throws -> String {
    try Data(text.utf8).write(to: home.folder.appending(path: name))
    return path(name)
  }

  private func names(in folder: String) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: path(folder))) ?? []).sorted()
  }

  @Test
  func `a new poster is in the language of the locale, which is stored, or in the one that is asked for`()
    throws
  {
    func made(_ arguments: [String], _ locale: String) throws -> Poster {
      let file = path("made.json")
      let result = try BuiltProgram.run(
        ["poster", "new", "--text", "KAHVE/istanbul"] + arguments + ["-o", file], in: home,
        environment: ["LC_ALL": locale, "LANGUAGE": ""])
      #expect(result.status == 0, "\(result.complaints)")
      return try Poster(json: Array(try Data(contentsOf: URL(filePath: file))))
    }
    #expect(try made([], "tr_TR.UTF-8").language == "tr-TR")
    #expect(
      try made([], "C.UTF-8").language == nil && made(["--language", "none"], "tr_TR.UTF-8").language == nil)
    let both = try made(["--language", "tr", "--line-language", "1=en"], "C.UTF-8")
    #expect(both.language == "tr" && both.lines.map(\.language) == ["en", nil])
    let refused = try run("new", "--text", "A", "--language", "türkçe!")
    #expect(refused.status == 1 && refused.complaints.contains("BCP 47"))
    #expect(try run("new", "--text", "A", "--line-language", "3=en").status == 1)
  }

  @Test func `files and figures are the same in every locale, and are read again`() throws {
    func written(_ locale: String) throws -> [Data] {
      func run(_ arguments: [String]) throws -> Data {
        let result = try BuiltProgram.run(
          arguments, in: home, environment: ["LC_ALL": locale, "LANGUAGE": ""])
        #expect(result.status == 0, "\(locale): \(result.complaints)")
        return Data(result.output.utf8)
      }
      let (poster, drawing) = (path("poster.json"), path("poster.svg"))
      _ = try run(
        ["poster", "new", "--text", "INDIA/is/ISTANBUL 1.5", "--language", "en", "--tracking", "0.125"]
          + ["--bleed", "3.5", "-o", poster])
      _ = try run(["poster", "set", poster, "line1-size=0.75"])
      _ = try run(["poster", "render", poster, "-o", drawing])
      return try [poster, drawing].map { try Data(contentsOf: URL(filePath: $0)) }
        + [run(["color", "oklch(0.7 0.15 30.5)"])]
    }
    let expected = try written("C.UTF-8")
    for locale in ["tr_TR.UTF-8", "ar_EG.UTF-8", "de_DE.UTF-8", "fa_IR.UTF-8", "xx_YY"] {
      for name in ["poster.json", "poster.svg"] { try FileManager.default.removeItem(atPath: path(name)) }
      #expect(try written(locale) == expected, "\(locale)")
    }
  }

  /// The font was written for this test: it has one character, which is one coloured layer and no outline.
  @Test func `an emoji that only a font of coloured layers has is left out, and that is said`() throws {
    let home = try Home()
    let tests = Fixture.checkout.appending(path: "Tests").path(percentEncoded: false)
    try """
    <?xml version="1.0"?><fontconfig><dir>\(tests)/Fixtures</dir><include>\(tests)/fonts.conf</include>
    </fontconfig>
    """.write(toFile: home.path("fonts.conf"), atomically: true, encoding: .utf8)
    func made(_ text: String) throws -> BuiltProgram.Result {
      try BuiltProgram.run(
        ["poster", "new", "--text", text, "-o", "made.json"], in: home,
        environment: ["FONTCONFIG_FILE": home.path("fonts.conf")])
    }

    let spoiled = try made("HI 👍")

    #expect(spoiled.status == 0)
    #expect(
      spoiled.complaints.contains("whose kind of colours cannot be drawn, so they are left out: 👍 (U+1F44D)"))
    #expect(try made("HI").complaints.isEmpty)
  }

  @Test func `a new poster goes to standard output or into a file, and is the same`() throws {
    let printed = try run("new", "--text", "KEEP/CALM/and/CARRY/ON", "--page", "A3", "--ink", "gold")
    let written = try run(
      "new", "--text", "KEEP/CALM/and/CARRY/ON", "--page", "A3", "--ink", "gold", "-o", path("a.json"))
    #expect(printed.status == 0 && written.status == 0 && written.output.isEmpty)
    #expect(try String(contentsOfFile: path("a.json"), encoding: .utf8) == printed.output)

    let poster = try Poster(json: Array(printed.output.utf8))
    #expect(poster.page == Page(width: 297, height: 420) && poster.ink.bytes8 == (255, 215, 0, 255))
    #expect(poster.lines.map(\.rank) == [.large, .large, .small, .large, .large])
    guard case .path(let crown, let source) = poster.emblem else { return #expect(Bool(false)) }
    #expect(!crown.isEmpty && source.hasPrefix("crown:"))
  }

  @Test func `a poster is spaced as asked, or as its template is`() throws {
    func spacing(_ arguments: String...) throws -> Lettering.Spacing {
      try Poster(json: Array(BuiltProgram.run(["poster", "new"] + arguments, in: home).output.utf8)).lettering
        .spacing
    }

    #expect(try spacing("--text", "A") == .metric && spacing("--text", "A", "--spacing", "off") == .off)
    #expect(try spacing("--template", "garden") == .optical)
    #expect(try spacing("--template", "garden", "--spacing", "metric") == .metric)
    #expect(try run("new", "--text", "A", "-o", path("s.json")).status == 0)
    #expect(try run("set", path("s.json"), "spacing=optical").status == 0)
    #expect(
      try Poster(json: Array(String(contentsOfFile: path("s.json"), encoding: .utf8).utf8)).lettering.spacing
        == .optical)
  }

  @Test func `a poster becomes a PDF, a PNG of the right size and an SVG`() throws {
    let poster = path("p.json")
    #expect(try run("new", "--text", "HI", "--page", "50x70mm", "-o", poster).status == 0)
    for name in ["p.pdf", "p.png", "p.svg"] {
      let result = try run("render", poster, "-o", path(name), "--dpi", "100", "--bleed", "3mm")
      #expect(result.status == 0 && result.complaints.isEmpty, "\(result.complaints)")
    }

    #expect(try Bitmap(contentsOf: path("p.png")).size == PixelSize(width: 220, height: 299))
    let pdf = try Data(contentsOf: home.folder.appending(path: "p.pdf"))
    #expect(pdf.starts(with: Data("%PDF".utf8)))
    #expect(try String(contentsOfFile: path("p.svg"), encoding: .utf8).contains(">HI</"))
    #expect(try run("render", poster, "-o", path("q.pdf"), "--dpi", "100", "--bleed", "3mm").status == 0)
    #expect(try Data(contentsOf: home.folder.appending(path: "q.pdf")) == pdf)
  }

  @Test(arguments: [
    ["--text", String(repeating: "x", count: 5000)], ["--text", "A", "--page", "A9"],
    ["--text", "A", "--ink", "reddish"],
    ["--text", "A", "--background", "linear-gradient(red)"], ["--text", "A", "--crown", "no-such-crown"],
    ["--text", "A", "--weight", "0"], ["--text", "A", "--tracking", "nan"], ["--text", "A", "--dim", "0.5"],
    ["--text", "A", "--stroke", "7"], ["--text", "A", "--spacing", "wide"],
    ["--text", "KEEP/" + String(repeating: "W", count: 300)],
  ])
  func `what cannot be is refused with one line`(arguments: [String]) throws {
    let result = try BuiltProgram.run(["poster", "new"] + arguments, in: home)

    #expect(result.status == 1 && result.output.isEmpty && result.complaintLines == 1, "\(result.complaints)")
  }

  @Test func `a crown that is not there is answered with those that are near`() throws {
    let near = try run("new", "--text", "A", "--crown", "tudor with pearls and nonsense")
    #expect(
      near.status == 1 && near.complaintLines == 1
        && near.complaints.contains("; similar crowns are tudor-"))
    let ids = near.complaints.split { " ,\n".contains($0) }.filter { $0.hasPrefix("tudor-") }.map(String.init)
    #expect(ids.count == 3)
    for id in ids { #expect(try run("new", "--text", "A", "--crown", id).status == 0) }

    let far = try run("new", "--text", "A", "--crown", "qqqq")
    #expect(far.status == 1 && far.complaints.contains("regalia crowns search"))
    let text = try write("no drawing", to: "a.svg")
    #expect(
      try run("new", "--text", "A", "--crown", text).complaints.contains(
        "neither an SVG drawing nor a picture"))
  }

  @Test func `a text of nothing but spaces is warned of, and a long one has a title that fits`() throws {
    let blank = try run("new", "--text", "  /  ", "--crown", "none")
    #expect(blank.status == 0 && blank.complaints.contains("no visible characters"))
    #expect(try Poster(json: Array(blank.output.utf8)).lines.isEmpty)

    let long = String(repeating: String(repeating: "I", count: 400) + "/", count: 10)
    let result = try run("new", "--text", long, "--crown", "none")
    #expect(result.status == 0, "\(result.complaints)")
    #expect(try Poster(json: Array(result.output.utf8)).lines.count == 10)
  }

  @Test func `an unknown field is warned of with the file's name, from standard input too`() throws {
    let poster = try write(
      #"{"schema": "regalia-poster", "version": 1, "letering": {}, "lines": [{"text": "A"}]}"#, to: "p.json")
    let words = "letering: this field is not known and has no effect; did you mean lettering?"

    let named = try run("render", poster, "-o", path("p.svg"))
    let piped = try run("render", "-", "-o", path("q.svg"), redirection: "< '\(poster)'")

    #expect(named.status == 0 && named.complaints == "regalia: warning: \(poster): \(words)\n")
    #expect(piped.status == 0 && piped.complaints == "regalia: warning: standard input: \(words)\n")
    #expect(
      try run("render", "-", "-o", path("q.svg")).complaints.hasPrefix("regalia: standard input: not JSON"))
  }

  @Test func `wrong usage, a damaged document and a place that cannot be written differ`() throws {
    let poster = try write(#"{"schema": "regalia-poster", "version": 1}"#, to: "p.json")
    let damaged = try write(
      #"{"schema": "regalia-poster", "version": 1, "lines": [{"text": 1}]}"#, to: "d.json")

    #expect(try run("render", poster, "-o", path("p.gif")).status == 2)
    #expect(try run("render", poster, poster, "-o", path("p.png")).status == 2)
    #expect(try run("render", poster, "-o", path("p.pdf"), "--shard", "3/2", "--data", "x").status == 2)
    #expect(try run("render", poster, "-o", path("p.pdf"), "--resume").status == 2)
    let refused = try run("render", damaged, "-o", path("p.pdf"))
    #expect(refused.status == 1 && refused.complaints.contains("lines[0].text"))
    #expect(try run("render", path("none.json"), "-o", path("p.pdf")).status == 1)
    #expect(try run("render", poster, "-o", path("none/p.pdf")).status == 3)
    #expect(names(in: "").filter { $0.hasPrefix("p.") } == ["p.json"])
  }

  @Test func `the schema is printed`() throws {
    let result = try run("schema")

    #expect(result.status == 0)
    #expect(try JSONSerialization.jsonObject(with: Data(result.output.utf8)) is [String: Any])
  }

  @Test func `a table becomes a file for each row, and a row that fails holds up no other`() throws {
    let template = path("t.json")
    #expect(
      try run("new", "--text", "HI/{name}", "--title", "{name}", "--crown", "none", "-o", template).status
        == 0)
    let data = try write("name\nAnn\nBen/Bob\nCy\nDi\nEd\n", to: "people.csv")
    try FileManager.default.createDirectory(
      at: home.folder.appending(path: "out/Cy.svg"), withIntermediateDirectories: true)

    let result = try run("render", template, "--data", data, "-o", path("out/{name}.svg"), "--jobs", "3")

    #expect(
      result.status == 1 && result.complaints.contains("row 3:") && result.complaints.contains("1 of 5"))
    #expect(names(in: "out") == ["Ann.svg", "Ben_Bob.svg", "Cy.svg", "Di.svg", "Ed.svg"])
    #expect(try String(contentsOfFile: path("out/Ann.svg"), encoding: .utf8).contains(">ANN</"))
  }

  @Test func `a value that does not fit is told of with its row and column, and the other rows are made`()
    throws
  {
    let template = try write(
      #"{"schema": "regalia-poster", "version": 1, "ink": "{ink}", "background": "{ground}", "lines": [{"text": "{name}"}]}"#,
      to: "t.json")
    let data = try write(
      "name,ink,ground\nAnn,gold,navy\nBen,white,\"linear-gradient(red, blue)\"\nCy,blurple,red\nDi,,no such\n",
      to: "n.csv")

    let result = try run("render", template, "--data", data, "-o", path("out/{name}.svg"))

    #expect(result.status == 1 && names(in: "out") == ["Ann.svg", "Ben.svg"])
    #expect(result.complaints.contains("row 3, column ink: “blurple” is not a colour"))
    #expect(result.complaints.contains("row 4, column ground: “no such” is not a colour"))
    #expect(try String(contentsOfFile: path("out/Ann.svg"), encoding: .utf8).contains("#ffd700"))
  }

  @Test func `shards make all rows, each once, and resuming makes none again`() throws {
    let template = path("t.json")
    #expect(try run("new", "--text", "{n}", "--crown", "none", "-o", template).status == 0)
    let data = try write("n\n" + (1...7).map { "\($0)\n" }.joined(), to: "n.csv")
    var made: [[String]] = []
    for shard in 1...3 {
      let before = names(in: "out")
      #expect(
        try run("render", template, "--data", data, "-o", path("out/{n}.svg"), "--shard", "\(shard)/3").status
          == 0)
      made.append(names(in: "out").filter { !before.contains($0) })
    }
    #expect(made.map(\.count) == [3, 2, 2] && names(in: "out").count == 7)

    _ = try write("kept", to: "out/3.svg")
    #expect(
      try run("render", template, "--data", data, "-o", path("out/{n}.svg"), "--resume").status == 0)
    #expect(try String(contentsOfFile: path("out/3.svg"), encoding: .utf8) == "kept")
  }

  @Test func `a table that does not fit the pattern is refused before anything is made`() throws {
    let template = path("t.json")
    #expect(try run("new", "--text", "A", "-o", template).status == 0)
    let data = try write("n\n1\n1\n", to: "n.csv")

    for pattern in ["out/{n}.svg", "out/{other}.svg", "out/same.svg"] {
      let result = try run("render", template, "--data", data, "-o", path(pattern))
      #expect(result.status == 1 && result.complaintLines == 1)
    }
    #expect(names(in: "out").isEmpty)
  }

  @Test func `a placeholder that no column has is refused with the columns there are`() throws {
    let template = path("t.json")
    #expect(try run("new", "--text", "HI/{nome}", "--crown", "none", "-o", template).status == 0)
    let data = try write("name,city\nAnn,Rome\n", to: "n.csv")

    let result = try run("render", template, "--data", data, "-o", path("out/{name}.svg"))

    #expect(result.status == 1 && result.complaintLines == 1 && names(in: "out").isEmpty)
    #expect(result.complaints.contains("lines[1].text: the table has no column {nome}"))
    #expect(result.complaints.contains("{name}, {city}, {row}"))
  }

  @Test func `new posters wrap their lines, unless they are told not to`() throws {
    let wrapped = try run("new", "--text", "HI").output
    let plain = try run("new", "--text", "HI", "--no-wrap").output

    #expect(try Poster(json: Array(wrapped.utf8)).wraps)
    #expect(try !Poster(json: Array(plain.utf8)).wraps && !plain.contains("wrap"))
  }

  @Test func `a PNG is the same from several threads as from one`() throws {
    let template = path("t.json")
    #expect(try run("new", "--text", "{n}", "--page", "30x40mm", "-o", template).status == 0)
    let data = try write("n\nA\nB\nC\nD\n", to: "n.csv")

    for (folder, jobs) in [("one", "1"), ("many", "4")] {
      let result = try run(
        "render", template, "--data", data, "-o", path("\(folder)/{n}.png"), "--jobs", jobs, "--dpi", "72")
      #expect(result.status == 0, "\(result.complaints)")
    }
    for name in ["A.png", "B.png", "C.png", "D.png"] {
      let one = try Data(contentsOf: home.folder.appending(path: "one/" + name))
      #expect(try Data(contentsOf: home.folder.appending(path: "many/" + name)) == one)
    }
  }

  @Test func `a document of a newer Regalia is drawn as far as it is known, and never changed`() throws {
    let text =
      #"{"schema": "regalia-poster", "version": 7, "title": "T", "ink": "gold", "background": {"type": "mesh"}, "#
      + #""glow": 3, "lines": [{"text": "NEW"}]}"#
    let newer = try write(text, to: "newer.json")

    let drawn = try run("render", newer, "-o", path("n.svg"))
    #expect(drawn.status == 0)
    #expect(
      drawn.complaints.contains("made by a newer Regalia, as version 7; this one reads up to version 1"))
    #expect(drawn.complaints.contains("background.type: “mesh” is not known"))
    let drawing = try String(contentsOfFile: path("n.svg"), encoding: .utf8)
    #expect(drawing.contains(">NEW</") && drawing.contains("#ffd700"))

    for refused in [
      try run("set", newer, "ink=red"), try run("add", newer, "--library", path("l.regalia")),
      try run("render", newer, "--data", try write("n\n1\n", to: "n.csv"), "-o", path("{row}.svg")),
    ] {
      #expect(
        refused.status == 1 && refused.complaints.contains("made by a newer Regalia"), "\(refused.complaints)"
      )
    }
    #expect(try String(contentsOfFile: newer, encoding: .utf8) == text)
    #expect(try run("export", newer).output == text + "\n")
  }

  @Test func `a PNG is as wide or as high as is asked, whatever the page`() throws {
    let poster = path("p.json")
    #expect(try run("new", "--text", "HI", "--page", "50x70mm", "-o", poster).status == 0)

    #expect(try run("render", poster, "-o", path("w.png"), "--width", "333").status == 0)
    #expect(try run("render", poster, "-o", path("h.png"), "--height", "333", "--bleed", "3mm").status == 0)

    #expect(try Bitmap(contentsOf: path("w.png")).size == PixelSize(width: 333, height: 466))
    #expect(try Bitmap(contentsOf: path("h.png")).size == PixelSize(width: 245, height: 333))
    for words in [["--width", "9", "--dpi", "9"], ["--width", "0"], ["--width", "9", "--height", "9"]] {
      #expect(
        try BuiltProgram.run(["poster", "render", poster, "-o", path("x.png")] + words, in: home).status == 2)
    }
  }

  @Test func `an option that there is not is told of, and not what its value would mean as a file`() throws {
    let result = try run("render", path("p.json"), "-o", path("p.png"), "--breadth", "300")

    #expect(result.status == 2 && result.complaints.contains("--breadth"))
  }
}
