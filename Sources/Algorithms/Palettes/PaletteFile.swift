import Colors
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

  /// Says that a file would have more bytes.
  static let tooLarge =
    "the file would have more than \(mostBytes >> 20) MiB, and no larger one is read again; write fewer colours"

  /// No palette has more colours.
  public static let mostColors = 1_000_000

  /// Reads a palette, whatever format it is in: that is found by what stands in it.
  ///
  /// - Throws: `PaletteError` with the place of the fault.
  public init(_ bytes: [UInt8]) throws(PaletteError) {
    guard !bytes.isEmpty else { throw PaletteError("the file is empty") }
    guard let bytes = EncodedText.utf8(bytes) else { throw PaletteError("the file is damaged UTF-16") }
    guard let format = PaletteFormat(content: bytes) else {
      throw PaletteError("this is no palette of a kind that is known here")
    }
    var reading = PaletteReading()
    try format.read(bytes, &reading)
    guard !reading.palette.swatches.isEmpty else {
      throw PaletteError(reading.warnings.first ?? "there is no colour in it")
    }
    palette = reading.finished()
    (self.format, warnings) = (format, reading.warnings)
  }
}

/// The progress of a reader.
struct PaletteReading {
  var palette = Palette()
  private(set) var warnings: [String] = []

  /// Adds a colour; a name that is only what the colour is in hexadecimal, as formats have it that need one, is none.
  mutating func add(_ swatch: Swatch, at place: String) throws(PaletteError) {
    guard palette.swatches.count < PaletteFile.mostColors else {
      throw PaletteError("a palette has at most \(PaletteFile.mostColors) colours", at: place)
    }
    var swatch = swatch
    swatch.name = Self.name(line(swatch.name, at: place), of: swatch.color)
    swatch.groups = swatch.groups.map { line($0, at: place) }
    palette.swatches.append(swatch)
  }

  /// Returns the palette that was read.
  mutating func finished() -> Palette {
    palette.name = line(palette.name, at: "name")
    return palette
  }

  /// Returns the name that a colour has by what stands in a file.
  static func name(_ written: String, of color: Color) -> String {
    guard written.last?.isHexDigit == true else { return written }
    let hex = color.text(as: .hex)
    return [hex, String(hex.dropFirst()), "color-" + hex.dropFirst()].contains(written) ? "" : written
  }

  /// Returns a name on one line, no longer than names may be.
  private mutating func line(_ name: String, at place: String) -> String {
    let line = name.onOneLine
    if line != name { warn("a line break or another control character in a name became a space", at: place) }
    guard line.utf8.count > Swatch.longestName, line.count > Swatch.longestName else { return line }
    warn("a name of more than \(Swatch.longestName) characters was cut off", at: place)
    return String(line.prefix(Swatch.longestName))
  }

  /// Notes what was left out; after twenty no more are kept.
  mutating func warn(_ message: String, at place: String) {
    if warnings.count < 20 { warnings.append("\(place): \(message)") }
  }
}

/// The text of a file: UTF-8, or else Latin 1.
final class PaletteText {
  let string: String
  private let bytes: [UInt8]

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    string =
      String(validating: bytes, as: UTF8.self)
      ?? String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
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

extension String {
  /// The text with line breaks and other controls as spaces.
  var onOneLine: String {
    func isControl(_ scalar: Unicode.Scalar) -> Bool {
      // Most names are plain letters.
      guard scalar.value < 0x20 || scalar.value > 0x7E else { return false }
      return [.control, .lineSeparator, .paragraphSeparator].contains(scalar.properties.generalCategory)
    }
    guard unicodeScalars.contains(where: isControl) else { return self }
    return String(String.UnicodeScalarView(unicodeScalars.map { isControl($0) ? " " : $0 }))
  }
}

/// Gives out names of which no two are alike: one that is taken gets a number.
struct UniqueNames {
  private var taken: Set<String> = []
  /// For each name that was asked for again, the number that is tried next: thousands of one name take no longer than others.
  private var numbers: [String: Int] = [:]

  /// Keeps a name from being given out.
  mutating func reserve(_ name: String) { taken.insert(name) }

  /// Returns the name, or the first of `name-2`, `name-3`… that is free.
  mutating func next(_ name: String) -> String {
    if taken.insert(name).inserted { return name }
    var number = numbers[name] ?? 2
    while !taken.insert("\(name)-\(number)").inserted { number += 1 }
    numbers[name] = number + 1
    return "\(name)-\(number)"
  }
}
