import Catalog
public import Colors
import Files
import Geometry
import Glibc
import Heraldry
public import Images
import Localization
public import Posters
import Text
import Typography
import VectorArt

/// Loads the parts of a poster that people name in words: crowns, files, emoji.
public enum PosterSources {
  /// The largest file of a crown or picture that is read, in bytes.
  package static let longestFile = 64 << 20

  /// Returns the functions that read the values of changes; pictures are decoded by `decoder`.
  public static func all(by decoder: any PictureDecoder) -> PosterChanges.Sources {
    PosterChanges.Sources(
      emblem: { try emblem($0, by: decoder) }, background: { try background($0, page: $1, by: decoder) },
      ink: ink, isTinted: { $0.isTintedByItself(by: decoder) })
  }

  /// Returns the emblem that `text` names: `none`, `default`, a crown of the catalogue, an emoji, or a file.
  ///
  /// - Throws: `PosterError` if the text names no emblem or a file is not a drawing, `FileBytes.Failure` if a file
  ///   cannot be read, and `ImageError` if a picture cannot be decoded.
  public static func emblem(
    _ text: String, by decoder: any PictureDecoder = DirectDecoder()
  ) throws -> Emblem {
    switch text {
    case "none", "": return .none
    case "default": return try crown(CrownCatalogue.poster)
    default: break
    }
    if let entry = CrownCatalogue.entry(named: text) { return try crown(entry) }
    if FileBytes.isPath(text), FileBytes.exists(text) { return try emblemFile(text, by: decoder) }
    if text.count == 1, let emblem = emoji(text) { return emblem }
    let library = try? LibraryPlace.open(named: nil, access: .reading)
    // An unreadable library counts as not having the crown; the library's own commands report its errors.
    if let record = try? library?.crown(text), let path = try? record.path() {
      return .drawing(path, source: "crown:" + text)
    }
    if text.count == 1, !text.allSatisfy(\.isASCII) {
      throw PosterError(
        field: "emblem",
        message: Message(
          "no installed font has an outline of “{sign}”; install one, such as {package}, or write another sign",
          ["sign": text, "package": "fonts-symbola"]))
    }
    if namesFile(text) { throw missingFile(text, field: "emblem") }
    if FileBytes.exists(text) {
      throw PosterError(
        field: "emblem",
        message: Message(
          "there is no crown “{text}”; the file of this name is {path}", ["text": text, "path": "./\(text)"]))
    }
    let short = text.count > 80 ? text.prefix(80) + "…" : text
    let ids = nearCrowns(text, in: library).prefix(3)
    throw PosterError(
      field: "emblem",
      message: ids.isEmpty
        ? Message(
          "“{text}” is neither a crown nor a file; write none, default, an emoji, a file, or a crown that “regalia crowns search” finds",
          ["text": String(short)])
        : Message(
          "“{text}” is neither a crown nor a file; similar crowns are {ids}",
          ["text": String(short), "ids": ids.joined(separator: ", ")]))
  }

  private static func crown(_ entry: CrownEntry) throws -> Emblem {
    .drawing(try CatalogueCrowns().path(of: entry), source: "crown:" + entry.id)
  }

  private static func emblemFile(_ path: String, by decoder: any PictureDecoder) throws -> Emblem {
    let bytes = try FileBytes.readArgument(path, atMost: longestFile)
    return try emblem(bytes, named: FilePath(path).name, from: path, by: decoder)
  }

  /// Returns the emblem that a drawing or a picture makes; errors name it as `path`, or as what it is called.
  package static func emblem(
    _ bytes: [UInt8], named name: String, from path: String? = nil,
    by decoder: any PictureDecoder = DirectDecoder()
  ) throws -> Emblem {
    let path = path ?? name
    if PictureKind(firstBytes: bytes) != nil {
      try check(bytes, path, by: decoder)
      return .picture(bytes: bytes, source: name)
    }
    guard isMarkup(bytes) else {
      throw PosterError(
        field: "emblem",
        message: Message("{file}: it is neither an SVG drawing nor a picture", ["file": path]))
    }
    do {
      let image = try VectorImage(svg: bytes)
      guard !image.path.isEmpty else {
        throw PosterError(
          field: "emblem", message: Message("{file}: it draws nothing", ["file": path]))
      }
      return .drawing(image.path, source: name)
    } catch let error as SVGDiagnostic {
      throw PosterError(
        field: "emblem",
        message: Message("{file}: {reason}", ["file": path], parts: ["reason": Message(error)]))
    }
  }

  /// Whether bytes may be XML, in any encoding; compressed drawings are reported by their readers.
  private static func isMarkup(_ bytes: [UInt8]) -> Bool {
    let marks: Set<UInt8> = [0, 0xEF, 0xBB, 0xBF, 0xFE, 0xFF, 9, 10, 13, 32]
    let first = bytes.first { !marks.contains($0) }
    return first == UInt8(ascii: "<") || bytes.starts(with: [0x1F, 0x8B])
  }

