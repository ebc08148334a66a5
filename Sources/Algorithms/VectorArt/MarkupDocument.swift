import Text

/// An XML document as a list of elements that know each other by number.
struct MarkupDocument {
  /// One element of the document.
  struct Element {
    /// The name without a prefix; empty when the element is not in the SVG namespace.
    var name: String
    /// Local names, after `xlink:` or `xml:` in those namespaces, and values.
    var attributes: [(name: String, value: String)] = []
    var children: [Int] = []
    var parent: Int?
    /// The place among the parent's children.
    var rank = 0
    /// Where the element begins in the text.
    var place: XMLPlace
    /// The character data directly inside; of style sheets alone.
    var text: [UInt8] = []
    /// Whether there is any character data directly inside.
    var hasText = false
    /// The names in the `class` attribute.
    var classes: Set<Substring> = []

    func attribute(_ name: String) -> String? {
      for attribute in attributes where attribute.name == name { return attribute.value }
      return nil
    }

    /// The address in `href`, with or without the prefix of XLink.
    var link: String? { attribute("href") ?? attribute("xlink:href") }
  }

  var elements: [Element] = []

  /// Where the document asks for a style sheet in another file, if it does.
  var externalStyleSheet: XMLPlace?

  func location(ofElement index: Int) -> (line: Int, column: Int) {
    (elements[index].place.line, elements[index].place.column)
  }
}
