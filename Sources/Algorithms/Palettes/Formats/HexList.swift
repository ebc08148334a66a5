import Colors
import Localization

extension PaletteFormat {
  /// A colour in hexadecimal digits on each line.
  public static let hex = PaletteFormat(
    // Untranslated: the name of a format.
    id: "hex", title: "Hex list", endings: ["hex", "txt"],
    capabilities: Capabilities(alpha: true, names: false, title: false),
    detection: .text { HexList.isOne($0) ? .possible : nil },
    read: HexList.read(_:into:), write: HexList.bytes(of:))
}

/// A colour per line, in hexadecimal with or without a number sign, or in any other notation, optionally with its name
/// before or after it; also Paint.NET's lists.
///
/// An ambiguous line is skipped with a warning: “tomato sauce” is not a colour, nor is “Red 230 25 75”.
enum HexList {
  /// Whether one of the first two lines other than comments is a colour, since the first may name columns, or the first
  /// is ambiguous.
  static func isOne(_ text: PaletteText) -> Bool {
    guard !text.isMarkup, !text.isJSON else { return false }
    let lines = text.lines.lazy.map(\.text).filter { !isComment($0) }.prefix(2)
      .map { HexLine($0, alphaFirst: false) }
    if lines.contains(where: { if case .colors = $0 { true } else { false } }) { return true }
    if case .ambiguous? = lines.first { return true }
    return false
  }

  private static func isComment(_ line: Substring) -> Bool {
    line.isEmpty || line == "#" || [";", "//", "# ", "#\t"].contains { line.hasPrefix($0) }
  }

  static func read(_ bytes: [UInt8], into reading: inout PaletteReading) throws(PaletteError) {
    let lines = PaletteText(bytes).lines
    // Paint.NET begins its files with comments and writes alpha first.
    let alphaFirst = lines.first { !$0.text.isEmpty }?.text.hasPrefix(";") == true
    for (number, line) in lines where !isComment(line) {
      switch HexLine(line, alphaFirst: alphaFirst) {
      case .colors(let swatches):
        for swatch in swatches { try reading.add(swatch, at: .line(number)) }
      case .ambiguous(let why):
        reading.warn(
          Message("{reason}: {text}", ["text": String(line.prefix(40))], parts: ["reason": why]),
          at: .line(number))
      case .other:
        reading.warn(Message("not a colour: {text}", ["text": String(line.prefix(40))]), at: .line(number))
      }
    }
  }

  static func bytes(of palette: Palette) -> [UInt8] {
    Array(palette.colors.map { $0.text(as: .hex) + "\n" }.joined().utf8)
  }
}

/// A line of a list of colours.
private enum HexLine {
  /// A colour with or without a name, or several colours.
  case colors([Swatch])
  /// Several meanings are possible; the text describes them.
  case ambiguous(Message)
  /// The line contains no colour.
  case other

  init(_ line: Substring, alphaFirst: Bool) {
    if let whole = try? Color(parsing: String(line)) {
      self = .colors([Swatch(whole)])
      return
    }
    let pieces = Self.pieces(of: line)
    let colors = pieces.map { Self.notated($0) }
    let bare = pieces.map { Self.bareHex($0, alphaFirst: alphaFirst) }
    if colors.contains(where: { $0 != nil }) {
      self = Self.swatches(in: line, pieces, colors)
    } else if bare.contains(where: { $0 != nil }) {
      // Some words, such as facade, consist of hexadecimal digits.
      let isWord = zip(pieces, bare).contains { piece, color in
        color != nil && !piece.contains(where: \.isNumber) && Set(piece).count > 2
      }
      self =
        isWord && pieces.count > 1
        ? .ambiguous(Message("a word may be a colour; write colours as #rrggbb"))
        : Self.swatches(in: line, pieces, bare)
    } else {
      self = Self.words(line, pieces)
    }
  }

  /// Returns the meaning of a line in which these pieces are certainly colours.
  private static func swatches(in line: Substring, _ pieces: [Substring], _ colors: [Color?]) -> HexLine {
    let found = colors.compactMap(\.self)
    if found.count == pieces.count { return .colors(found.map { Swatch($0) }) }
    guard found.count == 1, let place = colors.firstIndex(where: { $0 != nil }) else {
      return .ambiguous(Message("the line has a text and several colours; write one colour in each line"))
    }
    let before = name(line[..<pieces[place].startIndex])
    let behind = name(line[pieces[place].endIndex...])
    guard before.isEmpty || behind.isEmpty else {
      return .ambiguous(Message("the colour has a text before and after it; remove one of them"))
    }
    return .colors([Swatch(found[0], name: before + behind)])
  }

  /// Returns the meaning of a line with only words and numbers.
  private static func words(_ line: Substring, _ pieces: [Substring]) -> HexLine {
    if pieces.count(where: { Double($0) != nil }) >= 3 {
      return .ambiguous(Message("the notation of the numbers is unknown; write rgb(230 25 75) or #e6194b"))
    }
    let named = pieces.map { NamedColor.named(String($0)) }
    guard let first = zip(pieces, named).first(where: { $1 != nil })?.0 else { return .other }
    let isList = line.contains { $0 == "," || $0 == ";" } && named.allSatisfy { $0 != nil }
    return isList
      ? .colors(named.compactMap { $0.map { Swatch(Color($0.rgba)) } })
      : .ambiguous(
        Message(
          "“{word}” may be a colour or part of a name; write the colour as #rrggbb",
          ["word": String(first)]))
  }

  // MARK: Pieces

  /// Splits a line at separators, keeping parentheses in one piece.
  private static func pieces(of line: Substring) -> [Substring] {
    var depth = 0
    return line.split { character in
      if character == "(" { depth += 1 }
      if character == ")" { depth = max(depth - 1, 0) }
      return depth == 0 && isSeparator(character)
    }
  }

  private static func isSeparator(_ character: Character) -> Bool {
    character.isWhitespace || ",;=:|\"'[]{}".contains(character)
  }

  /// Returns the colour of a piece in an explicit notation.
  private static func notated(_ piece: Substring) -> Color? {
    if piece.hasPrefix("0x") || piece.hasPrefix("0X") {
      let digits = piece.dropFirst(2)
      return digits.count == 6 ? try? Color(parsing: "#" + digits) : nil
    }
    guard piece.hasPrefix("#") || piece.hasSuffix(")") else { return nil }
    return try? Color(parsing: String(piece))
  }

  /// Returns the colour of six or eight hexadecimal digits.
  private static func bareHex(_ piece: Substring, alphaFirst: Bool) -> Color? {
    guard [6, 8].contains(piece.count), piece.allSatisfy(\.isHexDigit) else { return nil }
    let isTurned = alphaFirst && piece.count == 8
    return try? Color(parsing: "#" + (isTurned ? piece.dropFirst(2) + piece.prefix(2) : piece))
  }

  /// Returns a name without the separators between it and its colour.
  private static func name(_ text: Substring) -> String {
    func isEdge(_ character: Character) -> Bool { isSeparator(character) || "-–—→>".contains(character) }
    let start = text.drop(while: isEdge)
    guard let last = start.lastIndex(where: { !isEdge($0) }) else { return "" }
    return String(start[...last])
  }
}
