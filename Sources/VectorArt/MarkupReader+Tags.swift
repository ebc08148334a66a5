extension MarkupReader {
  mutating func readStartTag() throws(SVGError) {
    let position = outerPosition ?? index
    index += 1
    guard open.count < limits.depth else {
      throw failure("elements are nested more than \(limits.depth) deep", at: position)
    }
    guard document.elements.count < limits.elements else {
      throw failure("there are more than \(limits.elements) elements", at: position)
    }
    if open.isEmpty && !document.elements.isEmpty {
      throw failure("there is a second root element", at: position)
    }
    let qualifiedName = try readName()
    var raw: [(name: String, value: String)] = []
    var names: Set<String> = []
    var namespaces = open.last?.namespaces ?? ["xml": MarkupReader.xmlNamespace]
    var isEmpty = false
    while true {
      let hadSpace = skipSpace()
      guard let byte = peek() else { throw failure("<\(qualifiedName)> ends in the middle") }
      if byte == UInt8(ascii: ">") {
        index += 1
        break
      }
      if byte == UInt8(ascii: "/") {
        index += 1
        try expect(">")
        isEmpty = true
        break
      }
      if !hadSpace { throw failure("attributes need a space between them") }
      let start = index
      let name = try readName()
      skipSpace()
      try expect("=")
      skipSpace()
      let value = try readAttributeValue()
      guard raw.count < limits.attributes else {
        throw failure("an element has more than \(limits.attributes) attributes", at: start)
      }
      if !names.insert(name).inserted {
        throw failure("attribute \(name) is there twice", at: start)
      }
      if name == "xmlns" {
        namespaces[""] = value
      } else if name.hasPrefix("xmlns:") {
        namespaces[String(name.dropFirst(6))] = value
      }
      raw.append((name, value))
    }
    add(qualifiedName, raw, namespaces, position, isEmpty: isEmpty)
  }

  mutating func add(
    _ qualifiedName: String, _ raw: [(name: String, value: String)], _ namespaces: [String: String],
    _ position: Int, isEmpty: Bool
  ) {
    let (prefix, local) = MarkupReader.split(qualifiedName)
    // A document that declares no namespace at all is taken for SVG.
    let namespace = namespaces[prefix] ?? (prefix.isEmpty ? MarkupReader.svgNamespace : "")
    var element = MarkupDocument.Element(
      name: namespace == MarkupReader.svgNamespace ? local : "", parent: open.last?.element,
      position: position)
    for (name, value) in raw where name != "xmlns" && !name.hasPrefix("xmlns:") {
      let (prefix, local) = MarkupReader.split(name)
      switch prefix.isEmpty ? "" : namespaces[prefix] ?? "?" {
      case "", MarkupReader.svgNamespace:
        element.attributes.append(MarkupDocument.Attribute(name: local, value: value))
      case MarkupReader.xlinkNamespace:
        element.attributes.append(MarkupDocument.Attribute(name: "xlink:" + local, value: value))
      case MarkupReader.xmlNamespace:
        element.attributes.append(MarkupDocument.Attribute(name: "xml:" + local, value: value))
      default: break
      }
    }
    if let text = element.attribute("class") {
      element.classes = Set(text.split(whereSeparator: \.isWhitespace))
    }
    let index = document.elements.count
    if let parent = element.parent {
      element.place = document.elements[parent].children.count
      document.elements[parent].children.append(index)
    }
    document.elements.append(element)
    if !isEmpty {
      open.append(OpenElement(element: index, qualifiedName: qualifiedName, namespaces: namespaces))
    }
  }

  mutating func readEndTag() throws(SVGError) {
    let position = index
    index += 2
    let name = try readName()
    skipSpace()
    try expect(">")
    guard let last = open.popLast() else { throw failure("</\(name)> closes nothing", at: position) }
    if last.qualifiedName != name {
      throw failure("</\(name)> stands where </\(last.qualifiedName)> is needed", at: position)
    }
  }

  mutating func readAttributeValue() throws(SVGError) -> String {
    guard let quote = peek(), quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
      throw failure("an attribute's value is not quoted")
    }
    index += 1
    let start = index
    var isPlain = true
    while let byte = peek(), byte != quote {
      if byte == UInt8(ascii: "<") { throw failure("an attribute's value holds a <") }
      if byte == UInt8(ascii: "&") || byte < 0x20 { isPlain = false }
      index += 1
    }
    guard index < bytes.count else { throw failure("an attribute's value is not closed", at: start - 1) }
    let raw = bytes[start..<index]
    index += 1
    if isPlain { return String(decoding: raw, as: UTF8.self) }
    var value: [UInt8] = []
    try expand(Array(raw), at: start, into: &value)
    return String(decoding: value, as: UTF8.self)
  }

  /// Appends an attribute's value with references replaced and white space turned into spaces.
  mutating func expand(_ raw: [UInt8], at position: Int, into value: inout [UInt8]) throws(SVGError) {
    let saved = (bytes, index, outerPosition)
    outerPosition = outerPosition ?? position
    (bytes, index) = (raw, 0)
    while let byte = peek() {
      if byte == UInt8(ascii: "<") { throw failure("an attribute's value holds a <") }
      if byte != UInt8(ascii: "&") {
        value.append(byte < 0x20 ? 0x20 : byte)
        index += 1
        continue
      }
      index += 1
      if peek() == UInt8(ascii: "#") {
        value += try readCharacterReference()
        continue
      }
      let name = try readName()
      try expect(";")
      if let simple = MarkupReader.predefined[name] {
        value.append(simple)
      } else {
        guard let replacement = entities[name] else { throw failure("unknown entity &\(name);") }
        try charge(replacement.count, position)
        entityDepth += 1
        try expand(replacement, at: position, into: &value)
        entityDepth -= 1
      }
    }
    (bytes, index, outerPosition) = saved
  }
}
