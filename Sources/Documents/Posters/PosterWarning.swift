public import Localization
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
  case unreadablePicture(field: String, message: Message)
  /// The document has a newer version; its known parts are shown.
  case newerVersion(Poster.NewerVersion)
  /// A field of a newer document cannot be read and is ignored.
  case unreadField(PosterError)
  /// The field is unknown; `meant` is a known one with a similar name.
  case unknownField(String, meant: String?)

  public var description: String { message.english }

  /// The field and the fault.
  public var message: Message { PosterError(self).message }

  /// The path of the field in the document.
  fileprivate var field: String {
    switch self {
    case .missingFont(_, let line): line.map { "lines[\($0)].font" } ?? "lettering.family"
    case .missingFontFile: "lettering.file"
    case .missingAxis(let tag, _, let field): "\(field).axes.\(tag)"
    case .axisOutOfRange(let axis, _, _, let field): "\(field).axes.\(axis.tag)"
    case .missingFeature(let tag, _, let field): "\(field).features.\(tag)"
    case .missingWidthAxis(let line, _): "lines[\(line)].fit"
    case .missingCharacters(_, let line), .unseenCharacters(_, _, let line), .damagedFont(_, let line),
      .shapelessCharacters(_, _, let line), .filledEmoji(_, let line), .smallCapitals(let line, _),
      .controlCharacters(let line), .emptyLine(let line), .cutText(let line):
      "lines[\(line)].text"
    case .tooManyLines: "lines"
    case .unreadablePicture(let field, _): field
    case .newerVersion: "version"
    case .unreadField(let error): error.field
    case .unknownField(let field, _): field
    }
  }

  /// The fault and advice, without the field.
  fileprivate var reason: Message {
    switch self {
    case .missingFont(let font, _): font.message
    case .missingFontFile(let path):
      Message(
        "the font came from {file}; drop that file on the poster in the editor", ["file": path.excerpt])
    case .missingAxis(_, let family, _):
      Message("{family} has no such axis; the value has no effect", ["family": family.excerpt])
    case .axisOutOfRange(let axis, let value, let family, _):
      Message(
        "{family} has this axis from {least} to {most}, not {value}; {used} is used",
        [
          "family": family.excerpt, "least": axis.range.lowerBound.text(),
          "most": axis.range.upperBound.text(), "value": value.text(),
          "used": min(max(value, axis.range.lowerBound), axis.range.upperBound).text(),
        ])
    case .missingFeature("smcp", let family, _):
      Message(
        "{family} has no small capitals; they are made from smaller capitals", ["family": family.excerpt])
    case .missingFeature(_, let family, _):
      Message("{family} has no such feature; the value has no effect", ["family": family.excerpt])
    case .missingWidthAxis(_, let family):
      Message("{family} has no axis wdth, so that the line is fitted by its size", ["family": family.excerpt])
    case .missingCharacters(let scalars, _):
      Self.missing(scalars, packages: MissingCharacters(scalars).packages)
    case .unseenCharacters(let scalars, let fonts, _):
      Message(
        "these are in {fonts}, whose kind of colours cannot be drawn, so they are left out: {characters}",
        ["fonts": fonts.joined(separator: ", ").excerpt], parts: ["characters": Self.list(scalars)])
    case .damagedFont(let family, _):
      Message(
        "{family} makes thousands of shapes of a few letters and seems damaged; another font is used",
        ["family": family.excerpt])
    case .shapelessCharacters(let scalars, let family, _):
      Message(
        "{family} has no readable shapes for these and seems damaged; choose another font: {characters}",
        ["family": family.excerpt], parts: ["characters": Self.list(scalars)])
    case .filledEmoji(let scalars, _):
      Message(
        "in one ink these are mere shapes: {characters}; show emoji in their colours (--colors, poster set colors=true), or use a thinner stroke",
        parts: ["characters": Self.list(scalars)])
    case .smallCapitals(_, let millimetres):
      Message(
        "its capitals come out {height} mm high, too small to read; shorten it, break it with a slash, or take a larger page",
        ["height": Self.tenths(millimetres)])
    case .controlCharacters: Message("control characters were left out")
    case .emptyLine: Message("the line has no visible text and is left out")
    case .cutText:
      Message("the text was cut after {most} characters", ["most": String(Poster.Line.longest)])
    case .tooManyLines(let count):
      Message(
        "{count} lines are too many; the first {most} are set",
        ["count": String(count), "most": String(Poster.mostLines)])
    case .unreadablePicture(_, let message): message
    case .newerVersion(let version):
      Message("{reason}, and shows what it knows", parts: ["reason": version.message])
    case .unreadField(let error): Message("{reason}; the field is left out", parts: ["reason": error.reason])
    case .unknownField(_, let meant?):
      Message("this field is not known and has no effect; did you mean {name}?", ["name": meant])
    case .unknownField(_, nil): Message("this field is not known and has no effect")
    }
  }

  private static func missing(_ scalars: [Unicode.Scalar], packages: [String]) -> Message {
    guard !packages.isEmpty else {
      return Message("no installed font has {characters}", parts: ["characters": list(scalars)])
    }
    return Message(
      "no installed font has {characters}; install {packages}",
      ["packages": packages.joined(separator: ", ")], parts: ["characters": list(scalars)])
  }

  private static func tenths(_ length: Double) -> String {
    let tenths = Int(min(max((length * 10).rounded(.down), 0), 1e6))
    return "\(tenths / 10).\(tenths % 10)"
  }

  private static func list(_ scalars: [Unicode.Scalar]) -> Message {
    let words = scalars.prefix(8).map { scalar in
      let digits = String(scalar.value, radix: 16, uppercase: true)
      return "\(scalar) (U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits + ")"
    }
    let characters = words.joined(separator: ", ")
    guard scalars.count > words.count else { return Message(verbatim: characters) }
    return Message(
      "{characters} and {count} more", plural: "{characters} and {count} more",
      count: scalars.count - words.count, ["characters": characters])
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
    let scalars = scalars { if case .missingCharacters(let missing, _) = $0 { missing } else { [] } }
    return scalars.isEmpty ? nil : MissingCharacters(scalars)
  }

  /// The emoji that cannot be recognised in one ink, each once.
  public var filledEmoji: [Unicode.Scalar] {
    scalars { if case .filledEmoji(let filled, _) = $0 { filled } else { [] } }
  }

  /// Returns the characters that `characters` takes from each warning, each once.
  private func scalars(in characters: (PosterWarning) -> [Unicode.Scalar]) -> [Unicode.Scalar] {
    warnings.flatMap(characters).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }
}

extension PosterError {
  /// Creates an error from a warning.
  init(_ warning: PosterWarning) {
    self.init(field: warning.field, message: warning.reason)
  }
}
