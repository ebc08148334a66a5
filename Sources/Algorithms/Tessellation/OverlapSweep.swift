import Geometry
import PlanarGeometry

/// Finds the rim of the fill among edges that may overlap and cross.
///
/// A line moves down over the edges and stops wherever one begins, ends or crosses its neighbour; between two
/// stops the edges keep their order, and the winding number tells the rim. Crossings are rounded to the next
/// 1/4096 of a pixel, and coarser among very many edges; this bounds the number of stops, and moves less area
/// than eight bits show.
struct OverlapSweep: ~Copyable {
  /// An edge that the sweep has reached.
  struct ActiveEdge: BitwiseCopyable {
    var edge: ClippedEdge
    var slope: Double

    /// Where the edge is at the top and at the bottom of the slab between two stops.
    var top: Double
    var bottom: Double

    /// The edge's role since `roleStart`: +1 the left rim of the fill, −1 the right, 0 neither.
    var role: Int32
    var roleStart: Double
    var roleStartX: Double

    init(_ edge: ClippedEdge) {
      self.edge = edge
      slope = (edge.x1 - edge.x0) / (edge.y1 - edge.y0)
      top = edge.x0
      bottom = edge.x0
      role = 0
      roleStart = edge.y0
      roleStartX = edge.x0
    }

    @inline(__always)
    func x(at y: Double) -> Double { y >= edge.y1 ? edge.x1 : edge.x0 + slope * (y - edge.y0) }
  }

  private var order = ScratchBuffer<UInt64>(capacity: 256)
  private var sorter = WordSorter()
  private var active = ScratchBuffer<ActiveEdge>()

  /// To which part of a pixel crossings are rounded.
  private var crossingFractions = ClippedEdges.rowFractions

  /// Edges that are out of order by less than this, in pixels, are taken to meet.
  private static let negligible = 1e-5

  /// Draws the rim with a pen that takes the fill to lie right of what runs downward.
  mutating func sweep(_ clipped: borrowing ClippedEdges, fillRule: FillRule, pen: AreaAccumulator.Pen) {
    // Even-odd looks at the lowest bit of the winding number, non-zero at all.
    let mask: Int32 = fillRule == .evenOdd ? 1 : -1
    sortByTop(clipped)
    crossingFractions = order.count < 512 ? ClippedEdges.rowFractions : order.count < 4096 ? 512 : 64
    active.removeAll()
    var next = 0
    var y = 0.0
    while next < order.count || active.count > 0 {
      if active.count == 0 { y = clipped.edges[index(next)].y0 }
      var isReordered = false
      while next < order.count && clipped.edges[index(next)].y0 <= y {
        if enter(clipped.edges[index(next)], pen) { isReordered = true }
        next += 1
      }
      if leave(at: y, pen) { isReordered = true }
      var stop = next < order.count ? clipped.edges[index(next)].y0 : .infinity
      for position in 0..<active.count { stop = min(stop, active[position].edge.y1) }
      if active.count == 0 { continue }
      if !advance(to: stop) {
        stop = reorder(from: y, to: stop)
        isReordered = true
      }
      if isReordered { assignRoles(at: y, mask: mask, pen) }
      y = stop
    }
  }

  private func index(_ position: Int) -> Int { Int(truncatingIfNeeded: order[position] & 0xffff_ffff) }

  private mutating func sortByTop(_ clipped: borrowing ClippedEdges) {
    order.removeAll()
    order.reserve(clipped.edges.count)
    for index in 0..<clipped.edges.count {
      let row = UInt64(UInt32(truncatingIfNeeded: Int(clipped.edges[index].y0 * ClippedEdges.rowFractions)))
      order.append(row << 32 | UInt64(truncatingIfNeeded: index))
    }
    sorter.sort(&order, heightShift: 32)
  }

