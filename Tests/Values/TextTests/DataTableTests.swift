import Text
import Testing

extension DataTable {
  /// All rows, read one by one.
  fileprivate var rows: [Row] {
    get throws { try (0..<count).map { try row($0) } }
  }
}

@Suite struct DataTableTests {
  private func table(_ text: String) throws -> DataTable { try DataTable(Array(text.utf8)) }

  @Test func `rows have the values under their columns`() throws {
    let table = try table("\u{FEFF}name,text\r\nAnn,\"a, \"\"b\"\"\nc\"\n\nBen,\n")

    #expect(table.columns == ["name", "text"])
    #expect(
      try table.rows.map(\.values) == [["name": "Ann", "text": "a, \"b\"\nc"], ["name": "Ben", "text": ""]])
    #expect(try table.rows.map(\.line) == [2, 5])
  }

  @Test(arguments: [",", ";", "\t"])
  func `the separator is the one of the first line`(separator: String) throws {
    #expect(try table("a\(separator)b\n1\(separator)2").row(0).values == ["a": "1", "b": "2"])
  }

  @Test(arguments: [
    ("", 1), ("\n", 1), ("a,a\n", 1), ("a\n\"x", 2), ("a\n\"x\"y\n", 2), ("[1, 2]", 1), ("{}\n", 1), ("{", 1),
  ])
  func `a fault of the table names its line`(text: String, line: Int) {
    #expect { try table(text) } throws: { ($0 as? DataTable.Fault)?.line == line }
  }

  @Test(arguments: [
    ("a,b\n1,2\n1\n3,4", 1, 3, "b"), ("a,b\n1,2\n1,2,3\n3,4", 1, 3, nil), ("a,\n1,2\n3,", 0, 2, nil),
    ("{\"a\": 1}\n{\"a\": [1]}\n", 1, 2, "a"), ("{\"a\": 1}\n\n7\n{\"a\": 2}", 1, 3, nil),
    ("{\"a\": 1}\n{\"a\": 1, \"a\": 2}\n", 1, 2, nil), ("{\"a\": 1}\n{\"a\": 1\n", 1, 2, nil),
  ])
  func `a row with a fault names its line and column, and keeps no other from being read`(
    text: String, index: Int, line: Int, column: String?
  ) throws {
    let table = try table(text)

    #expect { try table.row(index) } throws: { error in
      let fault = error as? DataTable.Fault
      return fault?.line == line && fault?.column == column
    }
    for other in 0..<table.count where other != index { #expect(throws: Never.self) { try table.row(other) } }
  }

  @Test func `JSON lines have the columns of all objects, and what an object lacks is empty`() throws {
    let table = try table(
      "\n{\"name\": \"Ann\", \"age\": 0.10, \"vip\": true}\r\n\n{\"city\": \"Łódź\", \"name\": null}\n")

    #expect(table.columns == ["name", "age", "vip", "city"])
    #expect(
      try table.rows.map(\.values) == [
        ["name": "Ann", "age": "0.10", "vip": "true", "city": ""],
        ["name": "", "age": "", "vip": "", "city": "Łódź"],
      ])
    #expect(try table.rows.map(\.line) == [2, 4])
  }

  @Test func `a TSV file is separated by tabs alone, and its quotation marks may be plain`() throws {
    let text = "name, first\tinch\n\"Ann\" B\t5\"\n\"a\tb\"\t\"x\n\"open\ty\n"
    let table = try DataTable(Array(text.utf8), named: "People.TSV")

    #expect(table.columns == ["name, first", "inch"])
    #expect(
      try table.rows.map { [$0.values["name, first"], $0.values["inch"]] } == [
        ["\"Ann\" B", "5\""], ["a\tb", "\"x"], ["\"open", "y"],
      ])
  }

  @Test func `rows of a long table are read one by one, in any order`() throws {
    let text = "n,text\n" + (0..<2000).map { "\($0),\"a\($0)\nb\"\n" }.joined()
    let table = try table(text)

    #expect(table.count == 2000)
    for index in [1999, 0, 1000] {
      let row = try table.row(index)
      #expect(row.values == ["n": "\(index)", "text": "a\(index)\nb"] && row.line == 2 + 2 * index)
    }
  }

  @Test func `what is no text is refused`() {
    #expect(throws: DataTable.Fault.self) { try DataTable([0x61, 0x0A, 0xFF]) }
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
      #expect(try back.rows.map { row in columns.map { row.values[$0] ?? "" } } == rows)
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
    #expect((DataTable.check()(bytes[...]) != nil) == isFaulty)
  }

  /// A table as Excel saves it as “Unicode text” was refused, since “characters stand in it that no text has”.
  @Test(arguments: [true, false])
  func `UTF-16 is read by its byte order mark, in portions too`(isBigEndian: Bool) throws {
    let units = Array("\u{FEFF}name\tcity\r\nŁucja 👑\tŁódź\r\n".utf16)
    let bytes = units.flatMap { unit in
      isBigEndian ? [UInt8(unit >> 8), UInt8(unit & 255)] : [UInt8(unit & 255), UInt8(unit >> 8)]
    }
    let check = DataTable.check()

    #expect(check(bytes[..<5]) == nil && check(bytes[5...]) == nil)
    #expect(try DataTable(bytes).rows.map(\.values) == [["name": "Łucja 👑", "city": "Łódź"]])
    // Half a character is no text.
    #expect(throws: DataTable.Fault.self) { try DataTable(Array(bytes.dropLast())) }
  }
}

