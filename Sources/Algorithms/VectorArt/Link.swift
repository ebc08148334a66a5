/// A link to another element of the document.
enum Link {
  /// Returns the identifier in `#id`, with or without quotes; nil for a link elsewhere.
  static func id(_ text: String) -> String? {
    var value = text.trimmed
    if let quote = value.first, quote == "\"" || quote == "'", value.count > 1, value.last == quote {
      value = String(value.dropFirst().dropLast()).trimmed
    }
    guard value.hasPrefix("#"), value.utf8.count > 1 else { return nil }
    return String(value.dropFirst())
  }

  /// Returns the identifier in `url(#id)`.
  static func functionID(_ text: String) -> String? {
    let value = text.trimmed
    guard value.hasPrefix("url("), let close = value.firstIndex(of: ")") else { return nil }
    return id(String(value[value.index(value.startIndex, offsetBy: 4)..<close]))
  }
}
