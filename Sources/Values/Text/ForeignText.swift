/// Makes untrusted text safe to print.
public enum ForeignText {
  /// Returns a text on one line without terminal control: control characters, line breaks and bidirectional overrides
  /// become escapes, such as `\u{1b}`.
  public static func printable(_ text: some StringProtocol) -> String {
    guard text.unicodeScalars.contains(where: isHidden) else { return String(text) }
    return text.unicodeScalars.map { isHidden($0) ? escape($0) : String($0) }.joined()
  }

  /// Returns the cells of a row, separated by tabs; cells are escaped, so that none contains a tab or a line break.
  public static func row(_ cells: [String]) -> String { cells.map { printable($0) }.joined(separator: "\t") }

  /// Returns a text of several lines without terminal control.
  public static func printableLines(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { printable($0) }.joined(
      separator: "\n")
  }

  private static func escape(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\n": "\\n"
    case "\r": "\\r"
    case "\t": "\\t"
    default: "\\u{\(String(scalar.value, radix: 16))}"
    }
  }

  private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    // C0 and C1, line and paragraph separators, and bidirectional formatting characters
    // (https://www.unicode.org/reports/tr9/#Directional_Formatting_Characters).
    case 0..<0x20, 0x7F..<0xA0, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}
