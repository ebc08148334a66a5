import CPango
public import Colors
public import Geometry
public import Images
import PlanarGeometry
public import Typography

/// The positions of everything on a poster, in points of 1/72 inch from the upper left of the trimmed page.
///
/// Windows, thumbnails, PNG, PDF and SVG are drawn from it, so that they agree.
public struct PosterLayout: Hashable, Sendable {
  /// The trimmed page; its origin is 0.
  public let page: Rect
  /// The background from the document; `paint(on:)` returns it in points.
  public private(set) var background: Background
  /// The opaque ink in eight bits per channel: every pixel covered by letters or crown has exactly this colour.
  public private(set) var ink: RGBA
  /// The opacity of the ink, with which letters and crown are drawn together.
  public private(set) var inkOpacity: Double
  /// The placed emblem, or nil if none is visible.
  public private(set) var emblem: PlacedEmblem?
  /// Whether parts of the emblem's path may overlap, which makes rendering slower.
  public private(set) var emblemHasOverlaps = true
  /// The emblem's name.
  let emblemName: String
  /// The visible lines from top to bottom; a wrapped line is several.
  public let lines: [PlacedLine]
  /// The language from the document, or nil.
  let statedLanguage: String?
  /// The codes, pictures and drawings, from back to front.
  public internal(set) var elements: [PlacedElement] = []
  /// The warnings about parts that could not be set as requested.
  public internal(set) var warnings: [PosterWarning]
  /// The aspect ratio of the background's picture, width by height, or nil without one that can be read.
  let pictureAspect: Double?

  /// A placed emblem.
  public enum PlacedEmblem: Hashable, Sendable {
    /// A path with the non-zero rule.
    case path(Path)
    /// A picture in its own colours, and its box.
    case picture(bytes: [UInt8], Rect)
    /// A picture whose alpha is a mask for the ink.
    case tinted(bytes: [UInt8], Rect)

    /// The box of the visible emblem.
    public var bounds: Rect {
      switch self {
      case .path(let path): path.bounds ?? .zero
      case .picture(_, let rect), .tinted(_, let rect): rect
      }
    }
  }

  /// A placed line of text.
  public struct PlacedLine: Hashable, Sendable {
    /// The index of the line in the poster.
    public let index: Int
    /// The size class of the line.
    public let rank: Poster.Line.Rank
    /// The text and font as set, including the reduced tracking.
    public let setting: TextSetting
    /// The start of the baseline.
    public let origin: Point
    /// The letters in the inks of the line, in the order of the text; there is at least one part.
    public internal(set) var parts: [Part]
    /// The glyphs that are pictures, which are not part of the path.
    public internal(set) var pictures: [PlacedGlyph]
    /// The coloured layers of letters from back to front, which are not part of the path.
    public internal(set) var layers: [PlacedShape]
    /// The box of the visible line.
    public internal(set) var bounds: Rect
    /// The width of the stroke that is part of the path.
    public let stroke: Double
    /// The height of the capitals with their stroke.
    public let capHeight: Double
    /// Whether the line's base direction is right to left.
    public let isRightToLeft: Bool
    /// The way of a line that is curved or a column, or nil. The origin, the setting and the advance are those of the
    /// straight line.
    public internal(set) var course: Course?
    /// Whether some characters are drawn as boxes, because no font contains them.
    public let hasMissingCharacters: Bool
    /// The advance of the line from its origin.
    public let advance: Double
    /// The shaped text, at the origin.
    let shaped: TextLine
    /// The index of the stored character for each shown one.
    let sources: [Int]
    /// The characters of the stored line on this visible one.
    public let range: Range<Int>
    /// Whether letters of fallback fonts are thickened to match the others.
    var isThickened: Bool { shaped.matchedFonts.contains { $0.thickening > 0 } }
    /// The width of a space after the line's end if the stored line ends with spaces, otherwise 0.
    let space: Double

