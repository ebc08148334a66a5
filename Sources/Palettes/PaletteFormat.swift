import Colors
import Text

/// A way in which programs keep palettes in files.
public enum PaletteFormat: String, CaseIterable, Sendable {
  /// Regalia's own JSON, which keeps everything.
  case regalia
  /// The text files of GIMP, Inkscape and Krita (.gpl).
  case gimp
  /// Adobe Swatch Exchange (.ase).
  case ase
  /// Adobe Photoshop's colours (.aco).
  case aco
  /// The swatches of Procreate, JSON in an archive.
  case procreate
  /// The colours of Scribus, in XML.
  case scribus
  /// The palettes of SwatchBooker, XML in an archive (.sbz).
  case swatchBook = "swatchbook"
  /// The colour tables of LibreOffice, in XML.
  case libreOffice = "libreoffice"
  /// The palettes of the Sketch plug-in SketchPalette, in JSON.
  case sketch
  /// The palettes of Paint Shop Pro (JASC-PAL).
  case jasc
  /// Microsoft's RIFF palettes.
  case riff
  /// Custom properties of CSS.
  case css
  /// Variables of SCSS.
  case scss
  /// A theme of Tailwind CSS.
  case tailwind
  /// Design tokens of the W3C community group, in JSON.
  case designTokens = "design-tokens"
  /// A colour in hexadecimal digits on each line.
  case hex

  /// What a person reads.
  public var title: String {
    switch self {
    case .regalia: "Regalia"
    case .gimp: "GIMP palette"
    case .ase: "Adobe Swatch Exchange"
    case .aco: "Adobe Color"
    case .procreate: "Procreate swatches"
    case .scribus: "Scribus colours"
    case .swatchBook: "SwatchBooker swatch book"
    case .libreOffice: "LibreOffice colour table"
    case .sketch: "SketchPalette"
    case .jasc: "JASC palette"
    case .riff: "RIFF palette"
    case .css: "CSS custom properties"
    case .scss: "SCSS variables"
    case .tailwind: "Tailwind CSS theme"
    case .designTokens: "Design tokens"
    case .hex: "Hex list"
    }
  }

  /// The endings of its files, in lower case, the usual one first.
  public var endings: [String] {
    switch self {
    case .regalia: ["json"]
    case .gimp: ["gpl"]
    case .ase: ["ase"]
    case .aco: ["aco"]
    case .procreate: ["swatches"]
    case .scribus: ["xml"]
    case .swatchBook: ["sbz"]
    case .libreOffice: ["soc"]
    case .sketch: ["sketchpalette"]
    case .jasc: ["pal"]
    case .riff: ["riff"]
    case .css: ["css"]
    case .scss: ["scss"]
    case .tailwind: ["tailwind.css"]
    case .designTokens: ["tokens.json", "tokens"]
    case .hex: ["hex", "txt"]
    }
  }

  /// Returns the format that a file's name asks for, by its ending; nil where none does.
  public init?(fileName: String) {
    let name = fileName.lowercased()
    let candidates = Self.allCases.flatMap { format in format.endings.map { (format, $0) } }
      .filter { name.hasSuffix("." + $0.1) }
    guard let best = candidates.max(by: { $0.1.utf8.count < $1.1.utf8.count }) else { return nil }
    self = best.0
  }

  /// What the format can keep of a palette.
  struct Capabilities {
    /// The spaces whose colours are kept as they are; others are converted to the first.
    var spaces: Set<ColorSpace> = [.srgb]
    /// The bits a component has; nil where all its digits are kept.
    var bits: Int? = 8
    var alpha = false
    var names = true
    /// Whether names are those of variables, which have no spaces and no capitals.
    var isOfVariables = false
    var groups = false
    var title = true
    var most = Int.max
  }

