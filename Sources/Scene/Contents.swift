public import Colors
public import Geometry

/// What a layer shows over its background.
public enum Contents: Hashable, Sendable {
  /// A raster stretched over the bounds.
  case image(ImageContents)
  /// Colours along a line.
  case gradient(Gradient)
  /// One line of text in one ink.
  case text(TextContents)
  /// A filled path in the layer's own coordinates.
  case path(PathContents)
  /// A field of colour that a program of its own computes for each pixel.
  case plane(Plane)
}

/// A raster and how it is stretched.
public struct ImageContents: Hashable, Sendable {
  public enum Filter: Hashable, Sendable {
    case nearest
    case linear
  }

  public var raster: Raster
  public var filter: Filter

  /// The size in points of one repetition of the raster, or nil to stretch it once over the bounds.
  public var tile: Size?

  public init(_ raster: Raster, filter: Filter = .linear, tile: Size? = nil) {
    self.raster = raster
    self.filter = filter
    self.tile = tile
  }
}

/// Colours along a line; between two stops they are mixed in sRGB, premultiplied.
public struct Gradient: Hashable, Sendable {
  public struct Stop: Hashable, Sendable {
    public var color: RGBA
    /// Where on the line the colour stands, 0…1.
    public var location: Double

    public init(_ color: RGBA, at location: Double) {
      self.color = color
      self.location = location
    }
  }

  public var stops: [Stop]

  /// The ends of the line, in fractions of the bounds.
  public var start: Point
  public var end: Point

  public init(stops: [Stop], start: Point, end: Point) {
    self.stops = stops
    self.start = start
    self.end = end
  }
}

/// One line of text in one ink, its baseline at a distance below the top of the bounds.
public struct TextContents: Hashable, Sendable {
  public var text: String
  public var style: TextStyle
  public var color: RGBA

  /// The distance of the baseline below the top edge, in points.
  public var baseline: Double

  /// The width at which the line ends with an ellipsis, or nil for none.
  public var maximumWidth: Double?

  public init(
    _ text: String, style: TextStyle, color: RGBA, baseline: Double, maximumWidth: Double? = nil
  ) {
    self.text = text
    self.style = style
    self.color = color
    self.baseline = baseline
    self.maximumWidth = maximumWidth
  }
}

/// The letters of a line of text: which font, how large, how heavy.
public struct TextStyle: Hashable, Sendable {
  public var family: String
  /// The em size in points.
  public var size: Double
  /// The CSS weight, 100…900.
  public var weight: Int
  /// Whether all figures have one width.
  public var hasTabularFigures: Bool

  public init(family: String, size: Double, weight: Int = 400, hasTabularFigures: Bool = false) {
    self.family = family
    self.size = size
    self.weight = weight
    self.hasTabularFigures = hasTabularFigures
  }
}

/// A path filled in one colour.
public struct PathContents: Hashable, Sendable {
  public var figure: Figure
  public var rule: FillRule
  public var color: RGBA

  public init(_ figure: Figure, rule: FillRule = .nonZero, color: RGBA) {
    self.figure = figure
    self.rule = rule
    self.color = color
  }

  public init(_ path: Path, rule: FillRule = .nonZero, color: RGBA) {
    self.init(Figure(path), rule: rule, color: color)
  }

  public var path: Path {
    get { figure.path }
    set { figure = Figure(newValue) }
  }
}

/// A field of colour that a program computes for each pixel.
public enum Plane: Hashable, Sendable {
  /// Saturation rightward and brightness upward at one hue, in degrees.
  case hsb(hue: Double)
}

/// A soft shadow under a layer's rounded bounds.
public struct Shadow: Hashable, Sendable {
  public var color: RGBA
  public var offset: Vector
  /// The distance over which the edge fades, in points; the Gaussian's deviation is half of it.
  public var blur: Double
  /// How far the shadow reaches beyond the bounds before it is blurred, in points.
  public var spread: Double

  public init(color: RGBA, offset: Vector, blur: Double, spread: Double = 0) {
    self.color = color
    self.offset = offset
    self.blur = blur
    self.spread = spread
  }
}
