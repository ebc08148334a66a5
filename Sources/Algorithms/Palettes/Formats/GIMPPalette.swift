import Colors
import Localization

extension PaletteFormat {
  /// The text files of GIMP, Inkscape and Krita (.gpl).
  public static let gimp = PaletteFormat(
    // Untranslated: the name of a format.
    id: "gimp", title: "GIMP palette", endings: ["gpl"],
    capabilities: Capabilities(keptNames: GIMPPalette.names(of:)),
    detection: .text { $0.head.hasPrefix("GIMP Palette") ? .certain : nil },
    read: GIMPPalette.read(_:into:), write: GIMPPalette.bytes(of:))
}

/// The palettes of GIMP and Inkscape: a line for each colour, with three 8-bit numbers and its name;
/// a fourth number is the opacity, as Aseprite writes it.
enum GIMPPalette {
  static func read(_ bytes: [UInt8], into reading: inout PaletteReading) throws(PaletteError) {
    var channels = 3
    for (number, line) in PaletteText(bytes).lines.dropFirst() {
      if line.isEmpty || line.hasPrefix("#") { continue }
      if let name = value("Name:", line) {
        reading.palette.name = name == untitled ? "" : name
      } else if let columns = value("Columns:", line) {
        reading.palette.columns = Int(columns).flatMap { $0 > 0 ? min($0, 256) : nil }
      } else if let named = value("Channels:", line) {
        guard let count = ["RGB": 3, "RGBA": 4][named] else {
          throw PaletteError(
            Message("unknown channels {names}; only RGB and RGBA are supported", ["names": String(named)]),
            at: .line(number))
        }
        channels = count
      } else {
        try readColor(line, number, channels, into: &reading)
      }
    }
  }

  /// GIMP's placeholder for a missing name.
  // Untranslated: the syntax of the format.
  private static let untitled = "Untitled"

  private static func value(_ field: String, _ line: Substring) -> String? {
    line.hasPrefix(field) ? String(line.dropFirst(field.count).trimmingWhitespace) : nil
  }

  private static func readColor(
    _ line: Substring, _ number: Int, _ channels: Int, into reading: inout PaletteReading
  ) throws(PaletteError) {
    let words = line.split(maxSplits: channels) { $0 == " " || $0 == "\t" }
    let values = words.prefix(channels).compactMap { UInt8($0) }
    guard values.count == channels else {
      // Old files have a few comments without a number sign.
      reading.warn(
        channels == 3
          ? Message("a line must have three numbers from 0 to 255 and a name")
          : Message("a line must have four numbers from 0 to 255 and a name"), at: .line(number))
      return
    }
    let name = words.count > channels ? String(words[channels].trimmingWhitespace) : ""
    let color = RGBA(bytes: values[0], values[1], values[2], channels == 4 ? values[3] : 255)
    try reading.add(Swatch(Color(color), name: name == untitled ? "" : name), at: .line(number))
  }

  /// Returns the names as the reader returns them.
  static func names(of palette: Palette) -> [[String]] {
    palette.swatches.map { swatch in
      let name = String(swatch.name.onOneLine[...].trimmingWhitespace)
      return [name == untitled ? "" : name]
    }
  }

  static func bytes(of palette: Palette) -> [UInt8] {
    // Untranslated: the syntax of the format.
    var text = "GIMP Palette\nName: \(palette.name.isEmpty ? untitled : palette.name.onOneLine)\n"
    text += "Columns: \(palette.columns ?? 0)\n#\n"
    for swatch in palette.swatches {
      let bytes = swatch.bytes
      let numbers = [bytes.r, bytes.g, bytes.b].map { value in
        let text = String(value)
        return String(repeating: " ", count: 3 - text.utf8.count) + text
      }
      text +=
        numbers.joined(separator: " ") + "\t" + (swatch.name.isEmpty ? untitled : swatch.name.onOneLine)
        + "\n"
    }
    return Array(text.utf8)
  }
}

extension Swatch {
  /// The colour in sRGB, in eight bits a channel.
  var bytes: (r: UInt8, g: UInt8, b: UInt8, a: UInt8) { color.mapped(to: .srgb).rgba.bytes8 }
}