    /// Letters of a line in one ink.
    public struct Part: Hashable, Sendable {
      /// The characters of the visible line.
      let characters: Range<Int>
      /// The letters with their stroke, without overlaps, for the non-zero rule.
      public internal(set) var path: Path
      /// The opaque ink of the letters, in eight bits per channel; nil is the poster's.
      public let ink: RGBA?
      /// The opacity of the ink, 0…1; nil is the poster's.
      public let inkOpacity: Double?
    }

    /// Whether the line is a column.
    public var isColumn: Bool { course?.isColumn ?? false }

    /// Returns the line as a column: turned clockwise by a right angle about the origin, and then moved.
    func turned(movedBy shift: Vector) -> PlacedLine {
      let turn = Course.column(shift).transform(atX: 0)
      var line = self
      line.course = .column(shift)
      line.parts = parts.map { part in
        var part = part
        part.path = part.path.transformed(by: turn)
        return part
      }
      line.pictures = pictures.map {
        PlacedGlyph(
          png: $0.png, frame: Rect(center: turn.apply(to: $0.frame.center), size: $0.frame.size),
          character: $0.character)
      }
      line.layers = layers.map { $0.transformed(by: turn) }
      line.bounds = TextArea(rect: bounds, course: line.course).bounds
      return line
    }

    /// Returns the transform that moves a character from its place on the straight line to that on the page.
    func transform(ofCharacter index: Int) -> AffineTransform {
      course?.transform(atX: origin.x + shaped.middle(ofCharacter: index)) ?? .identity
    }

    /// Returns the opaque ink of a character; nil is the poster's.
    func ink(ofCharacter index: Int) -> RGBA? {
      (parts.first { $0.characters.contains(index) } ?? parts[0]).ink
    }

    /// The letters of all parts.
    public var path: Path { parts.dropFirst().reduce(into: parts[0].path) { $0.append($1.path) } }
  }

  /// A placed glyph that is a picture.
  public struct PlacedGlyph: Hashable, Sendable {
    /// The picture's file.
    public let png: [UInt8]
    /// The box of the picture.
    public let frame: Rect
    /// The index of its character in the visible line.
    let character: Int
  }

  /// A placed layer of a letter in a colour.
  public struct PlacedShape: Hashable, Sendable {
    /// The shape, for the non-zero rule.
    public private(set) var path: Path
    /// The opaque colour; nil is the line's ink.
    public let color: RGBA?
    /// The opacity, 0…1.
    public let opacity: Double
    /// The index of its character in the visible line.
    let character: Int

    init(_ layer: LayeredGlyph.Layer, character: Int) {
      path = layer.outline
      color = layer.color.map { RGBA(bytes: $0.x, $0.y, $0.z) }
      opacity = layer.color.map { Double($0.w) / 255 } ?? 1
      self.character = character
    }

    /// Returns the shape on an arc; `x` is the middle of its character on the straight line.
    func moved(along arc: Arc?, at x: Double) -> PlacedShape {
      arc.map { transformed(by: $0.transform(atX: x)) } ?? self
    }

    func offset(by distance: Vector) -> PlacedShape {
      transformed(by: .translation(x: distance.dx, y: distance.dy))
    }

    func transformed(by transform: AffineTransform) -> PlacedShape {
      var result = self
      result.path = path.transformed(by: transform)
      return result
    }
  }

  /// The reason why the poster must not be produced in this state, or nil.
  ///
  /// A document that wraps its lines is refused if letters would still be too small to read.
  public internal(set) var refusal: PosterError?

