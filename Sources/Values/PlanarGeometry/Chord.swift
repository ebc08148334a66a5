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
