import Geometry
import Localization
import PlanarGeometry
import Text

/// A drawing as one path in one ink.
///
/// `VectorImage(svg:)` reads an SVG document and returns its silhouette: everything painted with an
/// opacity above 0, in any colour, as one path for the non-zero rule.
///
/// 1. `MarkupReader` reads the XML through Expat, within `ImportLimits`.
/// 2. `Cascade` resolves its style sheets, and `Interpreter` walks it (`use`, viewports, units) and collects shapes in
///    viewport coordinates. Strokes have become fills by then (`Stroker`), and clips are applied.
/// 3. `Overlay` unites the shapes. Curves become chords on an integer grid, each of which refers to its curve
///    and part; snap rounding (`Noding`) makes them planar with exact predicates; a sweep finds the outline;
///    `ContourAssembly` restores the original curves along it.
/// 4. `PathCode` writes the path in a few hundred bytes.
public struct VectorImage: Hashable, Sendable {
  /// The silhouette in viewport coordinates, for the non-zero rule, without overlaps.
  public var path: Path
  /// The bounds of the ink; of zero size without ink.
  public var bounds: Rect
  /// The viewport: the document's width and height.
  public var viewport: Rect
  /// Warnings about features that were omitted or could not be shown.
  public var warnings: [SVGDiagnostic]

  /// Reads a document; throws if it cannot be read, and collects warnings about features that cannot be shown.
  ///
  /// - Parameters:
  ///   - text: The document.
  ///   - limits: The limits on its size and its work.
  /// - Throws: The first error, with its line and column.
  public init(svg text: String, limits: ImportLimits = .default) throws(SVGDiagnostic) {
    try self.init(svg: Array(text.utf8), limits: limits)
  }

  /// Reads a document; throws if it cannot be read, and collects warnings about features that cannot be shown.
  ///
  /// - Parameters:
  ///   - bytes: The document, in UTF-8.
  ///   - limits: The limits on its size and its work.
  /// - Throws: The first error, with its line and column.
  public init(svg bytes: [UInt8], limits: ImportLimits = .default) throws(SVGDiagnostic) {
    self = try VectorImage.read(bytes, limits: limits).image
  }

  /// The cost of reading a document, and its properties besides the silhouette.
  struct Usage {
    /// The number of drawn elements.
    let elements: Int
    /// Whether the document has a size of its own.
    let hasSize: Bool
    /// The first painted colour.
    let color: UInt32?
  }

  /// Reads a document; throws if it cannot be read, and collects warnings about features that cannot be shown.
  static func read(
    _ bytes: [UInt8], limits: ImportLimits
  ) throws(SVGDiagnostic) -> (image: VectorImage, usage: Usage) {
    let document = try MarkupReader.read(bytes, limits: limits)
    guard let root = document.elements.first, root.name == "svg" else {
      let (line, column) = document.location(ofElement: 0)
      throw SVGDiagnostic(Message("the root element is not svg"), line: line, column: column)
    }
    let size = try VectorImage.size(of: root)
    var interpreter = try Interpreter(document, size: size, limits: limits)
    let image = try VectorImage(&interpreter, size: size)
    let usage = Usage(
      elements: interpreter.drawnElements, hasSize: size != nil, color: interpreter.document.firstColor)
    return (image, usage)
  }

  private init(_ interpreter: inout Interpreter, size: Size?) throws(SVGDiagnostic) {
    viewport = Rect(origin: .zero, size: size ?? Size(100, 100))
    var shapes: [Overlay.Shape] = []
    try interpreter.drawRoot(0, Interpreter.State(viewport: viewport.size), into: &shapes)
    if size != nil { shapes = try interpreter.clipped(shapes, to: viewport, .identity, 0) }
    do throws(PathComplexityError) {
      path = try interpreter.canvas.silhouette(of: shapes)
    } catch {
      throw interpreter.document.failure(error.message, 0)
    }
    bounds = path.bounds ?? .zero
    warnings = interpreter.document.warnings
    if size == nil, !path.isEmpty { viewport = Rect(.zero, Point(max(bounds.maxX, 1), max(bounds.maxY, 1))) }
  }

  /// Creates a drawing from one path without overlaps.
  public init(path: Path, viewport: Rect) {
    self.path = path
    self.viewport = viewport
    bounds = path.bounds ?? .zero
    warnings = []
  }

