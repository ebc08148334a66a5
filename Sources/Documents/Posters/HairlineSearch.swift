import Geometry

/// Finds the lines and gaps of outlines that are thinner than a limit, over a length that is no mere corner.
///
/// From points along each outline it measures the way across, inward for lines and outward for gaps, to an edge that
/// runs the other way. A stretch counts if all ways are under the limit and a part of it is of nearly even width: at a
/// corner, and where outlines touch, the way shrinks to nothing instead. Only pieces of edges with an opposite edge
/// nearby are measured, so that it takes time in proportion to the length of the outlines.
struct HairlineSearch {
  /// The thinnest line or gap that was found of an outline.
  struct Finding: Hashable, Sendable {
    /// The index of the outline.
    var outline: Int
    /// Whether it is a gap instead of a line.
    var isGap: Bool
    /// The middle of the way across, in the outline's coordinates.
    var place: Point
    /// The way across.
    var width: Double
  }

  private struct Edge {
    let start: Point
    let direction: Vector
    let length: Double
    /// The direction to the inside.
    let inward: Vector
    let outline: Int
    /// Whether it begins another contour.
    let isFirst: Bool

    var end: Point { start + direction * length }
  }

  private struct Cell: Hashable {
    let column: Int32
    let row: Int32
  }

  private let limit: Double
  private var edges: [Edge] = []
  /// The edges near each cell of a square grid.
  private var cells: [Cell: [Int32]] = [:]

  /// The least length of an even part, in limits, and the greatest ratio of its widths.
  private static let shortest = 15.0
  private static let evenness = 1.5
  /// The same length beside a contact: no arcs up to 1.3 m in radius that touch are so even at a limit of 0.1 mm.
  private static let shortestAtContact = 30.0
  /// The width at which outlines touch, in limits.
  private static let contact = 0.1
  /// The cosine of the turn from which on a stretch ends at a corner: 60°.
  private static let corner = 0.5
  /// The side of a cell, in limits.
  private static let side = 8.0
  /// The cosine of the angle between two edges from which on they run opposite ways: 37°.
  private static let opposite = -0.8
  /// The cells that edges may still pass; beyond that, which no poster reaches, edges are not searched.
  private var cellsLeft = 2_000_000.0

  /// Returns the thinnest line and the thinnest gap under a limit of each outline.
  ///
  /// Outlines have no overlaps and are filled by the non-zero rule; a gap may be between two of them.
  static func findings(in outlines: [Path], thinnerThan limit: Double) -> [Finding] {
    guard limit > 0, limit.isFinite else { return [] }
    var search = HairlineSearch(limit: limit)
    for (index, path) in outlines.enumerated() { search.add(path, outline: index) }
    return search.findings()
  }

  private init(limit: Double) { self.limit = limit }

  private var cellSide: Double { Self.side * limit }

  // MARK: Edges

  private mutating func add(_ path: Path, outline: Int) {
    let turn = path.signedArea < 0 ? -1.0 : 1
    var last: Point?
    path.flattened(within: limit / 20).forEachSegment(closingOpenSubpaths: true) { segment in
      let way = segment.end - segment.start
      let length = way.length
      let isFirst = segment.start != last
      let cells = max(1, (length / cellSide).rounded(.up))
      guard length > 0, segment.start.isFinite, cells <= cellsLeft else { return }
      cellsLeft -= cells
      last = segment.end
      // The inside of a path that runs clockwise is on the right.
      edges.append(
        Edge(
          start: segment.start, direction: way / length, length: length,
          inward: (way / length).perpendicular * turn, outline: outline, isFirst: isFirst))
      enter(edges.count - 1)
    }
  }

  /// Enters an edge in the cells within the limit around it.
  private mutating func enter(_ number: Int) {
    let edge = edges[number]
    let count = max(1, (edge.length / cellSide).rounded(.up))
    for step in 0..<Int(count) {
      let (from, to) = (Double(step) / count * edge.length, Double(step + 1) / count * edge.length)
      let piece = Rect(edge.start + edge.direction * from, edge.start + edge.direction * to)
        .outset(by: limit)
      for cell in [
        (piece.minX, piece.minY), (piece.maxX, piece.minY), (piece.minX, piece.maxY),
        (piece.maxX, piece.maxY),
      ] {
        guard let cell = self.cell(at: Point(cell.0, cell.1)) else { continue }
        if cells[cell]?.last != Int32(number) { cells[cell, default: []].append(Int32(number)) }
      }
    }
  }

  private func cell(at point: Point) -> Cell? {
    guard let column = Int32(exactly: (point.x / cellSide).rounded(.down)),
      let row = Int32(exactly: (point.y / cellSide).rounded(.down))
    else { return nil }
    return Cell(column: column, row: row)
  }

  // MARK: Ways across

