import Localization
package import Posters
import Text

/// A name in braces that stands for a value of a row, such as `{name}`.
///
/// A format may follow a colon, and what is shown for an empty value a bar: `{name:upper}`, `{price:0.00}`,
/// `{name|Guest}`. With nothing after the bar, an empty value goes with the separator beside it: `{title|} {name}` is
/// “Ann”, and `{name}, {city|}` is too.
package struct Placeholder: Hashable, Sendable {
  /// How a value is written.
  package enum Format: Hashable, Sendable {
    /// In capitals, in small letters, or with a capital at the start of each word, by the language.
    case letters(TextCase)
    /// A number with at least so many digits before the point and exactly so many after it.
    case number(digits: Int, decimals: Int, point: Character?)
    /// A format that does not exist.
    case unknown(String)

    fileprivate init(_ text: Substring) {
      if let letters = TextCase(rawValue: String(text)) {
        self = .letters(letters)
        return
      }
      let parts = text.split(omittingEmptySubsequences: false) { $0 == "." || $0 == "," }
      guard parts.count <= 2, parts.allSatisfy({ $0.allSatisfy { $0 == "0" } && (1...15).contains($0.count) })
      else {
        self = .unknown(String(text))
        return
      }
      self = .number(
        digits: parts[0].count, decimals: parts.count == 2 ? parts[1].count : 0,
        point: text.first { $0 != "0" })
    }
  }

  /// A value that does not fit its format.
  struct Fault: Error {
    let name: String
    let message: Message
  }

  /// The whole text between the braces.
  package let content: String
  /// The name of the column.
  package let name: String
  /// How the value is written; nil as it is.
  package let format: Format?
  /// The text that is shown for an empty value; nil leaves the place empty, and an empty one removes the separator
  /// beside it.
  package let fallback: String?

  /// Reads what stands between braces.
  package init(_ content: String) {
    self.content = content
    let parts = content.split(separator: "|", maxSplits: 1, omittingEmptySubsequences: false)
    fallback = parts.count == 2 ? String(parts[1]) : nil
    let words = parts[0].split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    name = String(words[0])
    format = words.count == 2 ? Format(words[1]) : nil
  }

  /// Creates the placeholder of a column whose name itself has a colon or a bar.
  private init(column: String) { (content, name, format, fallback) = (column, column, nil, nil) }

  /// Returns the placeholder as the columns mean it: one may be called like all that stands between the braces.
  package func resolved(among columns: some Sequence<String>) -> Placeholder {
    columns.contains(content) ? Placeholder(column: content) : self
  }

  /// Returns a value as it is shown: in the format, or its replacement if it is empty.
  fileprivate func shown(_ value: String, _ language: String?) throws(Fault) -> String {
    guard value.contains(where: { !$0.isWhitespace }) else { return fallback ?? value }
    switch format {
    case nil: return value
    case .letters(let letters): return letters.applied(to: value, language: language)
    case .number(let digits, let decimals, let point):
      guard let text = Self.number(value, digits, decimals, point) else {
        throw fault(
          Message(
            "“{value}” is no number, which the format {format} needs", ["value": value, "format": formatText])
        )
      }
      return text
    case .unknown(let text):
      throw fault(
        Message(
          "“{format}” is no format; write upper, lower, title, or zeros such as 000 or 0.00", ["format": text]
        ))
    }
  }

  private var formatText: String {
    content.split(separator: ":").last.map { String($0.prefix { $0 != "|" }) } ?? ""
  }

  private func fault(_ message: Message) -> Fault { Fault(name: name, message: message) }

  /// Returns a number in decimal notation, or nil if the value is none. With a comma in the format, numbers may have
  /// one too.
  private static func number(_ value: String, _ digits: Int, _ decimals: Int, _ point: Character?) -> String?
  {
    var text = value.filter { !$0.isWhitespace }.replacing("−", with: "-")
    if point == "," { text = text.replacing(",", with: ".") }
    let isNegative = text.hasPrefix("-")
    if isNegative || text.hasPrefix("+") { text.removeFirst() }
    guard let first = text.first, first.isASCII, first.isNumber || first == "." else { return nil }
    var parts: [Substring]
    if text.allSatisfy({ $0.isASCII && $0.isNumber }) {
      // Long numbers keep all their digits.
      parts = [Substring(text.drop { $0 == "0" })]
      if decimals > 0 { parts.append(Substring(String(repeating: "0", count: decimals))) }
    } else {
      guard let number = Double(text), number.isFinite, number < 1e15 else { return nil }
      parts = number.text(.fixed(decimals)).split(separator: ".")
    }
    let whole = String(repeating: "0", count: max(digits - parts[0].count, 0)) + parts[0]
    let result = parts.count == 2 ? whole + String(point ?? ".") + parts[1] : whole
    return isNegative && result.contains(where: { ("1"..."9").contains($0) }) ? "-" + result : result
  }
}

