import Text

/// An XML document as a list of elements that refer to each other by index.
struct MarkupDocument {
  /// One element of the document.
  struct Element {
    /// The name without a prefix; empty if the element is not in the SVG namespace.
    var name: String
    /// Values by local names, which have the prefix `xlink:` or `xml:` in those namespaces.
    var attributes: [(name: String, value: String)] = []
    var children: [Int] = []
    var parent: Int?
    /// The index among the parent's children.
    var rank = 0
    /// The start of the element in the text.
    var place: XMLPlace
    /// The character data directly inside; only for style sheets.
    var text: [UInt8] = []
    /// Whether it directly contains any character data.
    var hasText = false
    /// The names in the `class` attribute.
    var classes: Set<Substring> = []

    func attribute(_ name: String) -> String? {
      for attribute in attributes where attribute.name == name { return attribute.value }
      return nil
    }

    /// The address in `href`, with or without the XLink prefix.
    var link: String? { attribute("href") ?? attribute("xlink:href") }
  }

  var elements: [Element] = []

  /// The place where the document requests an external style sheet, if it does.
  var externalStyleSheet: XMLPlace?

  func location(ofElement index: Int) -> (line: Int, column: Int) {
    (elements[index].place.line, elements[index].place.column)
  }
}
