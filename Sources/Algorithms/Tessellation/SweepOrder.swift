import PlanarGeometry

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