  /// Lays out a poster; the same poster and fonts produce the same layout.
  ///
  /// With `keepsEmptyLines` a line without visible text keeps its space, for editing. A cache from the previous layout
  /// only makes this faster.
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
    func stack(_ lines: [LineSetter.Line], on area: Stack.Area) -> Stack {
      Stack(
        area: area, emblemAspect: area.kind == .columns ? nil : symbol.aspect, emblemScale: scale,
        emblemOffset: poster.emblemOffset, leading: poster.lettering.saneLeading, lines: lines,
        isOptical: poster.lettering.spacing == .optical)
    }
    let measured = setter.lines()
    var area = Stack.Area(page: page, margins: poster.margins.sane)
    if poster.lettering.writingMode == .vertical {
      area.kind = .aroundColumns
      let around = stack(measured.filter(\.source.isFooter), on: area)
      // Columns are the lines of an area that lies on its side.
      let room = around.roomForColumns
      let columns = Stack.Area(
        page: Rect(x: 0, y: 0, width: room.height, height: page.width),
        margins: Margins(sides: 0, top: area.margins.sides, bottom: area.margins.sides), kind: .columns)
      let lines = setter.wrapped(measured.filter { !$0.source.isFooter }, on: columns, stack: stack)
      let placed = stack(lines, on: columns).placed(symbol, by: setter).lines
      let shift = Vector(dx: page.width, dy: room.minY)
      let others = around.placed(symbol, by: setter)
      (emblem, self.lines) = (others.emblem, placed.map { $0.turned(movedBy: shift) } + others.lines)
    } else {
      let lines = setter.wrapped(measured, on: area, stack: stack)
      (emblem, self.lines) = stack(lines, on: area).placed(symbol, by: setter)
    }
    let small = Self.smallCapitals(self.lines, on: page)
    refusal = small.first.flatMap { poster.wraps ? PosterError($0) : nil }
    let (aspect, pictureWarning) = background.pictureShape(cache)
    pictureAspect = aspect
    warnings = setter.warnings + small + symbol.warnings + (pictureWarning.map { [$0] } ?? [])
    if case .path(let path) = emblem, let clean = cache.cleanEmblem(of: path) { takeCleanEmblem(clean) }
    placeElements(of: poster)
  }

  /// Returns a warning for each line whose capitals are smaller than 2 mm, or, on a small page, smaller than half of
  /// the small capitals in the proportions of 1939.
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
  /// Returns the same layout in other colours, without laying out again.
  ///
  /// A background that is a picture needs a layout of its own.
  public func colored(ink: RGBA, background: Background) -> PosterLayout {
    var layout = self
    (layout.ink, layout.inkOpacity) = Self.split(ink)
    layout.background = background
    layout.recolorCodes()
    return layout
  }

  /// Returns an opaque ink in eight bits, and its opacity.
  static func split(_ ink: RGBA) -> (RGBA, Double) {
    let seen = ink.clipped.bytes8
    return (RGBA(bytes: seen.r, seen.g, seen.b), Double(seen.a) / 255)
  }
}

extension PosterLayout {
  /// A drawing operation on the background of a poster.
  public enum Mark: Hashable, Sendable {
    /// A path filled by the non-zero rule.
    case path(Path, RGBA)
    /// The letters of a line in one ink; the setting of the line is their text.
    case line(PlacedLine, PlacedLine.Part, RGBA)
    /// A picture in its own colours, and its box.
    case picture(bytes: [UInt8], Rect)
    /// A colour drawn with the alpha of a picture as mask.
    case tinted(bytes: [UInt8], Rect, RGBA)
    /// A code in its colours.
    case code(PlacedCode)

    /// The one colour in which it is drawn, or nil.
    var ink: RGBA? {
      switch self {
      case .path(_, let ink), .line(_, _, let ink), .tinted(_, _, let ink): ink
      case .picture, .code: nil
      }
    }
  }

  /// Marks that are drawn together and then composited with one opacity, so that overlaps do not show.
  public struct MarkGroup: Hashable, Sendable {
    /// The marks, from back to front.
    public let marks: [Mark]
    /// The opacity of the group, 0…1.
    public let opacity: Double
    /// The description of the element that the marks belong to; nil for lines and crown.
    public var name: String?
    /// The part of the poster that each mark belongs to.
    var owners: [MarkOwner] = []
  }