  var capabilities: Capabilities {
    let css: Set<ColorSpace> = Set(ColorSpace.allCases)
    return switch self {
    case .regalia: Capabilities(spaces: css, bits: nil, alpha: true, groups: true)
    case .gimp: Capabilities()
    case .ase: Capabilities(spaces: [.srgb, .cmyk, .lab], bits: 24, groups: true, title: false)
    case .aco: Capabilities(spaces: [.srgb, .hsb, .cmyk, .lab], bits: 16, title: false, most: 65_535)
    case .procreate: Capabilities(spaces: [.hsb, .srgb], bits: nil, alpha: true, names: false)
    case .scribus: Capabilities(spaces: [.srgb, .cmyk])
    case .swatchBook: Capabilities(spaces: [.srgb, .cmyk, .lab], bits: nil)
    case .libreOffice: Capabilities(title: false)
    case .sketch: Capabilities(bits: nil, alpha: true, title: false)
    case .jasc: Capabilities(names: false, title: false)
    case .riff: Capabilities(names: false, title: false, most: 65_535)
    case .css, .scss, .tailwind:
      Capabilities(spaces: css, bits: nil, alpha: true, isOfVariables: true, title: false)
    case .designTokens:
      Capabilities(
        spaces: css.subtracting([.cmyk, .hsb, .okhsv, .okhsl, .displayP3Linear]), bits: nil, alpha: true,
        groups: true, title: true)
    case .hex: Capabilities(alpha: true, names: false, title: false)
    }
  }

