import Geometry
import Text
import Typography

/// A cache of measured and thickened letters for the next layout: typing lays out a poster at every key, and most
/// letters are unchanged. It also holds the aspect ratio of the background's picture, which requires decoding, and the
/// emblem without overlaps.
///
/// Cached letters do not depend on the size of lines. A cache belongs to one thread; its contents can be passed to a
/// cache of another thread.
public final class LetterCache {
  /// The contents of a cache.
  public struct Contents: Sendable {
    fileprivate var picture: (bytes: [UInt8], shape: PictureShape)?
    fileprivate var emblem: (path: Path, clean: Path)?
    fileprivate var measured: [MeasureKey: Measured] = [:]
    fileprivate var placed: [PlaceKey: PosterLayout.PlacedLine] = [:]
    fileprivate var letters: [GlyphKey: Letter?] = [:]
    fileprivate var boxes: [LineKey: LineBox?] = [:]
    fileprivate var edges: [EdgesKey: LetterEdges] = [:]
    fileprivate var referenceEdges: [EdgesKey: LetterEdges] = [:]
    fileprivate var distances: [Pair: Double] = [:]
    fileprivate var rhythms: [RhythmKey: Rhythm?] = [:]
    fileprivate var fonts: [Font: FontMeasures] = [:]

    /// Creates empty contents.
    public init() {}
  }

  fileprivate struct GlyphKey: Hashable {
    let glyph: OutlinedGlyph.ID
    let stroke: Double
  }

  fileprivate struct LineKey: Hashable {
    let setting: TextSetting
    let lettering: Lettering
    let fullTracking: Double
    let arc: Double
  }

  fileprivate struct EdgesKey: Hashable {
    let shape: Shape
    let stroke: Double
  }

  fileprivate struct RhythmKey: Hashable {
    let font: Font
    let stroke: Double
  }

  /// The extents of a line at the measuring size.
  struct LineBox {
    /// The box of the ink.
    let ink: Rect
    /// The left and right ends that centre the line and fit it to the page, if they differ from the ends of the ink.
    let ends: ClosedRange<Double>?
  }

  /// A thickened letter around its own origin.
  struct Letter {
    /// The box of the outline alone.
    let bare: Rect
    /// The box with the stroke, whose mitres may extend beyond half its width.
    let box: Rect
    let path: Path
  }

  /// The visible part of a letter and its marks, relative to the first glyph.
  struct Shape: Hashable {
    struct Part: Hashable {
      let glyph: OutlinedGlyph.ID
      let place: Point
      /// The stroke of a fallback font besides that of all letters.
      var thickening = 0.0
    }

    let parts: [Part]
  }

  /// The inputs for the distance of two letters.
  struct Pair: Hashable {
    let first: Shape
    let next: Shape
    let stroke: Double
    let gap: Double
    /// The white between the two letters; nil for the least distance that keeps the gap.
    let white: White?
  }

  /// An amount of white, and its measure.
  struct White: Hashable {
    let measure: WhiteMeasure
    let amount: Double
  }

  /// The properties of a font that determine the distances of its letters.
  struct FontMeasures {
    /// The thickness of the stems.
    let stem: Double
    /// Whether letters are joined.
    let joinsLetters: Bool
    /// Whether all letters have the same width.
    let isMonospaced: Bool
  }

  /// The inputs for measuring a line.
  struct MeasureKey: Hashable {
    let index: Int
    let line: Poster.Line
    let lettering: Lettering
    /// The language of the poster.
    let language: String?
    /// The side margins, if hanging characters depend on them.
    let sides: Double
    /// The optical size in points that the page suggests, or 0.
    let opticalSize: Double
  }

  /// The inputs for the position and the shape of a visible line.
  struct PlaceKey: Hashable {
    let measured: MeasureKey
    let range: Range<Int>
    let size: Double
    let center: Double
    let baseline: Double
    let widest: Double
    let measure: Double
  }

  /// A measured line, and its warnings.
  struct Measured {
    let line: LineSetter.Line?
    let warnings: [PosterWarning]
  }

  /// The aspect ratio of a picture, width by height, or the warning about it.
  typealias PictureShape = (aspect: Double?, warning: PosterWarning?)

  /// The cached contents.
  public private(set) var contents: Contents
  private let capacity: Int

  /// Creates a cache with the contents of another one; each part is emptied when it reaches its capacity.
  public init(_ contents: Contents = Contents(), capacity: Int = 4096) {
    self.contents = contents
    self.capacity = max(1, capacity)
  }

