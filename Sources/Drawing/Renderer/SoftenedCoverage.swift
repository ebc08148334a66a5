import Geometry

/// Coverage to be drawn smaller than it is: beside each level the mean of the nine round it.
///
/// A mixture of the two, read between texels, spreads as wide as a pixel wherever two to four texels make one, so that
/// one look at a texture gives about the mean over a pixel.
struct SoftenedCoverage {
  /// A level and a mean for each texel, the top row first.
  let bytes: [UInt8]

  /// Whether nothing is covered.
  let isEmpty: Bool

  /// Softens rows of levels whose outermost ones are empty.
  init(_ levels: [UInt8], _ size: PixelSize) {
    precondition(levels.count == size.width * size.height, "there is a level for each texel")
    bytes = SoftenedCoverage.softened(levels, size.width, size.height)
    isEmpty = levels.allSatisfy { $0 == 0 }
  }

  private static func softened(_ levels: [UInt8], _ width: Int, _ height: Int) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 2 * levels.count)
    guard width > 2, height > 2 else { return bytes }
    var columns = [UInt16](repeating: 0, count: width)
    bytes.withUnsafeMutableBufferPointer { bytes in
      levels.withUnsafeBufferPointer { levels in
        columns.withUnsafeMutableBufferPointer { columns in
          for row in 1..<height - 1 {
            let start = row * width
            let above = UnsafeBufferPointer(rebasing: levels[start - width..<start])
            let own = UnsafeBufferPointer(rebasing: levels[start..<start + width])
            let below = UnsafeBufferPointer(rebasing: levels[start + width..<start + 2 * width])
            for x in 0..<width { columns[x] = UInt16(above[x]) &+ UInt16(own[x]) &+ UInt16(below[x]) }
            let result = UnsafeMutableBufferPointer(rebasing: bytes[2 * start..<2 * (start + width)])
            soften(own, columns, into: result)
          }
        }
      }
    }
    return bytes
  }

  /// Writes a row's levels and their means, from the sums of three levels above each other.
  private static func soften(
    _ levels: UnsafeBufferPointer<UInt8>, _ columns: UnsafeMutableBufferPointer<UInt16>,
    into result: UnsafeMutableBufferPointer<UInt8>
  ) {
    for x in 1..<levels.count - 1 {
      let sum = UInt32(columns[x &- 1] &+ columns[x] &+ columns[x &+ 1])
      result[2 &* x] = levels[x]
      // A ninth, rounded: right for every sum of nine bytes.
      result[2 &* x &+ 1] = UInt8(truncatingIfNeeded: (sum &* 7282 &+ 32768) >> 16)
    }
  }

  /// Returns how much of the means, for 1 of the mixture, suits so many texels a pixel.
  ///
  /// A pixel of n texels spreads by n²/12, a texel read between others by about 1/4, and the mean of nine by 2/3 more;
  /// that would be (n² − 3) / 8. Reading is coarser than that at small n: the figures are the ones with which edges
  /// of all directions and shipped crowns come nearest to their exact coverage.
  static func share(texelsPerPixel: Double) -> Double {
    min(max((texelsPerPixel * texelsPerPixel - 1.5) / 8, 0), 1.3)
  }

  /// The fewest texels a pixel that coverage is made for; there are up to twice as many.
  static let texelsPerPixel = 2.0
}
