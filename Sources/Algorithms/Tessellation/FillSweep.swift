import Geometry
import PlanarGeometry

/// Moves down over contours, tells inside from outside, and builds monotone polygons of the inside.
///
/// The contours' edges may share ends and may coincide, but must not cross or touch otherwise; the sweep finds
/// out when they do. It compares places by exact integer arithmetic alone.
struct FillSweep: ~Copyable {
  /// An edge that the sweep has reached.
  struct Edge {
    var top: GridPoint
    var direction: GridPoint
    var bottom: UInt64
    var winding: Int32

    /// How many coinciding edges it stands for.
    var multiplicity: Int32

    /// The winding number right of it.
    var windingAfter: Int32

    /// +1 where the inside begins at the edge, −1 where it ends, 0 where the edge is no rim.
    var role: Int32
    var region: Int32
    var topVertex: Int32

    /// Positive where the point lies left of the edge, zero on it.
    @inline(__always)
    func side(of point: GridPoint) -> Int64 { cross(direction, point &- top) }
  }

  /// An edge between inside and outside, from vertex to vertex; seen along it the inside is on the right.
  struct Rim {
    var start: Int32
    var end: Int32
  }

  private(set) var vertices = ScratchBuffer<GridPoint>(capacity: 256)
  private(set) var rims = ScratchBuffer<Rim>(capacity: 256)
  private(set) var regions = FillRegions()

  private var order = SweepOrder()
  private var edges = ScratchBuffer<Edge>(capacity: 256)
  private var active = ScratchBuffer<Int32>()
  private var leaving = ScratchBuffer<Int32>()

  /// One of the edges that end where the sweep is, or −1.
  private var arrivingEdge: Int32 = -1

  /// Sweeps the contours; returns false, with nothing of use made, where edges cross or touch.
  mutating func sweep(_ contours: borrowing GridContours, fillRule: FillRule) -> Bool {
    vertices.removeAll()
    rims.removeAll()
    edges.resizeUninitialized(to: contours.points.count)
    active.removeAll()
    regions.removeAll()
    order.sort(contours.points)
    let mask: Int32 = fillRule == .evenOdd ? 1 : -1
    var position = 0
    let count = contours.points.count
    while position < count {
      let key = order.key(position)
      let place = contours.points[order.index(position)]
      var arriving: Int32 = 0
      arrivingEdge = -1
      leaving.removeAll()
      while position < count && order.key(position) == key {
        let index = order.index(position)
        let (next, previous) = (contours.next[index], contours.previous[index])
        arriving &+= collect(index, from: place, to: contours.points[next], 1)
        arriving &+= collect(previous, from: place, to: contours.points[previous], -1)
        position += 1
      }
      guard sortLeaving(), meet(place, key, arriving, mask) else { return false }
    }
    regions.avoidSlivers(places: vertices)
    return true
  }

  /// Notes an edge that leads down from a place; returns 1 if it leads up.
  @inline(__always)
  private mutating func collect(
    _ edge: Int32, from place: GridPoint, to end: GridPoint, _ winding: Int32
  ) -> Int32 {
    let key = end.sweepKey
    if key < place.sweepKey {
      arrivingEdge = edge
      return 1
    }
    leaving.append(edge)
    edges[edge] = Edge(
      top: place, direction: end &- place, bottom: key, winding: winding, multiplicity: 1, windingAfter: 0,
      role: 0, region: -1, topVertex: -1)
    return 0
  }

  /// Sorts the edges that leave a place from left to right and joins those that coincide.
  @inline(__always)
  private mutating func sortLeaving() -> Bool {
    var position = 1
    while position < leaving.count {
      let edge = leaving[position]
      var target = position
      while target > 0 {
        let turn = cross(edges[leaving[target - 1]].direction, edges[edge].direction)
        if turn < 0 { break }
        if turn == 0 {
          let twin = leaving[target - 1]
          if edges[twin].bottom != edges[edge].bottom { return false }
          edges[twin].winding &+= edges[edge].winding
          edges[twin].multiplicity &+= 1
          target = -1
          break
        }
        target -= 1
      }
      if target < 0 {
        leaving.moveTail(at: position, removed: 1, inserted: 0)
        continue
      }
      if target < position {
        for index in stride(from: position, to: target, by: -1) { leaving[index] = leaving[index - 1] }
        leaving[target] = edge
      }
      position += 1
    }
    return true
  }