  /// Returns a thickened letter, or nil for a glyph without an outline.
  func letter(_ glyph: OutlinedGlyph, stroke: Double, _ make: (Path) -> Letter?) -> Letter? {
    let key = GlyphKey(glyph: glyph.id, stroke: stroke)
    if let known = contents.letters[key] { return known }
    if contents.letters.count >= capacity { contents.letters = [:] }
    let made = make(glyph.outline)
    contents.letters[key] = .some(made)
    return made
  }

  /// Returns the minimum distance of two letters.
  func distance(of pair: Pair, _ make: () -> Double) -> Double {
    if let known = contents.distances[pair] { return known }
    if contents.distances.count >= capacity { contents.distances = [:] }
    let made = make()
    contents.distances[pair] = made
    return made
  }

  /// Returns the edges of a letter with its marks and a stroke.
  func edges(of shape: Shape, stroke: Double, _ make: () -> LetterEdges) -> LetterEdges {
    let key = EdgesKey(shape: shape, stroke: stroke)
    if let known = contents.edges[key] { return known }
    if contents.edges.count >= min(capacity, Self.mostEdges) { contents.edges = [:] }
    let made = make()
    contents.edges[key] = made
    return made
  }

  /// Returns the edges of a letter with a round-cornered stroke.
  func referenceEdges(of shape: Shape, stroke: Double, _ make: () -> LetterEdges) -> LetterEdges {
    let key = EdgesKey(shape: shape, stroke: stroke)
    if let known = contents.referenceEdges[key] { return known }
    if contents.referenceEdges.count >= min(capacity, Self.mostEdges) { contents.referenceEdges = [:] }
    let made = make()
    contents.referenceEdges[key] = made
    return made
  }

  /// Returns the rhythm of a font with its tracking and a stroke, or nil if it has none.
  func rhythm(of font: Font, stroke: Double, _ make: () -> Rhythm?) -> Rhythm? {
    let key = RhythmKey(font: font, stroke: stroke)
    if let known = contents.rhythms[key] { return known }
    if contents.rhythms.count >= capacity { contents.rhythms = [:] }
    let made = make()
    contents.rhythms[key] = .some(made)
    return made
  }

  /// The limit on letters with cached edges, which take some kilobytes each.
  private static let mostEdges = 1024

  /// Returns the measures of a font.
  func measures(of font: Font, _ make: () -> FontMeasures) -> FontMeasures {
    if let known = contents.fonts[font] { return known }
    if contents.fonts.count >= capacity { contents.fonts = [:] }
    let made = make()
    contents.fonts[font] = made
    return made
  }

  /// Returns the aspect ratio of a picture by the bytes of its file.
  func shape(ofPicture bytes: [UInt8], _ make: () -> PictureShape) -> PictureShape {
    // Comparing the same array is fast, since its storage is identical.
    if let picture = contents.picture, picture.bytes == bytes { return picture.shape }
    let made = make()
    contents.picture = (bytes, made)
    return made
  }

  /// Returns the path of an emblem without overlaps, if cached.
  func cleanEmblem(of path: Path) -> Path? { contents.emblem?.path == path ? contents.emblem?.clean : nil }

  /// Caches the path of an emblem without overlaps.
  func keep(_ clean: Path, asCleanEmblemOf path: Path) { contents.emblem = (path, clean) }

  /// Returns a measured line.
  func measured(_ key: MeasureKey, _ make: () -> Measured) -> Measured {
    if let known = contents.measured[key] { return known }
    if contents.measured.count >= Self.mostLines { contents.measured = [:] }
    let made = make()
    contents.measured[key] = made
    return made
  }

  /// Returns a placed line.
  func placed(_ key: PlaceKey, _ make: () -> PosterLayout.PlacedLine) -> PosterLayout.PlacedLine {
    if let known = contents.placed[key] { return known }
    if contents.placed.count >= Self.mostLines { contents.placed = [:] }
    let made = make()
    contents.placed[key] = made
    return made
  }

  /// The capacity for lines: several versions of all lines of the longest poster.
  private static let mostLines = 8 * Poster.mostLines

  /// Returns the box of a line; the key is its setting before letters are moved, and the angle of its arc.
  func box(
    of setting: TextSetting, lettering: Lettering, fullTracking: Double, arc: Double,
    _ make: () -> LineBox?
  ) -> LineBox? {
    let key = LineKey(setting: setting, lettering: lettering, fullTracking: fullTracking, arc: arc)
    if let known = contents.boxes[key] { return known }
    if contents.boxes.count >= capacity { contents.boxes = [:] }
    let made = make()
    contents.boxes[key] = .some(made)
    return made
  }
}
