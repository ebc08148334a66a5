import Testing
import Text

@Suite struct ForeignTextTests {
  /// A window's title that is set, a bell, a line that is forged, text in the other order, and C1's introducer.
  private static let hostile = "a\u{1B}]0;owned\u{7}\nforged\t\u{202E}b\u{9B}2Jc\u{2066}\u{2028}\u{7F}"

  @Test func `nothing that controls a terminal is left, and the letters are`() {
    let text = ForeignText.printable(Self.hostile)

    #expect(text == #"a\u{1b}]0;owned\u{7}\nforged\t\u{202e}b\u{9b}2Jc\u{2066}\u{2028}\u{7f}"#)
  }

  @Test func `what Unicode calls a control, a separator of lines or a mark that reorders is never printed`() {
    // The three marks of direction alone reorder nothing.
    let marks: [UInt32] = [0x061C, 0x200E, 0x200F]
    let wrong = (0..<0x3000).compactMap { Unicode.Scalar(UInt32($0)) }.filter { scalar in
      let category = scalar.properties.generalCategory
      let isHidden =
        [.control, .lineSeparator, .paragraphSeparator].contains(category)
        || scalar.properties.isBidiControl && !marks.contains(scalar.value)
      return ForeignText.printable("x\(scalar)y").unicodeScalars.contains(scalar) == isHidden
    }

    #expect(wrong.isEmpty, "\(wrong.map { String($0.value, radix: 16) })")
  }

  @Test func `a row has as many cells as it was given`() {
    let row = ForeignText.row(["id", Self.hostile, "a\tb"])

    #expect(row.split(separator: "\t").count == 3 && !row.contains("\n"))
  }
}
