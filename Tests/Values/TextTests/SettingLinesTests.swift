import Testing
import Text

@Suite struct SettingLinesTests {
  private func read(_ text: String) -> [String] {
    SettingLines(text).map { "\($0.name)|\($0.value)" }
  }

  @Test(arguments: [
    ("plane = oklch", ["plane|oklch"]), ("plane oklch", ["plane|oklch"]), ("plane=oklch", ["plane|oklch"]),
    ("  font =  Gillius ADF No2 \r\nseconds = true", ["font|Gillius ADF No2", "seconds|true"]),
    ("vision protan 0.5", ["vision|protan 0.5"]), ("ground = a = b", ["ground|a = b"]),
    ("", []), ("=", []), ("= x", []), ("alone", []), ("alone =", []), ("\n\n \n", []),
  ])
  func `reads a name and a value from a line and passes over the rest`(text: String, pairs: [String]) {
    #expect(read(text) == pairs)
  }

  @Test func `returns what was added, in its order`() {
    var lines = SettingLines()
    lines.add("card", "#1c1c1e")
    lines.add("ink", nil)
    lines.add("font", "Inter\nTight")

    #expect(lines.text == "card = #1c1c1e\nfont = InterTight\n")
    #expect(read(lines.text) == ["card|#1c1c1e", "font|InterTight"])
  }
}
