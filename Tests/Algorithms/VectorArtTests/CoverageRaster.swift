import Geometry

/// The exact area that a path without overlaps covers in each pixel.
///
/// Every edge adds its signed area to the pixels right of it; where a path overlaps itself the sum leaves 0…1,
/// so that this raster also tells whether overlaps are gone.
struct CoverageRaster {
  let width: Int
  let height: Int
  /// Coverage with the path's own sense; positive for paths that run clockwise on the screen.
  let coverage: [Double]

  init(_ path: Path, width: Int, height: Int, scale: Double) {
    self.width = width
    self.height = height
    var cells = [Double](repeating: 0, count: (width + 2) * height + 2)
    path.transformed(by: .scale(scale)).flattened(within: 0.01).forEachSegment(closingOpenSubpaths: true) {
      CoverageRaster.add($0.start, $0.end, width: width, height: height, to: &cells)
    }
    var result = [Double](repeating: 0, count: width * height)
    for y in 0..<height {
      var sum = 0.0
      for x in 0..<width {
        sum += cells[y * (width + 2) + x]
        result[y * width + x] = sum
      }
    }
    coverage = result
  }

  private static func add(_ a: Point, _ b: Point, width: Int, height: Int, to cells: inout [Double]) {
    guard a.y != b.y else { return }
    let sign = a.y < b.y ? -1.0 : 1.0
    let (top, bottom) = a.y < b.y ? (a, b) : (b, a)
    let slope = (bottom.x - top.x) / (bottom.y - top.y)
    let first = Int(max(top.y.rounded(.down), 0))
    let last = min(Int(min(bottom.y.rounded(.up), Double(height))), height)
    guard first < last else { return }
    for y in first..<last {
      let y0 = max(top.y, Double(y))
      let y1 = min(bottom.y, Double(y + 1))
      guard y1 > y0 else { continue }
      let x0 = top.x + (y0 - top.y) * slope
      let x1 = top.x + (y1 - top.y) * slope
      addRow(min(x0, x1), max(x0, x1), (y1 - y0) * sign, y * (width + 2), width, &cells)
    }
  }

  /// Spreads an edge of height `dy` between `x0` and `x1` over the pixels of one row.
  private static func addRow(
    _ x0: Double, _ x1: Double, _ dy: Double, _ row: Int, _ width: Int, _ cells: inout [Double]
  ) {
    let left = min(max(x0, 0), Double(width))
    let right = min(max(x1, 0), Double(width))
    let (first, last) = (Int(left.rounded(.down)), Int(right.rounded(.down)))
    if x1 - x0 < 1e-9 || left == right || first == last {
      let middle = (left + right) / 2
      let share = 1 - (middle - Double(first))
      cells[row + first] += dy * share
      cells[row + first + 1] += dy * (1 - share)
      return
    }
    // Parts clipped on either side run straight down along the border.
    let perUnit = dy / (x1 - x0)
    if x0 < 0 { cells[row] += perUnit * -x0 }
    if x1 > Double(width) { cells[row + width] += perUnit * (x1 - Double(width)) }
    for x in first...last {
      let from = max(left, Double(x))
      let to = min(right, Double(x + 1))
      guard to > from else { continue }
      let piece = perUnit * (to - from)
      let share = 1 - ((from + to) / 2 - Double(x))
      cells[row + x] += piece * share
      cells[row + x + 1] += piece * (1 - share)
    }
  }

  /// Returns the mean difference to a picture, in 255ths.
  func meanDifference(to picture: ReferencePicture) -> Double {
    var sum = 0.0
    for (value, level) in zip(coverage, picture.levels) {
      sum += (min(max(value, 0), 1) * 255 - Double(level)).magnitude
    }
    return sum / Double(coverage.count)
  }
}
