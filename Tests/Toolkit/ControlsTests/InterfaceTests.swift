import Testing
import Typography

@testable import Controls

@Suite struct InterfaceTests {
  private let interface = Interface(typesetter: Typesetter(), theme: Theme(.light), scale: 1)

  /// Breaks a text by trying one word after the other, and one character after the other of words that are too wide.
  private func triedWordByWord(_ text: String, width: Double) -> [String] {
    func fits(_ line: String) -> Bool { interface.line(line, style: Theme.body).width <= width }
    var lines: [String] = []
    var current = ""
    for word in text.split(separator: " ") {
      let longer = current.isEmpty ? String(word) : current + " " + word
      if fits(longer) {
        current = longer
        continue
      }
      if !current.isEmpty { lines.append(current) }
      current = ""
      for character in word {
        if !current.isEmpty, !fits(current + String(character)) {
          lines.append(current)
          current = ""
        }
        current.append(character)
      }
    }
    if !current.isEmpty { lines.append(current) }
    return lines
  }

  @Test(arguments: [
    "Tudor crown, four crosses pattée and fleurs-de-lis", "", "   ", "a", "  two   spaces  within ",
    "AVAVAVAVAVAVAVAVAVAVAV and a word", "Donaudampfschifffahrtsgesellschaftskapitän",
    "שלום עולם, this is both", "👩‍👩‍👧‍👦 👩‍👩‍👧‍👦👩‍👩‍👧‍👦 family", "The contrast is 3.2 : 1; letters need 4.5 : 1",
  ])
  func `a text is broken where trying word by word breaks it`(text: String) {
    for width in stride(from: 1.0, through: 400, by: 7) {
      let lines = interface.wrapped(text, style: Theme.body, width: width)

      #expect(lines == triedWordByWord(text, width: width), "\(width)")
    }
  }
}
