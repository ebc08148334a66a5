import Colors
import Images
import Posters
import Testing
import Text

@testable import Publishing

/// Formats and conditions of placeholders, and their effect on empty values.
@Suite struct PlaceholderTests {
  private func filled(_ text: String, _ values: [String: String], _ language: String? = nil) throws -> String
  {
    try TextTemplate.filled(text, with: values, language: language)
  }

  @Test(arguments: [
    ("{title|} {name}", "Ann"), ("{name}, {title|}", "Ann"), ("{name} {title|} Lee", "Ann Lee"),
    ("{name} ({title|})", "Ann"), ("{title|}, {name}", "Ann"), ("{name}, {title|}, Bonn", "Ann, Bonn"),
    ("{name} – {title|} – Bonn", "Ann – Bonn"), ("Hello {title|}!", "Hello!"), ("{title|}{name}", "Ann"),
    ("{title|}", ""), ("{title|} {title|}", ""), ("{name}{title|}", "Ann"), ("{name} “{title|}”", "Ann"),
    ("{name} {title}!", "Ann !"), ("{title|Guest} {name}", "Guest Ann"), ("{title:upper|guest}", "guest"),
  ])
  func `an empty value leaves what its placeholder says`(text: String, result: String) throws {
    #expect(try filled(text, ["title": " ", "name": "Ann"].mapValues { $0 == " " ? "" : $0 }) == result)
    // Text around it stays where there is a value.
    #expect(try filled(text, ["title": "DR", "name": "Ann"]).contains("D"))
  }

  @Test(arguments: [
    ("{n:000}", "7", "007"), ("{n:000}", "-7", "-007"), ("{n:000}", "1234", "1234"), ("{n:0}", "007", "7"),
    ("{n:0.00}", "3.146", "3.15"), ("{n:0.00}", "3", "3.00"), ("{n:0,00}", "3,5", "3,50"),
    ("{n:0,0}", "2.25", "2,3"),
    ("{n:000}", "12345678901234567890", "12345678901234567890"), ("{n:0.0}", " 1 000 ", "1000.0"),
    ("{n:0}", "-0.2", "0"), ("{n:0}", "2.5e1", "25"), ("{n:000|none}", "", "none"), ("{n:00}", "0", "00"),
  ])
  func `numbers are written with the zeros of their format`(text: String, value: String, result: String)
    throws
  {
    #expect(try filled(text, ["n": value]) == result)
  }

  @Test(arguments: [
    ("{n:000}", "x", "“x” is no number"), ("{n:0.0}", "1,5", "“1,5” is no number"),
    ("{n:0}", "1.2.3", "“1.2.3” is no number"), ("{n:0}", "inf", "“inf” is no number"),
    ("{n:caps}", "x", "“caps” is no format"), ("{n:0.0.0}", "1", "“0.0.0” is no format"),
    ("{n:}", "1", "“” is no format"),
  ])
  func `a value or a format that does not fit is told of`(text: String, value: String, words: String) {
    #expect { try filled(text, ["n": value]) } throws: { error in
      (error as? Placeholder.Fault)?.message.english.hasPrefix(words) == true
    }
  }

  @Test(arguments: [
    ("{x:upper}", "istanbul", "tr", "İSTANBUL"), ("{x:upper}", "istanbul", nil, "ISTANBUL"),
    ("{x:upper}", "μάιος", "el", "ΜΑΪΟΣ"), ("{x:lower}", "DIYARBAKIR İL", "tr", "dıyarbakır il"),
    ("{x:lower}", "ΟΔΟΣ ΣΟΛΩΝΟΣ", "el", "οδος σολωνος"),
    ("{x:title}", "anna MÜLLER-lüdenscheidt", "de", "Anna Müller-Lüdenscheidt"),
    ("{x:title}", "ann mcDonald o'NEIL don’t", nil, "Ann mcDonald O'Neil Don’t"),
    ("{x:title}", "ijsland", "nl", "IJsland"), ("{x:title}", "izmir", "tr", "İzmir"),
    ("{x:title}", "άννα", "el", "Άννα"), ("{x:upper}", "straße", "de", "STRASSE"),
  ])
  func `case follows the language`(text: String, value: String, language: String?, result: String) throws {
    #expect(try filled(text, ["x": value], language) == result)
  }

  @Test func `a column may be called like a placeholder with a format, and an unknown name stays`() throws {
    #expect(try filled("{a:upper} {a|b} {c:upper} {", ["a:upper": "x", "a": "y"]) == "x y {c:upper} {")
    #expect(TextTemplate.placeholders(in: "{a} {b:000|x} {} {|}").map(\.name) == ["a", "b"])
  }
}

/// A template, a table, and which column each placeholder takes.
@Suite struct MergeTests {
  private func merge(
    _ members: String, _ table: String, mapping: [String: String] = [:]
  ) throws -> Merge {
    let document = "{\"schema\": \"regalia-poster\", \"version\": 1, \(members)}"
    return Merge(
      try MergeTemplate(json: Array(document.utf8)), try DataTable(Array(table.utf8)), mapping: mapping)
  }

