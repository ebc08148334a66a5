import Colors
import Localization
import Text

extension PaletteFormat {
  /// Scribus colours, in XML.
  public static let scribus = PaletteFormat(
    // Untranslated: the name of a format.
    id: "scribus", title: "Scribus colours", endings: ["xml"],
    capabilities: Capabilities(
      spaces: [.srgb, .cmyk], keptNames: { ScribusColors.names(of: $0).map { [$0] } }),
    detection: .text { $0.isMarkup && $0.head.contains("<SCRIBUSCOLORS") ? .certain : nil },
    read: ScribusColors.read(_:into:), write: ScribusColors.bytes(of:))

  /// LibreOffice colour tables, in XML.
  public static let libreOffice = PaletteFormat(
    // Untranslated: the name of a format.
    id: "libreoffice", title: "LibreOffice colour table", endings: ["soc"],
    capabilities: Capabilities(title: false),
    detection: .text(OfficeColors.detect),
    read: OfficeColors.read(_:into:), write: OfficeColors.bytes(of:))
}

/// The colours of a Scribus document or palette.
enum ScribusColors {
  static func read(_ bytes: [UInt8], into reading: inout PaletteReading) throws(PaletteError) {
    try XMLColors.read(bytes, into: &reading) { name, attributes, place, reading throws(PaletteError) in
      // Untranslated: the syntax of the format.
      if name == "SCRIBUSCOLORS" { reading.palette.name = attributes["Name"] ?? "" }
      guard name == "COLOR", let title = attributes["NAME"] else { return }
      guard let color = color(attributes) else {
        reading.warn(
          Message("“{name}” has no colour that can be read", ["name": title]), at: place)
        return
      }
      try reading.add(Swatch(color, name: title), at: place)
    }
  }

  private static func color(_ attributes: [String: String]) -> Color? {
    func numbers(_ names: String...) -> [Double]? {
      let values = names.compactMap { attributes[$0].flatMap(Double.init) }
      return values.count == names.count ? values : nil
    }
    if let text = attributes["CMYK"], let inks = hexadecimal(text, count: 4) {
      return Color(in: .cmyk, inks[0], inks[1], inks[2], inks[3])
    }
    if let text = attributes["RGB"], let channels = hexadecimal(text, count: 3) {
      return Color(in: .srgb, channels[0], channels[1], channels[2])
    }
    switch attributes["SPACE"] {
    case "CMYK":
      return numbers("C", "M", "Y", "K").map {
        Color(in: .cmyk, $0[0] / 100, $0[1] / 100, $0[2] / 100, $0[3] / 100)
      }
    case "RGB": return numbers("R", "G", "B").map { Color(in: .srgb, $0[0] / 255, $0[1] / 255, $0[2] / 255) }
    // Untranslated: the syntax of the format.
    case "Lab": return numbers("L", "A", "B").map { Color(in: .lab, $0[0], $0[1], $0[2]) }
    default: return nil
    }
  }

  /// Returns hexadecimal bytes after a number sign as fractions of 1.
  private static func hexadecimal(_ text: String, count: Int) -> [Double]? {
    let digits = text.dropFirst().compactMap(\.hexDigitValue)
    guard text.hasPrefix("#"), digits.count == count * 2, text.count == digits.count + 1 else { return nil }
    return stride(from: 0, to: digits.count, by: 2).map { place in
      let byte = digits[place] * 16 + digits[place + 1]
      return Double(byte) / 255
    }
  }

  /// Returns unique names for a palette's colours, which identify them in Scribus.
  static func names(of palette: Palette) -> [String] {
    var names = UniqueNames()
    return palette.swatches.map { names.next($0.opaqueTitle.onOneLine) }
  }

  static func bytes(of palette: Palette) -> [UInt8] {
    var xml = XMLWriter(hasDeclaration: true)
    // Untranslated: the syntax of the format.
    xml.open("SCRIBUSCOLORS", [("Name", palette.name.onOneLine)])
    for (name, swatch) in zip(names(of: palette), palette.swatches) {
      let numbers = swatch.color.components
      let value: (name: String, value: String) =
        swatch.color.space == .cmyk
        ? ("CMYK", "#" + (0..<4).map { XMLColors.hexadecimal(numbers[$0]) }.joined())
        : ("RGB", XMLColors.text(swatch))
      xml.element("COLOR", [("NAME", name), value])
    }
    xml.close()
    return Array(xml.text.utf8)
  }
}

/// A colour table of LibreOffice or OpenOffice.
enum OfficeColors {
  static func detect(_ text: PaletteText) -> PaletteFormat.Certainty? {
    guard text.isMarkup else { return nil }
    return text.head.contains("color-table") || text.head.contains("draw:color") ? .certain : nil
  }

  static func read(_ bytes: [UInt8], into reading: inout PaletteReading) throws(PaletteError) {
    try XMLColors.read(bytes, into: &reading) { name, attributes, place, reading throws(PaletteError) in
      guard name == "draw:color" else { return }
      let title = attributes["draw:name"] ?? ""
      guard let text = attributes["draw:color"], let color = try? Color(parsing: text) else {
        reading.warn(
          Message("“{name}” has no colour that can be read", ["name": title]), at: place)
        return
      }
      try reading.add(Swatch(color, name: title), at: place)
    }
  }

  static func bytes(of palette: Palette) -> [UInt8] {
    var xml = XMLWriter(hasDeclaration: true)
    xml.open(
      "ooo:color-table",
      [
        ("xmlns:ooo", "http://openoffice.org/2004/office"),
        ("xmlns:draw", "urn:oasis:names:tc:opendocument:xmlns:drawing:1.0"),
      ])
    for swatch in palette.swatches {
      xml.element(
        "draw:color", [("draw:name", swatch.opaqueTitle.onOneLine), ("draw:color", XMLColors.text(swatch))])
    }
    xml.close()
    return Array(xml.text.utf8)
  }
}

/// Shared code of palettes in XML.
private enum XMLColors {
  /// Passes each element with its attributes and its place to `handle`.
  static func read(
    _ bytes: [UInt8], into reading: inout PaletteReading,
    _ handle: (String, [String: String], PalettePlace, inout PaletteReading) throws(PaletteError) -> Void
  ) throws(PaletteError) {
    var (found, failure) = (reading, PaletteError?.none)
    do {
      try XMLReader.read(bytes) { event in
        guard case .start(let name, let attributes, let place) = event else { return nil }
        let values = Dictionary(attributes.map { ($0.name, $0.value) }) { first, _ in first }
        do throws(PaletteError) {
          try handle(name, values, .line(place.line), &found)
        } catch {
          failure = error
          return Message(error)
        }
        return nil
      }
    } catch {
      throw failure ?? PaletteError(error.reason, at: .line(error.place.line))
    }
    reading = found
  }

  /// The colour as `#rrggbb`.
  static func text(_ swatch: Swatch) -> String {
    var opaque = swatch.color
    opaque.alpha = 1
    return opaque.text(as: .hex)
  }

  static func hexadecimal(_ share: Double) -> String {
    let byte = UInt8((min(max(share, 0), 1) * 255).rounded())
    let text = String(byte, radix: 16)
    return text.utf8.count < 2 ? "0" + text : text
  }
}
