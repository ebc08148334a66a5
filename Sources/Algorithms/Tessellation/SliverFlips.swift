import PlanarGeometry

/// Replaces slivers among triangles by fuller ones.
///
/// A GPU rounds corners to 1/256 of a pixel, which may turn a sliver over; pixels would then be covered twice. Most
/// slivers go away when the diagonal that they share with a neighbour is replaced by the other diagonal.
struct SliverFlips: ~Copyable {
  private var slivers = ScratchBuffer<Int32>()

  /// The next side that begins in the same vertex; a side is the number of the corner where it begins.
  private var heads = ScratchBuffer<Int32>(capacity: 256)
  private var siblings = ScratchBuffer<Int32>(capacity: 1024)

  /// The square of the height below which a triangle is a sliver, in steps of the grid.
  private static let sliverHeight = 4096.0

  private static let passes = 16

  mutating func improve(_ triangles: inout ScratchBuffer<UInt32>, places: borrowing ScratchBuffer<GridPoint>)
  {
    slivers.removeAll()
    for first in stride(from: 0, to: triangles.count, by: 3) where isSliver(first, triangles, places) {
      slivers.append(Int32(truncatingIfNeeded: first))
    }
    if slivers.count == 0 { return }
    for _ in 0..<SliverFlips.passes {
      gatherSides(triangles, vertexCount: places.count)
      var flips = 0
      for index in 0..<slivers.count {
        let first = Int(slivers[index])
        if isSliver(first, triangles, places)
          && flip(longestSide(of: first, triangles, places), &triangles, places)
        {
          flips += 1
        }
      }
      if flips == 0 { return }
    }
  }

  @inline(__always)
  private func isSliver(
    _ first: Int, _ triangles: borrowing ScratchBuffer<UInt32>, _ places: borrowing ScratchBuffer<GridPoint>
  ) -> Bool {
    let (a, b) = (places[Int(triangles[first])], places[Int(triangles[first + 1])])
    let c = places[Int(triangles[first + 2])]
    let doubled = Double(area(a, b, c))
    return doubled * doubled < SliverFlips.sliverHeight * longestSquare(a, b, c)
  }

  /// Returns the square of a triangle's height over its longest side; negative for one that is turned over.
  private func height(_ a: GridPoint, _ b: GridPoint, _ c: GridPoint) -> Double {
    let doubled = Double(area(a, b, c))
    return doubled * doubled.magnitude / longestSquare(a, b, c)
  }

  @inline(__always)
  private func longestSquare(_ a: GridPoint, _ b: GridPoint, _ c: GridPoint) -> Double {
    max(length(a, b), length(b, c), length(c, a))
  }

  /// Returns the square of a distance.
  @inline(__always)
  private func length(_ a: GridPoint, _ b: GridPoint) -> Double {
    let (x, y) = (Double(a.x &- b.x), Double(a.y &- b.y))
    return x * x + y * y
  }

  private func longestSide(
    of first: Int, _ triangles: borrowing ScratchBuffer<UInt32>, _ places: borrowing ScratchBuffer<GridPoint>
  ) -> Int {
    var longest = first
    var longestLength = -1.0
    for side in first..<first + 3 {
      let ends = (places[Int(triangles[side])], places[Int(triangles[next(side)])])
      let length = length(ends.0, ends.1)
      if length > longestLength { (longest, longestLength) = (side, length) }
    }
    return longest
  }

  /// The side that follows in the same triangle.
  @inline(__always)
  private func next(_ side: Int) -> Int { side % 3 == 2 ? side - 2 : side + 1 }

  /// Notes which sides begin in which vertex.
  private mutating func gatherSides(_ triangles: borrowing ScratchBuffer<UInt32>, vertexCount: Int) {
    heads.resizeUninitialized(to: vertexCount)
    for vertex in 0..<vertexCount { heads[vertex] = -1 }
    siblings.resizeUninitialized(to: triangles.count)
    for side in 0..<triangles.count {
      let vertex = Int(triangles[side])
      siblings[side] = heads[vertex]
      heads[vertex] = Int32(truncatingIfNeeded: side)
    }
  }

  /// Returns the side that runs along another the other way, or nil at the rim.
  ///
  /// Sides that were moved by flips since the last gathering are not found.
  private func twin(of side: Int, _ triangles: borrowing ScratchBuffer<UInt32>) -> Int? {
    let (start, end) = (triangles[side], triangles[next(side)])
    var candidate = heads[Int(end)]
    // Where very many triangles meet, looking at them all for every sliver would take too long.
    var patience = 200
    while candidate >= 0 && patience > 0 {
      patience -= 1
      let twin = Int(candidate)
      if triangles[twin] == end && triangles[next(twin)] == start { return twin }
      candidate = siblings[candidate]
    }
    return nil
  }

  /// Replaces a side and its twin by the other diagonal of their triangles, if the thinner one gets fuller by it.
  private mutating func flip(
    _ side: Int, _ triangles: inout ScratchBuffer<UInt32>, _ places: borrowing ScratchBuffer<GridPoint>
  ) -> Bool {
    guard let twin = twin(of: side, triangles) else { return false }
    // The triangles a b c and b a d become a d c and d b c.
    let (a, b) = (triangles[side], triangles[twin])
    let (c, d) = (triangles[next(next(side))], triangles[next(next(twin))])
    let (placeA, placeB, placeC, placeD) = (places[Int(a)], places[Int(b)], places[Int(c)], places[Int(d)])
    let after = min(height(placeA, placeD, placeC), height(placeD, placeB, placeC))
    let before = min(height(placeA, placeB, placeC), height(placeB, placeA, placeD))
    if after <= 0 || after <= before { return false }
    set(side - side % 3, a, d, c, &triangles)
    set(twin - twin % 3, d, b, c, &triangles)
    return true
  }

  private func set(
    _ first: Int, _ a: UInt32, _ b: UInt32, _ c: UInt32, _ triangles: inout ScratchBuffer<UInt32>
  ) {
    triangles[first] = a
    triangles[first + 1] = b
    triangles[first + 2] = c
  }
}