  /// Returns what of a palette a file of this format cannot hold, a short sentence each.
  public func losses(of palette: Palette) -> [String] {
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
    if limits.isOfVariables {
      let pairs = zip(palette.swatches, StyleSheet.names(of: palette))
      lose(pairs.count { !$0.name.isEmpty && $0.name != $1 }, "under the name of a variable")
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

  /// Returns a palette as a file of this format has it.
  ///
  /// - Throws: `PaletteError` where nothing can be written, such as a palette without colours.
  public func bytes(of palette: Palette) throws(PaletteError) -> [UInt8] {
    var palette = palette
    palette.swatches = Array(palette.swatches.prefix(capabilities.most))
    guard !palette.swatches.isEmpty else { throw PaletteError("a palette without colours cannot be written") }
    return switch self {
    case .regalia: Array(palette.document.text.utf8)
    case .gimp: GIMPPalette.bytes(of: palette)
    case .ase: AdobeSwatchExchange.bytes(of: palette)
    case .aco: AdobeColorFile.bytes(of: palette)
    case .procreate: try ProcreateSwatches.bytes(of: palette)
    case .scribus: ScribusColors.bytes(of: palette)
    case .swatchBook: try SwatchBook.bytes(of: palette)
    case .libreOffice: OfficeColors.bytes(of: palette)
    case .sketch: SketchPalette.bytes(of: palette)
    case .jasc: PALFile.jasc(of: palette)
    case .riff: PALFile.riff(of: palette)
    case .css: StyleSheet.css.bytes(of: palette)
    case .scss: StyleSheet.scss.bytes(of: palette)
    case .tailwind: StyleSheet.tailwind.bytes(of: palette)
    case .designTokens: DesignTokens.bytes(of: palette)
    case .hex: HexList.bytes(of: palette)
    }
  }
}

/// A palette that was read, the format it was found in, and what of it could not be read.
public struct PaletteFile: Hashable, Sendable {
  /// The colours and names that were read.
  public let palette: Palette
  /// The format that the file was found to be in.
  public let format: PaletteFormat

  /// A sentence for each thing that was left out, with its place.
  public let warnings: [String]

  /// No file with more bytes is read.
  public static let mostBytes = 64 << 20

  /// No palette has more colours.
  public static let mostColors = 1_000_000

  /// Reads a palette, whatever format it is in: that is found by what stands in it.
  ///
  /// - Throws: `PaletteError` with the place of the fault.
  public init(_ bytes: [UInt8]) throws(PaletteError) {
    guard !bytes.isEmpty else { throw PaletteError("the file is empty") }
    guard let format = PaletteFormat(content: bytes) else {
      throw PaletteError("this is no palette of a kind that is known here")
    }
    var reading = PaletteReading()
    switch format {
    case .regalia: try Palette.read(bytes, into: &reading)
    case .gimp: try GIMPPalette.read(bytes, into: &reading)
    case .ase: try AdobeSwatchExchange.read(bytes, into: &reading)
    case .aco: try AdobeColorFile.read(bytes, into: &reading)
    case .procreate: try ProcreateSwatches.read(bytes, into: &reading)
    case .scribus: try ScribusColors.read(bytes, into: &reading)
    case .swatchBook: try SwatchBook.read(bytes, into: &reading)
    case .libreOffice: try OfficeColors.read(bytes, into: &reading)
    case .sketch: try SketchPalette.read(bytes, into: &reading)
    case .jasc: try PALFile.readJASC(bytes, into: &reading)
    case .riff: try PALFile.readRIFF(bytes, into: &reading)
    case .css, .scss, .tailwind: try StyleSheet.read(bytes, into: &reading)
    case .designTokens: try DesignTokens.read(bytes, into: &reading)
    case .hex: try HexList.read(bytes, into: &reading)
    }
    guard !reading.palette.swatches.isEmpty else {
      throw PaletteError(reading.warnings.first ?? "there is no colour in it")
    }
    (palette, self.format, warnings) = (reading.palette, format, reading.warnings)
  }
}

/// What a reader has found so far.
struct PaletteReading {
  var palette = Palette()
  private(set) var warnings: [String] = []

  mutating func add(_ swatch: Swatch, at place: String) throws(PaletteError) {
    guard palette.swatches.count < PaletteFile.mostColors else {
      throw PaletteError("a palette has at most \(PaletteFile.mostColors) colours", at: place)
    }
    palette.swatches.append(swatch)
  }

  /// Notes what was left out; after twenty no more are kept.
  mutating func warn(_ message: String, at place: String) {
    if warnings.count < 20 { warnings.append("\(place): \(message)") }
  }
}

extension PaletteFormat {
  /// Finds the format of a file by its first bytes, of JSON and style sheets by what they hold.
  init?(content bytes: [UInt8]) {
    func begins(_ text: String) -> Bool { bytes.starts(with: text.utf8) }
    if begins("ASEF") {
      self = .ase
    } else if begins("PK\u{3}\u{4}") {
      let book = try? PaletteArchive.member(SwatchBook.member, of: bytes)
      self = book == nil ? .procreate : .swatchBook
    } else if begins("RIFF"), bytes.count >= 12, bytes[8..<12].elementsEqual("PAL ".utf8) {
      self = .riff
    } else if begins("JASC-PAL") {
      self = .jasc
    } else if AdobeColorFile.isOne(bytes) {
      self = .aco
    } else {
      let text = PaletteText(bytes)
      let head = text.head
      if head.hasPrefix("GIMP Palette") {
        self = .gimp
      } else if head.hasPrefix("<") {
        guard let format = Self.xml(head) else { return nil }
        self = format
      } else if head.hasPrefix("{") || head.hasPrefix("[") {
        self = Self.json(bytes)
      } else if let sheet = StyleSheet.kind(of: text.string) {
        self = sheet
      } else if HexList.isOne(text) {
        self = .hex
      } else {
        return nil
      }
    }
  }

  private static func xml(_ head: String) -> PaletteFormat? {
    if head.contains("<SCRIBUSCOLORS") { return .scribus }
    if head.contains("color-table") || head.contains("draw:color") { return .libreOffice }
    return nil
  }

  private static func json(_ bytes: [UInt8]) -> PaletteFormat {
    guard case .object(let members)? = try? PaletteJSON.value(bytes) else { return .regalia }
    let names = Set(members.map(\.name))
    if names.contains("compatibleVersion") || names.contains("pluginVersion") { return .sketch }
    if names.contains("colors") || names.contains("schema") { return .regalia }
    return .designTokens
  }
}

/// The text of a file: UTF-8, with or without a mark, or else Latin 1.
struct PaletteText {
  let string: String

  init(_ bytes: [UInt8]) {
    let body = bytes.starts(with: [0xef, 0xbb, 0xbf]) ? bytes.dropFirst(3) : bytes[...]
    string =
      String(validating: body, as: UTF8.self)
      ?? String(String.UnicodeScalarView(body.map { Unicode.Scalar($0) }))
  }

  /// The first few thousand characters after the white space at the beginning.
  var head: String { String(string.drop { $0.isWhitespace }.prefix(4000)) }

  /// The lines with their numbers from 1, without the white space at their ends.
  var lines: [(number: Int, text: Substring)] {
    string.split(omittingEmptySubsequences: false) { $0.isNewline }.enumerated().map { index, line in
      (index + 1, line.trimmingWhitespace)
    }
  }
}

extension Substring {
  /// The text without white space at its ends.
  var trimmingWhitespace: Substring {
    let start = drop { $0.isWhitespace }
    guard let last = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return start[...last]
  }
}
