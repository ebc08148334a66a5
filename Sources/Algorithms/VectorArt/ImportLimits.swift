/// How much a document may ask for before it is refused.
public struct ImportLimits: Hashable, Sendable {
  /// The length of the document.
  public var bytes = 32 << 20
  /// What entities may add to the document in any case.
  public var expandedBytes = 1 << 20
  /// How many times its length entities may make the document beyond that.
  public var amplification: Float = 4
  /// Elements in the document.
  public var elements = 100_000
  /// Attributes of one element.
  public var attributes = 10_000
  /// The length of all style sheets together.
  public var styleBytes = 4 << 20
  /// Rules of all style sheets together.
  public var styleRules = 100_000
  /// Elements that are compared with parts of selectors, all together.
  public var selectorSteps = 20_000_000
  /// Bytes that are read for references to custom properties and put in their place, all together.
  public var variableBytes = 32 << 20
  /// Elements drawn, each `use` counting all that it repeats.
  public var drawnElements = 100_000
  /// Elements inside each other, through `use` and clip paths too.
  public var depth = 128
  /// Segments of all drawn paths together.
  public var segments = 500_000
  /// Drawings inside each other, in images.
  public var pictures = 4
  /// Dashes of one line.
  public var dashes = 20_000
  /// Crossings of outlines.
  public var crossings = 1_000_000

  /// Drawings in images of one document, each of which may ask for a sixteenth of the crossings.
  static let picturesInOne = 256

  /// Creates limits that are ample for drawings made by people.
  public init() {}

  /// The limits that hold where none are given.
  public static let `default` = ImportLimits()
}
