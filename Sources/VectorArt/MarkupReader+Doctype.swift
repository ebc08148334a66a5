extension MarkupReader {
  mutating func readDoctype() throws(SVGError) {
    guard entityDepth == 0, document.elements.isEmpty else {
      throw failure("a document type stands too late")
    }
    let position = index
    index += 9
    while let byte = peek(), byte != UInt8(ascii: ">") {
      if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        _ = try readQuoted()
      } else if byte == UInt8(ascii: "[") {
        index += 1
        try readInternalSubset()
      } else {
        index += 1
      }
    }
    guard index < bytes.count else { throw failure("the document type is not closed", at: position) }
    index += 1
  }

  mutating func readInternalSubset() throws(SVGError) {
    while true {
      skipSpace()
      guard let byte = peek() else { throw failure("the document type is not closed") }
      if byte == UInt8(ascii: "]") {
        index += 1
        return
      }
      if starts(with: "<!--") {
        try skip(past: "-->", "a comment is not closed")
      } else if starts(with: "<?") {
        try skip(past: "?>", "an instruction is not closed")
      } else if starts(with: "<!ENTITY") {
        try readEntity()
      } else if byte == UInt8(ascii: "<") {
        try skipDeclaration()
      } else if byte == UInt8(ascii: "%") {
        try skip(past: ";", "a parameter entity is not closed")
      } else {
        throw failure("the document type holds something unknown")
      }
    }
  }

  mutating func skipDeclaration() throws(SVGError) {
    while let byte = peek(), byte != UInt8(ascii: ">") {
      if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        _ = try readQuoted()
      } else {
        index += 1
      }
    }
    try expect(">")
  }

  mutating func readEntity() throws(SVGError) {
    index += 8
    skipSpace()
    guard peek() != UInt8(ascii: "%") else { return try skipDeclaration() }
    let name = try readName()
    skipSpace()
    if let byte = peek(), byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
      let value = try readQuoted()
      // The first declaration binds. What is outside of the document is never fetched.
      if entities[name] == nil { entities[name] = value }
    }
    try skipDeclaration()
  }

  mutating func readQuoted() throws(SVGError) -> [UInt8] {
    let quote = bytes[index]
    let start = index + 1
    index += 1
    while let byte = peek(), byte != quote { index += 1 }
    guard index < bytes.count else { throw failure("a quotation is not closed", at: start - 1) }
    index += 1
    return Array(bytes[start..<(index - 1)])
  }
}
