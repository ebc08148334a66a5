import CPango
public import Colors
public import Geometry
public import Images
import PlanarGeometry
public import Typography

/// Where everything on a poster lies, in points of 1/72 inch from the upper left of the trimmed page.
///
/// Window, thumbnails, PNG, PDF and SVG are drawn from this, so that they agree.
public struct PosterLayout: Hashable, Sendable {
  /// The trimmed page; its origin is 0.
  public let page: Rect
  /// What fills the page, as the document says it; `paint(on:)` says it in points.
  public private(set) var background: Background
  /// The ink in eight bits a channel, opaque: every pixel that letters or crown cover is exactly this.
  public private(set) var ink: RGBA
  /// How much of the ink is seen; letters and crown together are drawn once with it.
  public private(set) var inkOpacity: Double
  /// The emblem in its place, or nil where there is nothing to see of one.
  public private(set) var emblem: PlacedEmblem?
  /// Whether parts of the emblem's path may lie over each other, so that more has to be computed for each pixel.
  public private(set) var emblemHasOverlaps = true
  /// What the emblem shows, in words.
  let emblemName: String
  /// The visible lines from top to bottom; a stored line that is wrapped is several.
  public let lines: [PlacedLine]
  /// The language of the poster as the document says it, or nil.
  let statedLanguage: String?
  /// What could not be done as asked.
  public let warnings: [PosterWarning]
  /// The width by the height of the background's picture, or nil without one that can be read.
  let pictureAspect: Double?

  /// The emblem in its place.
  public enum PlacedEmblem: Hashable, Sendable {
    /// A path for the non-zero rule.
    case path(Path)
    /// A picture in its own colours, and the box that it fills.
    case picture(bytes: [UInt8], Rect)
    /// A picture of which only the transparency counts: it is the ink, through that.
    case tinted(bytes: [UInt8], Rect)

    /// The box of what is seen.
    public var bounds: Rect {
      switch self {
      case .path(let path): path.bounds ?? .zero
      case .picture(_, let rect), .tinted(_, let rect): rect
      }
    }
  }

  /// A line of text in its place.
  public struct PlacedLine: Hashable, Sendable {
    /// The number of the line in the poster.
    public let index: Int
    /// Which of the two sizes the line has.
    public let rank: Poster.Line.Rank
    /// The text and font as they are set, the tracking that fits included.
    public let setting: TextSetting
    /// Where the baseline begins.
    public let origin: Point
    /// The letters with their stroke, without overlaps, for the non-zero rule.
    public let path: Path
    /// The glyphs that are pictures, which the path leaves out.
    public let pictures: [PlacedGlyph]
    /// The box of what is seen.
    public let bounds: Rect
    /// The width of the stroke that is part of the path.
    public let stroke: Double
    /// The height of the capitals with their stroke.
    public let capHeight: Double
    /// The line's own ink, in eight bits a channel, and how much of it is seen; nil is the poster's.
    public let ink: RGBA?
    /// How much of the line's own ink is seen, 0…1; nil is as the poster's.
    public let inkOpacity: Double?
    /// Whether the line as a whole runs from right to left.
    public let isRightToLeft: Bool
    /// Whether some characters are drawn as boxes, because no font has them.
    public let hasMissingCharacters: Bool
    /// How far the line advances from its origin.
    public let advance: Double
    /// The text as it is shaped, at the origin.
    let shaped: TextLine
    /// For each character that is shown the number of the stored one.
    let sources: [Int]
    /// The characters of the stored line that belong to this visible one.
    public let range: Range<Int>
    /// The width of a space behind the line's end, where there is one.
    let space: Double
  }

  /// A glyph that is a picture, in its place.
  public struct PlacedGlyph: Hashable, Sendable {
    /// The picture's file.
    public let png: [UInt8]
    /// The box that the picture fills.
    public let frame: Rect
    /// The number of the character of the visible line that it stands for.
    let character: Int
  }