  /// A way across, and the length of outline for which it stands.
  private struct Way {
    let place: Point
    let width: Double
    let length: Double
  }

  /// Ways in a row that are under the limit.
  private typealias Run = [Way]

  /// Returns the thinnest way in the even parts of a run; nil for a corner or a contact.
  private func thinnest(of run: Run) -> Way? {
    let isContact = run.contains { $0.width < Self.contact * limit }
    let shortest = (isContact ? Self.shortestAtContact : Self.shortest) * limit
    guard run.reduce(0, { $0 + $1.length }) >= shortest else { return nil }
    var found: Way?
    // Each way begins a part that ends where it is not even any more.
    for (start, first) in run.enumerated() {
      var (least, most, length) = (first, first.width, 0.0)
      for way in run[start...] {
        let narrowest = way.width < least.width ? way : least
        guard max(most, way.width) <= Self.evenness * narrowest.width else { break }
        (least, most, length) = (narrowest, max(most, way.width), length + way.length)
        // A long run is even all along; what is beyond begins another part.
        if length >= shortest { break }
      }
      if length >= shortest, least.width >= Self.contact * limit, least.width < found?.width ?? .infinity {
        found = least
      }
    }
    return found
  }

  private func findings() -> [Finding] {
    var thinnest: [Finding] = []
    func end(_ run: inout Run, of outline: Int, isGap: Bool) {
      defer { run.removeAll(keepingCapacity: true) }
      guard let found = self.thinnest(of: run) else { return }
      let finding = Finding(outline: outline, isGap: isGap, place: found.place, width: found.width)
      if let index = thinnest.firstIndex(where: { $0.outline == outline && $0.isGap == isGap }) {
        if finding.width < thinnest[index].width { thinnest[index] = finding }
      } else {
        thinnest.append(finding)
      }
    }
    var (line, gap) = (Run(), Run())
    var outline = 0
    for (number, edge) in edges.enumerated() {
      let isCorner = number > 0 && edge.direction.dot(edges[number - 1].direction) < Self.corner
      if edge.isFirst || isCorner || edge.outline != outline {
        end(&line, of: outline, isGap: false)
        end(&gap, of: outline, isGap: true)
        outline = edge.outline
      }
      let pieces = max(1, Int((edge.length / cellSide).rounded(.up)))
      let pieceLength = edge.length / Double(pieces)
      for piece in 0..<pieces {
        let start = Double(piece) * pieceLength
        let near = opposites(of: number, around: edge.start + edge.direction * (start + pieceLength / 2))
        let count = near.isEmpty ? 1 : max(1, Int((pieceLength / limit).rounded(.up)))
        for step in 0..<count {
          let share = (Double(step) + 0.5) / Double(count)
          let point = edge.start + edge.direction * (start + share * pieceLength)
          measure(near, from: point, toward: edge.inward, pieceLength / Double(count), &line) {
            end(&$0, of: outline, isGap: false)
          }
          measure(near, from: point, toward: -edge.inward, pieceLength / Double(count), &gap) {
            end(&$0, of: outline, isGap: true)
          }
        }
      }
    }
    end(&line, of: outline, isGap: false)
    end(&gap, of: outline, isGap: true)
    return thinnest.sorted { ($0.outline, $0.isGap ? 1 : 0) < ($1.outline, $1.isGap ? 1 : 0) }
  }

  /// Continues a run by a way across that is under the limit, and ends it at one that is not.
  private func measure(
    _ near: [Int32], from point: Point, toward way: Vector, _ length: Double, _ run: inout Run,
    end: (inout Run) -> Void
  ) {
    var width = Double.infinity
    for number in near {
      let edge = edges[Int(number)]
      // The ray meets the edge at `point + way · distance`.
      let determinant = way.cross(edge.direction)
      guard abs(determinant) > 1e-9 else { continue }
      let between = edge.start - point
      let distance = between.cross(edge.direction) / determinant
      let along = between.cross(way) / determinant
      if distance > limit * 1e-6, distance < width, along >= 0, along <= edge.length { width = distance }
    }
    guard width < limit else { return end(&run) }
    run.append(Way(place: point + way * (width / 2), width: width, length: length))
  }

  /// Returns the edges near a piece of an edge that run the other way.
  private func opposites(of number: Int, around middle: Point) -> [Int32] {
    let edge = edges[number]
    let reach = min(edge.length, cellSide) / 2
    var found: [Int32] = []
    var seen: [Cell] = []
    for step in [-1.0, 0, 1] {
      guard let cell = cell(at: middle + edge.direction * (step * reach)), !seen.contains(cell) else {
        continue
      }
      seen.append(cell)
      for other in cells[cell] ?? [] where Int(other) != number {
        guard edges[Int(other)].direction.dot(edge.direction) < Self.opposite, !found.contains(other) else {
          continue
        }
        found.append(other)
      }
    }
    return found
  }
}
