import Colors

extension PaletteFormat {
  /// A colour in hexadecimal digits on each line.
  public static let hex = PaletteFormat(
    id: "hex", title: "Hex list", endings: ["hex", "txt"],
    capabilities: Capabilities(alpha: true, names: false, title: false),
    detection: .text { HexList.isOne($0) ? .possible : nil },
    read: HexList.read(_:into:), write: HexList.bytes(of:))
}

/// A colour a line, in hexadecimal with or without a number sign, or in any other notation; also Paint.NET's lists.
enum HexList {
  /// Whether the first line that is no comment is a colour.
  static func isOne(_ text: PaletteText) -> Bool {
    guard !text.isMarkup, !text.isJSON, let first = text.lines.first(where: { !isComment($0.text) }) else {
      return false
    }
    return entry(first.text, alphaFirst: false) != nil
  }

  private static func isComment(_ line: Substring) -> Bool {
    line.isEmpty || line.hasPrefix(";") || line.hasPrefix("//")
  }

  static func read(_ bytes: [UInt8], into reading: inout PaletteReading) throws(PaletteError) {
    let lines = PaletteText(bytes).lines
    // Paint.NET begins its files with comments and writes alpha first.
    let alphaFirst = lines.first { !$0.text.isEmpty }?.text.hasPrefix(";") == true
    for (number, line) in lines where !isComment(line) {
      if let swatch = entry(line, alphaFirst: alphaFirst) {
        try reading.add(swatch, at: "line \(number)")
      } else {
        reading.warn("this is no colour: \(line.prefix(40))", at: "line \(number)")
      }
    }
  }

  /// Returns the colour of a line, and the name that may stand behind it.
  private static func entry(_ line: Substring, alphaFirst: Bool) -> Swatch? {
    let digits = line.prefix { $0.isHexDigit }
    let rest = line.dropFirst(digits.count)
    if [6, 8].contains(digits.count), rest.isEmpty || rest.first?.isWhitespace == true,
      let color = try? Color(parsing: "#" + ordered(digits, alphaFirst: alphaFirst))
    {
      return Swatch(color, name: String(rest.trimmingWhitespace))
    }
    if let color = try? Color(parsing: String(line)) { return Swatch(color) }
    let word = line.prefix { !$0.isWhitespace }
    guard word.count < line.count, let color = try? Color(parsing: String(word)) else { return nil }
    return Swatch(color, name: String(line.dropFirst(word.count).trimmingWhitespace))
  }

  private static func ordered(_ digits: Substring, alphaFirst: Bool) -> String {
    alphaFirst && digits.count == 8 ? String(digits.dropFirst(2) + digits.prefix(2)) : String(digits)
  }

  static func bytes(of palette: Palette) -> [UInt8] {
    Array(palette.colors.map { $0.text(as: .hex) + "\n" }.joined().utf8)
  }
}
