/// Reads XML 1.0 with namespaces, strictly, within limits.
///
/// A reader of our own instead of libxml2: it knows line and column of every element, cannot be made to fetch
/// anything, bounds entities, depth and size before memory is spent, and adds nothing to the start of a program.
struct MarkupReader {
  var bytes: [UInt8]
  var index = 0
  /// The place in the document of the entity reference that is being expanded.
  var outerPosition: Int?
  var entityDepth = 0
  var expanded = 0
  let limits: ImportLimits
  var document: MarkupDocument
  var entities: [String: [UInt8]] = [:]
  var open: [OpenElement] = []

  struct OpenElement {
    var element: Int
    var qualifiedName: String
    var namespaces: [String: String]
  }

  static let svgNamespace = "http://www.w3.org/2000/svg"
  static let xlinkNamespace = "http://www.w3.org/1999/xlink"
  static let xmlNamespace = "http://www.w3.org/XML/1998/namespace"

  static func read(_ source: [UInt8], limits: ImportLimits) throws(SVGError) -> MarkupDocument {
    guard source.count <= limits.bytes else {
      throw SVGError("the document is longer than \(limits.bytes) bytes", line: 1, column: 1)
    }
    var reader = MarkupReader(TextEncoding.utf8(source), limits: limits)
    try reader.readDocument()
    return reader.document
  }

  init(_ bytes: [UInt8], limits: ImportLimits) {
    self.bytes = bytes
    self.limits = limits
    var starts = [0]
    for index in bytes.indices where bytes[index] == UInt8(ascii: "\n") { starts.append(index + 1) }
    document = MarkupDocument(lineStarts: starts)
  }

  func failure(_ message: String, at position: Int? = nil) -> SVGError {
    let (line, column) = document.location(of: outerPosition ?? position ?? index)
    return SVGError(message, line: line, column: column)
  }

  mutating func readDocument() throws(SVGError) {
    if starts(with: "\u{FEFF}") { index += 3 }
    try readContent()
    if let last = open.last { throw failure("<\(last.qualifiedName)> is not closed") }
    if document.elements.isEmpty { throw failure("there is no element") }
  }

  /// Reads markup and text up to the end of the bytes at hand.
  mutating func readContent() throws(SVGError) {
    let depth = open.count
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "<") {
        if starts(with: "<!--") {
          try skip(past: "-->", "a comment is not closed")
        } else if starts(with: "<![CDATA[") {
          try readCharacterSection()
        } else if starts(with: "<!DOCTYPE") {
          try readDoctype()
        } else if starts(with: "<?") {
          try skip(past: "?>", "an instruction is not closed")
        } else if starts(with: "</") {
          guard open.count > depth || entityDepth == 0 else {
            throw failure("an entity closes an element that it did not open")
          }
          try readEndTag()
        } else {
          try readStartTag()
        }
      } else if bytes[index] == UInt8(ascii: "&") {
        try readContentReference()
      } else {
        try readText()
      }
    }
    guard entityDepth == 0 || open.count == depth else {
      throw failure("an entity opens an element that it does not close")
    }
  }

  mutating func readText() throws(SVGError) {
    let start = index
    while index < bytes.count, bytes[index] != UInt8(ascii: "<"), bytes[index] != UInt8(ascii: "&") {
      if open.isEmpty, !isSpace(bytes[index]) { throw failure("there is text outside of the root element") }
      index += 1
    }
    append(text: bytes[start..<index])
  }

  mutating func append(text: some Sequence<UInt8>) {
    guard let element = open.last?.element, document.elements[element].name == "style" else { return }
    document.elements[element].text.append(contentsOf: text)
  }

  mutating func readCharacterSection() throws(SVGError) {
    let start = index + 9
    guard !open.isEmpty else { throw failure("there is text outside of the root element") }
    try skip(past: "]]>", "a CDATA section is not closed")
    append(text: bytes[start..<(index - 3)])
  }

  mutating func readContentReference() throws(SVGError) {
    let position = index
    index += 1
    if peek() == UInt8(ascii: "#") {
      let text = try readCharacterReference()
      return append(text: text)
    }
    let name = try readName()
    try expect(";")
    if let simple = MarkupReader.predefined[name] { return append(text: [simple]) }
    guard let replacement = entities[name] else { throw failure("unknown entity &\(name);", at: position) }
    try charge(replacement.count, position)
    let saved = (bytes, index, outerPosition)
    outerPosition = outerPosition ?? position
    (bytes, index) = (replacement, 0)
    entityDepth += 1
    try readContent()
    entityDepth -= 1
    (bytes, index, outerPosition) = saved
  }

  mutating func charge(_ count: Int, _ position: Int) throws(SVGError) {
    expanded += count + 1
    if expanded > limits.expandedBytes {
      throw failure("entities grow the document by more than \(limits.expandedBytes) bytes", at: position)
    }
    if entityDepth >= 16 { throw failure("entities are nested too deeply", at: position) }
  }

  mutating func readCharacterReference() throws(SVGError) -> [UInt8] {
    let position = index
    index += 1
    let isHex = peek() == UInt8(ascii: "x")
    if isHex { index += 1 }
    var value: UInt32 = 0
    var digits = 0
    while let byte = peek(), let digit = Character(UnicodeScalar(byte)).hexDigitValue, isHex || digit < 10 {
      value = min(value * (isHex ? 16 : 10) + UInt32(digit), 0x11_0000)
      digits += 1
      index += 1
    }
    try expect(";")
    guard digits > 0, value > 0, let scalar = UnicodeScalar(value) else {
      throw failure("a character reference names no character", at: position)
    }
    return Array(String(Character(scalar)).utf8)
  }

  static let predefined: [String: UInt8] = [
    "lt": UInt8(ascii: "<"), "gt": UInt8(ascii: ">"), "amp": UInt8(ascii: "&"), "apos": UInt8(ascii: "'"),
    "quot": UInt8(ascii: "\""),
  ]
}

extension MarkupReader {
  func peek() -> UInt8? { index < bytes.count ? bytes[index] : nil }

  func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D }

  @discardableResult mutating func skipSpace() -> Bool {
    let start = index
    while let byte = peek(), isSpace(byte) { index += 1 }
    return index > start
  }

  mutating func expect(_ character: UnicodeScalar) throws(SVGError) {
    guard let byte = peek(), UnicodeScalar(byte) == character else {
      throw failure("“\(character)” is missing")
    }
    index += 1
  }

  func starts(with text: String) -> Bool {
    guard index + text.utf8.count <= bytes.count else { return false }
    return zip(bytes[index...], text.utf8).allSatisfy { $0 == $1 }
  }

  mutating func skip(past end: String, _ message: String) throws(SVGError) {
    let position = index
    let last = Array(end.utf8)
    index += 2
    while index + last.count <= bytes.count {
      if bytes[index] == last[0], starts(with: end) {
        index += last.count
        return
      }
      index += 1
    }
    throw failure(message, at: position)
  }

  mutating func readName() throws(SVGError) -> String {
    let start = index
    while let byte = peek(), MarkupReader.isNameByte(byte) { index += 1 }
    guard index > start else { throw failure("a name is missing") }
    return String(decoding: bytes[start..<index], as: UTF8.self)
  }

  static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "."),
      UInt8(ascii: ":"), 0x80...:
      true
    default: false
    }
  }

  static func split(_ name: String) -> (prefix: String, local: String) {
    guard let colon = name.firstIndex(of: ":") else { return ("", name) }
    return (String(name[..<colon]), String(name[name.index(after: colon)...]))
  }
}
