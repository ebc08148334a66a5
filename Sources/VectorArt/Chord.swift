/// A short straight piece of a curve, on the grid; it remembers which curve and which part of it.
struct Chord {
  var start: GridPoint
  var end: GridPoint
  var curve: Int32
  var shape: Int32
  /// The curve's parameters at both ends.
  var startTime: Double
  var endTime: Double

  @inline(__always) var minX: Int32 { min(start.x, end.x) }
  @inline(__always) var maxX: Int32 { max(start.x, end.x) }
  @inline(__always) var minY: Int32 { min(start.y, end.y) }
  @inline(__always) var maxY: Int32 { max(start.y, end.y) }
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
    let (ax, ay) = (Int64(a.lower.x) - Int64(a.upper.x), Int64(a.lower.y) - Int64(a.upper.y))
    let (bx, by) = (Int64(b.lower.x) - Int64(b.upper.x), Int64(b.lower.y) - Int64(b.upper.y))
    let turn = ax * by - ay * bx
    if turn != 0 { return turn < 0 }
    if a.shape != b.shape { return a.shape < b.shape }
    return a.curve < b.curve
  }
}
