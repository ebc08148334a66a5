import PlanarGeometry

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
