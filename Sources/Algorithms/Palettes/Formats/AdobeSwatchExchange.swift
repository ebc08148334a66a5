import Colors
import Localization

extension PaletteFormat {
  /// Adobe Swatch Exchange (.ase).
  public static let ase = PaletteFormat(
    // Untranslated: names of formats.
    id: "ase", title: "Adobe Swatch Exchange", endings: ["ase"],
    capabilities: Capabilities(spaces: [.srgb, .cmyk, .lab], bits: 24, groups: true, title: false),
    detection: .bytes { $0.starts(with: "ASEF".utf8) ? .certain : nil },
    read: AdobeSwatchExchange.read(_:into:), write: AdobeSwatchExchange.bytes(of:))
}

/// Adobe Swatch Exchange files (ASE): named colours in RGB, CMYK, Lab and grey, with groups.
enum AdobeSwatchExchange {
  private static let color: UInt16 = 0x0001
  private static let groupStart: UInt16 = 0xc001
  private static let groupEnd: UInt16 = 0xc002

  static func read(_ bytes: [UInt8], into reading: inout PaletteReading) throws(PaletteError) {
    var reader = BigEndianReader(bytes)
    try reader.skip(8)
    let count = try reader.uint32()
    var groups: [String] = []
    for _ in 0..<count {
      let start = reader.position
      let kind = try reader.uint16()
      let length = Int(try reader.uint32())
      let end = reader.position + length
      guard end <= bytes.count else { throw reader.brokenOff }
      switch kind {
      case groupStart: groups.append(try reader.name())
      case groupEnd: groups = groups.dropLast()
      case color:
        let name = try reader.name()
        if let color = try readColor(&reader) {
          try reading.add(Swatch(color, name: name, groups: groups), at: .byte(start))
        } else {
          reading.warn(Message("“{name}” has an unknown colour model", ["name": name]), at: .byte(start))
        }
      default: break
      }
      reader.position = end
    }
  }

  private static func readColor(_ reader: inout BigEndianReader) throws(PaletteError) -> Color? {
    // Some programs write the model names in capitals.
    switch String(decoding: try reader.take(4), as: UTF8.self).uppercased() {
    case "RGB ": return Color(in: .srgb, try reader.float(), try reader.float(), try reader.float())
    case "CMYK":
      return Color(in: .cmyk, try reader.float(), try reader.float(), try reader.float(), try reader.float())
    case "LAB ": return Color(in: .lab, try reader.float() * 100, try reader.float(), try reader.float())
    case "GRAY":
      let grey = try reader.float()
      return Color(in: .srgb, grey, grey, grey)
    default: return nil
    }
  }

  static func bytes(of palette: Palette) -> [UInt8] {
    var blocks = BigEndianWriter()
    var count: UInt32 = 0
    var groups: [String] = []
    func block(_ kind: UInt16, _ body: BigEndianWriter) {
      blocks.uint16(kind)
      blocks.uint32(UInt32(body.bytes.count))
      blocks.bytes += body.bytes
      count += 1
    }
    func enter(_ wanted: [String]) {
      let common = zip(groups, wanted).prefix { $0 == $1 }.count
      for _ in common..<groups.count { block(groupEnd, BigEndianWriter()) }
      for name in wanted[common...] {
        var body = BigEndianWriter()
        body.name(name)
        block(groupStart, body)
      }
      groups = wanted
    }
    for swatch in palette.swatches {
      enter(swatch.groups)
      var body = BigEndianWriter()
      body.name(swatch.name)
      write(swatch.color, to: &body)
      // 2: a process colour, neither global nor spot.
      body.uint16(2)
      block(color, body)
    }
    enter([])
    var file = BigEndianWriter()
    file.bytes = Array("ASEF".utf8)
    file.uint16(1)
    file.uint16(0)
    file.uint32(count)
    return file.bytes + blocks.bytes
  }

  private static func write(_ color: Color, to body: inout BigEndianWriter) {
    let numbers = color.components
    switch color.space {
    case .cmyk:
      body.bytes += Array("CMYK".utf8)
      for index in 0..<4 { body.float(numbers[index]) }
    case .srgb where color.isInGamut(.srgb), .hsb, .hsl, .hwb:
      let rgba = color.rgba
      body.bytes += Array("RGB ".utf8)
      for value in [rgba.red, rgba.green, rgba.blue] { body.float(value) }
    case _ where color.isInGamut(.srgb) && color.space != .lab:
      let rgba = color.rgba.clipped
      body.bytes += Array("RGB ".utf8)
      for value in [rgba.red, rgba.green, rgba.blue] { body.float(value) }
    default:
      let lab = color.lab
      body.bytes += Array("LAB ".utf8)
      for value in [lab.lightness / 100, lab.a, lab.b] { body.float(value) }
    }
  }
}

/// Reads big-endian numbers and texts.
struct BigEndianReader {
  let bytes: [UInt8]
  var position = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  var brokenOff: PaletteError { PaletteError(Message("the file ends too early"), at: .byte(bytes.count)) }

  mutating func skip(_ count: Int) throws(PaletteError) { _ = try take(count) }

  mutating func take(_ count: Int) throws(PaletteError) -> ArraySlice<UInt8> {
    guard count >= 0, count <= bytes.count - position else { throw brokenOff }
    defer { position += count }
    return bytes[position..<position + count]
  }

  mutating func uint16() throws(PaletteError) -> UInt16 {
    try take(2).reduce(0) { $0 << 8 | UInt16($1) }
  }

  mutating func uint32() throws(PaletteError) -> UInt32 {
    try take(4).reduce(0) { $0 << 8 | UInt32($1) }
  }

  mutating func float() throws(PaletteError) -> Double { Double(Float(bitPattern: try uint32())) }

  /// Reads a UTF-16 text after its 16-bit number of units, up to the first zero unit.
  mutating func name() throws(PaletteError) -> String {
    let units = try (0..<uint16()).map { _ throws(PaletteError) in try uint16() }
    return String(decoding: units.prefix { $0 != 0 }, as: UTF16.self)
  }
}

/// Writes big-endian numbers and texts.
struct BigEndianWriter {
  var bytes: [UInt8] = []

  mutating func uint16(_ value: UInt16) { bytes += [UInt8(value >> 8), UInt8(value & 0xff)] }

  mutating func uint32(_ value: UInt32) {
    uint16(UInt16(value >> 16))
    uint16(UInt16(value & 0xffff))
  }

  mutating func float(_ value: Double) { uint32(Float(value).bitPattern) }

  /// Writes a text in UTF-16 with a final zero, after the number of its units.
  mutating func name(_ text: String) {
    let units = Self.units(text)
    uint16(UInt16(units.count))
    for unit in units { uint16(unit) }
  }

  /// The units of a text and a zero; texts over the format's limit are truncated.
  static func units(_ text: String) -> [UInt16] { Array(text.onOneLine.utf16.prefix(65_534)) + [0] }
}
