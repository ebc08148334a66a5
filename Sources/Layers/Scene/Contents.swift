public import Colors
public import Geometry
import Text

/// The content that a layer shows over its background.
public enum Contents: Hashable, Sendable {
  /// A bitmap stretched over the bounds.
  case image(ImageContents)
  /// Colours along a line or round a point.
  case gradient(Gradient)
  /// One line of text in one ink.
  case text(TextContents)
  /// A filled path in the layer's own coordinates.
  case path(PathContents)
  /// Painted by a shader of its own.
  case shader(ShaderFill)
}

/// A bitmap and how it is stretched.
public struct ImageContents: Hashable, Sendable {
  /// The interpolation between the centres of a bitmap's pixels.
  public enum Filter: Hashable, Sendable {
    /// The nearest pixel's colour; edges of pixels stay sharp.
    case nearest
    /// A mixture of the four nearest pixels.
    case linear
  }

  /// The pixels, which layers may share.
  public var bitmap: SharedBitmap
  /// The interpolation between the centres of pixels.
  public var filter: Filter

  /// The size in points of one repetition of the bitmap, or nil to stretch it once over the bounds.
  public var tile: Size?

  /// The part of the bitmap that is shown, in its pixels, or nil for all of it. Nothing outside is ever mixed in.
  /// Tiles repeat the whole bitmap.
  public var source: Rect?

  /// Whether frames may omit the image when there is no time to upload it. False if a gap would be visible, for
  /// instance when it replaces another picture of the same object.
  public var canWait: Bool

  /// Creates contents that show a bitmap, stretched over the bounds unless a tile says otherwise.
  public init(
    _ bitmap: SharedBitmap, filter: Filter = .linear, tile: Size? = nil, source: Rect? = nil,
    canWait: Bool = true
  ) {
    self.bitmap = bitmap
    self.filter = filter
    self.tile = tile
    self.source = source
    self.canWait = canWait
  }
}

/// Colours along a line or round a point.
///
/// Each place has a location *t*. On a line from A to B it is (P − A)·(B − A)/|B − A|², round a point C it is
/// |P − C|/r, all lengths in points. Between two stops at *t₁* ≤ *t* ≤ *t₂* the components are mixed as sRGB values,
/// premultiplied: c₁ + (c₂ − c₁)(t − t₁)/(t₂ − t₁); before the first stop and after the last it is their colour.
/// Patterns of cairo draw the same as long as the colours are opaque.
public struct Gradient: Hashable, Sendable {
  /// A colour at a location.
  public struct Stop: Hashable, Sendable {
    /// The colour, straight sRGB.
    public var color: RGBA
    /// Where between start and end the colour stands, 0…1.
    public var location: Double

    /// Creates a stop of a colour at a location from 0 to 1.
    public init(_ color: RGBA, at location: Double) {
      self.color = color
      self.location = location
    }
  }

  /// How the locations lie in the bounds.
  public enum Shape: Hashable, Sendable {
    /// Along the line between two points, in fractions of the bounds.
    case linear(start: Point, end: Point)
    /// Round a point, in fractions of the bounds. The radius at which location 1 lies is in fractions of half the
    /// bounds' diagonal: round the middle, 1 reaches the corners.
    case radial(center: Point, radius: Double)
  }

  /// The colours, of which the first sixteen are drawn.
  public var stops: [Stop]
  /// How the locations lie in the bounds.
  public var shape: Shape

  /// Creates a gradient of a shape.
  public init(stops: [Stop], shape: Shape) {
    self.stops = stops
    self.shape = shape
  }

  /// Creates colours along a line.
  ///
  /// - Parameters:
  ///   - stops: The colours, with rising locations.
  ///   - start: The place of location 0, in fractions of the bounds, (0, 0) at the top left and (1, 1) at the bottom
  ///     right.
  ///   - end: The place of location 1, in fractions of the bounds.
  public init(stops: [Stop], start: Point, end: Point) {
    self.init(stops: stops, shape: .linear(start: start, end: end))
  }

  /// Creates colours around a point.
  ///
  /// - Parameters:
  ///   - stops: The colours, with rising locations.
  ///   - center: The centre in fractions of the bounds, (0, 0) at the top left and (1, 1) at the bottom right.
  ///   - radius: The distance of the last location, in fractions of half the bounds' diagonal.
  public init(stops: [Stop], center: Point, radius: Double) {
    self.init(stops: stops, shape: .radial(center: center, radius: radius))
  }
}

/// One line of text in one ink, its baseline at a distance below the top of the bounds.
public struct TextContents: Hashable, Sendable {
  /// The text; line breaks become spaces.
  public var text: String
  /// The font, its size and its weight.
  public var font: Font
  /// The colour of the letters.
  public var color: RGBA

  /// The distance of the baseline below the top edge, in points.
  public var baseline: Double

  /// The width at which the line ends with an ellipsis, or nil for none.
  public var maximumWidth: Double?

  /// Whether an ellipsis is meant: the text is a person's own, such as a title, or a tooltip holds the whole. Tests
  /// report all other texts that are longer than `maximumWidth`.
  public var isElastic: Bool

  /// Creates a line of text.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - font: Its font.
  ///   - color: Its colour.
  ///   - baseline: The distance of the baseline from the top of the bounds, in points.
  ///   - maximumWidth: The width in points beyond which it is shortened; nil for none.
  ///   - isElastic: Whether an ellipsis is meant.
  public init(
    _ text: String, font: Font, color: RGBA, baseline: Double, maximumWidth: Double? = nil,
    isElastic: Bool = false
  ) {
    self.text = text
    self.font = font
    self.color = color
    self.baseline = baseline
    self.maximumWidth = maximumWidth
    self.isElastic = isElastic
  }
}

/// A path filled in one colour.
public struct PathContents: Hashable, Sendable {
  /// The path, in the layer's own coordinates.
  public var figure: Figure
  /// Which parts of the path count as inside.
  public var rule: FillRule
  /// The colour of the inside.
  public var color: RGBA

  /// Creates contents that fill a figure, whose mesh layers may share.
  public init(_ figure: Figure, rule: FillRule = .nonZero, color: RGBA) {
    self.figure = figure
    self.rule = rule
    self.color = color
  }

  /// Creates contents that fill a path.
  public init(_ path: Path, rule: FillRule = .nonZero, color: RGBA) {
    self.init(Figure(path), rule: rule, color: color)
  }

  /// The path alone; setting it makes a figure of it.
  public var path: Path {
    get { figure.path }
    set { figure = Figure(newValue) }
  }
}

/// A soft shadow under a layer's rounded bounds.
public struct Shadow: Hashable, Sendable {
  /// The colour where the shadow is densest.
  public var color: RGBA
  /// How far the shadow is moved from the layer.
  public var offset: Vector
  /// The distance over which the edge fades, in points; the Gaussian's deviation is half of it.
  public var blur: Double
  /// How far the shadow reaches beyond the bounds before it is blurred, in points.
  public var spread: Double

  /// Creates a shadow.
  ///
  /// - Parameters:
  ///   - color: Its colour.
  ///   - offset: Its distance from the layer, in points.
  ///   - blur: The distance over which the edge fades, in points.
  ///   - spread: The distance by which the shape grows on all sides, in points.
  public init(color: RGBA, offset: Vector, blur: Double, spread: Double = 0) {
    self.color = color
    self.offset = offset
    self.blur = blur
    self.spread = spread
  }
}
