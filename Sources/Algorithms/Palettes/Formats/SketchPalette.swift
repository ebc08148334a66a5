import Colors
import Localization
import Text

extension PaletteFormat {
  /// The palettes of the Sketch plug-in SketchPalette, in JSON.
  public static let sketch = PaletteFormat(
    // Untranslated: the name of a format.
    id: "sketch", title: "SketchPalette", endings: ["sketchpalette"],
    capabilities: Capabilities(bits: nil, alpha: true, title: false),
    detection: .text(SketchPalette.detect),
    read: SketchPalette.read(_:into:), write: SketchPalette.bytes(of:))
}

/// SketchPalette's palettes: JSON with channels from 0 to 1, or with hexadecimal colours in older files.
enum SketchPalette {
  static func detect(_ text: PaletteText) -> PaletteFormat.Certainty? {
    let isOne = text.members.map { !$0.isDisjoint(with: ["compatibleVersion", "pluginVersion"]) } ?? false
    return isOne ? .certain : nil
  }

  static func read(_ bytes: [UInt8], into reading: inout PaletteReading) throws(PaletteError) {
    var file = try PaletteJSON.fields(PaletteJSON.value(bytes), at: "")
    guard case .array(let values)? = file.take("colors") else {
      throw PaletteError(Message("the list “{name}” is missing", ["name": "colors"]))
    }
    for (index, value) in values.enumerated() {
      let place = "colors[\(index)]"
      if case .string(let text) = value {
        try reading.add(Swatch(PaletteJSON.color(text, at: place)), at: .field(place))
        continue
      }
      var fields = try PaletteJSON.fields(value, at: place)
      let channels = try PaletteJSON.channels(&fields, ["red", "green", "blue"], at: place)
      let alpha = fields.take("alpha")?.double ?? 1
      let name = if case .string(let text)? = fields.take("name") { text } else { "" }
      let color = RGBA(red: channels[0], green: channels[1], blue: channels[2], alpha: alpha)
      try reading.add(Swatch(Color(color), name: name), at: .field(place))
    }
  }

  static func bytes(of palette: Palette) -> [UInt8] {
    let colors = palette.swatches.map { swatch in
      let rgba = swatch.color.mapped(to: .srgb).rgba
      return JSONValue.object([
        JSONMember("name", .text(swatch.name.isEmpty ? nil : swatch.name)),
        JSONMember("red", .number(rgba.red)),
        JSONMember("green", .number(rgba.green)), JSONMember("blue", .number(rgba.blue)),
        JSONMember("alpha", .number(rgba.alpha)),
      ])
    }
    let file: JSONValue = [
      "compatibleVersion": "2.0", "pluginVersion": "2.22", "colors": .array(colors), "gradients": .array([]),
      "images": .array([]),
    ]
    return Array(file.text.utf8)
  }
}
