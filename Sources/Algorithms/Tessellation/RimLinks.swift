import Geometry
import Glibc
import PlanarGeometry

/// Finds for each rim of a fill the one that follows it on the same contour.
///
/// Where contours touch, several rims end in one vertex; each is followed by the one that bounds the same corner
/// of the inside.
struct RimLinks: ~Copyable {
  /// The rims that leave a vertex: the first, and for each rim another one from the same vertex.
  private var firstLeaving = ScratchBuffer<Int32>(capacity: 256)
  private var nextLeaving = ScratchBuffer<Int32>(capacity: 256)

  private(set) var next = ScratchBuffer<Int32>(capacity: 256)
  private(set) var previous = ScratchBuffer<Int32>(capacity: 256)

  mutating func link(
    _ rims: borrowing ScratchBuffer<FillSweep.Rim>, _ vertices: borrowing ScratchBuffer<GridPoint>
  ) {
    firstLeaving.resizeUninitialized(to: vertices.count)
    for vertex in 0..<vertices.count { firstLeaving[vertex] = -1 }
    nextLeaving.resizeUninitialized(to: rims.count)
    next.resizeUninitialized(to: rims.count)
    previous.resizeUninitialized(to: rims.count)
    for index in 0..<rims.count {
      let start = rims[index].start
      nextLeaving[index] = firstLeaving[start]
      firstLeaving[start] = Int32(truncatingIfNeeded: index)
    }
    for index in 0..<rims.count {
      let first = firstLeaving[rims[index].end]
      let follower = nextLeaving[first] < 0 ? first : nearest(to: index, from: first, rims, vertices)
      next[index] = follower
      previous[follower] = Int32(truncatingIfNeeded: index)
    }
  }

  /// Returns the rim that is met first on turning from the end of `rim` through the inside.
  private func nearest(
    to rim: Int, from first: Int32, _ rims: borrowing ScratchBuffer<FillSweep.Rim>,
    _ vertices: borrowing ScratchBuffer<GridPoint>
  ) -> Int32 {
    let corner = vertices[rims[rim].end]
    let back = angle(vertices[rims[rim].start] &- corner)
    var best = first
    var bestTurn = Double.infinity
    var candidate = first
    while candidate >= 0 {
      var turn = back - angle(vertices[rims[candidate].end] &- corner)
      if turn <= 0 { turn += 2 * .pi }
      if turn < bestTurn { (best, bestTurn) = (candidate, turn) }
      candidate = nextLeaving[candidate]
    }
    return best
  }

  private func angle(_ direction: GridPoint) -> Double { atan2(Double(direction.y), Double(direction.x)) }
}