  /// Returns the position of the first active edge that does not lie left of the place.
  @inline(__always)
  private func search(_ place: GridPoint) -> Int {
    if arrivingEdge >= 0 && active.count <= 32 {
      // Few edges: looking for the number of one that ends here is quicker than comparing places.
      var position = 0
      while position < active.count && active[position] != arrivingEdge { position += 1 }
      if position < active.count {
        while position > 0 && edges[active[position - 1]].side(of: place) >= 0 { position -= 1 }
        return position
      }
    }
    var low = 0
    var high = active.count
    while low < high {
      let middle = (low + high) >> 1
      if edges[active[middle]].side(of: place) < 0 { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Handles all edges that end or begin in one place.
  @inline(__always)
  private mutating func meet(_ place: GridPoint, _ key: UInt64, _ arriving: Int32, _ mask: Int32) -> Bool {
    let first = search(place)
    var end = first
    var found: Int32 = 0
    var hasRimAbove = false
    while end < active.count && edges[active[end]].side(of: place) == 0 {
      if edges[active[end]].bottom != key { return false }
      found &+= edges[active[end]].multiplicity
      if edges[active[end]].role != 0 { hasRimAbove = true }
      end += 1
    }
    if found != arriving { return false }
    if end < active.count && edges[active[end]].side(of: place) < 0 { return false }

    let windingBefore = first > 0 ? edges[active[first - 1]].windingAfter : 0
    let windingBehind = end > first ? edges[active[end - 1]].windingAfter : windingBefore
    var winding = windingBefore
    var lastRimBelow = -1
    for position in 0..<leaving.count {
      let edge = leaving[position]
      let wasInside = winding & mask != 0
      winding &+= edges[edge].winding
      let isInside = winding & mask != 0
      edges[edge].windingAfter = winding
      edges[edge].role = wasInside == isInside ? 0 : isInside ? 1 : -1
      if wasInside != isInside { lastRimBelow = position }
    }

    if hasRimAbove || lastRimBelow >= 0 {
      let vertex = Int32(truncatingIfNeeded: vertices.count)
      vertices.append(place)
      let behind = finishAbove(vertex, first, end)
      join(
        vertex, first, behind, hasRimAbove: hasRimAbove, lastRimBelow: lastRimBelow,
        isInsideBefore: windingBefore & mask != 0, isInsideBehind: windingBehind & mask != 0)
    }
    active.moveTail(at: first, removed: end - first, inserted: leaving.count)
    for position in 0..<leaving.count { active[first + position] = leaving[position] }
    return true
  }

  /// Closes the regions that end at the vertex and returns the one that goes on right of it, or −1.
  @inline(__always)
  private mutating func finishAbove(_ vertex: Int32, _ first: Int, _ end: Int) -> Int32 {
    var open: Int32 = -1
    for position in first..<end {
      let edge = active[position]
      let role = edges[edge].role
      if role > 0 {
        open = edges[edge].region
        rims.append(Rim(start: vertex, end: edges[edge].topVertex))
      } else if role < 0 {
        rims.append(Rim(start: edges[edge].topVertex, end: vertex))
        if open >= 0 { regions.close(open, at: vertex, places: vertices) }
        open = -1
      }
    }
    return open
  }

  /// Joins the vertex with the regions left and right of it and begins those below it.
  @inline(__always)
  private mutating func join(
    _ vertex: Int32, _ first: Int, _ regionBehind: Int32, hasRimAbove: Bool, lastRimBelow: Int,
    isInsideBefore: Bool, isInsideBehind: Bool
  ) {
    var behind = regionBehind
    if isInsideBefore {
      let before = region(leftOf: first)
      if !hasRimAbove {
        behind = regions.split(before, at: vertex)
      } else {
        regions.addRight(vertex, to: before, places: vertices)
        if lastRimBelow < 0 { regions.merge(behind, into: before, at: vertex, places: vertices) }
      }
    }
    if lastRimBelow < 0 { return }
    if hasRimAbove && isInsideBehind { regions.addLeft(vertex, to: behind, places: vertices) }
    for position in 0...lastRimBelow {
      let edge = leaving[position]
      edges[edge].topVertex = vertex
      if edges[edge].role > 0 {
        if position == lastRimBelow && isInsideBehind {
          edges[edge].region = behind
        } else {
          edges[edge].region = regions.begin(at: vertex)
        }
      }
    }
  }

  /// Returns the region whose left rim is the nearest rim left of an active edge.
  @inline(__always)
  private func region(leftOf position: Int) -> Int32 {
    var position = position - 1
    while edges[active[position]].role == 0 { position -= 1 }
    return edges[active[position]].region
  }
}
