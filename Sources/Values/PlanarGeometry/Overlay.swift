public import Geometry

/// Paths laid over each other and read as one: union, or what two groups of paths have in common.
///
/// Curves are flattened into chords that remember where they come from, the chords are noded on an integer
/// grid, winding numbers are swept, and the outline of what is inside is put together from parts of the
/// original curves. Chords only decide topology; what comes out is made of the curves that went in.
public struct Overlay: Sendable {
  /// One path with the rule that says what it covers.
  public struct Shape: Sendable {
    /// The outline; open sub-paths count as closed.
    public var path: Path
    /// The rule that says what the path covers.
    public var rule: FillRule
    /// Which of the two groups the path belongs to.
    public var isClip: Bool

    /// Creates a shape from its outline and the rule it is filled by.
    public init(path: Path, rule: FillRule, isClip: Bool = false) {
      (self.path, self.rule, self.isClip) = (path, rule, isClip)
    }
  }

  /// How far chords may leave their curves, in the paths' own units.
  public let tolerance: Double
  /// The number of crossings of chords after which the work is refused.
  public let crossingLimit: Int
  /// The visible area; beyond it only windings are kept.
  public var window: Rect?

  /// Creates an overlay; the tolerance is in the paths' own units.
  ///
  /// - Parameters:
  ///   - tolerance: The largest distance between a chord and its curve, above 0.
  ///   - crossingLimit: The most crossings of chords.
  ///   - window: The visible area; nil for all.
  public init(tolerance: Double, crossingLimit: Int, window: Rect? = nil) {
    (self.tolerance, self.crossingLimit, self.window) = (tolerance, crossingLimit, window)
  }

  /// Returns a path whose non-zero fill is the union of the shapes.
  ///
  /// - Parameters:
  ///   - shapes: The shapes, of which some may be clips.
  ///   - clipped: Whether the union of the clips cuts off the rest.
  ///   - cost: Grows by the number of crossings that were found.
  /// - Throws: ``PathComplexityError`` if outlines cross more often than `crossingLimit`.
  public func outline(
    of shapes: [Shape], clipped: Bool = false, cost: inout Int
  ) throws(PathComplexityError) -> Path {
    guard var drawing = Flattening(shapes, tolerance: tolerance, window: window) else { return Path() }
    if drawing.isOverfull { throw PathComplexityError(crossings: crossingLimit) }
    let (edges, own) = try Noding.edges(of: drawing.chords, limit: crossingLimit)
    cost += own
    drawing.chords = []
    let resolved = Overlay.resolved(edges, rules: shapes.map(\.rule))
    let boundary = Overlay.boundary(resolved, isClip: shapes.map(\.isClip), clipped: clipped)
    return ContourAssembly(drawing: drawing, edges: boundary).path()
  }

  /// Returns each path's own outline: edges whose winding is +1 where it begins to cover, −1 where it ends.
  ///
  /// The edges of a path stand together, as its chords did.
  private static func resolved(_ edges: [Edge], rules: [FillRule]) -> [Edge] {
    var result: [Edge] = []
    result.reserveCapacity(edges.count)
    var first = 0
    while first < edges.count {
      var end = first
      while end < edges.count, edges[end].shape == edges[first].shape { end += 1 }
      let own = merged(sorted(edges[first..<end]))
      let rule = rules[Int(edges[first].shape)]
      WindingSweep.run(own, outside: Int32(0)) { index, left in
        let right = left + own[index].winding
        let change = covers(right, rule) - covers(left, rule)
        if change != 0 {
          var edge = own[index]
          edge.winding = change
          result.append(edge)
        }
        return right
      }
      first = end
    }
    return result
  }

  private static func covers(_ winding: Int32, _ rule: FillRule) -> Int32 {
    switch rule {
    case .nonZero: winding != 0 ? 1 : 0
    case .evenOdd: winding & 1
    }
  }

  /// How many paths, and how many clips, cover a place.
  private struct Depth {
    var ink: Int32 = 0
    var clip: Int32 = 0
  }

