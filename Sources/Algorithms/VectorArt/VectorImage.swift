import Geometry
import PlanarGeometry

/// A drawing as one path in one ink.
///
/// `VectorImage(svg:)` reads an SVG document and gives its silhouette: everything that is painted with an
/// opacity above 0, whatever its colour, as one path for the non-zero rule.
///
/// 1. `MarkupReader` reads the XML through Expat, within `ImportLimits`.
/// 2. `Cascade` finds out what its style sheets say, and `Interpreter` walks it (`use`, viewports, units) and gathers
///    shapes in viewport coordinates; strokes are fills by then (`Stroker`), clips are cut out of what they clip.
/// 3. `Overlay` unites the shapes. Curves become chords on an integer grid, each of which remembers its curve
///    and part; snap rounding (`Noding`) makes them planar with exact predicates; a sweep finds the outline;
///    `ContourAssembly` puts the original curves together again along it.
/// 4. `PathCode` writes the path in a few hundred bytes.
public struct VectorImage: Hashable, Sendable {
  /// The silhouette in viewport coordinates, for the non-zero rule, without overlaps.
  public var path: Path
  /// The box around the ink; of no size without any.
  public var bounds: Rect
  /// The viewport: the document's width and height.
  public var viewport: Rect
  /// What was left out or could not be shown.
  public var warnings: [SVGDiagnostic]

  /// Reads a document; what cannot be read throws, what cannot be shown becomes a warning.
  public init(svg text: String, limits: ImportLimits = .default) throws(SVGDiagnostic) {
    try self.init(svg: Array(text.utf8), limits: limits)
  }

  /// Reads a document; what cannot be read throws, what cannot be shown becomes a warning.
  public init(svg bytes: [UInt8], limits: ImportLimits = .default) throws(SVGDiagnostic) {
    self = try VectorImage.read(bytes, limits: limits).image
  }

  /// The cost of reading a document, and its properties besides the silhouette.
  struct Usage {
    /// How many elements were drawn.
    let elements: Int
    /// Whether the document has a size of its own.
    let hasSize: Bool
    /// The colour that was painted with first.
    let color: UInt32?
  }

  /// Reads a document; what cannot be read throws, what cannot be shown becomes a warning.
  static func read(
    _ bytes: [UInt8], limits: ImportLimits
  ) throws(SVGDiagnostic) -> (image: VectorImage, usage: Usage) {
    let document = try MarkupReader.read(bytes, limits: limits)
    guard let root = document.elements.first, root.name == "svg" else {
      let (line, column) = document.location(ofElement: 0)
      throw SVGDiagnostic("the root element is not svg", line: line, column: column)
    }
    let size = try VectorImage.size(of: root)
    var interpreter = try Interpreter(document, size: size, limits: limits)
    let image = try VectorImage(&interpreter, size: size)
    let usage = Usage(
      elements: interpreter.drawnElements, hasSize: size != nil, color: interpreter.document.firstColor)
    return (image, usage)
  }

  private init(_ interpreter: inout Interpreter, size: Size?) throws(SVGDiagnostic) {
    viewport = Rect(origin: .zero, size: size ?? Size(100, 100))
    var shapes: [Overlay.Shape] = []
    try interpreter.drawRoot(0, Interpreter.State(viewport: viewport.size), into: &shapes)
    if size != nil { shapes = try interpreter.clipped(shapes, to: viewport, .identity, 0) }
    do throws(PathComplexityError) {
      path = try interpreter.canvas.silhouette(of: shapes)
    } catch {
      throw interpreter.document.failure(error.description, 0)
    }
    bounds = path.bounds ?? .zero
    warnings = interpreter.document.warnings
    if size == nil, !path.isEmpty { viewport = Rect(.zero, Point(max(bounds.maxX, 1), max(bounds.maxY, 1))) }
  }

  /// Creates a drawing of what is one path without overlaps already.
  public init(path: Path, viewport: Rect) {
    self.path = path
    self.viewport = viewport
    bounds = path.bounds ?? .zero
    warnings = []
  }

  /// Returns the document's size in user units, or nil where it has none.
  private static func size(of root: MarkupDocument.Element) throws(SVGDiagnostic) -> Size? {
    let box = ViewBox(root.attribute("viewBox"), preserveAspectRatio: nil)
    let whole = box?.rect.size
    func side(_ name: String, _ axis: Length.Axis) -> Double? {
      guard let text = root.attribute(name), let length = Length(text) else { return nil }
      if length.isPercentage && whole == nil { return nil }
      return length.resolved(axis, viewport: whole ?? .zero, fontSize: Style().fontSize)
    }
    let (width, height) = (side("width", .horizontal), side("height", .vertical))
    guard width != nil || height != nil || whole != nil else { return nil }
    var size = whole ?? Size(width ?? height ?? 100, height ?? width ?? 100)
    if let width, let height {
      size = Size(width, height)
    } else if let whole, let width {
      size = Size(width, width * whole.height / whole.width)
    } else if let whole, let height {
      size = Size(height * whole.width / whole.height, height)
    }
    guard size.width > 0, size.height > 0, size.width < 1e12, size.height < 1e12 else {
      throw SVGDiagnostic(
        "the document has no usable size", line: root.place.line, column: root.place.column)
    }
    return size
  }
}