  /// The part of a poster that a mark belongs to.
  enum MarkOwner: Hashable, Sendable {
    /// The emblem.
    case emblem
    /// A visible line; for a coloured layer or a picture among its letters, also the character.
    case line(Int, character: Int?)
    /// The element with an index in the poster.
    case element(Int)
  }

  /// Replaces the emblem's path with an equal one without overlaps. This is worth while for a layout that is drawn
  /// often: for a crown it takes some milliseconds. An outline with too many crossings stays unchanged.
  ///
  /// Later layouts with the same emblem and the same cache use it as well.
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

  /// All drawing operations over the background, from back to front.
  public var markGroups: [MarkGroup] {
    var inked: [(mark: Mark, owner: MarkOwner)] = []
    inked.reserveCapacity(lines.count + 1)
    var pictures: [(mark: Mark, owner: MarkOwner)] = []
    var own: [MarkGroup] = []
    switch emblem {
    case nil: break
    case .path(let path): inked.append((.path(path, ink), .emblem))
    case .tinted(let bytes, let rect): inked.append((.tinted(bytes: bytes, rect, ink), .emblem))
    case .picture(let bytes, let rect): pictures.append((.picture(bytes: bytes, rect), .emblem))
    }
    for (number, line) in lines.enumerated() {
      if line.parts.count == 1, line.parts[0].ink == nil {
        inked.append((.line(line, line.parts[0], ink), .line(number, character: nil)))
      } else {
        own += ownGroups(of: line, number)
      }
      pictures += line.pictures.map {
        (.picture(bytes: $0.png, $0.frame), .line(number, character: $0.character))
      }
    }
    func group(_ marks: [(mark: Mark, owner: MarkOwner)], _ opacity: Double) -> MarkGroup {
      MarkGroup(marks: marks.map(\.mark), opacity: opacity, owners: marks.map(\.owner))
    }
    let groups =
      [group(inked, inkOpacity)] + own + elementGroups + [group(pictures, 1)] + layerGroups
    return groups.filter { !$0.marks.isEmpty }
  }

  /// Returns the groups of a line in other inks than the poster's: one if its inks are equally opaque, so that the text
  /// stays in order.
  private func ownGroups(of line: PlacedLine, _ number: Int) -> [MarkGroup] {
    var groups: [MarkGroup] = []
    for part in line.parts {
      let opacity = part.inkOpacity ?? inkOpacity
      let mark = Mark.line(line, part, part.ink ?? ink)
      let before = groups.last?.opacity == opacity ? groups.popLast() : nil
      groups.append(
        MarkGroup(
          marks: (before?.marks ?? []) + [mark], opacity: opacity,
          owners: (before?.owners ?? []) + [.line(number, character: nil)]))
    }
    return groups
  }

  /// The coloured layers of letters; neighbours of one opacity are drawn together unless they show each other through.
  private var layerGroups: [MarkGroup] {
    var groups: [(marks: [Mark], owners: [MarkOwner], opacity: Double)] = []
    for (number, line) in lines.enumerated() {
      for layer in line.layers where layer.opacity > 0 && layer.path.bounds != nil {
        let mark = Mark.path(layer.path, layer.color ?? line.ink(ofCharacter: layer.character) ?? ink)
        let owner = MarkOwner.line(number, character: layer.character)
        if layer.opacity == 1, groups.last?.opacity == 1 {
          groups[groups.count - 1].marks.append(mark)
          groups[groups.count - 1].owners.append(owner)
        } else {
          groups.append(([mark], [owner], layer.opacity))
        }
      }
    }
    return groups.map { MarkGroup(marks: $0.marks, opacity: $0.opacity, owners: $0.owners) }
  }

