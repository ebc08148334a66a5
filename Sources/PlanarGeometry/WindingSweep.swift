/// Walks down the vertices of a planar arrangement and tells each edge what lies left and right of it.
struct WindingSweep {
  /// Calls `cross` for each edge in turn, left to right at every vertex, with the state left of it.
  ///
  /// The edges must be in `Edge.precedes` order, without duplicates. `cross` returns the state on the right.
  static func run<State>(
    _ edges: [Edge], outside: State, _ cross: (Int, State) -> State
  ) {
    var active: [Int32] = []
    var states: [State] = []
    var newStates: [State] = []
    for vertex in vertices(of: edges) {
      let point = vertex.point
      var (low, high) = (0, active.count)
      while low < high {
        let middle = (low + high) / 2
        let edge = edges[Int(active[middle])]
        // Negative: the point lies right of the edge, which runs downward.
        if area(edge.upper, edge.lower, point) < 0 {
          low = middle + 1
        } else {
          high = middle
        }
      }
      var ended = low
      while ended < active.count, edges[Int(active[ended])].lower == point { ended += 1 }
      var state = low > 0 ? states[low - 1] : outside
      let fresh = vertex.first..<vertex.end
      if fresh.count == ended - low {
        // As many go on as end here, mostly one: nothing moves.
        for (place, index) in zip(low..<ended, fresh) {
          state = cross(index, state)
          active[place] = Int32(index)
          states[place] = state
        }
        continue
      }
      newStates.removeAll(keepingCapacity: true)
      for index in fresh {
        state = cross(index, state)
        newStates.append(state)
      }
      active.replaceSubrange(low..<ended, with: fresh.lazy.map { Int32($0) })
      states.replaceSubrange(low..<ended, with: newStates)
    }
  }

  private struct Vertex {
    var point: GridPoint
    /// The edges that go down from here.
    var first: Int
    var end: Int
  }

  private static func vertices(of edges: [Edge]) -> [Vertex] {
    let ends = edges.map(\.lower.key).sorted()
    var result: [Vertex] = []
    result.reserveCapacity(edges.count)
    var (next, nextEnd) = (0, 0)
    while next < edges.count || nextEnd < ends.count {
      let start = next < edges.count ? edges[next].upper.key : .max
      let end = nextEnd < ends.count ? ends[nextEnd] : .max
      let key = min(start, end)
      let first = next
      while next < edges.count, edges[next].upper.key == key { next += 1 }
      while nextEnd < ends.count, ends[nextEnd] == key { nextEnd += 1 }
      result.append(Vertex(point: GridPoint(key: key), first: first, end: next))
    }
    return result
  }
}