  /// Returns the document's size in user units, or nil if it has none.
  private static func size(of root: MarkupDocument.Element) throws(SVGDiagnostic) -> Size? {
    let box = ViewBox(root.attribute("viewBox"), preserveAspectRatio: nil)
    let whole = box?.rect.size
    func side(_ name: String, _ axis: Length.Axis) -> Double? {
      guard let text = root.attribute(name), let length = Length(text) else { return nil }
      if length.isPercentage && whole == nil { return nil }
      return length.resolved(axis, viewport: whole ?? .zero, fontSize: Style().fontSize)
    }
    let (width, height) = (side("width", .horizontal), side("height", .vertical))
    guard width != nil || height != nil || whole != nil else { return nil }
    var size = whole ?? Size(width ?? height ?? 100, height ?? width ?? 100)
    if let width, let height {
      size = Size(width, height)
    } else if let whole, let width {
      size = Size(width, width * whole.height / whole.width)
    } else if let whole, let height {
      size = Size(height * whole.width / whole.height, height)
    }
    guard size.width > 0, size.height > 0, size.width < 1e12, size.height < 1e12 else {
      throw SVGDiagnostic(
        Message("the document has no usable size"), line: root.place.line, column: root.place.column)
    }
    return size
  }
}

/// Builds a `MarkupDocument` from the events of `XMLReader`, without prefixes, and with text only for style sheets.
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
      throw SVGDiagnostic(
        Message("the document is longer than {limit} bytes", ["limit": String(limits.bytes)]), line: 1,
        column: 1)
    }
    var reader = MarkupReader(limits: limits)
    let amounts = XMLLimits(
      depth: limits.depth, attributes: limits.attributes, amplification: limits.amplification,
      freeBytes: limits.expandedBytes)
    do {
      try XMLReader.read(TextEncoding.utf8(source), limits: amounts) { event in reader.take(event) }
    } catch {
      throw SVGDiagnostic(error.reason, line: error.place.line, column: error.place.column)
    }
    return reader.document
  }

  private init(limits: ImportLimits) { self.limits = limits }

  /// Adds an event; returns a message if a limit is exceeded.
  private mutating func take(_ event: XMLEvent) -> Message? {
    switch event {
    case .start(let name, let attributes, let place):
      guard document.elements.count < limits.elements else {
        return Message("there are more than {limit} elements", ["limit": String(limits.elements)])
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
    // A document without namespace declarations is treated as SVG.
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

/// Converts the encodings of XML documents to UTF-8.
enum TextEncoding {
  /// Returns the bytes as UTF-8: UTF-16 is detected by its mark or its zeros, Latin-1 by its declaration.
  static func utf8(_ source: [UInt8]) -> [UInt8] {
    if source.starts(with: [0xFE, 0xFF]) || source.starts(with: [0x00, 0x3C]) {
      return utf16(source, high: 0)
    }
    if source.starts(with: [0xFF, 0xFE]) || source.starts(with: [0x3C, 0x00]) {
      return utf16(source, high: 1)
    }
    let head = String(decoding: source.prefix(120), as: UTF8.self).lowercased()
    guard head.hasPrefix("<?xml"), let end = head.range(of: "?>") else { return repaired(source) }
    let declaration = head[..<end]
    guard declaration.range(of: "iso-8859-1") != nil || declaration.range(of: "windows-1252") != nil else {
      return repaired(source)
    }
    var result: [UInt8] = []
    result.reserveCapacity(source.count + source.count / 8)
    for byte in source {
      if byte < 0x80 {
        result.append(byte)
      } else {
        result.append(0xC0 | byte >> 6)
        result.append(0x80 | byte & 0x3F)
      }
    }
    return result
  }

  /// Replaces invalid UTF-8 with U+FFFD.
  private static func repaired(_ source: [UInt8]) -> [UInt8] {
    String(validating: source, as: UTF8.self) != nil
      ? source : Array(String(decoding: source, as: UTF8.self).utf8)
  }

  private static func utf16(_ source: [UInt8], high: Int) -> [UInt8] {
    var units: [UInt16] = []
    units.reserveCapacity(source.count / 2)
    for index in stride(from: 0, to: source.count - 1, by: 2) {
      units.append(UInt16(source[index + high]) << 8 | UInt16(source[index + 1 - high]))
    }
    return Array(String(decoding: units, as: UTF16.self).utf8)
  }
}

extension StringProtocol {
  /// Returns the first place of `text` in this one.
  fileprivate func range(of text: String) -> Index? {
    var start = startIndex
    while start < endIndex {
      if self[start...].hasPrefix(text) { return start }
      start = index(after: start)
    }
    return nil
  }
}
