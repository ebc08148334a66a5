import Geometry
import TestSupport

/// Coverage by the obvious way: many lines across each row of pixels, the winding number walked from left to right.
struct SlowCoverage {
  let contours: [[Point]]
  let fillRule: FillRule

  /// Returns the covered share of each pixel, by `lines` sample lines a row and exact along each line.
  func areas(width: Int, height: Int, lines: Int = 128) -> [Double] {
    var areas = [Double](repeating: 0, count: width * height)
    for line in 0..<height * lines {
      let y = (Double(line) + 0.5) / Double(lines)
      for (left, right) in spans(at: y) {
        let (from, to) = (max(left, 0), min(right, Double(width)))
        var x = Int(max(from, 0))
        while x < width && Double(x) < to {
          let share = min(to, Double(x + 1)) - max(from, Double(x))
          areas[line / lines * width + x] += share / Double(lines)
          x += 1
        }
      }
    }
    return areas
  }

  /// The whole area, by sample lines between the top and the bottom.
  func totalArea(lines: Int = 4000) -> Double {
    let all = contours.joined()
    guard let top = all.map(\.y).min(), let bottom = all.map(\.y).max(), bottom > top else { return 0 }
    let step = (bottom - top) / Double(lines)
    return (0..<lines).reduce(0) { sum, line in
      spans(at: top + (Double(line) + 0.5) * step).reduce(sum) { $0 + ($1.1 - $1.0) * step }
    }
  }

  /// Returns what lies inside on a horizontal line.
  func spans(at y: Double) -> [(Double, Double)] {
    var crossings: [(x: Double, winding: Int)] = []
    for contour in contours {
      for (index, end) in contour.enumerated() {
        let start = contour[index == 0 ? contour.count - 1 : index - 1]
        if (start.y <= y) == (end.y <= y) { continue }
        let x = start.x + (end.x - start.x) * ((y - start.y) / (end.y - start.y))
        crossings.append((x, start.y <= y ? 1 : -1))
      }
    }
    crossings.sort { $0.x < $1.x }
    var result: [(Double, Double)] = []
    var winding = 0
    var left = 0.0
    for crossing in crossings {
      let wasInside = isInside(winding)
      winding += crossing.winding
      if !wasInside && isInside(winding) { left = crossing.x }
      if wasInside && !isInside(winding) { result.append((left, crossing.x)) }
    }
    return result
  }

  private func isInside(_ winding: Int) -> Bool {
    fillRule == .evenOdd ? winding & 1 == 1 : winding != 0
  }
}

extension SlowCoverage {
  init(_ path: Path, fillRule: FillRule = .nonZero, flattenedWithin tolerance: Double = 0.001) {
    var contours: [[Point]] = []
    for element in path.flattened(within: tolerance).elements {
      switch element {
      case .move(let point): contours.append([point])
      case .line(let point): contours[contours.count - 1].append(point)
      default: break
      }
    }
    self.init(contours: contours, fillRule: fillRule)
  }
}

extension Path {
  /// Creates closed polygons.
  init(polygons: [[Point]]) {
    self.init { path in
      for polygon in polygons {
        for (index, point) in polygon.enumerated() {
          path.append(index == 0 ? .move(point) : .line(point))
        }
        path.close()
      }
    }
  }
}

extension SeededGenerator {
  /// Returns a polygon with corners anywhere between the bounds, on a grid of `step` when that is given.
  mutating func polygon(corners: Int, from low: Double, to high: Double, step: Double = 0) -> [Point] {
    func place(_ value: Double) -> Double { step > 0 ? (value / step).rounded() * step : value }
    return (0..<corners).map { _ in
      Point(place(.random(in: low...high, using: &self)), place(.random(in: low...high, using: &self)))
    }
  }
}
