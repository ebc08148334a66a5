import Text

/// A palette that was read, the format it was found in, and what of it could not be read.
public struct PaletteFile: Hashable, Sendable {
  /// The colours and names that were read.
  public let palette: Palette
  /// The format that the file was found to be in.
  public let format: PaletteFormat

  /// A sentence for each thing that was left out, with its place.
  public let warnings: [String]

  /// No file with more bytes is read.
  public static let mostBytes = 64 << 20

  /// No palette has more colours.
  public static let mostColors = 1_000_000

  /// Reads a palette, whatever format it is in: that is found by what stands in it.
  ///
  /// - Throws: `PaletteError` with the place of the fault.
  public init(_ bytes: [UInt8]) throws(PaletteError) {
    guard !bytes.isEmpty else { throw PaletteError("the file is empty") }
    guard let format = PaletteFormat(content: bytes) else {
      throw PaletteError("this is no palette of a kind that is known here")
    }
    var reading = PaletteReading()
    try format.read(bytes, &reading)
    guard !reading.palette.swatches.isEmpty else {
      throw PaletteError(reading.warnings.first ?? "there is no colour in it")
    }
    (palette, self.format, warnings) = (reading.palette, format, reading.warnings)
  }
}

/// The progress of a reader.
struct PaletteReading {
  var palette = Palette()
  private(set) var warnings: [String] = []

  mutating func add(_ swatch: Swatch, at place: String) throws(PaletteError) {
    guard palette.swatches.count < PaletteFile.mostColors else {
      throw PaletteError("a palette has at most \(PaletteFile.mostColors) colours", at: place)
    }
    palette.swatches.append(swatch)
  }

  /// Notes what was left out; after twenty no more are kept.
  mutating func warn(_ message: String, at place: String) {
    if warnings.count < 20 { warnings.append("\(place): \(message)") }
  }
}

/// The text of a file: UTF-8, with or without a mark, or else Latin 1.
final class PaletteText {
  let string: String
  private let bytes: [UInt8]

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    let body = bytes.starts(with: [0xef, 0xbb, 0xbf]) ? bytes.dropFirst(3) : bytes[...]
    string =
      String(validating: body, as: UTF8.self)
      ?? String(String.UnicodeScalarView(body.map { Unicode.Scalar($0) }))
  }

  /// The first few thousand characters after the white space at the beginning.
  private(set) lazy var head = String(string.drop { $0.isWhitespace }.prefix(4000))

  /// Whether it begins as markup does.
  var isMarkup: Bool { head.hasPrefix("<") }

  /// Whether it begins as JSON does.
  var isJSON: Bool { head.hasPrefix("{") || head.hasPrefix("[") }

  /// The names of the members of its object of JSON; nil where it is none, or damaged.
  private(set) lazy var members: Set<String>? = {
    guard isJSON, case .object(let members)? = try? PaletteJSON.value(bytes) else { return nil }
    return Set(members.map(\.name))
  }()

  /// Which style sheet it is; nil where it declares no variable.
  private(set) lazy var styleSheet: StyleSheet? = isMarkup || isJSON ? nil : StyleSheet(declaringIn: string)

  /// The lines with their numbers from 1, without the white space at their ends.
  var lines: [(number: Int, text: Substring)] {
    string.split(omittingEmptySubsequences: false) { $0.isNewline }.enumerated().map { index, line in
      (index + 1, line.trimmingWhitespace)
    }
  }
}

extension Substring {
  /// The text without white space at its ends.
  var trimmingWhitespace: Substring {
    let start = drop { $0.isWhitespace }
    guard let last = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return start[...last]
  }
}
