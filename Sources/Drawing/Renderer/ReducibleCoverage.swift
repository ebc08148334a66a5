import GPU
import Geometry

/// The exact coverage of a path at 2 to the power of `octave` pixels a point, from which that at smaller powers is
/// averaged: a pixel there is a square of whole pixels here, so that nothing is lost.
struct ReducibleCoverage {
  let octave: Int
  let box: PixelRect
  let levels: [UInt8]

  /// The longer side, in pixels, that the coverage has at most.
  static let side = 64

  /// The last frame in which it was asked for something.
  var lastUse = 0

  /// Returns the largest power of two at which a box is no longer than so many pixels.
  static func octave(of bounds: Rect, within side: Int = side) -> Int {
    let longer = max(bounds.width, bounds.height)
    guard longer > 0, longer.isFinite else { return 0 }
    var octave = Int(min(max((Double(side) / longer).exponent, -60), 60))
    // Where it begins and ends between whole numbers, it touches a pixel more.
    while let box = PixelRect(bounds, octave: octave), max(box.width, box.height) > side { octave -= 1 }
    return octave
  }

  /// Returns the coverage at a smaller power of two in a box of its pixels.
  func reduced(to smaller: Int, in target: PixelRect) -> [UInt8] {
    let shift = octave - smaller
    precondition(shift >= 0, "coverage is reduced, never enlarged")
    guard let count = target.size.count, count > 0 else { return [] }
    var result = [UInt8](repeating: 0, count: count)
    // Farther than this it is less than a hundredth of a pixel large.
    guard shift <= 12 else { return result }
    var sums = [UInt32](repeating: 0, count: target.width)
    let half = (UInt32(1) << UInt32(2 * shift)) >> 1
    levels.withUnsafeBufferPointer { levels in
      for row in 0..<target.height {
        let first = max((target.y + row) << shift, box.y)
        let last = min((target.y + row + 1) << shift, box.y + box.height)
        guard first < last else { continue }
        for column in sums.indices { sums[column] = 0 }
        for y in first..<last {
          let line = UnsafeBufferPointer(
            rebasing: levels[(y - box.y) * box.width..<(y - box.y + 1) * box.width])
          add(line, to: &sums, in: target, shift)
        }
        for column in sums.indices {
          result[row * target.width + column] = UInt8((sums[column] + half) >> UInt32(2 * shift))
        }
      }
    }
    return result
  }

  /// Adds a row of levels to the sums of the columns that they fall into.
  private func add(
    _ line: UnsafeBufferPointer<UInt8>, to sums: inout [UInt32], in target: PixelRect, _ shift: Int
  ) {
    for column in 0..<target.width {
      let first = max((target.x + column) << shift - box.x, 0)
      let last = min((target.x + column + 1) << shift - box.x, box.width)
      guard first < last else { continue }
      var sum: UInt32 = 0
      for x in first..<last { sum &+= UInt32(line[x]) }
      sums[column] &+= sum
    }
  }
}

extension PixelRect {
  /// Creates the pixels that a rectangle touches at 2 to the power of `octave` pixels a point; nil when they cannot be
  /// counted.
  init?(_ rect: Rect, octave: Int) {
    self.init(rect, .scale(Double(sign: .plus, exponent: octave, significand: 1)))
  }
}
