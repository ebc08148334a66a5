import Colors
public import Localization
import Text

/// A palette read from a file, with its format and warnings about the parts that could not be read.
public struct PaletteFile: Hashable, Sendable {
  /// The colours, names and groups that were read.
  public let palette: Palette
  /// The detected format.
  public let format: PaletteFormat

  /// A sentence for each omitted part, with its place.
  public let warnings: [Message]

  /// The largest file that is read, in bytes.
  public static let mostBytes = 64 << 20

  /// The message for a file that would be larger.
  static let tooLarge = Message(
    "the file would be larger than {limit} MiB, the largest that can be read; write fewer colours",
    ["limit": String(mostBytes >> 20)])

  /// The most colours in a palette.
  public static let mostColors = 1_000_000

  /// Reads a palette; its format is detected from the contents.
  ///
  /// - Throws: `PaletteError` with the place of the fault.
  public init(_ bytes: [UInt8]) throws(PaletteError) {
    guard !bytes.isEmpty else { throw PaletteError(Message("the file is empty")) }
    guard let bytes = EncodedText.utf8(bytes) else {
      throw PaletteError(Message("the file is damaged UTF-16"))
    }
    guard let format = PaletteFormat(content: bytes) else {
      throw PaletteError(Message("the file is not a palette in a supported format"))
    }
    var reading = PaletteReading()
    try format.read(bytes, &reading)
    guard !reading.palette.swatches.isEmpty else {
      throw PaletteError(reading.warnings.first ?? Message("the file contains no colour"))
    }
    palette = reading.finished()
    (self.format, warnings) = (format, reading.warnings)
  }
}

/// The state of reading a palette.
struct PaletteReading {
  var palette = Palette()
  private(set) var warnings: [Message] = []

  /// Adds a colour. Formats that require names often contain the colour's hexadecimal digits; such a name is dropped.
  mutating func add(_ swatch: Swatch, at place: PalettePlace) throws(PaletteError) {
    guard palette.swatches.count < PaletteFile.mostColors else {
      throw PaletteError(
        Message("a palette has at most {count} colours", ["count": String(PaletteFile.mostColors)]),
        at: place)
    }
    var swatch = swatch
    swatch.name = Self.name(line(swatch.name, at: place), of: swatch.color)
    swatch.groups = swatch.groups.map { line($0, at: place) }
    palette.swatches.append(swatch)
  }

  /// Returns the palette that was read.
  mutating func finished() -> Palette {
    palette.name = line(palette.name, at: .field("name"))
    return palette
  }

  /// Returns a colour's name from the one written in a file.
  static func name(_ written: String, of color: Color) -> String {
    guard written.last?.isHexDigit == true else { return written }
    let hex = color.text(as: .hex)
    return [hex, String(hex.dropFirst()), "color-" + hex.dropFirst()].contains(written) ? "" : written
  }

  /// Returns a name on one line, truncated to the maximum length.
  private mutating func line(_ name: String, at place: PalettePlace) -> String {
    let line = name.onOneLine
    if line != name {
      warn(
        Message("a line break or another control character in a name was replaced by a space"), at: place)
    }
    guard line.utf8.count > Swatch.longestName, line.count > Swatch.longestName else { return line }
    warn(
      Message(
        "a name longer than {count} characters was shortened", ["count": String(Swatch.longestName)]),
      at: place)
    return String(line.prefix(Swatch.longestName))
  }

  /// Records an omitted part; only the first twenty are kept.
  mutating func warn(_ fault: Message, at place: PalettePlace) {
    if warnings.count < 20 { warnings.append(place.message(fault)) }
  }
}

/// The text of a file: UTF-8, or otherwise Latin-1.
final class PaletteText {
  let string: String
  private let bytes: [UInt8]

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    string =
      String(validating: bytes, as: UTF8.self)
      ?? String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
  }

  /// The first few thousand characters after leading white space.
  private(set) lazy var head = String(string.drop { $0.isWhitespace }.prefix(4000))

  /// Whether the text looks like markup.
  var isMarkup: Bool { head.hasPrefix("<") }

  /// Whether the text looks like JSON.
  var isJSON: Bool { head.hasPrefix("{") || head.hasPrefix("[") }

  /// The member names of its JSON object; nil if the text is not an object, or is damaged.
  private(set) lazy var members: Set<String>? = {
    guard isJSON, case .object(let members)? = try? PaletteJSON.value(bytes) else { return nil }
    return Set(members.map(\.name))
  }()

  /// The style sheet language; nil if the text declares no variable.
  private(set) lazy var styleSheet: StyleSheet? = isMarkup || isJSON ? nil : StyleSheet(declaringIn: string)

  /// The lines with their numbers from 1, without leading and trailing white space.
  var lines: [(number: Int, text: Substring)] {
    string.split(omittingEmptySubsequences: false) { $0.isNewline }.enumerated().map { index, line in
      (index + 1, line.trimmingWhitespace)
    }
  }
}

extension Substring {
  /// The text without leading and trailing white space.
  var trimmingWhitespace: Substring {
    let start = drop { $0.isWhitespace }
    guard let last = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return start[...last]
  }
}

extension String {
  /// The text with line breaks and other control characters replaced by spaces.
  var onOneLine: String {
    func isControl(_ scalar: Unicode.Scalar) -> Bool {
      // Most names consist of plain letters.
      guard scalar.value < 0x20 || scalar.value > 0x7E else { return false }
      return [.control, .lineSeparator, .paragraphSeparator].contains(scalar.properties.generalCategory)
    }
    guard unicodeScalars.contains(where: isControl) else { return self }
    return String(String.UnicodeScalarView(unicodeScalars.map { isControl($0) ? " " : $0 }))
  }
}

/// Generates unique names: a duplicate gets a number.
struct UniqueNames {
  private var taken: Set<String> = []
  /// The next number to try for each duplicated name, so that thousands of equal names stay fast.
  private var numbers: [String: Int] = [:]

  /// Reserves a name.
  mutating func reserve(_ name: String) { taken.insert(name) }

  /// Returns the name, or the first of `name-2`, `name-3`… that is unused.
  mutating func next(_ name: String) -> String {
    if taken.insert(name).inserted { return name }
    var number = numbers[name] ?? 2
    while !taken.insert("\(name)-\(number)").inserted { number += 1 }
    numbers[name] = number + 1
    return "\(name)-\(number)"
  }
}