/// Texts in which `{column}` stands for a value of a row.
package enum TextTemplate {
  /// Returns a text with values inserted; braces around unknown names are kept. `language` is a BCP 47 tag, by which
  /// capitals are made, and `changed` changes each value that is inserted.
  static func filled(
    _ text: String, with values: [String: String], language: String? = nil,
    changing changed: (String) -> String = { $0 }
  ) throws(Placeholder.Fault) -> String {
    var result = ""
    var rest = text[...]
    while let open = rest.firstIndex(of: "{") {
      result += rest[..<open]
      rest = rest[open...]
      guard let close = rest.firstIndex(of: "}") else { break }
      let placeholder = Placeholder(String(rest[rest.index(after: open)..<close])).resolved(
        among: values.keys)
      guard let value = values[placeholder.name] else {
        result.append("{")
        rest = rest.dropFirst()
        continue
      }
      rest = rest[rest.index(after: close)...]
      let shown = try placeholder.shown(value, language)
      if placeholder.fallback == "", shown.isEmpty {
        removeTrace(&result, &rest)
      } else {
        result += changed(shown)
      }
    }
    return result + rest
  }

  /// Returns the placeholders with a name, in their order.
  package static func placeholders(in text: String) -> [Placeholder] {
    text.split(separator: "{", omittingEmptySubsequences: false).dropFirst()
      .compactMap { part in part.firstIndex(of: "}").map { Placeholder(String(part[..<$0])) } }
      .filter { !$0.name.isEmpty }
  }

  /// Returns a text without its placeholders.
  package static func plain(_ text: String) -> String {
    let values = Dictionary(placeholders(in: text).map { ($0.content, "") }) { $1 }
    let parts = values.keys.reduce(text) { $0.replacing("{\($1)}", with: " ") }
    return parts.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  private static func isSeparator(_ character: Character) -> Bool { ",;·•–—-/|".contains(character) }

  /// Removes the spaces, the separator and the brackets around a place where nothing stands.
  private static func removeTrace(_ before: inout String, _ after: inout Substring) {
    let brackets: [Character: Character] = ["(": ")", "[": "]", "“": "”", "„": "“", "«": "»", "\"": "\""]
    while let last = before.last, let closing = brackets[last], after.first == closing {
      before.removeLast()
      after.removeFirst()
    }
    let next = after.first { !$0.isWhitespace }
    func trimSpaces() { while before.last?.isWhitespace == true { before.removeLast() } }
    if !before.contains(where: { !$0.isWhitespace }) {
      after = after.drop { $0.isWhitespace || isSeparator($0) }
    } else if next.map(isSeparator) ?? true {
      trimSpaces()
      while before.last.map(isSeparator) == true { before.removeLast() }
      trimSpaces()
      if next == nil { after = "" }
    } else if before.last?.isWhitespace == true {
      if after.first?.isWhitespace == true { after = after.drop { $0.isWhitespace } }
      if let next, ".!?:".contains(next) { trimSpaces() }
    }
  }
}
