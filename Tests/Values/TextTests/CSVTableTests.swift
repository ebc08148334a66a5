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
    #expect((CSVTable.fault(in: bytes[...]) != nil) == isFaulty)
  }
}