  /// Returns a font's outline of an emoji or another symbol, a picture if the font has only that, or nil.
  private static func emoji(_ text: String, by typesetter: Typesetter = Typesetter()) -> Emblem? {
    // Without Noto Emoji, fontconfig substitutes a colour font for it, ahead of the fonts with outlines.
    let hasOutlines = typesetter.missingFont(inFamilies: "Noto Emoji") == nil  // Untranslated: a font.
    // Untranslated: names of fonts.
    let families = hasOutlines ? "Noto Emoji, Symbola, sans-serif" : "Symbola, sans-serif"
    let setting = TextSetting(text, font: Font(family: families, size: 1000))
    let line = typesetter.line(setting.text, font: setting.font)
    guard line.missingCharacters.isEmpty else { return nil }
    let path = typesetter.outline(of: setting)
    if !path.isEmpty { return .drawing(path, source: text) }
    return typesetter.pictures(of: setting).first.map { .picture(bytes: $0.png, source: text) }
  }

  /// Returns for each sign its form in the installed fonts, or nil if no font has it.
  package static func signs(_ texts: [String]) -> [Emblem?] {
    let typesetter = Typesetter()
    return texts.map { emoji($0, by: typesetter) }
  }

  /// Returns the ids of the crowns that are found by all of the words, or by most of them.
  private static func nearCrowns(_ text: String, in library: Library?) -> [String] {
    func find(_ words: String) -> [String] { (try? library?.crowns(matching: words).map(\.id)) ?? [] }
    let words = text.prefix(200).split { !$0.isLetter && !$0.isNumber }.prefix(12).map(String.init)
    guard !words.isEmpty else { return [] }
    let all = find(words.joined(separator: " "))
    if !all.isEmpty { return all }
    // A word without a match in combination with the previous ones is a misspelling; the others may find the crown.
    var known = ""
    var found: [String] = []
    for word in words {
      let ids = find(known + " " + word)
      if !ids.isEmpty { (known, found) = (known + " " + word, ids) }
    }
    return found
  }

  /// Returns the background that `text` names: a picture's file, or a colour or gradient as CSS has it.
  ///
  /// - Throws: `PosterError` if the text is neither a file, a colour nor a gradient, `FileBytes.Failure` if a file
  ///   cannot be read, and `ImageError` if a picture cannot be decoded.
  public static func background(
    _ text: String, page: Page, by decoder: any PictureDecoder = DirectDecoder()
  ) throws -> Background {
    guard FileBytes.isPath(text), FileBytes.exists(text), !text.contains("gradient(") else {
      if namesFile(text) { throw missingFile(text, field: "background") }
      do throws(PosterError) {
        return try Background(css: text, page: page)
      } catch {
        guard FileBytes.exists(text) else { throw error }
        throw PosterError(
          field: "background",
          message: Message(
            "{reason}; the file of this name is {path}", ["path": "./\(text)"],
            parts: ["reason": error.reason]))
      }
    }
    return try background(
      try FileBytes.readArgument(text, atMost: longestFile), named: text, by: decoder)
  }

  /// Returns the background that a picture makes; errors call it by a name.
  package static func background(
    _ bytes: [UInt8], named name: String, by decoder: any PictureDecoder = DirectDecoder()
  ) throws -> Background {
    try check(bytes, name, by: decoder)
    return .picture(Background.Picture(bytes: bytes))
  }

  /// Returns a CSS colour as an ink.
  ///
  /// - Throws: `PosterError` if the text is not a colour.
  public static func ink(_ text: String) throws -> RGBA {
    do {
      guard case .color(let color) = try Background(css: text, page: .poster) else {
        throw PosterError(field: "ink", message: Message("an ink is a colour, not a gradient"))
      }
      return color
    } catch let error as PosterError {
      throw PosterError(field: "ink", message: error.reason)
    }
  }

  /// Whether a text can only mean a file: it contains a slash or ends with a picture's extension.
  private static func namesFile(_ text: String) -> Bool {
    let endings = [".png", ".jpg", ".jpeg", ".webp", ".svg", ".gif", ".bmp", ".tif", ".tiff", ".pdf"]
    return !text.contains("(") && (text.contains("/") || endings.contains { text.lowercased().hasSuffix($0) })
  }

  private static func missingFile(_ path: String, field: String) -> PosterError {
    let short = path.count > 200 ? path.prefix(200) + "…" : path
    return PosterError(
      field: field, message: Message("there is no file {path}", ["path": String(short)]))
  }

  /// Whether an error concerns the input rather than the machine.
  public static func isRefusal(_ error: any Error) -> Bool {
    if let error = error as? ImageError, case .unwritable = error.reason { return false }
    return error is ImageError || error is SVGDiagnostic
  }

  /// Throws unless the bytes are a picture that can be read.
  private static func check(_ bytes: [UInt8], _ path: String, by decoder: any PictureDecoder) throws {
    do {
      _ = try Bitmap(encoded: bytes, fitting: PixelSize(width: 64, height: 64), by: decoder)
    } catch {
      throw ImageError(path: path, reason: error.reason)
    }
  }
}

/// The outlines of the catalogue's crowns, from the shipped library where possible.
package struct CatalogueCrowns {
  private let shipped: Library?

  package init(shipped path: String? = LibraryPlace.shipped) {
    shipped = path.flatMap { try? Library(path: nil, shipped: $0, access: .reading) }
  }

  /// Returns the outline of a crown; it is recomputed if the library lacks the crown or has another drawing of it.
  package func path(of entry: CrownEntry) throws -> Path {
    let drawing = entry.drawing()
    if let known = try? shipped?.crown(entry.id),
      known.origin == ContentDigest(Array(svg(of: drawing).utf8)),
      let path = try? known.path()
    {
      return path
    }
    return try drawing.outline()
  }
}
