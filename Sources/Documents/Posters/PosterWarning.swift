import Text
public import Typography

/// A part of a poster that could not be set as requested; the poster is shown nevertheless.
public enum PosterWarning: Hashable, Sendable, CustomStringConvertible {
  /// A font is not installed; `line` is set if it is the line's own font.
  case missingFont(MissingFont, line: Int?)
  /// A font that a person brought is missing; its file was at this path.
  case missingFontFile(String)
  /// The font lacks an axis; `field` is the object that states it, such as `lettering` or `lines[2]`.
  case missingAxis(tag: String, family: String, field: String)
  /// A value lies outside the range of an axis; the nearest end is used.
  case axisOutOfRange(FontAxis, value: Double, family: String, field: String)
  /// The font lacks a feature.
  case missingFeature(tag: String, family: String, field: String)
  /// The font lacks the axis of widths by which the line should be fitted to the page; its size is used.
  case missingWidthAxis(line: Int, family: String)
  /// No installed font has these characters; each is drawn as an empty box.
  case missingCharacters([Unicode.Scalar], line: Int)
  /// The only font with these characters has colours that cannot be drawn here; they are invisible.
  case unseenCharacters([Unicode.Scalar], fonts: [String], line: Int)
  /// The font makes far too many shapes of its letters; another one is used.
  case damagedFont(family: String, line: Int)
  /// The font has these characters but no shapes that could be read for them.
  case shapelessCharacters([Unicode.Scalar], family: String, line: Int)
  /// In one ink, these emoji are mere shapes: their inner lines are filled, or they have none.
  case filledEmoji([Unicode.Scalar], line: Int)
  /// The capitals of the line have this height in millimetres, which is too small to read.
  case smallCapitals(line: Int, millimetres: Double)
  /// Control characters were removed.
  case controlCharacters(line: Int)
  /// The line has no visible text and is omitted.
  case emptyLine(Int)
  /// The text was too long and was truncated.
  case cutText(line: Int)
  /// There are this many lines, of which only the first `Poster.mostLines` are shown.
  case tooManyLines(Int)
  /// The picture of the background or emblem cannot be read, with the message of the error.
  case unreadablePicture(field: String, message: String)
  /// The document has a newer version; its known parts are shown.
  case newerVersion(Poster.NewerVersion)
  /// A field of a newer document cannot be read and is ignored.
  case unreadField(PosterError)
  /// The field is unknown; `meant` is a known one with a similar name.
  case unknownField(String, meant: String?)

  public var description: String {
    switch self {
    case .missingFont(let font, let line):
      (line.map { "lines[\($0)].font" } ?? "lettering.family") + ": \(font)"
    case .missingFontFile(let path):
      "lettering.file: the font came from \(path.excerpt); drop that file on the poster in the editor"
    case .missingAxis(let tag, let family, let field):
      "\(field).axes.\(tag): \(family.excerpt) has no such axis; it does nothing"
    case .axisOutOfRange(let axis, let value, let family, let field):
      "\(field).axes.\(axis.tag): \(value.text()) is not \(FieldReader.words(axis.range)), as \(family.excerpt) "
        + "has it; \(min(max(value, axis.range.lowerBound), axis.range.upperBound).text()) is used"
    case .missingFeature("smcp", let family, let field):
      "\(field).features.smcp: \(family.excerpt) has no small capitals; they are made from smaller capitals"
    case .missingFeature(let tag, let family, let field):
      "\(field).features.\(tag): \(family.excerpt) has no such feature; it does nothing"
    case .missingWidthAxis(let line, let family):
      "lines[\(line)].fit: \(family.excerpt) has no axis wdth, so that the line is fitted by its size"
    case .missingCharacters(let scalars, let line):
      "lines[\(line)].text: no installed font has " + Self.list(scalars)
        + (MissingCharacters(scalars).advice.map { "; \($0)" } ?? "")
    case .unseenCharacters(let scalars, let fonts, let line):
      "lines[\(line)].text: these are in \(fonts.joined(separator: ", ").excerpt), "
        + "whose kind of colours cannot be drawn, so they are left out: " + Self.list(scalars)
    case .damagedFont(let family, let line):
      "lines[\(line)].text: \(family.excerpt) makes thousands of shapes of a few letters and seems damaged; another font "
        + "is used"
    case .shapelessCharacters(let scalars, let family, let line):
      "lines[\(line)].text: \(family.excerpt) has no readable shapes for these and seems damaged; choose another font: "
        + Self.list(scalars)
    case .filledEmoji(let scalars, let line):
      "lines[\(line)].text: in one ink these are mere shapes: " + Self.list(scalars)
        + "; show emoji in their colours (--colors or poster set colors=true), or use a thinner stroke"
    case .smallCapitals(let line, let millimetres):
      "lines[\(line)].text: its capitals come out \(Self.tenths(millimetres)) mm high, too small to read; "
        + "shorten it, break it with a slash, or take a larger page"
    case .controlCharacters(let line): "lines[\(line)].text: control characters were left out"
    case .emptyLine(let line): "lines[\(line)].text: there is nothing to see; the line is left out"
    case .cutText(let line):
      "lines[\(line)].text: the text was cut after \(Poster.Line.longest) characters"
    case .tooManyLines(let count): "lines: \(count) are too many; the first \(Poster.mostLines) are set"
    case .unreadablePicture(let field, let message): "\(field): \(message)"
    case .newerVersion(let version): "version: \(version), and shows what it knows"
    case .unreadField(let error): "\(error); the field is left out"
    case .unknownField(let field, let meant?):
      "\(field): this field is not known and does nothing; probably \(meant) was meant"
    case .unknownField(let field, nil): "\(field): this field is not known and does nothing"
    }
  }

  private static func tenths(_ length: Double) -> String {
    let tenths = Int(min(max((length * 10).rounded(.down), 0), 1e6))
    return "\(tenths / 10).\(tenths % 10)"
  }

  private static func list(_ scalars: [Unicode.Scalar]) -> String {
    let words = scalars.prefix(8).map { scalar in
      let digits = String(scalar.value, radix: 16, uppercase: true)
      return "\(scalar) (U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits + ")"
    }
    return words.joined(separator: ", ") + (scalars.count > 8 ? " and \(scalars.count - 8) more" : "")
  }
}

extension PosterWarning {
  /// The line whose capitals are too small.
  var line: Int? {
    guard case .smallCapitals(let line, _) = self else { return nil }
    return line
  }
}

extension PosterLayout {
  /// The characters that no installed font contains, each once; nil if all can be drawn.
  public var missingCharacters: MissingCharacters? {
    var scalars: [Unicode.Scalar] = []
    for case .missingCharacters(let missing, _) in warnings {
      scalars += missing.filter { !scalars.contains($0) }
    }
    return scalars.isEmpty ? nil : MissingCharacters(scalars)
  }
}

extension PosterLayout {
  /// The emoji that cannot be recognised in one ink, each once.
  public var filledEmoji: [Unicode.Scalar] {
    var scalars: [Unicode.Scalar] = []
    for case .filledEmoji(let filled, _) in warnings {
      scalars += filled.filter { !scalars.contains($0) }
    }
    return scalars
  }
}

extension PosterError {
  /// Creates an error from a warning.
  init(_ warning: PosterWarning) {
    let text = warning.description
    let end = text.firstRange(of: ": ")
    self.init(
      field: end.map { String(text[..<$0.lowerBound]) } ?? "",
      message: end.map { String(text[$0.upperBound...]) } ?? text)
  }
}
