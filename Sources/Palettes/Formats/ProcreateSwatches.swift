import CArchive
import Colors
import Text

/// Swatches of Procreate: an archive (ZIP) with `Swatches.json`, of at most thirty colours a palette.
///
/// Hue, saturation and brightness count from 0 to 1; several palettes in a file are put behind each other.
enum ProcreateSwatches {
  private static let member = "Swatches.json"
  private static let mostBytes = 16 << 20
  /// `AE_IFREG`, whose macro Swift does not import.
  private static let regularFile: UInt32 = 0o100000

  static func read(_ bytes: [UInt8], into reading: inout PaletteReading) throws(PaletteError) {
    let document = try PaletteJSON.value(unpacked(bytes))
    let palettes: [JSONValue] = if case .array(let values) = document { values } else { [document] }
    for (index, palette) in palettes.enumerated() {
      var fields = try PaletteJSON.fields(palette, at: "[\(index)]")
      let name = if case .string(let text)? = fields.take("name") { text } else { "" }
      if index == 0 { reading.palette.name = name }
      guard case .array(let swatches)? = fields.take("swatches") else {
        throw PaletteError("the list “swatches” is missing", at: "[\(index)]")
      }
      for (place, swatch) in swatches.enumerated() where swatch != .null {
        let path = "[\(index)].swatches[\(place)]"
        let color = try color(swatch, at: path)
        try reading.add(Swatch(color, groups: palettes.count > 1 ? [name] : []), at: path)
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
      let name = palette.name.isEmpty ? "Palette" : palette.name
      return JSONValue.object([
        JSONMember("name", .string(parts.count > 1 ? "\(name) \(index + 1)" : name)),
        JSONMember("swatches", .array(Array(swatches))),
      ])
    }
    return try packed(Array(JSONValue.array(palettes).text.utf8))
  }

  // MARK: The archive

  private static func unpacked(_ bytes: [UInt8]) throws(PaletteError) -> [UInt8] {
    guard let archive = archive_read_new() else { throw PaletteError("there is no memory for it") }
    defer { archive_read_free(archive) }
    archive_read_support_format_zip(archive)
    let found: Result<[UInt8], PaletteError>? = bytes.withUnsafeBytes { buffer in
      guard archive_read_open_memory(archive, buffer.baseAddress, buffer.count) == ARCHIVE_OK else {
        return nil
      }
      var entry: OpaquePointer?
      while archive_read_next_header(archive, &entry) == ARCHIVE_OK {
        guard let entry, let name = archive_entry_pathname(entry), String(cString: name) == member else {
          continue
        }
        return content(of: archive)
      }
      return nil
    }
    guard let found else { throw PaletteError("the archive has no \(member) in it") }
    return try found.get()
  }

  private static func content(of archive: OpaquePointer) -> Result<[UInt8], PaletteError> {
    var result: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = chunk.withUnsafeMutableBytes { archive_read_data(archive, $0.baseAddress, $0.count) }
      if count == 0 { return .success(result) }
      guard count > 0 else { return .failure(PaletteError("\(member) in it is damaged")) }
      guard result.count + count <= mostBytes else {
        return .failure(PaletteError("\(member) in it has more than \(mostBytes >> 20) MiB"))
      }
      result += chunk[..<count]
    }
  }

  private static func packed(_ bytes: [UInt8]) throws(PaletteError) -> [UInt8] {
    guard let archive = archive_write_new(), let entry = archive_entry_new() else {
      throw PaletteError("there is no memory for it")
    }
    defer {
      archive_write_free(archive)
      archive_entry_free(entry)
    }
    var result = [UInt8](repeating: 0, count: bytes.count + 4096)
    var used = 0
    let isWritten = result.withUnsafeMutableBytes { buffer in
      archive_write_set_format_zip(archive)
      // Without a time the same palette is the same file.
      archive_entry_set_pathname(entry, member)
      archive_entry_set_size(entry, la_int64_t(bytes.count))
      archive_entry_set_filetype(entry, regularFile)
      archive_entry_set_perm(entry, 0o644)
      guard archive_write_open_memory(archive, buffer.baseAddress, buffer.count, &used) == ARCHIVE_OK,
        archive_write_header(archive, entry) == ARCHIVE_OK
      else { return false }
      let count = bytes.withUnsafeBytes { archive_write_data(archive, $0.baseAddress, $0.count) }
      return count == bytes.count && archive_write_close(archive) == ARCHIVE_OK
    }
    guard isWritten else { throw PaletteError("the archive could not be made") }
    return Array(result[..<used])
  }
}