@Suite struct SpreadsheetTableTests {
  private func table(_ text: String) throws -> DataTable { try DataTable(Array(text.utf8)) }

  /// The line was taken for the names of columns, so that “the table has no column {name}”.
  @Test(arguments: ["sep=;\r\n", "SEP=;\n", "\"sep=;\"\n", "\u{FEFF}sep=;\r\n"])
  func `a first line that names the separator is none of the table`(line: String) throws {
    let table = try table(line + "name;a,b\nAnn;1,2\n")

    #expect(table.columns == ["name", "a,b"])
    #expect(try table.rows.map(\.values) == [["name": "Ann", "a,b": "1,2"]])
    #expect(try table.rows.map(\.line) == [3])
  }

  @Test(arguments: ["|", "\t", ",", "~"])
  func `any character can be named to separate cells`(separator: String) throws {
    #expect(
      try table("sep=\(separator)\na\(separator)b\n1\(separator)2").row(0).values == ["a": "1", "b": "2"])
  }

  @Test func `separators within quotation marks do not count`() throws {
    #expect(try table("\"last, first, title\";city\nAnn;Bonn\n").columns == ["last, first, title", "city"])
  }

  /// “two columns are called “””
  @Test func `columns and rows that are empty throughout are left out, values without a name refused`() throws
  {
    let table = try table("name,city,,\nAnn,Bonn,,\n,,,\nBen,,,\n")

    #expect(table.columns == ["name", "city"])
    #expect(try table.rows.map(\.values) == [["name": "Ann", "city": "Bonn"], ["name": "Ben", "city": ""]])
    #expect { try self.table("name,,\nAnn,,x\n").row(0) } throws: { error in
      (error as? DataTable.Fault)?.description
        == "line 2: a value stands in column 3, which has no name; name it in the first line"
    }
  }

  @Test func `the line and column that are not UTF-8 are named`() {
    let bytes = Array("name,city\n\"Ann\nB\",Bonn\nCy,M".utf8) + [0xFC, 10]

    #expect { try DataTable(bytes) } throws: { error in
      let fault = error as? DataTable.Fault
      return fault?.line == 4 && fault?.column == "city"
    }
  }

  @Test func `two columns of a name are told of with their places`() {
    #expect { try table("a,b,a\n1,2,3\n") } throws: { error in
      "\(error)" == "line 1, column a: the columns 1 and 3 are both called “a”; rename one"
    }
  }
}
