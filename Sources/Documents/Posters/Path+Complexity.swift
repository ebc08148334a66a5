import Geometry
import PlanarGeometry

extension Path {
  /// What makes a path too involved to be painted in sensible time and memory, or nil, found in time near n log n for n
  /// lines.
  ///
  /// A path of few elements is not looked at: it can cross itself no more often than is allowed here.
  var complexityFault: String? {
    guard elements.count > Self.fewElements, let box = controlBounds else { return nil }
    let extent = max(box.width, box.height)
    guard extent > 0, extent.isFinite else { return nil }
    let scale = Self.gridSteps / extent
    func place(_ point: Point) -> GridPoint {
      GridPoint(Int32((point.x - box.midX) * scale), Int32((point.y - box.midY) * scale))
    }
    var rounding = SnapRounding()
    var count = 0
    flattened(within: extent * Self.flatness).forEachSegment(closingOpenSubpaths: true) { segment in
      guard case .line(let line) = segment, line.start.isFinite, line.end.isFinite else { return }
      let (start, end) = (place(line.start), place(line.end))
      guard start != end else { return }
      count += 1
      if count <= Self.mostLines { rounding.add(start, end) }
    }
    if count > Self.mostLines { return "its curves take more than \(Self.mostLines) lines" }
    return rounding.run(limit: Self.mostCrossings)
      ? nil : "its lines cross more than \(Self.mostCrossings) times"
  }

  private static let fewElements = 1000
  private static let mostLines = 500_000

  /// Twice as often as in a drawing that is imported, whose outline is worked out as well.
  private static let mostCrossings = 2_000_000

  /// How many steps of the grid the longer side has, and the part of it that chords may be away from their curves.
  private static let gridSteps = Double(1 << 20)
  private static let flatness = 1.0 / 4096
}