  /// Why the poster is not to be made as it is, or nil.
  ///
  /// A document that wraps its lines is refused when letters come out too small to read all the same.
  public let refusal: PosterError?

  /// Lays a poster out; the same poster and fonts give the same layout.
  ///
  /// With `keepsEmptyLines` a line with nothing to see keeps its room, for one who is about to write in it. A cache
  /// that is handed on to the next layout makes that faster, and changes nothing.
  public init(
    _ poster: Poster, typesetter: Typesetter, keepsEmptyLines: Bool = false,
    cache: LetterCache = LetterCache()
  ) {
    let page = poster.page.sane
    self.page = page
    background = poster.background
    (ink, inkOpacity) = Self.split(poster.ink)
    statedLanguage = poster.language
    var setter = LineSetter(
      poster, typesetter: typesetter, cache: cache, keepsEmptyLines: keepsEmptyLines)
    emblemName = poster.emblem.name
    let symbol = Symbol(poster.emblem, isTinted: poster.tintsEmblem)
    let scale = poster.emblemScale.isFinite ? min(max(poster.emblemScale, 0.1), 5) : 1
    func stack(_ lines: [LineSetter.Line]) -> Stack {
      Stack(
        page: page, margins: poster.margins.sane, emblemAspect: symbol.aspect, emblemScale: scale,
        emblemOffset: poster.emblemOffset, lines: lines)
    }
    let lines = setter.lines(on: page, stack: stack)
    (emblem, self.lines) = stack(lines).placed(symbol, by: setter)
    let small = Self.smallCapitals(self.lines, on: page)
    refusal = small.first.flatMap { poster.wraps ? PosterError($0) : nil }
    let (aspect, pictureWarning) = background.pictureShape(cache)
    pictureAspect = aspect
    warnings = setter.warnings + small + symbol.warnings + (pictureWarning.map { [$0] } ?? [])
    if case .path(let path) = emblem, let clean = cache.cleanEmblem(of: path) { takeCleanEmblem(clean) }
  }

  /// Returns a warning for each line whose capitals are below 2 mm, or on a small page as small as half of the small
  /// letters that it would have in the proportions of 1939.
  private static func smallCapitals(_ lines: [PlacedLine], on page: Rect) -> [PosterWarning] {
    let unit = Page.pointsPerMillimetre
    let usual = min(page.height, page.width * 1.5) * Stack.usualCap * Stack.smallSize / unit
    let least = min(2, usual / 2)
    var warnings: [PosterWarning] = []
    for line in lines where line.capHeight / unit < least - 1e-9 && warnings.last?.line != line.index {
      warnings.append(.smallCapitals(line: line.index, millimetres: line.capHeight / unit))
    }
    return warnings
  }
}

extension PosterLayout {
  /// Returns the layout of the same poster in other colours, for which nothing has to be laid out again.
  ///
  /// A background that is a picture needs a layout of its own.
  public func colored(ink: RGBA, background: Background) -> PosterLayout {
    var layout = self
    (layout.ink, layout.inkOpacity) = Self.split(ink)
    layout.background = background
    return layout
  }

  /// Returns an ink in eight bits, opaque, and how much of it is seen.
  static func split(_ ink: RGBA) -> (RGBA, Double) {
    let seen = ink.clipped.bytes8
    return (RGBA(bytes: seen.r, seen.g, seen.b), Double(seen.a) / 255)
  }
}

extension PosterLayout {
  /// What lies on the ground of a poster, for whoever draws it.
  public enum Mark: Hashable, Sendable {
    /// A path that is filled by the non-zero rule.
    case path(Path, RGBA)
    /// A line of letters; its path has all of them, its setting is their text.
    case line(PlacedLine, RGBA)
    /// A picture in its own colours, and the box that it fills.
    case picture(bytes: [UInt8], Rect)
    /// A colour that is seen through the transparency of a picture.
    case tinted(bytes: [UInt8], Rect, RGBA)
  }

