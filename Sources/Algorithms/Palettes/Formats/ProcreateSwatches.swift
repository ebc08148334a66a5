import Colors
import Localization
import Text

extension PaletteFormat {
  /// Procreate's swatches, JSON in an archive.
  public static let procreate = PaletteFormat(
    // Untranslated: the name of a format.
    id: "procreate", title: "Procreate swatches", endings: ["swatches"],
    capabilities: Capabilities(spaces: [.hsb, .srgb], bits: nil, alpha: true, names: false),
    detection: .bytes { PaletteArchive.isOne($0) ? .possible : nil },
    read: ProcreateSwatches.read(_:into:), write: ProcreateSwatches.bytes(of:))
}

/// Procreate's swatches: a ZIP archive with `Swatches.json`, with at most thirty colours a palette.
///
/// Hue, saturation and brightness range from 0 to 1; several palettes in a file are concatenated.
enum ProcreateSwatches {
  private static let member = "Swatches.json"

  static func read(_ bytes: [UInt8], into reading: inout PaletteReading) throws(PaletteError) {
    guard let text = try PaletteArchive.member(member, of: bytes) else {
      throw PaletteError(Message("the archive has no “{name}”", ["name": member]))
    }
    let document = try PaletteJSON.value(text)
    let palettes: [JSONValue] = if case .array(let values) = document { values } else { [document] }
    for (index, palette) in palettes.enumerated() {
      var fields = try PaletteJSON.fields(palette, at: "[\(index)]")
      let name = if case .string(let text)? = fields.take("name") { text } else { "" }
      if index == 0 { reading.palette.name = name }
      guard case .array(let swatches)? = fields.take("swatches") else {
        throw PaletteError(
          Message("the list “{name}” is missing", ["name": "swatches"]), at: .field("[\(index)]"))
      }
      for (place, swatch) in swatches.enumerated() where swatch != .null {
        let path = "[\(index)].swatches[\(place)]"
        let color = try color(swatch, at: path)
        try reading.add(Swatch(color, groups: palettes.count > 1 ? [name] : []), at: .field(path))
      }
    }
  }

  private static func color(_ value: JSONValue, at path: String) throws(PaletteError) -> Color {
    var fields = try PaletteJSON.fields(value, at: path)
    let alpha = fields.take("alpha")?.double ?? 1
    let channels = try PaletteJSON.channels(&fields, ["hue", "saturation", "brightness"], at: path)
    return Color(in: .hsb, channels[0] * 360, channels[1], channels[2], alpha: alpha)
  }

  static func bytes(of palette: Palette) throws(PaletteError) -> [UInt8] {
    let parts = stride(from: 0, to: palette.swatches.count, by: 30).map {
      palette.swatches[$0..<min($0 + 30, palette.swatches.count)]
    }
    let palettes = parts.enumerated().map { index, part in
      let swatches = part.map { swatch in
        let color =
          swatch.color.space == .hsb ? swatch.color : Color(HSB(swatch.color.mapped(to: .srgb).rgba))
        return JSONValue.object([
          JSONMember("hue", .number(color.components.x / 360)),
          JSONMember("saturation", .number(color.components.y)),
          JSONMember("brightness", .number(color.components.z)),
          JSONMember("alpha", .number(swatch.color.alpha)),
          JSONMember("colorSpace", 0),
        ])
      }
      // Untranslated: a name in files.
      let name = palette.name.isEmpty ? "Palette" : palette.name
      return JSONValue.object([
        JSONMember("name", .string(parts.count > 1 ? "\(name) \(index + 1)" : name)),
        JSONMember("swatches", .array(Array(swatches))),
      ])
    }
    return try PaletteArchive.packed(Array(JSONValue.array(palettes).text.utf8), as: member)
  }
}
