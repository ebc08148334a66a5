public import Geometry
public import VectorArt

/// A crown as a library keeps it.
public struct CrownRecord: Hashable, Sendable {
  /// A readable slug, unique in its library.
  public var id: String
  /// What people call the crown.
  public var name: String
  /// Words by which it is found.
  public var tags: [String]
  /// Where the drawing came from: a file's name, or that it is ours.
  public var source: String
  /// Under which licence the drawing may be used; empty where nobody said.
  public var licence: String
  /// The path in VectorArt's binary code.
  public var code: [UInt8]
  /// The box of the ink.
  public var bounds: Rect
  /// The size of the document, whose origin is that of the path.
  public var viewport: Size
  /// How many lines and curves the path has.
  public var segments: Int
  /// Stands for the file that the crown was read from, so that the same file is one crown.
  public var origin: ContentDigest

  /// Creates a crown of an SVG document; the box and the count are those of the path as it is coded.
  public init(
    id: String, name: String, tags: [String] = [], source: String, licence: String, svg: [UInt8],
    image: VectorImage
  ) throws(PathCodeError) {
    self.id = id
    self.name = name
    self.tags = tags
    self.source = source
    self.licence = licence
    code = PathCode.encode(image.path)
    let path = try PathCode.decode(code)
    bounds = path.bounds ?? .zero
    viewport = image.viewport.size
    segments = path.segmentCount
    origin = ContentDigest(svg)
  }

  init(
    id: String, name: String, tags: [String], source: String, licence: String, code: [UInt8], bounds: Rect,
    viewport: Size, segments: Int, origin: ContentDigest
  ) {
    self.id = id
    self.name = name
    self.tags = tags
    self.source = source
    self.licence = licence
    self.code = code
    self.bounds = bounds
    self.viewport = viewport
    self.segments = segments
    self.origin = origin
  }

  /// Returns the path, to be filled by the non-zero rule.
  public func path() throws(PathCodeError) -> Path { try PathCode.decode(code) }
}

extension Path {
  fileprivate var segmentCount: Int {
    var count = 0
    forEachSegment(closingOpenSubpaths: true) { _ in count += 1 }
    return count
  }
}