  /// Marks that are drawn together and then seen through one opacity, so that it does not show where they touch.
  public struct MarkGroup: Hashable, Sendable {
    /// The marks, from below.
    public let marks: [Mark]
    /// How much of the group is seen, 0…1.
    public let opacity: Double
  }

  /// Draws the emblem as a path without overlaps from now on, which covers the same. It is worth while where the layout is drawn
  /// often: for a crown it takes some milliseconds. One whose outlines cross too often stays as it is.
  ///
  /// Later layouts with the same emblem and the same cache draw it so, too.
  public mutating func removeEmblemOverlaps(_ cache: LetterCache = LetterCache()) {
    guard emblemHasOverlaps, case .path(let path) = emblem,
      let clean = try? path.overlapsRemoved(crossingLimit: Self.mostEmblemCrossings), clean.bounds != nil
    else { return }
    cache.keep(clean, asCleanEmblemOf: path)
    takeCleanEmblem(clean)
  }

  private mutating func takeCleanEmblem(_ clean: Path) {
    emblem = .path(clean)
    emblemHasOverlaps = false
  }

  private static let mostEmblemCrossings = 20_000

  /// Everything that lies on the ground, from below.
  public var markGroups: [MarkGroup] {
    var inked: [Mark] = []
    inked.reserveCapacity(lines.count + 1)
    var pictures: [Mark] = []
    var own: [MarkGroup] = []
    switch emblem {
    case nil: break
    case .path(let path): inked.append(.path(path, ink))
    case .tinted(let bytes, let rect): inked.append(.tinted(bytes: bytes, rect, ink))
    case .picture(let bytes, let rect): pictures.append(.picture(bytes: bytes, rect))
    }
    for line in lines {
      if let ink = line.ink {
        own.append(MarkGroup(marks: [.line(line, ink)], opacity: line.inkOpacity ?? 1))
      } else {
        inked.append(.line(line, ink))
      }
      pictures += line.pictures.map { .picture(bytes: $0.png, $0.frame) }
    }
    let groups =
      [MarkGroup(marks: inked, opacity: inkOpacity)] + own + [MarkGroup(marks: pictures, opacity: 1)]
    return groups.filter { !$0.marks.isEmpty }
  }

  /// What the marks show that are no lines, in the order in which they are drawn; those in thin ink are left out.
  var figureNames: [String] {
    markGroups.filter { $0.opacity >= 1 }.flatMap(\.marks).compactMap { mark in
      switch mark {
      case .line: nil
      case .path, .tinted: emblemName
      case .picture(_, let rect): rect == emblem?.bounds ? emblemName : "Emoji"
      }
    }
  }

  /// Returns the languages of the headings of a PDF where they are not `documentLanguage`, in the order in which they are
  /// drawn; lines in thin ink are left out.
  func headingLanguages(in documentLanguage: String) -> [String?] {
    var languages: [String?] = []
    for group in markGroups where group.opacity >= 1 {
      var heading: Int?
      for mark in group.marks {
        guard case .line(let line, _) = mark else {
          heading = nil
          continue
        }
        // A line that was broken into several is still one heading.
        guard heading != line.index else { continue }
        heading = line.index
        languages.append(line.setting.language == documentLanguage ? nil : line.setting.language)
      }
    }
    return languages
  }

  /// The language of the text as a BCP 47 tag: the document's, else the one that its letters suggest; Latin letters
  /// count as English.
  var language: String {
    if let statedLanguage { return statedLanguage }
    for scalar in lines.lazy.flatMap({ $0.setting.text.unicodeScalars }) {
      switch scalar.value {
      case 0x370...0x3ff, 0x1f00...0x1fff: return "el"
      case 0x400...0x52f: return "ru"
      case 0x590...0x5ff: return "he"
      case 0x600...0x6ff, 0x750...0x77f: return "ar"
      case 0x900...0x97f: return "hi"
      case 0xe00...0xe7f: return "th"
      case 0x3040...0x30ff: return "ja"
      case 0x1100...0x11ff, 0xac00...0xd7af: return "ko"
      case 0x4e00...0x9fff: return "zh"
      default: continue
      }
    }
    return "en"
  }
}

