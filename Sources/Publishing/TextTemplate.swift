public import Posters

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

extension Poster {
  /// The texts in which names in braces are filled in, lines before the title that is often made of them.
  package var textFields: [(field: String, text: String)] {
    lines.enumerated().map { ("lines[\($0)].text", $1.text) } + [("title", title)]
  }

  /// Returns the poster with a row's values in its texts.
  ///
  /// A line that becomes empty is left out, and one that was small because its name was in lower case stays small.
  public func filled(with values: [String: String]) -> Poster {
    var poster = self
    poster.title = TextTemplate.filled(title, with: values)
    poster.lines = lines.compactMap { line in
      var line = line
      let text = TextTemplate.filled(line.text, with: values)
      if text != line.text, text.allSatisfy(\.isWhitespace) { return nil }
      line.text = text
      return line
    }
    return poster
  }
}
