public import Colors
public import Geometry
import Images
public import Typography

/// Where everything on a poster lies, in points of 1/72 inch from the upper left of the trimmed page.
///
/// Window, thumbnails, PNG, PDF and SVG are drawn from this, so that they agree.
public struct PosterLayout: Hashable, Sendable {
  /// The trimmed page; its origin is 0.
  public let page: Rect
  public private(set) var background: Background
  /// The ink in eight bits a channel, opaque: every pixel that letters or crown cover is exactly this.
  public private(set) var ink: RGBA
  /// How much of the ink is seen; letters and crown together are drawn once with it.
  public private(set) var inkOpacity: Double
  public let emblem: PlacedEmblem?
  public let lines: [PlacedLine]
  public let warnings: [PosterWarning]
  /// The width by the height of the background's picture, or nil without one that can be read.
  let pictureAspect: Double?

  /// The emblem in its place.
  public enum PlacedEmblem: Hashable, Sendable {
    /// A path for the non-zero rule.
    case path(Path)
    case picture(bytes: [UInt8], Rect)

    /// The box of what is seen.
    public var bounds: Rect {
      switch self {
      case .path(let path): path.bounds ?? .zero
      case .picture(_, let rect): rect
      }
    }
  }

  /// A line of text in its place.
  public struct PlacedLine: Hashable, Sendable {
    /// The number of the line in the poster.
    public let index: Int
    public let rank: Poster.Line.Rank
    /// The text and font as they are set, the tracking that fits included.
    public let setting: TextSetting
    /// Where the baseline begins.
    public let origin: Point
    /// The letters with their stroke, without overlaps, for the non-zero rule.
    public let path: Path
    /// The box of the ink.
    public let bounds: Rect
    /// The width of the stroke that is part of the path.
    public let stroke: Double
    public let isRightToLeft: Bool
    /// Whether some characters are drawn as boxes, because no font has them.
    public let hasMissingCharacters: Bool
    /// How far the line advances from its origin.
    public let advance: Double
  }

  /// Everything that is filled with the ink, by the non-zero rule.
  public var inkPaths: [Path] {
    var paths = lines.map(\.path)
    if case .path(let path) = emblem { paths.insert(path, at: 0) }
    return paths
  }

  /// Lays a poster out; the same poster and fonts give the same layout.
  public init(_ poster: Poster, typesetter: Typesetter) {
    let page = poster.page.sane
    self.page = page
    background = poster.background
    (ink, inkOpacity) = Self.split(poster.ink)
    var setter = LineSetter(poster, typesetter: typesetter)
    let lines = setter.lines()
    let symbol = Symbol(poster.emblem)
    let stack = Stack(page: page, emblemAspect: symbol.aspect, lines: lines)
    (emblem, self.lines) = stack.placed(symbol, by: setter)
    let (aspect, pictureWarning) = background.readPictureAspect()
    pictureAspect = aspect
    warnings = setter.warnings + symbol.warnings + (pictureWarning.map { [$0] } ?? [])
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
  private static func split(_ ink: RGBA) -> (RGBA, Double) {
    let seen = ink.clipped.bytes8
    return (RGBA(bytes: seen.r, seen.g, seen.b), Double(seen.a) / 255)
  }
}

extension Background {
  /// Returns the shape of the picture, or what is wrong with it.
  fileprivate func readPictureAspect() -> (Double?, PosterWarning?) {
    guard case .picture(let picture) = self else { return (nil, nil) }
    do {
      let size = try Bitmap(encoded: picture.bytes, fitting: PixelSize(width: 256, height: 256)).size
      return (Double(size.width) / Double(max(size.height, 1)), nil)
    } catch {
      return (nil, .unreadablePicture(field: "background.data", message: error.description))
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
