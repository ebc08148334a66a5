/// An XML document as a list of elements that know each other by number.
struct MarkupDocument {
  /// One element of the document.
  struct Element {
    /// The name without a prefix; empty when the element is not in the SVG namespace.
    var name: String
    var attributes: [Attribute] = []
    var children: [Int] = []
    var parent: Int?
    /// The place among the parent's children.
    var place = 0
    /// Where the element begins, in bytes.
    var position: Int
    /// The character data directly inside.
    var text: [UInt8] = []

    /// The words of the `class` attribute.
    var classes: Set<Substring> = []

    func attribute(_ name: String) -> String? {
      for attribute in attributes where attribute.name == name { return attribute.value }
      return nil
    }
  }

  struct Attribute {
    /// The local name, after `xlink:` or `xml:` in those namespaces.
    var name: String
    var value: String
  }

  var elements: [Element] = []
  private let lineStarts: [Int]

  init(lineStarts: [Int]) {
    self.lineStarts = lineStarts
  }

  /// Returns the line and column of a place in the text.
  func location(of position: Int) -> (line: Int, column: Int) {
    var (low, high) = (0, lineStarts.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if lineStarts[middle] <= position { low = middle } else { high = middle }
    }
    return (low + 1, position - lineStarts[low] + 1)
  }

  func location(ofElement index: Int) -> (line: Int, column: Int) {
    location(of: elements[index].position)
  }
}
