import Colors
import Localization
import Text

extension PaletteFormat {
  /// Regalia's own JSON format, which is lossless.
  public static let regalia = PaletteFormat(
    // Untranslated: the name of a format.
    id: "regalia", title: "Regalia", endings: ["json"],
    capabilities: Capabilities(spaces: Set(ColorSpace.allCases), bits: nil, alpha: true, groups: true),
    detection: .text(Palette.detect),
    read: Palette.read(_:into:), write: { Array($0.document.text.utf8) })
}

extension Palette {
  /// The palette as the JSON document that libraries store and `--json` prints.
  ///
  /// `hex` is the colour in sRGB; `color` is added if that is not exact.
  public var document: JSONValue {
    var members = [
      JSONMember("schema", "regalia-palette"), JSONMember("version", 1), JSONMember("name", .string(name)),
    ]
    if let columns { members.append(JSONMember("columns", .number(columns))) }
    members.append(JSONMember("colors", .array(swatches.map(Self.value))))
    return .object(members)
  }

  private static func value(of swatch: Swatch) -> JSONValue {
    let hex = swatch.color.text(as: .hex)
    var members = [JSONMember("hex", .string(hex))]
    if let whole = try? Color(parsing: hex), whole != swatch.color {
      members.append(JSONMember("color", .string(swatch.color.exactText)))
    }
    members.append(JSONMember("name", .string(swatch.name)))
    if !swatch.groups.isEmpty {
      members.append(JSONMember("groups", .array(swatch.groups.map(JSONValue.string))))
    }
    return .object(members)
  }

  /// Reads a document in Regalia's format.
  ///
  /// - Throws: `PaletteError` with the invalid field.
  public init(document bytes: [UInt8]) throws(PaletteError) {
    var reading = PaletteReading()
    try Self.read(bytes, into: &reading)
    self = reading.finished()
  }

  /// Damaged JSON counts as this format, so that the error names the place of the damage.
  static func detect(_ text: PaletteText) -> PaletteFormat.Certainty? {
    guard let members = text.members else { return text.isJSON ? .possible : nil }
    return members.contains("colors") || members.contains("schema") ? .likely : nil
  }

  static func read(_ bytes: [UInt8], into reading: inout PaletteReading) throws(PaletteError) {
    let document = try PaletteJSON.value(bytes)
    // A bare list of colours is also a palette.
    if case .array(let values) = document { return try readColors(values, at: "", into: &reading) }
    var fields = try PaletteJSON.fields(document, at: "")
    try PaletteJSON.faults {
      _ = try fields.text("schema")
      if let version = try fields.number("version"), version > 1 {
        throw PaletteError(
          Message(
            "the palette was made by a newer version of Regalia ({version})",
            ["version": String(Int(version))]),
          at: .field("version"))
      }
      reading.palette.name = try fields.text("name", longest: Swatch.longestName) ?? ""
      reading.palette.columns = try fields.number("columns", in: 1...256).map { Int($0) }
      guard let values = try fields.array("colors") else {
        throw PaletteError(Message("the list “{name}” is missing", ["name": "colors"]))
      }
      try readColors(values, at: "colors", into: &reading)
    }
  }

  private static func readColors(
    _ values: [JSONValue], at path: String, into reading: inout PaletteReading
  ) throws(PaletteError) {
    for (index, value) in values.enumerated() {
      let place = "\(path)[\(index)]"
      if case .string(let text) = value {
        try reading.add(Swatch(PaletteJSON.color(text, at: place)), at: .field(place))
        continue
      }
      var fields = try PaletteJSON.fields(value, at: place)
      try PaletteJSON.faults {
        guard let text = try fields.text("color") ?? fields.text("hex") else {
          throw PaletteError(Message("the colour needs a “hex” or a “color”"), at: .field(place))
        }
        let name = try fields.text("name", longest: Swatch.longestName) ?? ""
        let groups = try fields.texts("groups") ?? []
        try reading.add(
          Swatch(PaletteJSON.color(text, at: place), name: name, groups: groups), at: .field(place))
      }
    }
  }
}

extension Color {
  /// The colour in a notation that parses to the same numbers.
  var exactText: String {
    switch space {
    case .hsb, .okhsv, .okhsl, .cmyk: text(as: space == .hsb ? .hsb : space == .cmyk ? .cmyk : .css)
    case .hsl: text(as: .hsl)
    case .hwb: text(as: .hwb)
    default: text(as: .css)
    }
  }
}

/// Shared code of palettes in JSON.
enum PaletteJSON {
  static func value(_ bytes: [UInt8]) throws(PaletteError) -> JSONValue {
    do throws(JSONError) {
      return try JSONValue(bytes[...])
    } catch {
      throw PaletteError(Message(error))
    }
  }

  /// Runs `body`; converts JSON errors to palette errors at the same place.
  static func faults(_ body: () throws -> Void) throws(PaletteError) {
    do {
      try body()
    } catch let error as JSONError {
      throw PaletteError(error.reason, at: .field(error.field))
    } catch {
      throw error as? PaletteError ?? PaletteError(Message(error))
    }
  }

  static func fields(_ value: JSONValue, at path: String) throws(PaletteError) -> JSONFields<JSONError> {
    do throws(JSONError) {
      return try JSONFields(value, path: path)
    } catch {
      throw PaletteError(error.reason, at: .field(path))
    }
  }

  static func color(_ text: String, at place: String) throws(PaletteError) -> Color {
    do throws(ColorSyntaxError) {
      return try Color(parsing: text)
    } catch {
      throw PaletteError(
        Message(
          "“{text}” is not a colour: {reason}", ["text": String(text.prefix(60))],
          parts: ["reason": error.message]),
        at: .field(place))
    }
  }

  /// Returns channels from 0 to 1 from the named fields.
  static func channels(
    _ fields: inout JSONFields<JSONError>, _ names: [String], at place: String
  ) throws(PaletteError) -> [Double] {
    var values: [Double] = []
    for name in names {
      do throws(JSONError) {
        guard let value = try fields.number(name) else {
          throw JSONError(
            field: fields.path(of: name), message: Message("“{name}” is missing", ["name": name]))
        }
        values.append(value)
      } catch {
        throw PaletteError(
          error.reason, at: .field(error.field.isEmpty ? place : error.field))
      }
    }
    return values
  }
}
