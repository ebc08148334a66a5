extension [UInt8] {
  /// Creates the levels of a pixel, or of several, that many times over.
  package init(_ pixels: [UInt8], times count: Int) {
    self.init()
    reserveCapacity(pixels.count * count)
    for _ in 0..<count { self += pixels }
  }

  /// Returns how far a level is from the one in its place in another picture at most; nil where one of them has more.
  package func largestDifference(from other: [UInt8]) -> Int? {
    guard count == other.count else { return nil }
    return indices.reduce(0) { Swift.max($0, abs(Int(self[$1]) - Int(other[$1]))) }
  }
}
