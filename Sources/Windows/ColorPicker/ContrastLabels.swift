import ColorManagement
import Colors
import Controls
import Geometry
import Scene

/// The figures at the ends of the lines through a plane.
final class ContrastLabels {
  let layer = Layer()

  /// What the figures were made for.
  private struct Subject: Hashable {
    var plane: Plane
    var guides: PlaneGuides
    var printable: PrintableRegion?
    var size: Size
    var scale: Double
  }

  private var subject: Subject?

  /// The lines as they run through the plane, for dragging along them; only those of contrast.
  private(set) var curves: [PlaneCurve] = []

  private static let height = 14.0

  /// Returns where figures may stand beside the end of a line, the usual places first.
  private static func frames(beside end: Point, width: Double, in size: Size) -> [Rect] {
    let left = min(max(end.x - width - 4, 2), size.width - width - 4)
    let (above, below) = (end.y - height - 1, end.y + 2)
    let near = [0.0, 6, 12].flatMap { [Point(left, above - $0), Point(left, below + $0)] }
    let beyond = [Point(end.x + 5, end.y - height / 2), Point(end.x + 5, above), Point(end.x + 5, below)]
    let far = [18.0, 26].flatMap { [Point(left, above - $0), Point(left, below + $0)] }
    return (near + beyond + far).map { Rect(origin: $0, size: Size(width: width, height: height)) }
      .filter { $0.minY >= 0 && $0.maxY <= size.height && $0.maxX <= size.width - 2 }
  }

  init() { layer.name = "line labels" }

  /// Shows the figures of a plane of some size.
  func show(
    _ plane: Plane, _ guides: PlaneGuides, printable: PrintableRegion?, size: Size, _ interface: Interface
  ) {
    let wanted = Subject(
      plane: plane, guides: guides, printable: printable, size: size, scale: interface.scale)
    guard wanted != subject else { return }
    subject = wanted
    layer.frame = Rect(origin: .zero, size: size)
    layer.removeSublayers()
    guard !guides.lines.isEmpty || printable != nil, !size.isEmpty else { return curves = [] }
    let trace = PlaneTrace(plane.colors, at: plane.level)
    let all = guides.lines.map(trace.curve(of:))
    curves = all.filter { !$0.line.isEdge }
    let pieces = all.flatMap(\.pieces).map { $0.inPixels(of: size) }
    var taken: [Rect] = []
    // Those of contrast are read; those of gamuts stand where there is room.
    var ends: [(label: String, place: Point?)] = curves.map { ($0.line.label, $0.rightEnd) }
    ends.append(("CMYK", printable?.labelPlace))
    ends += all.filter(\.line.isEdge).map { ($0.line.label, $0.labelPlace) }
    for (label, end) in ends {
      guard let end else { continue }
      let width = interface.line(label, style: Theme.secondaryFigures).width
      let place = Point(end.x * size.width, (1 - end.y) * size.height)
      let frames = Self.frames(beside: place, width: width, in: size).filter { frame in
        !taken.contains { $0.intersection(frame)?.isEmpty == false }
      }
      let crossings = frames.map { frame in pieces.count { $0.passes(through: frame) } }
      guard let least = crossings.min(), let best = crossings.firstIndex(of: least) else { continue }
      let frame = frames[best]
      taken.append(frame)
      let middle = frame.center
      let ground = trace.color(at: Point(middle.x / size.width, 1 - middle.y / size.height)).clipped
      let (white, black) = (RGBA(hex: 0xffffff), RGBA(hex: 0))
      let ink = wcagContrast(white, ground) >= wcagContrast(black, ground) ? white : black
      layer.addSublayer(
        Layer(label, style: Theme.secondaryFigures, color: ink, in: frame, interface))
    }
  }
}

extension LineSegment {
  /// Returns the segment in points of a plane, y downward, from shares of the way along the axes.
  fileprivate func inPixels(of size: Size) -> LineSegment {
    func scaled(_ place: Point) -> Point { Point(place.x * size.width, (1 - place.y) * size.height) }
    return LineSegment(scaled(start), scaled(end))
  }

  /// Whether some of the segment lies in a rectangle: every two points along it are looked at.
  fileprivate func passes(through frame: Rect) -> Bool {
    guard max(start.x, end.x) >= frame.minX, min(start.x, end.x) <= frame.maxX,
      max(start.y, end.y) >= frame.minY, min(start.y, end.y) <= frame.maxY
    else { return false }
    let steps = max(Int(start.distance(to: end) / 2), 1)
    return (0...steps).contains { frame.contains(point(at: Double($0) / Double(steps))) }
  }
}

extension PlaneCurve {
  /// Where the label of an edge belongs: its end farthest up and to the right.
  fileprivate var labelPlace: Point? {
    let ends = pieces.flatMap { piece -> [Point] in [piece.start, piece.end] }
    return ends.max { $0.x + $0.y < $1.x + $1.y }
  }
}

extension PrintableRegion {
  /// Where the label of the edge belongs: its end farthest to the right.
  fileprivate var labelPlace: Point? { lines.flatMap { $0 }.max { $0.x < $1.x } }
}
