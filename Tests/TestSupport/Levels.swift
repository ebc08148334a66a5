import Glibc

extension [UInt8] {
  /// Creates the levels of a pixel, or of several, that many times over.
  package init(_ pixels: [UInt8], times count: Int) {
    self.init()
    reserveCapacity(pixels.count * count)
    for _ in 0..<count { self += pixels }
  }

  /// Counts the pixels of a row that have a level more than one from the one in its place in another row.
  ///
  /// A pixel has three levels. The rest of the longer row is ignored.
  package func farPixels(from other: [UInt8]) -> Int {
    var count = 0
    for start in stride(from: 0, to: Swift.min(self.count, other.count), by: 3) {
      let isFar = (start..<start + 3).contains { abs(Int(self[$0]) - Int(other[$0])) > 1 }
      if isFar { count += 1 }
    }
    return count
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
