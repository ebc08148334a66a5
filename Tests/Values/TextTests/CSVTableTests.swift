import Text
import Testing

@Suite struct CSVTableTests {
  private func table(_ text: String) throws -> CSVTable { try CSVTable(Array(text.utf8)) }

  @Test func `rows have the values under their columns`() throws {
    let table = try table("\u{FEFF}name,text\r\nAnn,\"a, \"\"b\"\"\nc\"\n\nBen,\n")

    #expect(table.columns == ["name", "text"])
    #expect(
      table.rows.map(\.values) == [["name": "Ann", "text": "a, \"b\"\nc"], ["name": "Ben", "text": ""]])
    #expect(table.rows.map(\.line) == [2, 5])
  }

  @Test(arguments: [",", ";", "\t"])
  func `the separator is the one of the first line`(separator: String) throws {
    #expect(try table("a\(separator)b\n1\(separator)2").rows[0].values == ["a": "1", "b": "2"])
  }

  @Test(arguments: [
    ("", 1), ("\n", 1), ("a,a\n", 1), ("a,b\n1\n", 2), ("a,b\n1,2\n1,2,3", 3), ("a\n\"x", 2),
    ("a\n\"x\"y\n", 2),
  ])
  func `a fault names its line`(text: String, line: Int) {
    #expect { try table(text) } throws: { ($0 as? CSVTable.Fault)?.line == line }
  }

  @Test func `what is no text is refused`() {
    #expect(throws: CSVTable.Fault.self) { try CSVTable([0x61, 0x0A, 0xFF]) }
  }

  @Test func `any written table is read as it was`() throws {
    var seed: UInt64 = 5
    func number(_ count: Int) -> Int {
      seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(seed >> 33) % count
    }
    let letters = Array("ab ,;\"\né👑\t")
    for _ in 0..<300 {
      let columns = (0...number(4)).map { "c\($0)" }
      let rows = (0..<number(5)).map { _ in
        columns.map { _ in "x" + String((0..<number(6)).map { _ in letters[number(letters.count)] }) }
      }
      let text = ([columns] + rows).map { row in
        row.map {
          "\"" + $0.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
        }
        .joined(separator: ",")
      }.joined(separator: "\n")

      let back = try table(text)
      #expect(back.rows.map { row in columns.map { row.values[$0] ?? "" } } == rows)
    }
  }
}

@Suite struct CSVLineTests {
  @Test func `what is written reads back`() throws {
    let cells = ["a", "", "b,c", "d\"e\"", "f\ng", "é"]
    var reader = CSVReader(Array((CSVLine.text(cells) + "\n" + CSVLine.text(cells)).utf8))

    #expect(try reader.record()?.cells == cells)
    #expect(try reader.record()?.line == 3)
    #expect(try reader.record()?.cells == nil)
  }

  @Test(arguments: [([0, 1, 2], true), (Array("a,b\r\n1\t2\u{C}é".utf8), false)] as [([UInt8], Bool)])
  func `bytes that no text has are no table`(bytes: [UInt8], isFaulty: Bool) {
    #expect((CSVTable.check()(bytes[...]) != nil) == isFaulty)
  }

  /// A table as Excel saves it as “Unicode text” was refused, since “characters stand in it that no text has”.
  @Test(arguments: [true, false])
  func `UTF-16 is read by its byte order mark, in portions too`(isBigEndian: Bool) throws {
    let units = Array("\u{FEFF}name\tcity\r\nŁucja 👑\tŁódź\r\n".utf16)
    let bytes = units.flatMap { unit in
      isBigEndian ? [UInt8(unit >> 8), UInt8(unit & 255)] : [UInt8(unit & 255), UInt8(unit >> 8)]
    }
    let check = CSVTable.check()

    #expect(check(bytes[..<5]) == nil && check(bytes[5...]) == nil)
    #expect(try CSVTable(bytes).rows.map(\.values) == [["name": "Łucja 👑", "city": "Łódź"]])
    // Half a character is no text.
    #expect(throws: CSVTable.Fault.self) { try CSVTable(Array(bytes.dropLast())) }
  }
}

@Suite struct SpreadsheetTableTests {
  private func table(_ text: String) throws -> CSVTable { try CSVTable(Array(text.utf8)) }

  /// The line was taken for the names of columns, so that “the table has no column {name}”.
  @Test(arguments: ["sep=;\r\n", "SEP=;\n", "\"sep=;\"\n", "\u{FEFF}sep=;\r\n"])
  func `a first line that names the separator is none of the table`(line: String) throws {
    let table = try table(line + "name;a,b\nAnn;1,2\n")

    #expect(table.columns == ["name", "a,b"])
    #expect(table.rows.map(\.values) == [["name": "Ann", "a,b": "1,2"]])
    #expect(table.rows.map(\.line) == [3])
  }

  @Test(arguments: ["|", "\t", ",", "~"])
  func `any character can be named to separate cells`(separator: String) throws {
    #expect(
      try table("sep=\(separator)\na\(separator)b\n1\(separator)2").rows[0].values == ["a": "1", "b": "2"])
  }

  @Test func `separators within quotation marks do not count`() throws {
    #expect(try table("\"last, first, title\";city\nAnn;Bonn\n").columns == ["last, first, title", "city"])
  }

  /// “two columns are called “””
  @Test func `columns and rows that are empty throughout are left out, values without a name refused`() throws
  {
    let table = try table("name,city,,\nAnn,Bonn,,\n,,,\nBen,,,\n")

    #expect(table.columns == ["name", "city"])
    #expect(table.rows.map(\.values) == [["name": "Ann", "city": "Bonn"], ["name": "Ben", "city": ""]])
    #expect { try self.table("name,,\nAnn,,x\n") } throws: { error in
      (error as? CSVTable.Fault)?.description == "line 2: a value stands in column 3, which has no name"
    }
  }

  @Test func `the line that is not UTF-8 is named`() {
    let bytes = Array("name\nAnn\n".utf8) + [0xFC, 10]

    #expect { try CSVTable(bytes) } throws: { ($0 as? CSVTable.Fault)?.line == 3 }
  }
}