  /// The descriptions of marks that are not lines, in drawing order, without those in transparent ink.
  var figureNames: [String] {
    // Untranslated: a poster has the same PDF in every language.
    markGroups.filter { $0.opacity >= 1 }.flatMap { group in
      group.marks.compactMap { mark in
        switch mark {
        case .line: nil
        case _ where group.name != nil: group.name
        case .path(let path, _): emblem == .path(path) ? emblemName : "Letter"
        case .tinted, .code: emblemName
        case .picture(_, let rect): rect == emblem?.bounds ? emblemName : "Emoji"
        }
      }
    }
  }

  /// Returns the languages of a PDF's headings if they differ from `documentLanguage`, in drawing order, without lines
  /// in transparent ink.
  func headingLanguages(in documentLanguage: String) -> [String?] {
    var languages: [String?] = []
    for group in markGroups where group.opacity >= 1 {
      var heading: Int?
      for mark in group.marks {
        guard case .line(let line, _, _) = mark else {
          heading = nil
          continue
        }
        // The parts of a wrapped line are one heading.
        guard heading != line.index else { continue }
        heading = line.index
        languages.append(line.setting.language == documentLanguage ? nil : line.setting.language)
      }
    }
    return languages
  }

  /// The language of the text as a BCP 47 tag: the document's, or one that its letters suggest; Latin letters count as
  /// English.
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
  /// Returns a warning for each picture that cannot be decoded. The layout itself reads only their headers. Pictures
  /// that the decoder has already decoded are not decoded again.
  public func unreadablePictures(by decoder: WatchedDecoder) -> [PosterWarning] {
    var pictures: [(field: String, bytes: [UInt8])] = []
    if case .picture(let picture) = background, pictureAspect != nil {
      pictures.append(("background.data", picture.bytes))
    }
    switch emblem {
    case .picture(let bytes, _), .tinted(let bytes, _): pictures.append(("emblem.data", bytes))
    default: break
    }
    for element in elements {
      switch element.content {
      case .figure(.picture(let bytes, _)), .figure(.tinted(let bytes, _)):
        pictures.append(("elements[\(element.index)].data", bytes))
      default: break
      }
    }
    return pictures.compactMap { field, bytes in
      decoder.failure(of: bytes).map { .unreadablePicture(field: field, message: $0.reason.message) }
    }
  }
}

extension Background {
  /// Returns the aspect ratio of the picture, or the warning about it.
  fileprivate func pictureShape(_ cache: LetterCache) -> LetterCache.PictureShape {
    guard case .picture(let picture) = self else { return (nil, nil) }
    return cache.shape(ofPicture: picture.bytes) {
      do throws(ImageError) {
        let size = try PictureFile(picture.bytes).size
        return (Double(size.width) / Double(max(size.height, 1)), nil)
      } catch {
        return (nil, .unreadablePicture(field: "background.data", message: error.reason.message))
      }
    }
  }
}

extension Page {
  /// The page in points, with out-of-range sides replaced.
  var sane: Rect {
    func side(_ length: Double, _ usual: Double) -> Double {
      let range = Page.sides
      let kept = length.isFinite ? min(max(length, range.lowerBound), range.upperBound) : usual
      return kept * Page.pointsPerMillimetre
    }
    return Rect(x: 0, y: 0, width: side(width, Page.poster.width), height: side(height, Page.poster.height))
  }
}

extension PosterLayout {
  /// Returns a picture of the page with a bleed in points, rendered on the CPU for viewing or measuring; nil if memory
  /// is exhausted.
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
    let grid = DeviceGrid(sheet: area, width: Double(size.width), height: Double(size.height))
    PosterDrawing(
      cairo: cairo, layout: aligned(to: grid), sheet: sheet, decoder: decoder, pixelsPerPoint: scale
    )
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
  /// A stretch of the line's text whose letters are set alike.
  struct Piece: Hashable {
    var text: String
    /// The start of the piece on the straight line, unless it follows from the piece before.
    let x: Double?
    /// The transform to the way of a curved line, on which each character is a piece; nil on a straight line.
    let transform: AffineTransform?
    /// Whether its letters are joined and have no tracking.
    let isJoined: Bool
    /// Whether its letters may become ligatures.
    let hasLigatures: Bool
    /// The fallback font that is matched to the line's font.
    var matchedFont: MatchedFont?
    /// The span whose font and size it has; nil is the line's.
    let span: TextSetting.Span?
    /// Whether its signs have the font's forms for capitals.
    let hasCapitalForms: Bool
  }

