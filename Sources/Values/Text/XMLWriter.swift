/// The elements of an XML document, each on a line of its own.
///
///     var svg = XMLWriter()
///     svg.open("svg", [("xmlns", "http://www.w3.org/2000/svg"), ("viewBox", "0 0 24 24")])
///     svg.element("path", [("d", path.svgData(.rounded(to: 2)))])
///     svg.close()
public struct XMLWriter {
  /// The attributes of an element, in the order in which they are written; values are escaped by the writer.
  public typealias Attributes = [(name: String, value: String)]

  /// What was written so far.
  public private(set) var text: String
  private var names: [String] = []
  private let indentation: Int

  /// Creates an empty document whose elements are moved so many spaces to the right a level.
  public init(indentation: Int = 1, hasDeclaration: Bool = false) {
    self.indentation = indentation
    text = hasDeclaration ? "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" : ""
  }

  /// Begins an element that others stand in.
  public mutating func open(_ name: String, _ attributes: Attributes = []) {
    begin(name, attributes)
    text += ">\n"
    names.append(name)
  }

  /// Ends the element that was begun last.
  public mutating func close() {
    guard let name = names.popLast() else {
      preconditionFailure("every element is opened before it is closed")
    }
    indent()
    text += "</\(name)>\n"
  }

  /// Writes an element with nothing or a text in it.
  public mutating func element(_ name: String, _ attributes: Attributes = [], text content: String? = nil) {
    begin(name, attributes)
    text += content.map { ">" + Self.escaped($0) + "</\(name)>\n" } ?? "/>\n"
  }

  /// Something that stands in an element on one line with it.
  public enum Piece {
    /// Character data, which the writer escapes.
    case text(String)
    /// An element with its name, its attributes, and a text or nothing in it.
    case element(String, Attributes, text: String? = nil)
  }

  /// Writes an element with texts and elements in it, all on one line.
  public mutating func element(_ name: String, _ attributes: Attributes, holding pieces: [Piece]) {
    begin(name, attributes)
    text += ">"
    for piece in pieces {
      switch piece {
      case .text(let words): text += Self.escaped(words)
      case .element(let name, let attributes, let words):
        begin(name, attributes, indented: false)
        text += words.map { ">" + Self.escaped($0) + "</\(name)>" } ?? "/>"
      }
    }
    text += "</\(name)>\n"
  }

  private mutating func indent() { text += String(repeating: " ", count: indentation * names.count) }

  private mutating func begin(_ name: String, _ attributes: Attributes, indented: Bool = true) {
    if indented { indent() }
    text += "<" + name
    for attribute in attributes { text += " \(attribute.name)=\"\(Self.escaped(attribute.value))\"" }
  }

  /// Returns text as XML 1.0 has it, without the characters that have no place there.
  public static func escaped(_ text: String) -> String {
    // Most of a drawing is paths, long and plain.
    let marks = Array("&<>\"".utf8)
    if text.utf8.allSatisfy({ (32..<128).contains($0) && !marks.contains($0) }) { return text }
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "\n", "\t": result.unicodeScalars.append(scalar)
      case _ where scalar.value < 32 || scalar.value == 0xFFFE || scalar.value == 0xFFFF: break
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
