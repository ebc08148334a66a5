public import Geometry
import Glibc

/// The course of lines through a plane of colours at one value of its fixed coordinate.
///
/// Positions are fractions of the axes: x from 0 to 1 rightward, y from 0 to 1 upward.
public struct PlaneTrace: Sendable {
  private let plane: ColorPlane
  private let level: Double

  /// The colours at the corners of a grid, by rows from the bottom.
  private let corners: [RGBA]

  /// The cells of the grid in each direction; features narrower than a cell may be missed.
  private static let cells = 32

  /// Samples a plane at about a thousand points.
  ///
  /// - Parameters:
  ///   - plane: The plane.
  ///   - level: The value of its fixed coordinate.
  public init(_ plane: ColorPlane, at level: Double) {
    (self.plane, self.level) = (plane, level)
    var corners: [RGBA] = []
    corners.reserveCapacity((Self.cells + 1) * (Self.cells + 1))
    for row in 0...Self.cells {
      for column in 0...Self.cells {
        corners.append(Self.color(plane, level, Self.corner(column, row)))
      }
    }
    self.corners = corners
  }

  private static func corner(_ column: Int, _ row: Int) -> Point {
    Point(Double(column) / Double(cells), Double(row) / Double(cells))
  }

  private static func color(_ plane: ColorPlane, _ level: Double, _ place: Point) -> RGBA {
    plane.color(plane.across.value(atShare: place.x), plane.up.value(atShare: place.y), level)
  }

  /// Returns the colour at a position, which may be outside sRGB.
  public func color(at place: Point) -> RGBA { Self.color(plane, level, place) }

  /// Returns the displayed colour at a position, gamut-mapped to sRGB.
  public func shown(at place: Point) -> RGBA { Color(color(at: place)).mapped(to: .srgb).rgba.clipped }

  /// Returns the signed difference of the colour at a position from a line.
  private func excess(_ line: PlaneLine, at place: Point) -> Double { line.excess(of: color(at: place)) }

  /// Returns the curve of a line in the plane.
  public func curve(of line: PlaneLine) -> PlaneCurve {
    PlaneCurve(line: line, trace: self, pieces: pieces(of: line))
  }

  /// Returns the segments of a line, each from one edge of a cell to another, with ends exactly on the line.
  ///
  /// Contrast lines are traced within sRGB only.
  private func pieces(of line: PlaneLine) -> [LineSegment] {
    let values = corners.map(line.excess(of:))
    var result: [LineSegment] = []
    for row in 0..<Self.cells {
      for column in 0..<Self.cells {
        let around = [(0, 0), (1, 0), (1, 1), (0, 1)].map { (column + $0.0, row + $0.1) }
        let signs = around.map { values[$0.1 * (Self.cells + 1) + $0.0] >= 0 }
        guard Set(signs).count == 2 else { continue }
        let crossings = (0..<4).compactMap { side -> Point? in
          let next = (side + 1) % 4
          guard signs[side] != signs[next] else { return nil }
          let (a, b) = (around[side], around[next])
          return crossing(of: line, from: Self.corner(a.0, a.1), to: Self.corner(b.0, b.1))
        }
        // Four crossings form two segments; at this size any pairing looks the same.
        for pair in stride(from: 0, to: crossings.count - 1, by: 2) {
          let piece = LineSegment(crossings[pair], crossings[pair + 1])
          if line.isEdge || isShown(piece.start) && isShown(piece.end) { result.append(piece) }
        }
      }
    }
    return result
  }

  private func isShown(_ place: Point) -> Bool {
    guard plane.exceedsSRGB else { return true }
    return PlaneLine.edges[0].excess(of: color(at: place)) > -1e-3
  }

  /// Returns the crossing of a line between two positions on different sides.
  private func crossing(of line: PlaneLine, from start: Point, to end: Point) -> Point {
    let isStartBeyond = excess(line, at: start) >= 0
    var (low, high) = (0.0, 1.0)
    for _ in 0..<20 {
      let middle = (low + high) / 2
      let isBeyond = excess(line, at: start.interpolated(to: end, at: middle)) >= 0
      if isBeyond == isStartBeyond { low = middle } else { high = middle }
    }
    return start.interpolated(to: end, at: (low + high) / 2)
  }

  /// Returns the position exactly on a line that is near another one (Newton's method along the gradient).
  fileprivate func settled(_ start: Point, on line: PlaneLine) -> Point {
    var place = start
    let step = 1e-5
    for _ in 0..<8 {
      let value = excess(line, at: place)
      let dx =
        (excess(line, at: Point(place.x + step, place.y)) - excess(line, at: Point(place.x - step, place.y)))
      let dy =
        (excess(line, at: Point(place.x, place.y + step)) - excess(line, at: Point(place.x, place.y - step)))
      let slope = Vector(dx / (2 * step), dy / (2 * step))
      let square = slope.dx * slope.dx + slope.dy * slope.dy
      guard square > 1e-12, value.magnitude > 1e-12 else { break }
      place = Point(
        min(max(place.x - value * slope.dx / square, 0), 1),
        min(max(place.y - value * slope.dy / square, 0), 1))
    }
    return place
  }

  /// Returns the position nearest to another one at which the displayed colour meets a requirement, or nil if none
  /// within a quarter of the plane does.
  fileprivate func place(near start: Point, meeting requirement: ContrastRequirement) -> Point? {
    if requirement.isMet(by: shown(at: start)) { return start }
    let directions = (0..<16).map { sixteenth -> Vector in
      let angle = 2 * .pi * Double(sixteenth) / 16
      return Vector(cos(angle), sin(angle))
    }
    // In steps of an eighth of an 8-bit level; where rounding reduces the fixed channel of an RGB plane much, the
    // others have to compensate by far.
    let level = 1 / 255.0
    var radius = level / 8
    while radius < 0.25 {
      for direction in directions {
        let place = Point(
          min(max(start.x + radius * direction.dx, 0), 1), min(max(start.y + radius * direction.dy, 0), 1))
        if requirement.isMet(by: shown(at: place)) { return place }
      }
      radius += max(level / 8, radius / 32)
    }
    return nil
  }
}

/// The curve of a line in one plane.
public struct PlaneCurve: Sendable {
  /// The line whose course this is.
  public let line: PlaneLine
  fileprivate let trace: PlaneTrace

  /// Straight segments whose ends are on the line.
  public let pieces: [LineSegment]

  /// The rightmost end of a segment; nil if the line does not cross the plane.
  public var rightEnd: Point? { pieces.flatMap { [$0.start, $0.end] }.max { $0.x < $1.x } }

  /// Returns the point of the line nearest to a position, and its distance, in a plane of some size.
  public func nearest(to place: Point, in size: Size) -> (place: Point, distance: Double)? {
    func scaled(_ place: Point) -> Point { Point(place.x * size.width, place.y * size.height) }
    let goal = scaled(place)
    let found = pieces.map { piece in
      let near = LineSegment(scaled(piece.start), scaled(piece.end)).nearest(to: goal)
      return (place: piece.point(at: near.parameter), distance: near.distance)
    }.min { $0.distance < $1.distance }
    guard let found else { return nil }
    let exact = trace.settled(found.place, on: line)
    return (exact, scaled(exact).distance(to: goal))
  }

  /// Returns the position near a point of the line whose colour meets the line's requirement, also when rounded to
  /// eight bits; nil if none nearby does, and the point itself if the line has no requirement.
  public func passing(at place: Point) -> Point? {
    guard let requirement = line.requirement else { return place }
    return trace.place(near: place, meeting: requirement)
  }
}