  private func lines(_ merge: Merge) throws -> [[String]] {
    let filler = MergeFiller(merge.template)
    return try (0..<merge.table.count).map { try merge.poster(ofRow: $0, by: filler).lines.map(\.text) }
  }

  @Test func `the language of the line or of the poster makes capitals`() throws {
    let merge = try merge(
      #""language": "tr", "lines": [{"text": "{c:upper}"}, {"text": "{c:upper}", "language": "en"}]"#,
      "c\nizmir\n")

    #expect(try lines(merge) == [["İZMİR", "IZMIR"]])
  }

  @Test func `a placeholder takes the column that it is mapped to, and its own where it is not`() throws {
    let merge = try merge(
      #""lines": [{"text": "{name} {row:00}"}, {"text": "{city|nowhere}"}]"#,
      "Full name,city,name\nAnn Lee,,Ann\n",
      mapping: ["name": "Full name"])

    #expect(try lines(merge) == [["Ann Lee 01", "nowhere"]])
    #expect(throws: Never.self) { try merge.check() }
  }

  @Test func `what no column is called is refused with what there is`() throws {
    let unknown = try merge(#""lines": [{"text": "{nome:upper}"}]"#, "name\nAnn\n")
    #expect { try unknown.check() } throws: { error in
      "\(error)" == "lines[0].text: the table has no column {nome}; there are {name}, {row}"
    }
    let mapped = try merge(#""lines": [{"text": "{nome}"}]"#, "name\nAnn\n", mapping: ["nome": "Name"])
    #expect { try mapped.check() } throws: {
      "\($0)".hasPrefix("--map nome=Name: the table has no column {Name}")
    }
  }

  @Test func `faults have their row, line and column, also where the column is another one`() throws {
    let merge = try merge(
      #""ink": "{ink}", "lines": [{"text": "{n:000}"}]"#, "n,Farbe\n1,red\n\n2\nx,red\n4,blurple\n5,gold\n",
      mapping: ["ink": "Farbe"])

    let faults = merge.faults(by: DirectDecoder()) { _ in }

    #expect(faults.map(\.row) == [2, 3, 4] && faults.map(\.line) == [4, 5, 6])
    #expect(faults.map(\.columns) == [["Farbe"], ["n"], ["Farbe"]])
    #expect(faults[2].description.hasPrefix("row 4, column Farbe: “blurple” is not a colour"))
  }

  @Test func `a poster is a template whose title and lines alone are filled`() throws {
    var poster = Poster(title: "For {name}", lines: [.init("{name}"), .init("{city|}", rank: .small)])
    poster.background = .color(RGBA(hex: 0x102030))
    poster.bleed = 3
    let merge = Merge(try MergeTemplate(poster), try DataTable(Array("name,city\nAnn,\nBen,Bonn\n".utf8)))
    let filler = MergeFiller(merge.template)

    let made = try (0..<2).map { try merge.poster(ofRow: $0, by: filler) }

    #expect(made.map(\.title) == ["For Ann", "For Ben"])
    #expect(made.map { $0.lines.map(\.text) } == [["Ann"], ["Ben", "Bonn"]])
    #expect(made.allSatisfy { $0.background == poster.background && $0.bleed == 3 })
    #expect(made[1].lines[1].rank == .small)
  }

  @Test func `one PDF has a page for each row, and nothing while a row has a fault`() throws {
    let good = try merge(#""lines": [{"text": "{n:00}"}]"#, "n\n1\n2\n3\n")
    var told: [Int] = []
    let (bytes, outcome) = try good.document(
      titled: "t", options: .init(), skipsFaults: false, by: DirectDecoder()
    ) { told.append($0) }
    #expect(outcome.made == 3 && told.contains(2))
    #expect(try pages(bytes) == 3)

    let bad = try merge(#""lines": [{"text": "{n:00}"}]"#, "n\n1\nx\n3\n")
    #expect {
      try bad.document(titled: "t", options: .init(), skipsFaults: false, by: DirectDecoder()) { _ in }
    } throws: {
      ($0 as? FaultyRows)?.faults.map(\.row) == [2]
    }
    let (rest, skipped) = try bad.document(
      titled: "t", options: .init(), skipsFaults: true, by: DirectDecoder()
    ) { _ in }
    #expect(try pages(rest) == 2 && skipped.made == 2 && skipped.failures.map(\.row) == [2])
  }

  @Test func `a merge that is stopped throws what stopped it`() throws {
    let merge = try merge(#""lines": [{"text": "{n}"}]"#, "n\n1\n2\n3\n")
    #expect(throws: MergeStopped.self) {
      try merge.document(titled: "t", options: .init(), skipsFaults: false, by: DirectDecoder()) { done in
        if done == 2 { throw MergeStopped() }
      }
    }
  }

  private func pages(_ bytes: [UInt8]) throws -> Int { try PlacedPDF(bytes).pages.count }
}
