import Geometry

/// Finds the rim of the fill among edges that may overlap and cross.
///
/// A line moves down over the edges and stops wherever one begins, ends or crosses its neighbour; between two
/// stops the edges keep their order, and the winding number tells the rim. Crossings are rounded to the next
/// 1/4096 of a pixel, which bounds the number of stops and cannot change an area that eight bits would show.
struct OverlapSweep {
  private var order: ContiguousArray<UInt64> = []
  private var active: ContiguousArray<Int32> = []

  /// Calls `emit` with pieces of the rim, from the top down; the sign is +1 where the fill lies on the right.
  mutating func sweep(
    _ clipped: inout ClippedEdges, fillRule: FillRule,
    emit: (_ x0: Double, _ y0: Double, _ x1: Double, _ y1: Double, _ sign: Int32) -> Void
  ) {
    // Even-odd looks at the lowest bit of the winding number, non-zero at all.
    let mask: Int32 = fillRule == .evenOdd ? 1 : -1
    active.removeAll(keepingCapacity: true)
    clipped.withMutableEdges { edges in
      sortByTop(edges)
      var next = 0
      var y = 0.0
      while next < order.count || !active.isEmpty {
        if active.isEmpty { y = edges[index(next)].y0 }
        while next < order.count && edges[index(next)].y0 <= y {
          let new = index(next)
          edges[new].top = edges[new].x0
          active.append(Int32(truncatingIfNeeded: new))
          next += 1
        }
        var stop = next < order.count ? edges[index(next)].y0 : .infinity
        for edge in active { stop = min(stop, edges[Int(edge)].y1) }
        stop = orderActive(edges, from: y, to: stop)
        assignRoles(edges, at: y, mask: mask, emit: emit)
        retire(edges, at: stop, emit: emit)
        y = stop
      }
    }
  }

  private func index(_ position: Int) -> Int { Int(truncatingIfNeeded: order[position] & 0xffff_ffff) }

  private mutating func sortByTop(_ edges: UnsafeMutableBufferPointer<ClippedEdge>) {
    order.removeAll(keepingCapacity: true)
    order.reserveCapacity(edges.count)
    for index in edges.indices {
      let row = UInt64(edges[index].y0 * ClippedEdges.rowFractions)
      order.append(row << 32 | UInt64(truncatingIfNeeded: index))
    }
    order.sort()
  }

  /// Sorts the active edges from left to right and returns the height to which that order holds.
  private mutating func orderActive(
    _ edges: UnsafeMutableBufferPointer<ClippedEdge>, from y: Double, to stop: Double
  ) -> Double {
    for edge in active { edges[Int(edge)].bottom = edges[Int(edge)].x(at: stop) }
    active.withUnsafeMutableBufferPointer { active in
      for position in active.indices.dropFirst() {
        let edge = active[position]
        let (top, bottom) = (edges[Int(edge)].top, edges[Int(edge)].bottom)
        var place = position
        while place > 0 {
          let before = edges[Int(active[place - 1])]
          if before.top < top || (before.top == top && before.bottom <= bottom) { break }
          active[place] = active[place - 1]
          place -= 1
        }
        active[place] = edge
      }
    }
    let crossing = firstCrossing(edges, from: y, to: stop)
    if crossing < stop {
      for edge in active { edges[Int(edge)].bottom = edges[Int(edge)].x(at: crossing) }
    }
    return crossing
  }

  private func firstCrossing(
    _ edges: UnsafeMutableBufferPointer<ClippedEdge>, from y: Double, to stop: Double
  ) -> Double {
    let negligible = 1e-5
    var first = stop
    for position in active.indices.dropFirst() {
      let left = edges[Int(active[position - 1])]
      let right = edges[Int(active[position])]
      let gap = right.top - left.top
      let inversion = left.bottom - right.bottom
      if inversion > negligible {
        first = min(first, y + (stop - y) * max(gap, 0) / (max(gap, 0) + inversion))
      }
    }
    if first == stop { return stop }
    let grid = ClippedEdges.rowFractions
    return min(max((first * grid).rounded(.up) / grid, y + 1 / grid), stop)
  }

  private func assignRoles(
    _ edges: UnsafeMutableBufferPointer<ClippedEdge>, at y: Double, mask: Int32,
    emit: (Double, Double, Double, Double, Int32) -> Void
  ) {
    var winding: Int32 = 0
    for position in active {
      let index = Int(position)
      let wasInside = winding & mask != 0
      winding &+= edges[index].winding
      let isInside = winding & mask != 0
      let role: Int32 = wasInside == isInside ? 0 : isInside ? 1 : -1
      if role != edges[index].role {
        flush(edges[index], to: y, edges[index].top, emit)
        edges[index].role = role
        edges[index].roleStart = y
      }
    }
  }

  private mutating func retire(
    _ edges: UnsafeMutableBufferPointer<ClippedEdge>, at stop: Double,
    emit: (Double, Double, Double, Double, Int32) -> Void
  ) {
    var kept = 0
    for position in active {
      let index = Int(position)
      if edges[index].y1 <= stop {
        flush(edges[index], to: stop, edges[index].x1, emit)
      } else {
        edges[index].top = edges[index].bottom
        active[kept] = position
        kept += 1
      }
    }
    active.removeSubrange(kept...)
  }

  private func flush(
    _ edge: ClippedEdge, to y: Double, _ x: Double, _ emit: (Double, Double, Double, Double, Int32) -> Void
  ) {
    if edge.role == 0 || edge.roleStart >= y { return }
    emit(edge.x(at: edge.roleStart), edge.roleStart, x, y, edge.role)
  }
}
