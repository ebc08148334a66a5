/// Texts in which `{column}` stands for a value of a row.
package enum TextTemplate {
  /// Returns a text with the values in their places; braces around anything else stay as they are.
  package static func filled(_ text: String, with values: [String: String]) -> String {
    var result = ""
    var rest = text[...]
    while let open = rest.firstIndex(of: "{") {
      result += rest[..<open]
      rest = rest[open...]
      if let close = rest.firstIndex(of: "}"),
        let value = values[String(rest[rest.index(after: open)..<close])]
      {
        result += value
        rest = rest[rest.index(after: close)...]
      } else {
        result.append("{")
        rest = rest.dropFirst()
      }
    }
    return result + rest
  }

  /// Returns the names in braces.
  package static func names(in text: String) -> [String] {
    text.split(separator: "{", omittingEmptySubsequences: false).dropFirst()
      .compactMap { part in part.firstIndex(of: "}").map { String(part[..<$0]) } }
  }
}
