import Text

/// Links to other elements of the document.
enum Link {
  /// Returns the identifier in `#id`; nil for an external link.
  static func id(_ text: String) -> String? {
    let value = text.trimmed
    guard value.hasPrefix("#"), value.utf8.count > 1 else { return nil }
    return String(value.dropFirst())
  }

  /// Returns the identifier in `url(#id)`, ignoring anything after it.
  static func functionID(_ text: String) -> String? {
    var reader = CSSReader(text, keepsCase: true)
    return address(&reader).flatMap(id)
  }

  /// Reads the address in `url()` if that is next.
  static func address(_ reader: inout CSSReader) -> String? {
    switch reader.next {
    case .url(let address):
      reader.advance()
      return address
    case .function(let name) where CSSReader.folded(name) == "url":
      var inner = reader
      inner.advance()
      guard case .string(let address) = inner.next else { return nil }
      reader.skipComponent()
      return address
    default: return nil
    }
  }
}
