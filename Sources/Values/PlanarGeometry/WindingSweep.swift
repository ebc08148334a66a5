/// Walks down the vertices of a planar arrangement and tells each edge what lies left and right of it.
struct WindingSweep {
  /// Calls `cross` for each edge in turn, left to right at every vertex, with the state left of it.
  ///
  /// The edges must be in `Edge.precedes` order, without duplicates. `cross` returns the state on the right.
  static func run<State>(
    _ edges: [Edge], outside: State, _ cross: (Int, State) -> State
  ) {
    var active = ChunkedList()
    active.removeAll(numbers: edges.count)
    var states = [State](repeating: outside, count: edges.count)
    for vertex in vertices(of: edges) {
      let point = vertex.point
      // Negative: the point lies right of the edge, which runs downward.
      var place = active.partition { area(edges[Int($0)].upper, edges[Int($0)].lower, point) < 0 }
      let before = active.number(before: place)
      var state = before >= 0 ? states[Int(before)] : outside
      var fresh = vertex.first
      var ended = active.number(at: place)
      // As many go on as end here, mostly one: those take their places.
      while ended >= 0, edges[Int(ended)].lower == point {
        if fresh < vertex.end {
          state = cross(fresh, state)
          states[fresh] = state
          place = active.replace(at: place, by: Int32(fresh))
          fresh += 1
          ended = active.number(at: place)
        } else {
          let next = active.next(ended)
          active.remove(ended)
          ended = next
        }
      }
      while fresh < vertex.end {
        state = cross(fresh, state)
        states[fresh] = state
        place = active.insert(Int32(fresh), at: place)
        fresh += 1
      }
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