  /// Returns the text of a part in pieces, without characters that are pictures; after these, after letters that were
  /// moved apart and in another font or size, a piece has its own position, and so has a part that begins within the
  /// line, and each character of a curved line.
  func pieces(of part: Part) -> [Piece] {
    let stretches = setting.stretches.flatMap { stretch in
      Array(repeating: stretch, count: stretch.text.unicodeScalars.count)
    }
    let drawn = Set(pictures.map(\.character) + layers.map(\.character))
    let opened = setting.openingWidths
    // Half of the tracking precedes each letter except the first.
    let half = setting.font.tracking * setting.font.size / 2
    var pieces: [Piece] = []
    var followsPicture = false
    /// Returns whether space was added before a character, in the direction of the line.
    func isMoved(_ index: Int) -> Bool {
      guard shaped.isRightToLeft(at: index) == isRightToLeft else { return false }
      return opened[isRightToLeft ? index : index - 1] != nil
    }
    func place(_ index: Int, isJoined: Bool, scale: Double) -> Double {
      let caret = origin.x + shaped.caret(at: index).x
      let before = index == 0 || isJoined ? 0 : half * scale
      guard isRightToLeft else { return caret + before }
      return caret - before - (opened[index] ?? 0) * setting.font.size
    }
    var scalar = 0
    for (index, character) in setting.text.enumerated() {
      let stretch = stretches[min(scalar, stretches.count - 1)]
      scalar += character.unicodeScalars.count
      guard part.characters.contains(index) else { continue }
      guard !drawn.contains(index) else {
        followsPicture = true
        continue
      }
      let span = setting.span(ofCharacter: index)
      let isApart =
        course != nil || followsPicture || isMoved(index)
        || (index > 0 && (pieces.isEmpty || span != pieces.last?.span))
      let font = shaped.matchedFonts.first { $0.characters.contains(index) }
      if let last = pieces.last, !isApart, last.isJoined == stretch.isJoined,
        last.hasLigatures == stretch.hasLigatures, last.hasCapitalForms == stretch.hasCapitalForms,
        last.matchedFont == font
      {
        pieces[pieces.count - 1].text.append(character)
      } else {
        let x = isApart ? place(index, isJoined: stretch.isJoined, scale: span?.scale ?? 1) : nil
        pieces.append(
          Piece(
            text: String(character), x: x, transform: course == nil ? nil : transform(ofCharacter: index),
            isJoined: stretch.isJoined, hasLigatures: stretch.hasLigatures, matchedFont: font, span: span,
            hasCapitalForms: stretch.hasCapitalForms))
      }
      followsPicture = false
    }
    return pieces
  }
}

/// The emblem before it is placed.
struct Symbol {
  enum Drawing {
    case path(Path, box: Rect)
    case picture([UInt8], isTinted: Bool)
  }

  let drawing: Drawing?
  /// The aspect ratio, width by height, or nil if nothing is visible.
  let aspect: Double?
  var warnings: [PosterWarning] = []

  init(_ emblem: Emblem, isTinted: Bool, field: String = "emblem.data") {
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
        warnings.append(.unreadablePicture(field: field, message: error.reason.message))
      }
    }
    self.drawing = drawing
    self.aspect = aspect.map { min(max($0, 0.01), 100) }
  }

  /// Returns the emblem placed in `rect`, which has its aspect ratio.
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
