public import Geometry
public import VectorArt

/// A crown in a library.
public struct CrownRecord: Hashable, Sendable {
  /// A readable slug, unique in its library.
  public var id: String
  /// The crown's display name.
  public var name: String
  /// Search words.
  public var tags: [String]
  /// The origin of the drawing: a file's name, or Regalia itself.
  public var source: String
  /// The drawing's licence; empty if unknown.
  public var licence: String
  /// The path in VectorArt's binary code.
  public var code: [UInt8]
  /// The bounds of the ink.
  public var bounds: Rect
  /// The size of the document, whose origin is the path's.
  public var viewport: Size
  /// The number of lines and curves in the path.
  public var segments: Int
  /// The digest of the imported file, by which the same file is recognised.
  public var origin: ContentDigest

  /// Creates a crown from an SVG document; bounds and segment count are those of the encoded path.
  ///
  /// - Parameters:
  ///   - id: The id, from which the library makes a free one.
  ///   - name: The name that people see.
  ///   - tags: Words for searching.
  ///   - source: The origin of the drawing, such as a file's name.
  ///   - licence: The licence; empty if it is unknown.
  ///   - svg: The bytes of the SVG document, by which the same file is recognised.
  ///   - image: The drawing that was read from them.
  /// - Throws: `PathCodeError` if the path of the drawing cannot be encoded.
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

  /// Returns the path, for the non-zero fill rule.
  ///
  /// - Throws: `PathCodeError` if the code is damaged or of an unknown version.
  public func path() throws(PathCodeError) -> Path { try PathCode.decode(code) }
}

extension Path {
  fileprivate var segmentCount: Int {
    var count = 0
    forEachSegment(closingOpenSubpaths: true) { _ in count += 1 }
    return count
  }
}
