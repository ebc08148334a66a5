import Colors
public import Localization

/// A file format for palettes: its names, its detection, reading and writing, and its limits.
///
/// Each format is a value in its own file and an entry in `allCases`.
public struct PaletteFormat: Hashable, Sendable, CaseIterable, CustomStringConvertible {
  /// All formats, in order of presentation.
  public static let allCases: [PaletteFormat] = [
    .regalia, .gimp, .ase, .aco, .procreate, .scribus, .swatchBook, .libreOffice, .sketch, .jasc, .riff, .css,
    .scss, .tailwind, .designTokens, .hex,
  ]

  /// Its stable identifier.
  public let id: String

  /// Its name for people.
  public let title: String

  /// Its file extensions, in lower case, the usual one first.
  public let endings: [String]

  /// The parts of a palette that it can store.
  let capabilities: Capabilities

  /// The detection of its files.
  let detection: Detection

  /// Reads a file.
  let read: @Sendable (_ bytes: [UInt8], _ reading: inout PaletteReading) throws(PaletteError) -> Void

  /// Writes a palette with at least one colour.
  let write: @Sendable (Palette) throws(PaletteError) -> [UInt8]

  public static func == (one: PaletteFormat, other: PaletteFormat) -> Bool { one.id == other.id }

  public func hash(into hasher: inout Hasher) { hasher.combine(id) }

  public var description: String { id }

  /// Returns a palette as a file in this format.
  ///
  /// - Throws: `PaletteError` if the palette cannot be written, such as one without colours, or if the file would
  ///   exceed the reading limit.
  public func bytes(of palette: Palette) throws(PaletteError) -> [UInt8] {
    var palette = palette
    palette.swatches = Array(palette.swatches.prefix(capabilities.most))
    guard !palette.swatches.isEmpty else {
      throw PaletteError(Message("a palette without colours cannot be written"))
    }
    let bytes = try write(palette)
    guard bytes.count <= PaletteFile.mostBytes else { throw PaletteError(PaletteFile.tooLarge) }
    return bytes
  }
}

// MARK: Extensions

extension PaletteFormat {
  /// Returns the format for a file's extension; nil if none matches.
  public init?(fileName: String) {
    let name = fileName.lowercased()
    let candidates = Self.allCases.flatMap { format in format.endings.map { (format, $0) } }
      .filter { name.hasSuffix("." + $0.1) }
    guard let best = candidates.max(by: { $0.1.utf8.count < $1.1.utf8.count }) else { return nil }
    self = best.0
  }
}

// MARK: Losses

extension PaletteFormat {
  /// The parts of a palette that the format can store.
  struct Capabilities: Sendable {
    /// The colour spaces that are stored exactly; other colours are converted to the first.
    var spaces: Set<ColorSpace> = [.srgb]
    /// The bits of a component; nil if all digits are kept.
    var bits: Int? = 8
    var alpha = false
    var names = true
    /// Returns the stored names of a palette's colours, after those of their groups if the format has groups; nil if
    /// names are always stored unchanged.
    var keptNames: (@Sendable (Palette) -> [[String]])?
    var groups = false
    var title = true
    var most = Int.max
  }

