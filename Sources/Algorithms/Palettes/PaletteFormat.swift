import Colors

/// A way in which programs keep palettes in files: what it is called, how its files are detected, read and written, and
/// what they cannot hold.
///
/// Each format is a value in a file of its own, and a line in `allCases`.
public struct PaletteFormat: Hashable, Sendable, CaseIterable, CustomStringConvertible {
  /// All formats, in the order in which they are offered.
  public static let allCases: [PaletteFormat] = [
    .regalia, .gimp, .ase, .aco, .procreate, .scribus, .swatchBook, .libreOffice, .sketch, .jasc, .riff, .css,
    .scss, .tailwind, .designTokens, .hex,
  ]

  /// Its identifier, which never changes.
  public let id: String

  /// The name that a person reads.
  public let title: String

  /// The endings of its files, in lower case, the usual one first.
  public let endings: [String]

  /// The parts of a palette that its files can hold.
  let capabilities: Capabilities

  /// How its files are detected.
  let detection: Detection

  /// Reads what a file holds.
  let read: @Sendable (_ bytes: [UInt8], _ reading: inout PaletteReading) throws(PaletteError) -> Void

  /// Writes a palette that has colours.
  let write: @Sendable (Palette) throws(PaletteError) -> [UInt8]

  public static func == (one: PaletteFormat, other: PaletteFormat) -> Bool { one.id == other.id }

  public func hash(into hasher: inout Hasher) { hasher.combine(id) }

  public var description: String { id }

  /// Returns a palette as a file of this format has it.
  ///
  /// - Throws: `PaletteError` where nothing can be written, such as a palette without colours, or a file so large that it
  ///   would not be read again.
  public func bytes(of palette: Palette) throws(PaletteError) -> [UInt8] {
    var palette = palette
    palette.swatches = Array(palette.swatches.prefix(capabilities.most))
    guard !palette.swatches.isEmpty else { throw PaletteError("a palette without colours cannot be written") }
    let bytes = try write(palette)
    guard bytes.count <= PaletteFile.mostBytes else { throw PaletteError(PaletteFile.tooLarge) }
    return bytes
  }
}

// MARK: Endings

extension PaletteFormat {
  /// Returns the format that a file's name asks for, by its ending; nil where none does.
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
  /// What the format can keep of a palette.
  struct Capabilities: Sendable {
    /// The spaces whose colours are kept as they are; others are converted to the first.
    var spaces: Set<ColorSpace> = [.srgb]
    /// The bits a component has; nil where all its digits are kept.
    var bits: Int? = 8
    var alpha = false
    var names = true
    /// Returns the names under which the colours of a palette are kept, after those of their groups where the format has
    /// groups; nil where they are always their own.
    var keptNames: (@Sendable (Palette) -> [[String]])?
    var groups = false
    var title = true
    var most = Int.max
  }

  /// Returns what of a palette a file of this format cannot hold, a short sentence each.
  ///
  /// Names that are changed are listed, up to `most` of them.
  public func losses(of palette: Palette, listing most: Int = 20) -> [String] {
    let limits = capabilities
    var losses: [String] = []
    func lose(_ count: Int, _ words: String) {
      if count > 0 { losses.append(count == 1 ? "1 colour \(words)" : "\(count) colours \(words)") }
    }
    if palette.swatches.count > limits.most {
      losses.append("only the first \(limits.most) of \(palette.swatches.count) colours fit")
    }
    if !limits.title, !palette.name.isEmpty { losses.append("the palette’s name is lost") }
    if !limits.names { lose(palette.swatches.count { !$0.name.isEmpty }, "without the name") }
    let renamed = renamedColors(of: palette)
    if !renamed.isEmpty {
      let list = renamed.prefix(most).map { "“\($0.name)” as “\($0.kept)”" }.joined(separator: ", ")
      let rest = renamed.count > most ? " and \(renamed.count - most) more" : ""
      lose(renamed.count, "under another name: \(list)\(rest)")
    }
    if !limits.groups { lose(palette.swatches.count { !$0.groups.isEmpty }, "out of the group") }
    if !limits.alpha { lose(palette.colors.count { $0.alpha < 1 }, "made opaque") }
    let converted = palette.colors.filter { !limits.spaces.contains($0.space) }
    let mapped = converted.filter { !$0.isInGamut(.srgb) && !limits.spaces.contains(.lab) }
    lose(mapped.count, "outside sRGB brought into it")
    if let bits = limits.bits, bits <= 8 {
      let rounded = palette.colors.count { color in
        guard color.isInGamut(.srgb) else { return false }
        let rgba = color.rgba
        return [rgba.red, rgba.green, rgba.blue].contains { channel in
          let level = channel * 255
          return (level - level.rounded()).magnitude > 1e-4
        }
      }
      lose(rounded, "rounded to 8 bits")
    }
    return losses
  }
}

extension PaletteFormat {
  /// Returns the names of a palette's colours that are others once they are read again, and what they are then.
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
  /// How the files of a format are told from others, by their contents.
  enum Detection: Sendable {
    /// By their bytes; these formats are tried first.
    case bytes(@Sendable ([UInt8]) -> Certainty?)
    /// By their text.
    case text(@Sendable (PaletteText) -> Certainty?)
  }

  /// How sure it is that a file has a format; of equals the one that is offered first holds.
  enum Certainty: Comparable, Sendable {
    /// It has this format unless another one is surer.
    case possible
    case likely
    case certain
  }

  /// Detects the format of a file by its contents.
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