  /// Returns the edges between inside and outside of everything together; winding is +1 with the inside right.
  private static func boundary(_ resolved: [Edge], isClip: [Bool], clipped: Bool) -> [Edge] {
    var result: [Edge] = []
    let sorted = resolved.sorted(by: Edge.precedes)
    var groups: [(first: Int, end: Int)] = []
    var unique: [Edge] = []
    for (index, edge) in sorted.enumerated() {
      if let last = unique.last, last.upper == edge.upper, last.lower == edge.lower {
        groups[groups.count - 1].end = index + 1
        if edge.curve < last.curve { unique[unique.count - 1] = edge }
      } else {
        unique.append(edge)
        groups.append((index, index + 1))
      }
    }
    func inside(_ depth: Depth) -> Bool { depth.ink != 0 && (!clipped || depth.clip != 0) }
    WindingSweep.run(unique, outside: Depth()) { index, left in
      var right = left
      for edge in sorted[groups[index].first..<groups[index].end] {
        if isClip[Int(edge.shape)] { right.clip += edge.winding } else { right.ink += edge.winding }
      }
      if inside(left) != inside(right) {
        var edge = unique[index]
        edge.winding = inside(right) ? 1 : -1
        result.append(edge)
      }
      return right
    }
    return result
  }

  /// Returns the edges in `Edge.precedes` order; their places are sorted first, which are smaller to move.
  private static func sorted(_ edges: ArraySlice<Edge>) -> [Edge] {
    edges.withUnsafeBufferPointer { edges in
      var order = edges.indices.map { (key: edges[$0].upper.key, index: $0) }
      order.sort { $0.key != $1.key ? $0.key < $1.key : Edge.precedes(edges[$0.index], edges[$1.index]) }
      return order.map { edges[$0.index] }
    }
  }

  /// Returns the edges of one path with equal ones added up; those that cancel are left out.
  private static func merged(_ edges: [Edge]) -> [Edge] {
    var result: [Edge] = []
    result.reserveCapacity(edges.count)
    for edge in edges {
      if let last = result.last, last.upper == edge.upper, last.lower == edge.lower {
        result[result.count - 1].winding += edge.winding
      } else {
        if let last = result.last, last.winding == 0 { result.removeLast() }
        result.append(edge)
      }
    }
    if let last = result.last, last.winding == 0 { result.removeLast() }
    return result
  }
}

extension Path {
  /// Returns a path whose non-zero fill covers what this one covers under `fillRule`, without any overlap.
  ///
  /// The inside is to the right of the direction of travel, so that areas are positive and holes are negative. Pieces
  /// of curves stay pieces of the same curves.
  ///
  /// - Parameters:
  ///   - fillRule: The rule by which this path is filled.
  ///   - tolerance: The distance within which curves count as touching, in points; nil chooses a fraction of the
  ///     path's size.
  ///   - crossingLimit: The number of crossings beyond which it throws, which bounds the time.
  /// - Throws: ``PathComplexityError`` if outlines cross more often than `crossingLimit`.
  public func overlapsRemoved(
    fillRule: FillRule = .nonZero, tolerance: Double? = nil, crossingLimit: Int = 2_000_000
  ) throws(PathComplexityError) -> Path {
    let shape = Overlay.Shape(path: self, rule: fillRule)
    return try Path.overlay([shape], tolerance: tolerance, crossingLimit: crossingLimit)
  }

  /// Returns a path that covers the union of the non-zero fills of `paths`, without overlaps.
  ///
  /// - Parameters:
  ///   - paths: The paths.
  ///   - tolerance: The distance within which curves count as touching, in points; nil chooses a fraction of the
  ///     paths' size.
  ///   - crossingLimit: The number of crossings beyond which it throws, which bounds the time.
  /// - Throws: ``PathComplexityError`` if outlines cross more often than `crossingLimit`.
  public static func union(
    _ paths: [Path], tolerance: Double? = nil, crossingLimit: Int = 2_000_000
  ) throws(PathComplexityError) -> Path {
    let shapes = paths.map { Overlay.Shape(path: $0, rule: .nonZero) }
    return try Path.overlay(shapes, tolerance: tolerance, crossingLimit: crossingLimit)
  }

  /// Returns a path that covers the intersection of both non-zero fills, without overlaps.
  ///
  /// - Parameters:
  ///   - other: The other path.
  ///   - tolerance: The distance within which curves count as touching, in points; nil chooses a fraction of the
  ///     paths' size.
  ///   - crossingLimit: The number of crossings beyond which it throws, which bounds the time.
  /// - Throws: ``PathComplexityError`` if outlines cross more often than `crossingLimit`.
  public func intersection(
    _ other: Path, tolerance: Double? = nil, crossingLimit: Int = 2_000_000
  ) throws(PathComplexityError) -> Path {
    let shapes = [
      Overlay.Shape(path: self, rule: .nonZero), Overlay.Shape(path: other, rule: .nonZero, isClip: true),
    ]
    return try Path.overlay(shapes, tolerance: tolerance, crossingLimit: crossingLimit, clipped: true)
  }

