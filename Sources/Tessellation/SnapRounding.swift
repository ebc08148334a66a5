/// Makes contours that cross or touch meet in corners alone, all of them on the grid.
///
/// Every corner and every crossing, rounded to the grid, makes its grid square "hot"; an edge that passes
/// through a hot square is bent to its middle. What results has no crossings (Hobby 1999, "Practical segment
/// intersection with finite precision output").
struct SnapRounding: ~Copyable {
  struct Edge {
    var start: GridPoint
    var end: GridPoint

    /// The box around it.
    var low: GridPoint
    var high: GridPoint

    var direction: GridPoint { end &- start }
  }

  /// What decides at a glance that an edge is too far away to be compared.
  struct ActiveBox {
    var left: Int32
    var right: Int32
    var bottom: Int32
    var edge: Int32
  }

  /// A place on an edge; `order` grows along it.
  struct Bend {
    var edge: Int32
    var place: GridPoint
    var order: Int64
  }

  private var edges = Pile<Edge>(capacity: 256)
  private var words = Pile<UInt64>(capacity: 256)
  private var sorter = WordSorter()
  private var active = Pile<ActiveBox>()
  private var crossings = Pile<UInt64>()
  private var bends = Pile<Bend>()
  private var bendLimit = 0

  /// Replaces `contours` by ones that do not cross; returns false when they would have more than `limit` corners.
  ///
  /// The storage of `spare` is used.
  mutating func resolve(
    _ contours: inout GridContours, into spare: inout GridContours, limit: Int
  ) -> Bool {
    // An edge may find the same bend twice, at a corner and at a crossing.
    bendLimit = 2 * limit
    gather(contours)
    guard bendAtCorners(), bendAtCrossings() else { return false }
    bends.sort { ($0.edge, $0.order) < ($1.edge, $1.order) }
    spare.removeAll()
    var bend = 0
    for index in 0..<contours.points.count {
      spare.add(contours.points[index])
      while bend < bends.count && bends[bend].edge == Int32(truncatingIfNeeded: index) {
        spare.add(bends[bend].place)
        bend += 1
      }
      if contours.next[index] <= Int32(truncatingIfNeeded: index) { spare.finishContour() }
    }
    swap(&contours, &spare)
    contours.takeGrid(of: spare)
    return contours.points.count <= limit
  }

  private mutating func gather(_ contours: borrowing GridContours) {
    edges.removeAll()
    words.removeAll()
    crossings.removeAll()
    bends.removeAll()
    active.removeAll()
    for index in 0..<contours.points.count {
      let (start, end) = (contours.points[index], contours.points[contours.next[index]])
      let low = start.replacing(with: end, where: end .< start)
      let high = start.replacing(with: end, where: end .> start)
      edges.append(Edge(start: start, end: end, low: low, high: high))
      words.append(UInt64(UInt32(bitPattern: low.y)) << 32 | UInt64(truncatingIfNeeded: index))
    }
    sorter.sort(&words, heightShift: 32)
  }

  /// Bends edges at the corners of others, and notes where edges cross.
  private mutating func bendAtCorners() -> Bool {
    for position in 0..<words.count {
      let index = Int32(truncatingIfNeeded: words[position] & 0xffff_ffff)
      let edge = edges[index]
      var kept = 0
      for slot in 0..<active.count {
        let other = active[slot]
        if other.bottom < edge.low.y { continue }
        active[kept] = other
        kept += 1
        if other.left <= edge.high.x && edge.low.x <= other.right {
          compare(index, edge, other.edge, edges[other.edge])
        }
      }
      active.truncate(to: kept)
      active.append(ActiveBox(left: edge.low.x, right: edge.high.x, bottom: edge.high.y, edge: index))
      if bends.count > bendLimit { return false }
    }
    return true
  }

  private mutating func compare(_ a: Int32, _ first: Edge, _ b: Int32, _ second: Edge) {
    let start = cross(first.direction, second.start &- first.start)
    let end = cross(first.direction, second.end &- first.start)
    bend(a, first, at: second.start, offset: start)
    bend(a, first, at: second.end, offset: end)
    let otherStart = cross(second.direction, first.start &- second.start)
    let otherEnd = cross(second.direction, first.end &- second.start)
    bend(b, second, at: first.start, offset: otherStart)
    bend(b, second, at: first.end, offset: otherEnd)
    if (start < 0) == (end < 0) || start == 0 || end == 0 { return }
    if (otherStart < 0) == (otherEnd < 0) || otherStart == 0 || otherEnd == 0 { return }
    let fraction = Double(start) / (Double(start) - Double(end))
    let place = GridPoint(
      rounded(second.start.x, second.direction.x, fraction),
      rounded(second.start.y, second.direction.y, fraction))
    crossings.append(place.sweepKey)
    addBend(a, first, place)
    addBend(b, second, place)
  }

