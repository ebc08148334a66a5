import Geometry

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