extension PosterLayout {
  /// Returns a warning for each picture whose pixels cannot be had: of pictures a layout knows no more than their files say
  /// at the beginning. Those that were drawn by the decoder are not decoded again.
  public func unreadablePictures(by decoder: WatchedDecoder) -> [PosterWarning] {
    var pictures: [(field: String, bytes: [UInt8])] = []
    if case .picture(let picture) = background, pictureAspect != nil {
      pictures.append(("background.data", picture.bytes))
    }
    switch emblem {
    case .picture(let bytes, _), .tinted(let bytes, _): pictures.append(("emblem.data", bytes))
    default: break
    }
    return pictures.compactMap { field, bytes in
      decoder.failure(of: bytes).map { .unreadablePicture(field: field, message: "\($0.reason)") }
    }
  }
}

extension Background {
  /// Returns the shape of the picture, or what is wrong with it.
  fileprivate func pictureShape(_ cache: LetterCache) -> LetterCache.PictureShape {
    guard case .picture(let picture) = self else { return (nil, nil) }
    return cache.shape(ofPicture: picture.bytes) {
      do throws(ImageError) {
        let size = try PictureFile(picture.bytes).size
        return (Double(size.width) / Double(max(size.height, 1)), nil)
      } catch {
        return (nil, .unreadablePicture(field: "background.data", message: "\(error.reason)"))
      }
    }
  }
}

extension Page {
  /// The page in points, with sides that can be drawn in place of absurd ones.
  fileprivate var sane: Rect {
    func side(_ length: Double, _ usual: Double) -> Double {
      let range = Page.sides
      let kept = length.isFinite ? min(max(length, range.lowerBound), range.upperBound) : usual
      return kept * Page.pointsPerMillimetre
    }
    return Rect(x: 0, y: 0, width: side(width, Page.poster.width), height: side(height, Page.poster.height))
  }
}

extension PosterLayout {
  /// Returns a picture of the page with so much bleed around it, in points, to be looked at and measured off the graphics
  /// card; nil where memory is lacking.
  ///
  /// The shape of `size`, the pixels of the whole, should be that of the page with its bleed.
  public func bitmap(
    bleed: Double = 0, size: PixelSize, by decoder: any PictureDecoder = DirectDecoder()
  ) -> Bitmap? {
    let area = page.outset(by: bleed)
    guard size.width > 0, size.height > 0, size.width <= 16_384, size.height <= 16_384,
      let surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, Int32(size.width), Int32(size.height))
    else { return nil }
    defer { cairo_surface_destroy(surface) }
    guard let cairo = cairo_create(surface) else { return nil }
    let scale = Double(size.width) / area.width
    cairo_scale(cairo, scale, Double(size.height) / area.height)
    cairo_translate(cairo, -area.minX, -area.minY)
    let sheet = PrintSheet(bleed: bleed / Page.pointsPerMillimetre)
    PosterDrawing(cairo: cairo, layout: self, sheet: sheet, decoder: decoder, pixelsPerPoint: scale)
      .draw(outlines: true, typesetter: Typesetter())
    cairo_destroy(cairo)
    cairo_surface_flush(surface)
    guard let data = cairo_image_surface_get_data(surface) else { return nil }
    let stride = Int(cairo_image_surface_get_stride(surface))
    var bytes: [UInt8] = []
    bytes.reserveCapacity(4 * size.width * size.height)
    for y in 0..<size.height {
      UnsafeRawPointer(data + y * stride).withMemoryRebound(to: UInt32.self, capacity: size.width) { row in
        for x in 0..<size.width {
          bytes += [UInt8(row[x] >> 16 & 255), UInt8(row[x] >> 8 & 255), UInt8(row[x] & 255), 255]
        }
      }
    }
    return Bitmap(size: size, bytes: bytes)
  }
}

