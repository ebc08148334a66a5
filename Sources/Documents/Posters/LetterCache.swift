import Geometry
import Text
import Typography

/// Letters that were measured and thickened, kept for the next layout: whoever types lays a poster out at every key,
/// and most letters were there before. So are the shape of the picture behind them, which has to be decoded to be known,
/// and the emblem without overlaps.
///
/// What is kept of letters does not depend on the size that lines come out at. A cache belongs to one thread; what it knows
/// can be handed to one of another thread.
public final class LetterCache {
  /// What a cache knows.
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

    /// Knows nothing.
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
  }

  fileprivate struct EdgesKey: Hashable {
    let shape: Shape
    let stroke: Double
  }

  fileprivate struct RhythmKey: Hashable {
    let font: Font
    let stroke: Double
  }

  /// The extents of a line at the size at which is measured.
  struct LineBox {
    /// The box of the ink.
    let ink: Rect
    /// The left and right end by which the line is centred and fitted to the page, where these are not those of the ink.
    let ends: ClosedRange<Double>?
  }

  /// A letter around its own origin, thickened.
  struct Letter {
    /// The box of the outline alone.
    let bare: Rect
    /// The box with the stroke, whose corners may reach farther than its half.
    let box: Rect
    let path: Path
  }

  /// The visible part of a letter and its marks, from the first glyph on.
  struct Shape: Hashable {
    struct Part: Hashable {
      let glyph: OutlinedGlyph.ID
      let place: Point
    }

    let parts: [Part]
  }

  /// All that the distance of two letters depends on.
  struct Pair: Hashable {
    let first: Shape
    let next: Shape
    let stroke: Double
    let gap: Double
    /// The white that the two are to have between them; nil for the least distance that keeps the gap.
    let white: White?
  }

  /// An amount of white, and how it is measured.
  struct White: Hashable {
    let measure: WhiteMeasure
    let amount: Double
  }

  /// The properties of a font that decide the distances of its letters.
  struct FontMeasures {
    /// How thick the stems are.
    let stem: Double
    /// Whether letters are joined.
    let joinsLetters: Bool
    /// Whether all letters have one width.
    let isMonospaced: Bool
  }

  /// All that a line is measured by.
  struct MeasureKey: Hashable {
    let index: Int
    let line: Poster.Line
    let lettering: Lettering
    /// The language of the poster.
    let language: String?
    /// The margins at the sides, where what hangs over the ends of a line depends on them.
    let sides: Double
  }

  /// All that the place and the shape of a visible line depend on.
  struct PlaceKey: Hashable {
    let measured: MeasureKey
    let range: Range<Int>
    let size: Double
    let center: Double
    let baseline: Double
    let widest: Double
  }

  /// A line as it was measured, and what there was to warn of.
  struct Measured {
    let line: LineSetter.Line?
    let warnings: [PosterWarning]
  }

  /// The shape of a picture, its width by its height, or what is wrong with it.
  typealias PictureShape = (aspect: Double?, warning: PosterWarning?)

  /// What the cache knows.
  public private(set) var contents: Contents
  private let capacity: Int

  /// Creates a cache that knows what another one did, and starts anew when it has so many lines, or letters.
  public init(_ contents: Contents = Contents(), capacity: Int = 4096) {
    self.contents = contents
    self.capacity = max(1, capacity)
  }

  /// Returns a thickened letter, or nil where a glyph has no outline.
  func letter(_ glyph: OutlinedGlyph, stroke: Double, _ make: (Path) -> Letter?) -> Letter? {
    let key = GlyphKey(glyph: glyph.id, stroke: stroke)
    if let known = contents.letters[key] { return known }
    if contents.letters.count >= capacity { contents.letters = [:] }
    let made = make(glyph.outline)
    contents.letters[key] = .some(made)
    return made
  }

  /// Returns how far two letters are from each other at least.
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

  /// Returns the edges of a letter with a stroke whose corners are round.
  func referenceEdges(of shape: Shape, stroke: Double, _ make: () -> LetterEdges) -> LetterEdges {
    let key = EdgesKey(shape: shape, stroke: stroke)
    if let known = contents.referenceEdges[key] { return known }
    if contents.referenceEdges.count >= min(capacity, Self.mostEdges) { contents.referenceEdges = [:] }
    let made = make()
    contents.referenceEdges[key] = made
    return made
  }

  /// Returns the rhythm of a font with its tracking and a stroke, or nil where it has none.
  func rhythm(of font: Font, stroke: Double, _ make: () -> Rhythm?) -> Rhythm? {
    let key = RhythmKey(font: font, stroke: stroke)
    if let known = contents.rhythms[key] { return known }
    if contents.rhythms.count >= capacity { contents.rhythms = [:] }
    let made = make()
    contents.rhythms[key] = .some(made)
    return made
  }

  /// The letters whose edges are kept; they take some kilobytes each.
  private static let mostEdges = 1024

  /// Returns the measures of a font.
  func measures(of font: Font, _ make: () -> FontMeasures) -> FontMeasures {
    if let known = contents.fonts[font] { return known }
    if contents.fonts.count >= capacity { contents.fonts = [:] }
    let made = make()
    contents.fonts[font] = made
    return made
  }

  /// Returns the shape of a picture by the bytes of its file.
  func shape(ofPicture bytes: [UInt8], _ make: () -> PictureShape) -> PictureShape {
    // The same array is found equal without being looked through.
    if let picture = contents.picture, picture.bytes == bytes { return picture.shape }
    let made = make()
    contents.picture = (bytes, made)
    return made
  }

  /// Returns the path of an emblem without overlaps, where that is known.
  func cleanEmblem(of path: Path) -> Path? { contents.emblem?.path == path ? contents.emblem?.clean : nil }

  /// Keeps the path of an emblem without overlaps.
  func keep(_ clean: Path, asCleanEmblemOf path: Path) { contents.emblem = (path, clean) }

  /// Returns a line as it is measured.
  func measured(_ key: MeasureKey, _ make: () -> Measured) -> Measured {
    if let known = contents.measured[key] { return known }
    if contents.measured.count >= Self.mostLines { contents.measured = [:] }
    let made = make()
    contents.measured[key] = made
    return made
  }

  /// Returns a line in its place.
  func placed(_ key: PlaceKey, _ make: () -> PosterLayout.PlacedLine) -> PosterLayout.PlacedLine {
    if let known = contents.placed[key] { return known }
    if contents.placed.count >= Self.mostLines { contents.placed = [:] }
    let made = make()
    contents.placed[key] = made
    return made
  }

  /// The lines that are kept: some versions of all lines of the longest poster.
  private static let mostLines = 8 * Poster.mostLines

  /// Returns the box of a line, by its setting before letters are moved.
  func box(
    of setting: TextSetting, lettering: Lettering, fullTracking: Double, _ make: () -> LineBox?
  ) -> LineBox? {
    let key = LineKey(setting: setting, lettering: lettering, fullTracking: fullTracking)
    if let known = contents.boxes[key] { return known }
    if contents.boxes.count >= capacity { contents.boxes = [:] }
    let made = make()
    contents.boxes[key] = .some(made)
    return made
  }
}
