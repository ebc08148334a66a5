/// Something about a poster that could not be done as asked; it is shown all the same.
public enum PosterWarning: Hashable, Sendable, CustomStringConvertible {
  /// The font is not installed; `used` stands for it.
  case missingFont(family: String, used: String?)
  /// No installed font has these characters; each is drawn as an empty box.
  case missingCharacters([Unicode.Scalar], line: Int)
  /// Control characters were left out.
  case controlCharacters(line: Int)
  /// The line has nothing to see and is left out.
  case emptyLine(Int)
  /// The text was too long and was cut.
  case cutText(line: Int)
  case tooManyLines(Int)
  /// The picture of the background or emblem cannot be read; in the words of the fault.
  case unreadablePicture(field: String, message: String)
  /// Nothing reads the field; `meant` is the known one whose name is like it.
  case unknownField(String, meant: String?)

  public var description: String {
    switch self {
    case .missingFont(let family, let used?):
      "lettering.family: \(shortened(family)) is not installed; \(used) is used in its place"
    case .missingFont(let family, nil):
      "lettering.family: \(shortened(family)) is not installed, nor is any other font"
    case .missingCharacters(let scalars, let line):
      "lines[\(line)].text: no installed font has " + Self.list(scalars)
    case .controlCharacters(let line): "lines[\(line)].text: control characters were left out"
    case .emptyLine(let line): "lines[\(line)].text: there is nothing to see; the line is left out"
    case .cutText(let line):
      "lines[\(line)].text: the text was cut after \(Poster.Line.longest) characters"
    case .tooManyLines(let count): "lines: \(count) are too many; the first \(Poster.mostLines) are set"
    case .unreadablePicture(let field, let message): "\(field): \(message)"
    case .unknownField(let field, let meant?):
      "\(field): this field is not known and does nothing; probably \(meant) was meant"
    case .unknownField(let field, nil): "\(field): this field is not known and does nothing"
    }
  }

  private static func list(_ scalars: [Unicode.Scalar]) -> String {
    let words = scalars.prefix(8).map { scalar in
      let digits = String(scalar.value, radix: 16, uppercase: true)
      return "\(scalar) (U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits + ")"
    }
    return words.joined(separator: ", ") + (scalars.count > 8 ? " and \(scalars.count - 8) more" : "")
  }
}
