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
    var taken: [Rect] = []
    // Those of contrast are read; those of gamuts stand where there is room.
    var ends: [(label: String, place: Point?)] = curves.map { ($0.line.label, $0.rightEnd) }
    ends.append(("CMYK", printable?.labelPlace))
    ends += all.filter(\.line.isEdge).map { ($0.line.label, $0.labelPlace) }
    for (label, end) in ends {
      guard let end else { continue }
      let width = interface.line(label, style: Theme.secondaryFigures).width
      let x = min(max(end.x * size.width - width - 4, 2), size.width - width - 4)
      let y = (1 - end.y) * size.height
      let places = [y - Self.height - 1, y + 2].filter { $0 >= 0 && $0 + Self.height <= size.height }
      let frames = places.map { Rect(x: x, y: $0, width: width, height: Self.height) }
      guard
        let frame = frames.first(where: { frame in
          !taken.contains { $0.intersection(frame)?.isEmpty == false }
        })
      else { continue }
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

extension PlaneCurve {
  /// Where the label of an edge belongs: its end farthest up and to the right.
  fileprivate var labelPlace: Point? {
    pieces.flatMap { [$0.start, $0.end] }.max { $0.x + $0.y < $1.x + $1.y }
  }
}

extension PrintableRegion {
  /// Where the label of the edge belongs: its end farthest to the right.
  fileprivate var labelPlace: Point? { lines.flatMap { $0 }.max { $0.x < $1.x } }
}