  private static func overlay(
    _ shapes: [Overlay.Shape], tolerance: Double?, crossingLimit: Int, clipped: Bool = false
  ) throws(PathComplexityError) -> Path {
    var box: Rect?
    for shape in shapes {
      if let bounds = shape.path.controlBounds { box = box?.union(bounds) ?? bounds }
    }
    guard let box else { return Path() }
    let fine = max(box.width, box.height) / Overlay.resolution
    let chosen = max(tolerance ?? fine, max(box.width, box.height) * 1e-7)
    guard chosen > 0, chosen.isFinite else { return Path() }
    let overlay = Overlay(tolerance: chosen, crossingLimit: crossingLimit)
    var cost = 0
    return try overlay.outline(of: shapes, clipped: clipped, cost: &cost)
  }
}

extension Overlay {
  /// The ink's larger side divided by how far chords may leave their curves: 1/64 of a pixel at 1024.
  public static let resolution = 65536.0
}

/// Cuts chords wherever they meet, so that the pieces touch at common vertices only.
enum Noding {
  /// Returns the pieces, and what they cost in crossings; comparing 256 boxes counts as one.
  static func edges(
    of chords: [Chord], limit: Int
  ) throws(PathComplexityError) -> (edges: [Edge], cost: Int) {
    var rounding = SnapRounding()
    for chord in chords { rounding.add(chord.start, chord.end) }
    guard rounding.run(limit: limit) else { throw PathComplexityError(crossings: limit) }
    var edges: [Edge] = []
    edges.reserveCapacity(chords.count + rounding.cost)
    for (index, chord) in chords.enumerated() {
      let direction = chord.end &- chord.start
      let whole = Double(dot(direction, direction))
      var (from, fromTime) = (chord.start, chord.startTime)
      rounding.forEachBend(of: index) { place in
        if place == from { return }
        let fraction = min(max(Double(dot(direction, place &- chord.start)) / whole, 0), 1)
        let time = chord.startTime + (chord.endTime - chord.startTime) * fraction
        edges.append(edge(chord, from, place, fromTime, time))
        (from, fromTime) = (place, time)
      }
      if from != chord.end { edges.append(edge(chord, from, chord.end, fromTime, chord.endTime)) }
    }
    return (edges, rounding.cost)
  }

  private static func edge(
    _ chord: Chord, _ from: GridPoint, _ to: GridPoint, _ fromTime: Double, _ toTime: Double
  ) -> Edge {
    if from.key < to.key {
      return Edge(
        upper: from, lower: to, curve: chord.curve, shape: chord.shape, upperTime: fromTime,
        lowerTime: toTime, winding: 1)
    }
    return Edge(
      upper: to, lower: from, curve: chord.curve, shape: chord.shape, upperTime: toTime,
      lowerTime: fromTime, winding: -1)
  }
}

/// Walks down the vertices of a planar arrangement and tells each edge what lies left and right of it.
struct WindingSweep {
  /// Calls `cross` for each edge in turn, left to right at every vertex, with the state left of it.
  ///
  /// The edges must be in `Edge.precedes` order, without duplicates. `cross` returns the state on the right.
  static func run<State>(
    _ edges: [Edge], outside: State, _ cross: (Int, State) -> State
  ) {
    var active = ChunkedList()
    active.removeAll(numbers: edges.count)
    var states = [State](repeating: outside, count: edges.count)
    for vertex in vertices(of: edges) {
      let point = vertex.point
      // Negative: the point lies right of the edge, which runs downward.
      var place = active.partition { area(edges[Int($0)].upper, edges[Int($0)].lower, point) < 0 }
      let before = active.number(before: place)
      var state = before >= 0 ? states[Int(before)] : outside
      var fresh = vertex.first
      var ended = active.number(at: place)
      // As many go on as end here, mostly one: those take their places.
      while ended >= 0, edges[Int(ended)].lower == point {
        if fresh < vertex.end {
          state = cross(fresh, state)
          states[fresh] = state
          place = active.replace(at: place, by: Int32(fresh))
          fresh += 1
          ended = active.number(at: place)
        } else {
          let next = active.next(ended)
          active.remove(ended)
          ended = next
        }
      }
      while fresh < vertex.end {
        state = cross(fresh, state)
        states[fresh] = state
        place = active.insert(Int32(fresh), at: place)
        fresh += 1
      }
    }
  }

  private struct Vertex {
    var point: GridPoint
    /// The edges that go down from here.
    var first: Int
    var end: Int
  }

