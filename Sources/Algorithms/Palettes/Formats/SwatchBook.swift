import Colors
import Localization
import Text

extension PaletteFormat {
  /// SwatchBooker's palettes, XML in an archive (.sbz).
  public static let swatchBook = PaletteFormat(
    // Untranslated: the name of a format.
    id: "swatchbook", title: "SwatchBooker swatch book", endings: ["sbz"],
    capabilities: Capabilities(
      spaces: [.srgb, .cmyk, .lab], bits: nil, keptNames: { SwatchBook.names(of: $0).map { [$0] } }),
    detection: .bytes(SwatchBook.detect),
    read: SwatchBook.read(_:into:), write: SwatchBook.bytes(of:))
}

/// A SwatchBooker swatch book, also read by Scribus: a ZIP archive with `swatchbook.xml`.
///
/// Colours are named materials, in the order of the book; the book's groups become groups.
enum SwatchBook {
  private static let member = "swatchbook.xml"

  static func detect(_ bytes: [UInt8]) -> PaletteFormat.Certainty? {
    guard PaletteArchive.isOne(bytes) else { return nil }
    return (try? PaletteArchive.member(member, of: bytes)) == nil ? nil : .certain
  }

  static func read(_ bytes: [UInt8], into reading: inout PaletteReading) throws(PaletteError) {
    guard let document = try PaletteArchive.member(member, of: bytes) else {
      throw PaletteError(Message("the archive has no “{name}”", ["name": member]))
    }
    var book = Book()
    do {
      try XMLReader.read(document) { event in
        book.take(event)
        return nil
      }
    } catch {
      throw PaletteError(error.reason, at: .line(error.place.line))
    }
    reading.palette.name = book.title
    for (place, words) in book.unread { reading.warn(words, at: place) }
    // A book without a layout uses its materials in order.
    let shown = book.shown.isEmpty ? book.order.map { (name: $0, groups: [String]()) } : book.shown
    for (index, entry) in shown.enumerated() {
      guard let color = book.materials[entry.name] else {
        if !book.skipped.contains(entry.name) {
          reading.warn(
            Message("the book has no colour “{name}”", ["name": entry.name]), at: .swatch(index + 1))
        }
        continue
      }
      let name = String(entry.name[...].trimmingWhitespace)
      try reading.add(Swatch(color, name: name, groups: entry.groups), at: .swatch(index + 1))
    }
  }

  /// The state of reading a book.
  private struct Book {
    var title = ""
    var materials: [String: Color] = [:]
    var order: [String] = []
    var shown: [(name: String, groups: [String])] = []
    var unread: [(place: PalettePlace, words: Message)] = []
    var skipped: Set<String> = []

    /// The open elements, the text in the innermost one, and the parts of the open material.
    private var path: [String] = []
    private var text: [UInt8] = []
    private var material: (name: String, color: Color?, line: Int)?
    private var model = ""
    private var groups: [String] = []

    mutating func take(_ event: XMLEvent) {
      switch event {
      case .start(let name, let attributes, let place):
        path.append(name)
        text = []
        func value(_ attribute: String) -> String {
          attributes.first { $0.name == attribute }?.value ?? ""
        }
        switch name {
        case "color": material = ("", nil, place.line)
        case "values": model = value("model")
        case "swatch": shown.append((value("material"), groups.filter { !$0.isEmpty }))
        case "group": groups.append("")
        default: break
        }
      case .text(let piece): text += piece
      case .instruction: break
      case .end: end(path.popLast() ?? "")
      }
    }

    private mutating func end(_ name: String) {
      let words = String(decoding: text, as: UTF8.self)
      text = []
      switch name {
      case "dc:title" where material == nil:
        let title = String(words[...].trimmingWhitespace)
        if groups.isEmpty { self.title = title } else { groups[groups.count - 1] = title }
      case "dc:identifier": material?.name = words
      // The first supported value is used.
      case "values": if material?.color == nil { material?.color = Self.color(words, model) }
      case "color":
        guard let (name, color, line) = material else { return }
        material = nil
        guard let color else {
          skipped.insert(name)
          return unread.append(
            (.line(line), Message("“{name}” has no colour that can be read", ["name": name])))
        }
        if materials.updateValue(color, forKey: name) == nil { order.append(name) }
      case "group": groups.removeLast()
      default: break
      }
    }

    private static func color(_ text: String, _ model: String) -> Color? {
      let numbers = text.split { $0.isWhitespace }.compactMap { Double($0) }
      guard numbers.allSatisfy(\.isFinite) else { return nil }
      switch (model, numbers.count) {
      // Untranslated: the syntax of the format.
      case ("Lab", 3): return Color(in: .lab, numbers[0], numbers[1], numbers[2])
      case ("LCH", 3): return Color(in: .lch, numbers[0], numbers[1], numbers[2])
      case ("sRGB", 3), ("RGB", 3): return Color(in: .srgb, numbers[0], numbers[1], numbers[2])
      case ("HSV", 3): return Color(in: .hsb, numbers[0] * 360, numbers[1], numbers[2])
      case ("HSL", 3): return Color(in: .hsl, numbers[0] * 360, numbers[1], numbers[2])
      case ("GRAY", 1): return Color(in: .srgb, 1 - numbers[0], 1 - numbers[0], 1 - numbers[0])
      case ("CMYK", 4): return Color(in: .cmyk, numbers[0], numbers[1], numbers[2], numbers[3])
      default: return nil
      }
    }
  }

  /// Returns unique names for a palette's colours, which identify them in the book.
  static func names(of palette: Palette) -> [String] {
    var names = UniqueNames()
    return palette.swatches.map { names.next(String($0.opaqueTitle.onOneLine[...].trimmingWhitespace)) }
  }

  static func bytes(of palette: Palette) throws(PaletteError) -> [UInt8] {
    var xml = XMLWriter(hasDeclaration: true)
    xml.open(
      "SwatchBook", [("version", "0.7"), ("xmlns:dc", "http://purl.org/dc/elements/1.1/")])
    xml.open("metadata", [])
    xml.element("dc:title", [], text: palette.name.onOneLine)
    xml.close()
    xml.open("materials", [])
    let names = names(of: palette)
    for (name, swatch) in zip(names, palette.swatches) {
      let (model, color) = value(swatch.color)
      xml.open("color", [])
      xml.open("metadata", [])
      xml.element("dc:identifier", [], text: name)
      xml.close()
      let numbers = (0..<(model == "CMYK" ? 4 : 3)).map { color.components[$0].text() }
      xml.element("values", [("model", model)], text: numbers.joined(separator: " "))
      xml.close()
    }
    xml.close()
    xml.open("book", [])
    for name in names { xml.element("swatch", [("material", name)]) }
    xml.close()
    xml.close()
    return try PaletteArchive.packed(Array(xml.text.utf8), as: member)
  }

  private static func value(_ color: Color) -> (model: String, color: Color) {
    switch color.space {
    case .cmyk: ("CMYK", color)
    case .srgb: ("RGB", color)
    // Untranslated: the syntax of the format.
    default: ("Lab", color.converted(to: .lab))
    }
  }
}
