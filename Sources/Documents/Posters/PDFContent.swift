import Colors

/// Changes the colours of a content stream (PDF 1.7, 7.8.2), and leaves all else as it is, byte for byte.
struct PDFContent {
  private let bytes: [UInt8]
  private var index = 0

  private init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Returns a stream in which grey and RGB, for strokes and fills, are inks.
  ///
  /// `inks` is asked for each colour. Returns nil for a stream with a picture within it that has colours, which cairo
  /// does not write.
  static func converted(_ bytes: [UInt8], inks: (_ color: RGBA) -> CMYK) -> [UInt8]? {
    var content = PDFContent(bytes)
    return content.convert(inks)
  }

  private enum Token {
    case number(Double)
    /// A string, a name, a bracket: whatever is not looked at.
    case other
    case word(Range<Int>)
  }

  private mutating func convert(_ inks: (RGBA) -> CMYK) -> [UInt8]? {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var copied = 0
    var operands: [Double] = []
    var start: Int?
    while let (token, place) = next() {
      switch token {
      case .number(let number):
        if start == nil { start = place }
        operands.append(number)
        continue
      case .other:
        // Numbers before it belong to it or to a list.
        operands = []
        start = nil
        continue
      case .word(let range):
        let word = String(decoding: bytes[range], as: UTF8.self)
        if let color = Self.color(word, operands), let start {
          let ink = inks(color)
          let isStroke = word == "RG" || word == "G"
          result += bytes[copied..<start]
          result += Array((Self.operands(of: ink) + (isStroke ? " K" : " k")).utf8)
          copied = range.upperBound
        }
        if word == "BI", !skipPicture() { return nil }
      }
      operands = []
      start = nil
    }
    return result + bytes[copied...]
  }

  private static func color(_ word: String, _ operands: [Double]) -> RGBA? {
    switch (word, operands.count) {
    case ("rg", 3), ("RG", 3): RGBA(red: operands[0], green: operands[1], blue: operands[2])
    case ("g", 1), ("G", 1): RGBA(red: operands[0], green: operands[0], blue: operands[0])
    default: nil
    }
  }

  /// Returns the shares of the inks as a content stream has them.
  private static func operands(of ink: CMYK) -> String {
    [ink.cyan, ink.magenta, ink.yellow, ink.black]
      .map { (($0 * 10_000).rounded() / 10_000).text() }.joined(separator: " ")
  }

  // MARK: Tokens

  private static let spaces = Set<UInt8>([0, 9, 10, 12, 13, 32])
  private static let delimiters = Set("()<>[]{}/%".utf8)

  private static func isRegular(_ byte: UInt8) -> Bool {
    !spaces.contains(byte) && !delimiters.contains(byte)
  }

  private mutating func next() -> (Token, Int)? {
    while index < bytes.count, Self.spaces.contains(bytes[index]) { index += 1 }
    guard index < bytes.count else { return nil }
    let start = index
    switch bytes[index] {
    case UInt8(ascii: "%"):
      while index < bytes.count, bytes[index] != 10, bytes[index] != 13 { index += 1 }
      return next()
    case UInt8(ascii: "("): skipString()
    case UInt8(ascii: "<") where index + 1 < bytes.count && bytes[index + 1] != UInt8(ascii: "<"):
      while index < bytes.count, bytes[index] != UInt8(ascii: ">") { index += 1 }
      index = min(index + 1, bytes.count)
    case UInt8(ascii: "/"):
      index += 1
      skipRegular()
    case let byte where Self.delimiters.contains(byte): index += 1
    default:
      skipRegular()
      let range = start..<index
      return (Double(String(decoding: bytes[range], as: UTF8.self)).map(Token.number) ?? .word(range), start)
    }
    return (.other, start)
  }

  private mutating func skipRegular() {
    while index < bytes.count, Self.isRegular(bytes[index]) { index += 1 }
  }

  private mutating func skipString() {
    var depth = 0
    while index < bytes.count {
      let byte = bytes[index]
      index += 1
      if byte == UInt8(ascii: "\\") {
        index += 1
      } else if byte == UInt8(ascii: "(") {
        depth += 1
      } else if byte == UInt8(ascii: ")") {
        depth -= 1
        if depth == 0 { return }
      }
    }
    index = min(index, bytes.count)
  }

  /// Passes over a picture within the stream; returns false for one in colours.
  private mutating func skipPicture() -> Bool {
    let start = index
    while let (token, place) = next() {
      guard case .word(let range) = token, bytes[range].elementsEqual("ID".utf8) else { continue }
      let words = String(decoding: bytes[start..<place], as: UTF8.self).split { " \n\r\t".contains($0) }
      let isMask = zip(words, words.dropFirst()).contains {
        ["/IM", "/ImageMask"].contains($0) && $1 == "true"
      }
      // The data end before white space, EI and white space.
      while index + 3 < bytes.count {
        index += 1
        if Self.spaces.contains(bytes[index - 1]), bytes[index..<index + 2].elementsEqual("EI".utf8),
          index + 2 == bytes.count || Self.spaces.contains(bytes[index + 2])
        {
          index += 2
          return isMask
        }
      }
      return false
    }
    return false
  }
}
