import Colors

extension PaletteFormat {
  /// The text files of GIMP, Inkscape and Krita (.gpl).
  public static let gimp = PaletteFormat(
    id: "gimp", title: "GIMP palette", endings: ["gpl"],
    capabilities: Capabilities(),
    detection: .text { $0.head.hasPrefix("GIMP Palette") ? .certain : nil },
    read: GIMPPalette.read(_:into:), write: GIMPPalette.bytes(of:))
}

/// The palettes of GIMP and Inkscape: a line for each colour, three numbers of eight bits and its name.
enum GIMPPalette {
  static func read(_ bytes: [UInt8], into reading: inout PaletteReading) throws(PaletteError) {
    for (number, line) in PaletteText(bytes).lines.dropFirst() {
      if line.isEmpty || line.hasPrefix("#") { continue }
      if line.hasPrefix("Name:") {
        reading.palette.name = String(line.dropFirst(5).trimmingWhitespace)
      } else if line.hasPrefix("Columns:") {
        reading.palette.columns = Int(line.dropFirst(8).trimmingWhitespace).flatMap {
          $0 > 0 ? min($0, 256) : nil
        }
      } else {
        try readColor(line, number, into: &reading)
      }
    }
  }

  private static func readColor(
    _ line: Substring, _ number: Int, into reading: inout PaletteReading
  ) throws(PaletteError) {
    let words = line.split(maxSplits: 3) { $0 == " " || $0 == "\t" }
    let values = words.prefix(3).compactMap { Int($0) }
    guard values.count == 3, values.allSatisfy({ (0...255).contains($0) }) else {
      // Old files have a comment or two without a number sign.
      reading.warn("three numbers from 0 to 255 and a name stand in a line", at: "line \(number)")
      return
    }
    let name = words.count > 3 ? String(words[3].trimmingWhitespace) : ""
    let color = RGBA(bytes: UInt8(values[0]), UInt8(values[1]), UInt8(values[2]))
    try reading.add(Swatch(Color(color), name: name == "Untitled" ? "" : name), at: "line \(number)")
  }

  static func bytes(of palette: Palette) -> [UInt8] {
    var text = "GIMP Palette\nName: \(palette.name.isEmpty ? "Untitled" : palette.name.onOneLine)\n"
    text += "Columns: \(palette.columns ?? 0)\n#\n"
    for swatch in palette.swatches {
      let bytes = swatch.bytes
      let numbers = [bytes.r, bytes.g, bytes.b].map { value in
        let text = String(value)
        return String(repeating: " ", count: 3 - text.utf8.count) + text
      }
      text +=
        numbers.joined(separator: " ") + "\t" + (swatch.name.isEmpty ? "Untitled" : swatch.name.onOneLine)
        + "\n"
    }
    return Array(text.utf8)
  }
}

extension String {
  /// The text with line breaks and other controls as spaces.
  var onOneLine: String {
    String(
      String.UnicodeScalarView(unicodeScalars.map { $0.properties.generalCategory == .control ? " " : $0 }))
  }
}

extension Swatch {
  /// The colour as sRGB shows it, in eight bits a channel.
  var bytes: (r: UInt8, g: UInt8, b: UInt8, a: UInt8) { color.mapped(to: .srgb).rgba.bytes8 }
}