  /// Adds an edge; returns false when it only continues one that ends.
  @inline(__always)
  private mutating func enter(_ edge: ClippedEdge, _ pen: AreaAccumulator.Pen) -> Bool {
    for position in 0..<active.count
    where active[position].edge.y1 == edge.y0 && active[position].edge.x1 == edge.x0
      && active[position].edge.winding == edge.winding
    {
      let role = active[position].role
      finish(position, pen)
      active[position] = ActiveEdge(edge)
      active[position].role = role
      return false
    }
    var new = ActiveEdge(edge)
    new.bottom = edge.x0
    var place = active.count
    while place > 0 && active[place - 1].bottom > edge.x0 { place -= 1 }
    active.moveTail(at: place, removed: 0, inserted: 1)
    active[place] = new
    return true
  }

  /// Removes the edges that end at a height; returns whether there were any.
  @inline(__always)
  private mutating func leave(at y: Double, _ pen: AreaAccumulator.Pen) -> Bool {
    var kept = 0
    for position in 0..<active.count {
      if active[position].edge.y1 <= y {
        finish(position, pen)
      } else {
        if kept < position { active[kept] = active[position] }
        kept += 1
      }
    }
    let isChanged = kept < active.count
    active.truncate(to: kept)
    return isChanged
  }

  /// Moves all edges down to the next stop; returns false when their order does not hold until there.
  @inline(__always)
  private mutating func advance(to stop: Double) -> Bool {
    var isOrdered = true
    var (lastTop, lastBottom) = (-Double.infinity, -Double.infinity)
    for position in 0..<active.count {
      let top = active[position].bottom
      let bottom = active[position].x(at: stop)
      active[position].top = top
      active[position].bottom = bottom
      if top < lastTop || (top == lastTop && bottom < lastBottom)
        || bottom < lastBottom - OverlapSweep.negligible
      {
        isOrdered = false
      }
      (lastTop, lastBottom) = (top, bottom)
    }
    return isOrdered
  }

  /// Sorts the edges and moves them to their first crossing instead; returns where that is.
  private mutating func reorder(from y: Double, to stop: Double) -> Double {
    for position in 1..<max(active.count, 1) {
      let edge = active[position]
      var place = position
      while place > 0 {
        let before = active[place - 1]
        if before.top < edge.top || (before.top == edge.top && before.bottom <= edge.bottom) { break }
        active[place] = before
        place -= 1
      }
      active[place] = edge
    }
    let crossing = firstCrossing(from: y, to: stop)
    if crossing < stop {
      for position in 0..<active.count { active[position].bottom = active[position].x(at: crossing) }
    }
    return crossing
  }

  private func firstCrossing(from y: Double, to stop: Double) -> Double {
    var first = stop
    for position in 1..<max(active.count, 1) {
      let gap = max(active[position].top - active[position - 1].top, 0)
      let inversion = active[position - 1].bottom - active[position].bottom
      if inversion > OverlapSweep.negligible { first = min(first, y + (stop - y) * gap / (gap + inversion)) }
    }
    if first == stop { return stop }
    let grid = crossingFractions
    return min(max((first * grid).rounded(.up) / grid, y + 1 / grid), stop)
  }

  private mutating func assignRoles(at y: Double, mask: Int32, _ pen: AreaAccumulator.Pen) {
    var winding: Int32 = 0
    for position in 0..<active.count {
      let wasInside = winding & mask != 0
      winding &+= active[position].edge.winding
      let isInside = winding & mask != 0
      let role: Int32 = wasInside == isInside ? 0 : isInside ? 1 : -1
      if role != active[position].role {
        draw(active[position], to: y, active[position].top, pen)
        active[position].role = role
        active[position].roleStart = y
        active[position].roleStartX = active[position].top
      }
    }
  }

  @inline(__always)
  private func finish(_ position: Int, _ pen: AreaAccumulator.Pen) {
    draw(active[position], to: active[position].edge.y1, active[position].edge.x1, pen)
  }

  @inline(__always)
  private func draw(_ edge: ActiveEdge, to y: Double, _ x: Double, _ pen: AreaAccumulator.Pen) {
    if edge.role == 0 || edge.roleStart >= y { return }
    pen.add(Float(edge.roleStartX), Float(edge.roleStart), Float(x), Float(y), Float(edge.role))
  }
}