  private func rounded(_ start: Int32, _ length: Int32, _ fraction: Double) -> Int32 {
    Int32(Double(start) + Double(length) * fraction + 0.5)
  }

  /// Bends an edge at a place if it passes through the place's square; `offset` is direction × (place − start).
  @inline(__always)
  private mutating func bend(_ index: Int32, _ edge: Edge, at place: GridPoint, offset: Int64) {
    let inBox =
      place.x >= edge.low.x && place.x <= edge.high.x && place.y >= edge.low.y && place.y <= edge.high.y
    if !inBox { return }
    let size = edge.high &- edge.low
    let reach = Int64(size.x) &+ Int64(size.y)
    // A line through the very corner of a square belongs to the square on one side of it alone.
    let isDown = edge.start.sweepKey < edge.end.sweepKey
    let twice = isDown ? 2 &* offset : -2 &* offset
    if twice > reach || twice <= -reach { return }
    addBend(index, edge, place)
  }

  @inline(__always)
  private mutating func addBend(_ index: Int32, _ edge: Edge, _ place: GridPoint) {
    if place == edge.start || place == edge.end { return }
    let along = place &- edge.start
    let direction = edge.direction
    let order = Int64(along.x) &* Int64(direction.x) &+ Int64(along.y) &* Int64(direction.y)
    bends.append(Bend(edge: index, place: place, order: order))
  }

  /// Bends edges at the crossings of others.
  private mutating func bendAtCrossings() -> Bool {
    if crossings.count == 0 { return true }
    // Crossings lie in strips of equal height, sorted by x within a strip.
    let strips = min(Int(Double(crossings.count).squareRoot()) + 1, 1024)
    let shift = UInt64(GridPoint.extentBits + 1)
    let height = ((1 << GridPoint.extentBits) + strips) / strips
    for index in 0..<crossings.count {
      let (x, y) = (crossings[index] & (1 << shift - 1), crossings[index] >> shift)
      crossings[index] = (y / UInt64(height)) << (2 * shift) | x << shift | y
    }
    crossings.sort()
    for index in 0..<edges.count {
      let edge = edges[index]
      for strip in Int(edge.low.y) / height...Int(edge.high.y) / height {
        let (low, high) = extent(of: edge, from: strip * height, to: (strip + 1) * height)
        let last = UInt64(strip) << (2 * shift) | (high + 1) << shift
        var position = firstCrossing(from: UInt64(strip) << (2 * shift) | low << shift)
        while position < crossings.count && crossings[position] < last {
          let word = crossings[position]
          position += 1
          if position < crossings.count && crossings[position] == word { continue }
          let place = GridPoint(
            Int32(truncatingIfNeeded: word >> shift & (1 << shift - 1)),
            Int32(truncatingIfNeeded: word & (1 << shift - 1)))
          bend(
            Int32(truncatingIfNeeded: index), edge, at: place,
            offset: cross(edge.direction, place &- edge.start))
        }
      }
      if bends.count > bendLimit { return false }
    }
    return true
  }

  private func firstCrossing(from word: UInt64) -> Int {
    var low = 0
    var high = crossings.count
    while low < high {
      let middle = (low + high) >> 1
      if crossings[middle] < word { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Returns where an edge is, from left to right, while it passes a strip, with a step to spare.
  private func extent(of edge: Edge, from top: Int, to bottom: Int) -> (low: UInt64, high: UInt64) {
    let direction = edge.direction
    var (low, high) = (Double(edge.low.x), Double(edge.high.x))
    if direction.y != 0 {
      let slope = Double(direction.x) / Double(direction.y)
      let a = Double(edge.start.x) + (Double(top) - 1 - Double(edge.start.y)) * slope
      let b = Double(edge.start.x) + (Double(bottom) + 1 - Double(edge.start.y)) * slope
      low = min(max(low, min(a, b)), high)
      high = max(min(high, max(a, b)), low)
    }
    return (UInt64(max(low - 1, 0)), UInt64(high + 1))
  }
}
