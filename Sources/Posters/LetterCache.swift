import Geometry
import Typography

/// Letters that were measured and thickened, kept for the next layout: whoever types lays a poster out at every key,
/// and most letters were there before. So is the shape of the picture behind them, which has to be decoded to be known.
///
/// What is kept of letters does not depend on the size that lines come out at. A cache belongs to one thread.
public final class LetterCache {
  private struct GlyphKey: Hashable {
    let glyph: OutlinedGlyph.ID
    let stroke: Double
  }

  private struct LineKey: Hashable {
    let setting: TextSetting
    let stroke: Double
  }

  /// A letter around its own origin, thickened.
  struct Letter {
    /// The box of the outline alone.
    let bare: Rect
    /// The box with the stroke, whose corners may reach farther than its half.
    let box: Rect
    let path: Path
  }

  /// All that a line is measured by.
  struct MeasureKey: Hashable {
    let index: Int
    let line: Poster.Line
    let lettering: Lettering
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

  private var picture: (bytes: [UInt8], shape: PictureShape)?
  private var measured: [MeasureKey: Measured] = [:]
  private var placed: [PlaceKey: PosterLayout.PlacedLine] = [:]
  private var letters: [GlyphKey: Letter?] = [:]
  private var boxes: [LineKey: Rect?] = [:]
  private let capacity: Int

  /// Creates a cache that starts anew when it has so many lines, or letters.
  public init(capacity: Int = 4096) { self.capacity = max(1, capacity) }

  /// Returns a thickened letter, or nil where a glyph has no outline.
  func letter(_ glyph: OutlinedGlyph, stroke: Double, _ make: (Path) -> Letter?) -> Letter? {
    let key = GlyphKey(glyph: glyph.id, stroke: stroke)
    if let known = letters[key] { return known }
    if letters.count >= capacity { letters = [:] }
    let made = make(glyph.outline)
    letters[key] = .some(made)
    return made
  }

  /// Returns the shape of a picture by the bytes of its file.
  func shape(ofPicture bytes: [UInt8], _ make: () -> PictureShape) -> PictureShape {
    // The same array is found equal without being looked through.
    if let picture, picture.bytes == bytes { return picture.shape }
    let made = make()
    picture = (bytes, made)
    return made
  }

  /// Gives up the picture, whose bytes may be many; what is known of letters is kept.
  public func forgetPicture() { picture = nil }

  /// Returns a line as it is measured.
  func measured(_ key: MeasureKey, _ make: () -> Measured) -> Measured {
    if let known = measured[key] { return known }
    if measured.count >= Self.mostLines { measured = [:] }
    let made = make()
    measured[key] = made
    return made
  }

  /// Returns a line in its place.
  func placed(_ key: PlaceKey, _ make: () -> PosterLayout.PlacedLine) -> PosterLayout.PlacedLine {
    if let known = placed[key] { return known }
    if placed.count >= Self.mostLines { placed = [:] }
    let made = make()
    placed[key] = made
    return made
  }

  /// The lines that are kept: some versions of all lines of the longest poster.
  private static let mostLines = 8 * Poster.mostLines

  /// Returns the box of a line.
  func box(of setting: TextSetting, stroke: Double, _ make: () -> Rect?) -> Rect? {
    let key = LineKey(setting: setting, stroke: stroke)
    if let known = boxes[key] { return known }
    if boxes.count >= capacity { boxes = [:] }
    let made = make()
    boxes[key] = .some(made)
    return made
  }
}