  /// Returns the losses when a palette is stored in this format, as short sentences.
  ///
  /// Changed names are listed, up to `most` of them.
  ///
  /// - Parameters:
  ///   - palette: The palette.
  ///   - most: The most changed names to list.
  public func losses(of palette: Palette, listing most: Int = 20) -> [Message] {
    let limits = capabilities
    var losses: [Message] = []
    func lose(_ count: Int, _ message: (Int) -> Message) { if count > 0 { losses.append(message(count)) } }
    if palette.swatches.count > limits.most {
      losses.append(
        Message(
          "only the first {limit} of {count} colours fit",
          ["limit": String(limits.most), "count": String(palette.swatches.count)]))
    }
    if !limits.title, !palette.name.isEmpty { losses.append(Message("the palette’s name is lost")) }
    if !limits.names {
      lose(palette.swatches.count { !$0.name.isEmpty }) {
        Message("{count} colour without its name", plural: "{count} colours without their names", count: $0)
      }
    }
    let renamed = renamedColors(of: palette)
    if !renamed.isEmpty {
      let list = renamed.prefix(most).map { "“\($0.name)” → “\($0.kept)”" }.joined(separator: ", ")
      let rest = renamed.count > most ? ", …" : ""
      losses.append(
        Message(
          "{count} colour under another name: {names}", plural: "{count} colours under other names: {names}",
          count: renamed.count, ["names": list + rest]))
    }
    if !limits.groups {
      lose(palette.swatches.count { !$0.groups.isEmpty }) {
        Message(
          "{count} colour without its group", plural: "{count} colours without their groups", count: $0)
      }
    }
    if !limits.alpha {
      lose(palette.colors.count { $0.alpha < 1 }) {
        Message("{count} colour made opaque", plural: "{count} colours made opaque", count: $0)
      }
    }
    let converted = palette.colors.filter { !limits.spaces.contains($0.space) }
    let mapped = converted.filter { !$0.isInGamut(.srgb) && !limits.spaces.contains(.lab) }
    lose(mapped.count) {
      Message(
        "{count} colour outside sRGB replaced by the nearest in it",
        plural: "{count} colours outside sRGB replaced by the nearest in it", count: $0)
    }
    if let bits = limits.bits, bits <= 8 {
      let rounded = palette.colors.count { color in
        guard color.isInGamut(.srgb) else { return false }
        let rgba = color.rgba
        return [rgba.red, rgba.green, rgba.blue].contains { channel in
          let level = channel * 255
          return (level - level.rounded()).magnitude > 1e-4
        }
      }
      lose(rounded) {
        Message("{count} colour rounded to 8 bits", plural: "{count} colours rounded to 8 bits", count: $0)
      }
    }
    return losses
  }
}

extension PaletteFormat {
  /// Returns the names of a palette's colours that the format changes, with the stored names.
  private func renamedColors(of palette: Palette) -> [(name: String, kept: String)] {
    guard let keptNames = capabilities.keptNames else { return [] }
    return zip(palette.swatches.prefix(capabilities.most), keptNames(palette)).compactMap { swatch, path in
      let name = PaletteReading.name(path.last ?? "", of: swatch.color)
      let kept = path.dropLast() + [name]
      let given = (capabilities.groups ? swatch.groups : []) + [swatch.name]
      return kept.elementsEqual(given) ? nil : (given.joined(separator: "/"), kept.joined(separator: "/"))
    }
  }
}

// MARK: Detection

extension PaletteFormat {
  /// The detection of a format from a file's contents.
  enum Detection: Sendable {
    /// Detection from bytes; these formats are tried first.
    case bytes(@Sendable ([UInt8]) -> Certainty?)
    /// Detection from text.
    case text(@Sendable (PaletteText) -> Certainty?)
  }

  /// The certainty of a detection; among equals the format listed first wins.
  enum Certainty: Comparable, Sendable {
    /// Unless another format is more certain.
    case possible
    case likely
    case certain
  }

  /// Detects the format of a file from its contents.
  init?(content bytes: [UInt8]) {
    let byBytes = Self.surest { detection in
      if case .bytes(let detect) = detection { detect(bytes) } else { nil }
    }
    if let byBytes {
      self = byBytes
      return
    }
    let text = PaletteText(bytes)
    let byText = Self.surest { detection in
      if case .text(let detect) = detection { detect(text) } else { nil }
    }
    guard let byText else { return nil }
    self = byText
  }

  private static func surest(_ certainty: (Detection) -> Certainty?) -> PaletteFormat? {
    var best: (format: PaletteFormat, certainty: Certainty)?
    for format in allCases {
      guard let found = certainty(format.detection), best.map({ found > $0.certainty }) ?? true else {
        continue
      }
      if found == .certain { return format }
      best = (format, found)
    }
    return best?.format
  }
}