extension PosterLayout.PlacedLine {
  /// A part of the line's text whose letters are set alike.
  struct Piece: Hashable {
    var text: String
    /// Where the part begins, where that does not follow from the part before.
    let x: Double?
    /// Whether its letters are joined and have no tracking.
    let isJoined: Bool
    /// Whether its letters may become ligatures.
    let hasLigatures: Bool
  }

  /// The text in parts, without the characters that are pictures; after these, and after letters that were moved apart, a
  /// part has a place of its own.
  var pieces: [Piece] {
    let stretches = setting.stretches.flatMap { stretch in
      Array(repeating: stretch, count: stretch.text.unicodeScalars.count)
    }
    let drawn = Set(pictures.map(\.character))
    let opened = setting.openingWidths
    // Half of the tracking stands before each letter but the first.
    let half = setting.font.tracking * setting.font.size / 2
    var pieces: [Piece] = []
    var followsPicture = false
    /// Whether room was added before a character, in the direction of the line.
    func isMoved(_ index: Int) -> Bool {
      guard shaped.isRightToLeft(at: index) == isRightToLeft else { return false }
      return opened[isRightToLeft ? index : index - 1] != nil
    }
    func place(_ index: Int, isJoined: Bool) -> Double {
      let caret = origin.x + shaped.caret(at: index).x
      let before = index == 0 || isJoined ? 0 : half
      guard isRightToLeft else { return caret + before }
      return caret - before - (opened[index] ?? 0) * setting.font.size
    }
    var scalar = 0
    for (index, character) in setting.text.enumerated() {
      let stretch = stretches[min(scalar, stretches.count - 1)]
      scalar += character.unicodeScalars.count
      guard !drawn.contains(index) else {
        followsPicture = true
        continue
      }
      let isApart = followsPicture || isMoved(index)
      if let last = pieces.last, !isApart, last.isJoined == stretch.isJoined,
        last.hasLigatures == stretch.hasLigatures
      {
        pieces[pieces.count - 1].text.append(character)
      } else {
        let x = isApart ? place(index, isJoined: stretch.isJoined) : nil
        pieces.append(
          Piece(
            text: String(character), x: x, isJoined: stretch.isJoined, hasLigatures: stretch.hasLigatures))
      }
      followsPicture = false
    }
    return pieces
  }
}

/// The emblem before it has a place.
struct Symbol {
  enum Drawing {
    case path(Path, box: Rect)
    case picture([UInt8], isTinted: Bool)
  }

  let drawing: Drawing?
  /// Width by height, or nil without anything to see.
  let aspect: Double?
  var warnings: [PosterWarning] = []

  init(_ emblem: Emblem, isTinted: Bool) {
    var drawing: Drawing?
    var aspect: Double?
    switch emblem {
    case .none: break
    case .path(let path, _):
      if let box = path.bounds, box.width > 0, box.height > 0, (box.width / box.height).isFinite,
        box.origin.isFinite, box.width.isFinite
      {
        drawing = .path(path, box: box)
        aspect = box.width / box.height
      }
    case .picture(let bytes, _):
      do {
        let size = try PictureFile(bytes).size
        drawing = .picture(bytes, isTinted: isTinted)
        aspect = Double(size.width) / Double(max(size.height, 1))
      } catch {
        warnings.append(.unreadablePicture(field: "emblem.data", message: "\(error.reason)"))
      }
    }
    self.drawing = drawing
    self.aspect = aspect.map { min(max($0, 0.01), 100) }
  }

  /// Returns the emblem within `rect`, which has its shape.
  func placed(in rect: Rect) -> PosterLayout.PlacedEmblem? {
    switch drawing {
    case nil: return nil
    case .picture(let bytes, let isTinted):
      return isTinted ? .tinted(bytes: bytes, rect) : .picture(bytes: bytes, rect)
    case .path(let path, let box):
      let scale = rect.width / box.width
      let transform = AffineTransform(
        a: scale, b: 0, c: 0, d: scale, tx: rect.minX - box.minX * scale, ty: rect.minY - box.minY * scale)
      return transform.isFinite ? .path(path.transformed(by: transform)) : nil
    }
  }
}
