import Text

/// Makes a `MarkupDocument` from the events of `XMLReader`, without prefixes and without text but style sheets.
struct MarkupReader {
  static let svgNamespace = "http://www.w3.org/2000/svg"
  static let xlinkNamespace = "http://www.w3.org/1999/xlink"
  static let xmlNamespace = "http://www.w3.org/XML/1998/namespace"

  private struct OpenElement {
    let element: Int
    let namespaces: [String: String]
  }

  private let limits: ImportLimits
  private var document = MarkupDocument()
  private var open: [OpenElement] = []

  static func read(_ source: [UInt8], limits: ImportLimits) throws(SVGDiagnostic) -> MarkupDocument {
    guard source.count <= limits.bytes else {
      throw SVGDiagnostic("the document is longer than \(limits.bytes) bytes", line: 1, column: 1)
    }
    var reader = MarkupReader(limits: limits)
    let amounts = XMLLimits(
      depth: limits.depth, attributes: limits.attributes, amplification: limits.amplification,
      freeBytes: limits.expandedBytes)
    do {
      try XMLReader.read(TextEncoding.utf8(source), limits: amounts) { event in reader.take(event) }
    } catch {
      throw SVGDiagnostic(error.message, line: error.place.line, column: error.place.column)
    }
    return reader.document
  }

  private init(limits: ImportLimits) { self.limits = limits }

  /// Adds an event; returns a message where a limit is exceeded.
  private mutating func take(_ event: XMLEvent) -> String? {
    switch event {
    case .start(let name, let attributes, let place):
      guard document.elements.count < limits.elements else {
        return "there are more than \(limits.elements) elements"
      }
      add(name, attributes, place)
    case .text(let bytes):
      if let element = open.last?.element {
        document.elements[element].hasText = true
        if document.elements[element].name == "style" {
          document.elements[element].text.append(contentsOf: bytes)
        }
      }
    case .end: open.removeLast()
    case .instruction("xml-stylesheet", let text, let place):
      if !text.contains("href=\"#"), !text.contains("href='#") {
        document.externalStyleSheet = document.externalStyleSheet ?? place
      }
    case .instruction: break
    }
    return nil
  }

  private mutating func add(
    _ name: String, _ attributes: [(name: String, value: String)], _ place: XMLPlace
  ) {
    var namespaces = open.last?.namespaces ?? ["xml": Self.xmlNamespace]
    for (name, value) in attributes {
      if name == "xmlns" {
        namespaces[""] = value
      } else if name.hasPrefix("xmlns:") {
        namespaces[String(name.dropFirst(6))] = value
      }
    }
    let (prefix, local) = Self.split(name)
    // A document that declares no namespace at all is taken for SVG.
    let namespace = namespaces[prefix] ?? (prefix.isEmpty ? Self.svgNamespace : "")
    var element = MarkupDocument.Element(
      name: namespace == Self.svgNamespace ? local : "", parent: open.last?.element, place: place)
    for (name, value) in attributes where name != "xmlns" && !name.hasPrefix("xmlns:") {
      let (prefix, local) = Self.split(name)
      switch prefix.isEmpty ? "" : namespaces[prefix] ?? "?" {
      case "", Self.svgNamespace: element.attributes.append((local, value))
      case Self.xlinkNamespace: element.attributes.append(("xlink:" + local, value))
      case Self.xmlNamespace: element.attributes.append(("xml:" + local, value))
      default: break
      }
    }
    if let text = element.attribute("class") {
      element.classes = Set(text.split(whereSeparator: \.isWhitespace))
    }
    let index = document.elements.count
    if let parent = element.parent {
      element.rank = document.elements[parent].children.count
      document.elements[parent].children.append(index)
    }
    document.elements.append(element)
    open.append(OpenElement(element: index, namespaces: namespaces))
  }

  private static func split(_ name: String) -> (prefix: String, local: String) {
    guard let colon = name.utf8.firstIndex(of: UInt8(ascii: ":")) else { return ("", name) }
    return (String(name[..<colon]), String(name[name.utf8.index(after: colon)...]))
  }
}
