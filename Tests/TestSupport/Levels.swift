import Glibc

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
    return withUnsafeBytes { levels in
      other.withUnsafeBytes { others in
        guard let first = levels.baseAddress, let second = others.baseAddress else { return 0 }
        var worst = 0
        // Most of two pictures is alike: what is goes by in blocks.
        for start in stride(from: 0, to: count, by: 64) {
          let end = Swift.min(start + 64, count)
          guard memcmp(first + start, second + start, end - start) != 0 else { continue }
          for place in start..<end { worst = Swift.max(worst, abs(Int(levels[place]) - Int(others[place]))) }
        }
        return worst
      }
    }
  }
}
