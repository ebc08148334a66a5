import Posters
import Testing

@Suite struct PosterTextTests {
  @Test func `capitals are how a line is set, and what was typed stays`() {
    var line = Poster.Line("Straße", rank: .large)
    #expect(line.shownText == "Straße")
    line.capitals = true
    #expect(line.shownText == "STRASSE" && line.text == "Straße")
    line.capitals = nil
    line.rank = .small
    line.text = "and"
    #expect(line.shownText == "AND")
    line.capitals = false
    #expect(line.shownText == "and")
  }

  @Test func `the poster of 1939 has one small line`() throws {
    let lines = try Poster.lines(from: "KEEP/CALM/and/CARRY/ON")

    #expect(lines.map(\.text) == ["KEEP", "CALM", "and", "CARRY", "ON"])
    #expect(lines.map(\.rank) == [.large, .large, .small, .large, .large])
    #expect(lines.map(\.shownText) == ["KEEP", "CALM", "AND", "CARRY", "ON"])
  }

  @Test(arguments: [
    ("A//B", ["A/B"]), ("A///B", ["A/", "B"]), ("A////B", ["A//B"]), ("/A/", ["A"]), ("A/ /B", ["A", "B"]),
    ("A\nB\r\nC", ["A", "B", "C"]), ("  A  ", ["A"]), ("", []), (" / ", []), ("//", ["/"]),
    ("A/\nB", ["A", "B"]),
  ])
  func `slashes and line breaks end lines`(text: String, lines: [String]) throws {
    #expect(try Poster.lines(from: text).map(\.text) == lines)
  }

  @Test func `lines come back from their text`() throws {
    for text in ["A/B//C/d", "x////y", "ß/ǅ/1", "//"] {
      let poster = Poster(lines: try Poster.lines(from: text))
      #expect(try Poster.lines(from: poster.text) == poster.lines)
    }
  }

  @Test func `what has no case is large, whatever else is small`() throws {
    #expect(try Poster.lines(from: "日本/123/مرحبا/a1").map(\.rank) == [.large, .large, .large, .small])
  }

  @Test func `too much text is refused by the line it stands on`() {
    #expect { try Poster.lines(from: "A/" + String(repeating: "x", count: 100_000)) } throws: { error in
      (error as? PosterError)?.field == "lines[1].text"
    }
    #expect { try Poster.lines(from: String(repeating: "A/", count: 1000)) } throws: { error in
      (error as? PosterError)?.field == "lines"
    }
  }

  @Test(arguments: [
    ("A3", 297, 420), ("a3 Landscape", 420, 297), ("poster", 508, 762), ("210x297mm", 210, 297),
    ("21 x 29.7 cm", 210, 297),
    ("8.5x11in", 215.9, 279.4), ("letter", 215.9, 279.4), ("100×50", 100, 50), ("72x144pt", 25.4, 50.8),
    ("square", 508, 508), ("100x50mm landscape", 50, 100), ("A0", 841, 1189), ("a1 landscape", 841, 594),
    ("tabloid", 279.4, 431.8), ("50x70cm landscape", 700, 500), ("story", 285.75, 508),
    ("phone", 309.563, 669.925), ("desktop", 1016, 571.5), ("desktop landscape", 1016, 571.5),
    ("desktop portrait", 571.5, 1016), ("A3 portrait", 297, 420),
  ])
  func `pages are read by name and by measure`(text: String, width: Double, height: Double) throws {
    let page = try Page(parsing: text)

    #expect(abs(page.width - width) < 1e-9 && abs(page.height - height) < 1e-9)
  }

  @Test func `each format is found by its name, in any case, and says it`() throws {
    for format in Page.formats {
      #expect(try Page(parsing: format.name.uppercased()) == format.page)
      #expect(format.page.name == format.name)
    }
    #expect(Set(Page.formats.map { $0.name.lowercased() }).count == Page.formats.count)
  }

  @Test(arguments: [
    "", "A9", "x", "10x", "infxinf", "nanxnan", "1e9x1e9", "-10x10", "5x5", "landscape", "10x10x10",
  ])
  func `what is no page is refused`(text: String) {
    #expect { try Page(parsing: text) } throws: { ($0 as? PosterError)?.field == "page" }
  }
}