  private static func vertices(of edges: [Edge]) -> [Vertex] {
    let ends = edges.map(\.lower.key).sorted()
    var result: [Vertex] = []
    result.reserveCapacity(edges.count)
    var (next, nextEnd) = (0, 0)
    while next < edges.count || nextEnd < ends.count {
      let start = next < edges.count ? edges[next].upper.key : .max
      let end = nextEnd < ends.count ? ends[nextEnd] : .max
      let key = min(start, end)
      let first = next
      while next < edges.count, edges[next].upper.key == key { next += 1 }
      while nextEnd < ends.count, ends[nextEnd] == key { nextEnd += 1 }
      result.append(Vertex(point: GridPoint(key: key), first: first, end: next))
    }
    return result
  }
}

/// Puts the outline of an overlay together: edges into closed contours, chords back into curves.
struct ContourAssembly {
  private let drawing: Flattening
  private let edges: [Edge]

  /// An edge as it is walked, with what is inside on the right.
  private struct Step {
    var from: GridPoint
    var to: GridPoint
    var curve: Int32
    var fromTime: Double
    var toTime: Double
  }

  /// A part of one curve.
  private struct Piece {
    var curve: Int32
    var from: GridPoint
    var to: GridPoint
    var fromTime: Double
    var toTime: Double
    var start = Point.zero
    var end = Point.zero
  }

  init(drawing: Flattening, edges: [Edge]) {
    self.drawing = drawing
    self.edges = edges
  }

  func path() -> Path {
    var path = Path()
    for contour in contours() { emit(pieces(of: contour), into: &path) }
    return path
  }

  private func contours() -> [[Step]] {
    // A winding of +1 has the inside on the larger-x side; going up keeps it on the right hand.
    var steps = edges.map { edge in
      edge.winding > 0
        ? Step(
          from: edge.lower, to: edge.upper, curve: edge.curve, fromTime: edge.lowerTime,
          toTime: edge.upperTime)
        : Step(
          from: edge.upper, to: edge.lower, curve: edge.curve, fromTime: edge.upperTime,
          toTime: edge.lowerTime)
    }
    steps.sort { $0.from.key < $1.from.key }
    let keys = steps.map(\.from.key)
    var used = [Bool](repeating: false, count: steps.count)
    var result: [[Step]] = []
    for first in steps.indices where !used[first] {
      var contour: [Step] = []
      var current: Int? = first
      while let index = current {
        used[index] = true
        contour.append(steps[index])
        current = next(after: steps[index], steps, keys, used)
      }
      if contour.count > 1 { result.append(contour) }
    }
    return result
  }

  /// Returns the unused step from where `step` ends that turns most to the right, toward the inside.
  private func next(after step: Step, _ steps: [Step], _ keys: [UInt64], _ used: [Bool]) -> Int? {
    let key = step.to.key
    // Halved without a branch that could be guessed wrongly.
    var (low, rest) = (0, keys.count)
    while rest > 0 {
      let half = rest / 2
      let isBefore = keys[low + half] < key
      low = isBefore ? low + half + 1 : low
      rest = isBefore ? rest - half - 1 : half
    }
    var best: Int?
    while low < keys.count, keys[low] == key {
      if !used[low] {
        if let chosen = best {
          if turnsFurtherRight(steps[low], than: steps[chosen], after: step) { best = low }
        } else {
          best = low
        }
      }
      low += 1
    }
    return best
  }

  private func turnsFurtherRight(_ a: Step, than b: Step, after step: Step) -> Bool {
    let incoming = step.to &- step.from
    let (first, second) = (a.to &- a.from, b.to &- b.from)
    let (firstTurn, secondTurn) = (cross(incoming, first), cross(incoming, second))
    // Quadrants from a sharp right turn to a sharp left one; within the same half compare the two directly.
    let (firstHalf, secondHalf) = (half(firstTurn, incoming, first), half(secondTurn, incoming, second))
    if firstHalf != secondHalf { return firstHalf < secondHalf }
    return cross(first, second) < 0
  }

  private func half(_ turn: Int64, _ a: GridPoint, _ b: GridPoint) -> Int {
    if turn > 0 { return 0 }
    if turn < 0 { return 2 }
    return dot(a, b) > 0 ? 1 : 3
  }

  private func pieces(of contour: [Step]) -> [Piece] {
    var start = 0
    for index in contour.indices
    where !continues(contour[(index + contour.count - 1) % contour.count], contour[index]) {
      start = index
      break
    }
    var pieces: [Piece] = []
    for offset in contour.indices {
      let step = contour[(start + offset) % contour.count]
      if offset > 0, continues(contour[(start + offset - 1) % contour.count], step) {
        pieces[pieces.count - 1].to = step.to
        pieces[pieces.count - 1].toTime = step.toTime
      } else {
        pieces.append(
          Piece(
            curve: step.curve, from: step.from, to: step.to, fromTime: step.fromTime, toTime: step.toTime))
      }
    }
    return pieces
  }

