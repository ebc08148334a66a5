import PlanarGeometry

/// Polygons that a sweep builds from the top down on their left and right side at once, and cuts into triangles.
///
/// The corners of a polygon come in sweep order, so that any one can be cut by looking back along a stack of
/// corners (Garey, Johnson, Preparata and Tarjan 1978).
struct MonotonePolygons: ~Copyable {
  enum Side: Int32 {
    case left
    case right
  }

  struct Corner {
    var vertex: Int32
    var side: Side
    var next: Int32
  }

  struct Polygon {
    var first: Int32
    var last: Int32
  }

  /// The triangles cut so far, three vertices each, clockwise on the screen.
  private(set) var triangles = ScratchBuffer<UInt32>(capacity: 1024)

  private var corners = ScratchBuffer<Corner>(capacity: 256)
  private var polygons = ScratchBuffer<Polygon>()
  private var stack = ScratchBuffer<Int32>()
  private var flips = SliverFlips()

  mutating func removeAll() {
    triangles.removeAll()
    corners.removeAll()
    polygons.removeAll()
  }

  /// Begins a polygon at its topmost corner.
  mutating func begin(at vertex: Int32) -> Int32 {
    let corner = Int32(truncatingIfNeeded: corners.count)
    corners.append(Corner(vertex: vertex, side: .left, next: -1))
    polygons.append(Polygon(first: corner, last: corner))
    return Int32(truncatingIfNeeded: polygons.count - 1)
  }

  @inline(__always)
  mutating func add(_ vertex: Int32, on side: Side, to polygon: Int32) {
    let corner = Int32(truncatingIfNeeded: corners.count)
    corners.append(Corner(vertex: vertex, side: side, next: -1))
    corners[polygons[polygon].last].next = corner
    polygons[polygon].last = corner
  }

  /// The lowest corner so far.
  @inline(__always)
  func lowest(of polygon: Int32) -> (vertex: Int32, side: Side) {
    let corner = corners[polygons[polygon].last]
    return (corner.vertex, corner.side)
  }

  /// Ends a polygon at its lowest corner and cuts it.
  mutating func end(_ polygon: Int32, at vertex: Int32, places: borrowing ScratchBuffer<GridPoint>) {
    let first = corners[polygons[polygon].first]
    if first.next < 0 { return }
    var corner = corners[first.next]
    stack.removeAll()
    stack.append(first.vertex)
    stack.append(corner.vertex)
    var side = corner.side
    while corner.next >= 0 {
      corner = corners[corner.next]
      if corner.side == side {
        cutAlong(side, to: corner.vertex, places: places)
      } else {
        let top = stack[stack.count - 1]
        cutAcross(from: side, to: corner.vertex)
        stack.removeAll()
        stack.append(top)
        side = corner.side
      }
      stack.append(corner.vertex)
    }
    cutAcross(from: side, to: vertex)
  }

  /// Makes the triangles as full as may be, once all polygons have ended.
  mutating func avoidSlivers(places: borrowing ScratchBuffer<GridPoint>) {
    flips.improve(&triangles, places: places)
  }

  /// Cuts off what lies between a new corner and the corners above it on the same side.
  @inline(__always)
  private mutating func cutAlong(_ side: Side, to vertex: Int32, places: borrowing ScratchBuffer<GridPoint>) {
    while stack.count >= 2 {
      let (lower, upper) = (stack[stack.count - 1], stack[stack.count - 2])
      let turn = area(places[upper], places[vertex], places[lower])
      if side == .left ? turn <= 0 : turn >= 0 { return }
      if side == .left { triangle(upper, vertex, lower) } else { triangle(upper, lower, vertex) }
      stack.truncate(to: stack.count - 1)
    }
  }

  /// Joins a new corner with all waiting corners of the other side.
  @inline(__always)
  private mutating func cutAcross(from side: Side, to vertex: Int32) {
    for index in 1..<stack.count {
      let (upper, lower) = (stack[index - 1], stack[index])
      if side == .left { triangle(upper, vertex, lower) } else { triangle(upper, lower, vertex) }
    }
  }

  @inline(__always)
  private mutating func triangle(_ a: Int32, _ b: Int32, _ c: Int32) {
    triangles.append(UInt32(bitPattern: a))
    triangles.append(UInt32(bitPattern: b))
    triangles.append(UInt32(bitPattern: c))
  }
}
