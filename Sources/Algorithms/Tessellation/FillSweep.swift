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

/// The corners of contours in the order in which a sweep meets them.
struct SweepOrder: ~Copyable {
  /// A corner's number shares a word with its place.
  private static let indexBits: UInt64 = 22

  private var words = ScratchBuffer<UInt64>(capacity: 256)
  private var sorter = WordSorter()

  mutating func sort(_ points: borrowing ScratchBuffer<GridPoint>) {
    words.removeAll()
    words.reserve(points.count)
    for index in 0..<points.count {
      words.append(points[index].sweepKey << SweepOrder.indexBits | UInt64(truncatingIfNeeded: index))
    }
    sorter.sort(&words, heightShift: SweepOrder.indexBits + 21)
  }

  @inline(__always)
  func key(_ position: Int) -> UInt64 { words[position] >> SweepOrder.indexBits }

  @inline(__always)
  func index(_ position: Int) -> Int32 {
    Int32(truncatingIfNeeded: words[position] & (1 << SweepOrder.indexBits - 1))
  }
}

/// The parts of the inside that a sweep passes through, each between two neighbouring rims.
struct FillRegions: ~Copyable {
  /// One polygon, or two that meet in the lowest corner so far.
  struct Region {
    var left: Int32
    var right: Int32
  }

  private(set) var polygons = MonotonePolygons()
  private var regions = ScratchBuffer<Region>()

  mutating func removeAll() {
    polygons.removeAll()
    regions.removeAll()
  }

  /// Begins a region at its topmost vertex.
  @inline(__always)
  mutating func begin(at vertex: Int32) -> Int32 { newRegion(polygons.begin(at: vertex)) }

  /// Joins two regions that meet in a vertex, already added to the left one, below which nothing parts them.
  mutating func merge(
    _ right: Int32, into left: Int32, at vertex: Int32, places: borrowing ScratchBuffer<GridPoint>
  ) {
    addLeft(vertex, to: right, places: places)
    regions[left].right = regions[right].left
  }

  /// Makes the triangles as full as may be, once all regions have ended.
  mutating func avoidSlivers(places: borrowing ScratchBuffer<GridPoint>) {
    polygons.avoidSlivers(places: places)
  }

  @inline(__always)
  private mutating func newRegion(_ polygon: Int32) -> Int32 {
    regions.append(Region(left: polygon, right: -1))
    return Int32(truncatingIfNeeded: regions.count - 1)
  }

  /// Adds a vertex of the right rim; a second polygon ends there.
  @inline(__always)
  mutating func addRight(_ vertex: Int32, to region: Int32, places: borrowing ScratchBuffer<GridPoint>) {
    if regions[region].right >= 0 {
      polygons.end(regions[region].right, at: vertex, places: places)
      regions[region].right = -1
    }
    polygons.add(vertex, on: .right, to: regions[region].left)
  }

  /// Adds a vertex of the left rim; the first of two polygons ends there.
  @inline(__always)
  mutating func addLeft(_ vertex: Int32, to region: Int32, places: borrowing ScratchBuffer<GridPoint>) {
    if regions[region].right >= 0 {
      polygons.end(regions[region].left, at: vertex, places: places)
      regions[region] = Region(left: regions[region].right, right: -1)
    }
    polygons.add(vertex, on: .left, to: regions[region].left)
  }

  /// Ends a region at its lowest vertex.
  @inline(__always)
  mutating func close(_ region: Int32, at vertex: Int32, places: borrowing ScratchBuffer<GridPoint>) {
    polygons.end(regions[region].left, at: vertex, places: places)
    if regions[region].right >= 0 { polygons.end(regions[region].right, at: vertex, places: places) }
  }

  /// Parts a region at a vertex inside it by a line up to its lowest corner; returns the part on the right.
  @inline(__always)
  mutating func split(_ region: Int32, at vertex: Int32) -> Int32 {
    let parts = regions[region]
    var right = parts.right
    if right >= 0 {
      polygons.add(vertex, on: .right, to: parts.left)
      polygons.add(vertex, on: .left, to: right)
      regions[region].right = -1
      return newRegion(right)
    }
    let lowest = polygons.lowest(of: parts.left)
    let fresh = polygons.begin(at: lowest.vertex)
    var left = parts.left
    if lowest.side == .left { (left, right) = (fresh, left) } else { right = fresh }
    polygons.add(vertex, on: .right, to: left)
    polygons.add(vertex, on: .left, to: right)
    regions[region].left = left
    return newRegion(right)
  }
}

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