  /// Returns whether `b` goes on along the curve that `a` is a part of.
  private func continues(_ a: Step, _ b: Step) -> Bool {
    guard a.curve == b.curve else { return false }
    let (forward, alsoForward) = (a.toTime > a.fromTime, b.toTime > b.fromTime)
    guard forward == alsoForward else { return false }
    let gap = forward ? b.fromTime - a.toTime : a.toTime - b.fromTime
    return gap >= -1e-9 && gap <= 0.02
  }

  private func emit(_ pieces: [Piece], into path: inout Path) {
    var pieces = pieces
    for index in pieces.indices {
      let previous = index == 0 ? pieces.count - 1 : index - 1
      let point = junction(pieces[previous], pieces[index], pieces.count)
      pieces[previous].end = point
      pieces[index].start = point
    }
    guard let first = pieces.first else { return }
    path.move(to: first.start)
    for (index, piece) in pieces.enumerated() {
      let isLast = index == pieces.count - 1
      let curve = drawing.curves[Int(piece.curve)]
      if curve.isLine {
        if !isLast { path.line(to: piece.end) }
        continue
      }
      var part = curve.bezier.subsegment(from: piece.fromTime, to: piece.toTime)
      part.control1 += piece.start - part.start
      part.control2 += piece.end - part.end
      path.cubic(to: piece.end, control1: part.control1, control2: part.control2)
    }
    path.close()
  }

  /// Returns where one piece hands over to the next: an original end, or the true crossing of both curves.
  private func junction(_ a: Piece, _ b: Piece, _ count: Int) -> Point {
    let (curveA, curveB) = (drawing.curves[Int(a.curve)].bezier, drawing.curves[Int(b.curve)].bezier)
    let corner = drawing.place(a.to)
    let candidates = [(a.toTime, curveA), (b.fromTime, curveB)]
    for (time, curve) in candidates where time == 0 || time == 1 {
      let point = time == 0 ? curve.start : curve.end
      if drawing.snapped(point) == a.to { return point }
    }
    guard count > 1 else { return curveA.point(at: a.toTime) }
    return crossing(curveA, a.toTime, curveB, b.fromTime, near: corner) ?? corner
  }

  /// Returns the crossing of two curves by Newton's method from where their chords crossed.
  private func crossing(
    _ a: CubicBezier, _ timeA: Double, _ b: CubicBezier, _ timeB: Double, near corner: Point
  ) -> Point? {
    var (s, t) = (timeA, timeB)
    for _ in 0..<3 {
      let (tangentA, tangentB) = (a.derivative(at: s), b.derivative(at: t))
      let gap = b.point(at: t) - a.point(at: s)
      let denominator = tangentA.cross(tangentB)
      guard denominator.magnitude > 1e-3 * tangentA.length * tangentB.length else { return nil }
      s += gap.cross(tangentB) / denominator
      t += gap.cross(tangentA) / denominator
    }
    let point = a.point(at: s)
    guard point.isFinite, point.distance(to: b.point(at: t)) * drawing.scale < 1,
      (s - timeA).magnitude < 0.05, (t - timeB).magnitude < 0.05
    else { return nil }
    return point
  }
}

/// A short straight piece of a curve, on the grid; it remembers which curve and which part of it.
struct Chord {
  var start: GridPoint
  var end: GridPoint
  var curve: Int32
  var shape: Int32
  /// The curve's parameters at both ends.
  var startTime: Double
  var endTime: Double
}

/// A piece of the arrangement between two neighbouring vertices, from the upper to the lower one.
struct Edge {
  var upper: GridPoint
  var lower: GridPoint
  var curve: Int32
  var shape: Int32
  /// The curve's parameters at the upper and the lower end.
  var upperTime: Double
  var lowerTime: Double
  /// How the winding number changes from the left to the right of this edge.
  var winding: Int32

  /// Whether `a` stands left of `b` below the vertex from which both go down, or begins at an earlier vertex.
  @inline(__always)
  static func precedes(_ a: Edge, _ b: Edge) -> Bool {
    if a.upper != b.upper { return a.upper.key < b.upper.key }
    let turn = cross(a.lower &- a.upper, b.lower &- b.upper)
    if turn != 0 { return turn < 0 }
    if a.shape != b.shape { return a.shape < b.shape }
    return a.curve < b.curve
  }
}
