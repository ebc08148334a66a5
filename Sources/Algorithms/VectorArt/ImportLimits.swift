/// The limits beyond which a document is refused.
public struct ImportLimits: Hashable, Sendable {
  /// The length of the document.
  public var bytes = 32 << 20
  /// The bytes that entities may always add to the document.
  public var expandedBytes = 1 << 20
  /// The factor by which entities may expand the document beyond that.
  public var amplification: Float = 4
  /// Elements in the document.
  public var elements = 100_000
  /// Attributes of one element.
  public var attributes = 10_000
  /// The total length of all style sheets.
  public var styleBytes = 4 << 20
  /// The total number of rules in all style sheets.
  public var styleRules = 100_000
  /// The total number of elements compared with parts of selectors.
  public var selectorSteps = 20_000_000
  /// The total bytes read for references to custom properties and inserted for them.
  public var variableBytes = 32 << 20
  /// Drawn elements; each `use` counts everything that it repeats.
  public var drawnElements = 100_000
  /// The depth of nested elements, including those through `use` and clip paths.
  public var depth = 128
  /// The total segments of all drawn paths.
  public var segments = 500_000
  /// The depth of drawings nested in images.
  public var pictures = 4
  /// The dashes of one line.
  public var dashes = 20_000
  /// Crossings of outlines.
  public var crossings = 1_000_000

  /// The drawings in images of one document, each of which may use a sixteenth of the crossings.
  static let picturesInOne = 256

  /// Creates limits that are ample for drawings made by people.
  public init() {}

  /// The default limits.
  public static let `default` = ImportLimits()
}
