/// Writes an XML document with each element on its own line.
///
///     var svg = XMLWriter()
///     svg.open("svg", [("xmlns", "http://www.w3.org/2000/svg"), ("viewBox", "0 0 24 24")])
///     svg.element("path", [("d", path.svgData(.rounded(to: 2)))])
///     svg.close()
public struct XMLWriter {
  /// The attributes of an element, in order; the writer escapes the values.
  public typealias Attributes = [(name: String, value: String)]

  /// The text so far.
  public private(set) var text: String
  private var names: [String] = []
  private let indentation: Int

  /// Creates an empty document; each level is indented by `indentation` spaces.
  public init(indentation: Int = 1, hasDeclaration: Bool = false) {
    self.indentation = indentation
    // Untranslated: XML.
    text = hasDeclaration ? "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" : ""
  }

  /// Opens an element with children.
  public mutating func open(_ name: String, _ attributes: Attributes = []) {
    begin(name, attributes)
    text += ">\n"
    names.append(name)
  }

  /// Closes the innermost open element.
  public mutating func close() {
    guard let name = names.popLast() else {
      preconditionFailure("every element is opened before it is closed")
    }
    indent()
    text += "</\(name)>\n"
  }

  /// Writes an element with a text or without content.
  public mutating func element(_ name: String, _ attributes: Attributes = [], text content: String? = nil) {
    begin(name, attributes)
    text += content.map { ">" + Self.escaped($0) + "</\(name)>\n" } ?? "/>\n"
  }

  /// An inline part of an element's content.
  public enum Piece {
    /// Character data, which the writer escapes.
    case text(String)
    /// An element with its name, its attributes, and an optional text.
    case element(String, Attributes, text: String? = nil)
  }

  /// Writes an element with inline texts and elements, all on one line.
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

  /// Returns text escaped for XML 1.0, without characters that are invalid there.
  public static func escaped(_ text: String) -> String {
    // Most of a drawing is path data, long and without marks.
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
