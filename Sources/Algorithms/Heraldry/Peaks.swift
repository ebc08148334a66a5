import Geometry

/// A wall cut to peaks above the band, out of one sheet with it.
struct Peaks {
  enum Cut { case straight, hollow, leaf, ogee, square }

  /// How many peaks go round the whole ring; one is in front.
  var count: Int

  /// The heights of the valleys and of the peaks.
  var valley: Double
  var peak: Double
  var cut: Cut

  private var step: Double { 2 * .pi / Double(count) }

  /// Returns how far up from valley to peak the wall reaches at a part of the way from a peak to a valley.
  private func profile(_ way: Double) -> Double {
    switch cut {
    case .straight: return 1 - way
    case .hollow: return (1 - way) * (0.3 + 0.7 * (1 - way))
    case .leaf: return 1 - way * way * (0.45 + 0.55 * way)
    case .ogee:
      let neck = max(0, 1 - way / 0.42)
      return 0.7 * (1 - way * way * way) + 0.3 * neck * neck
    case .square: return way < 0.55 ? 1 : 0
    }
  }

  /// Returns the wall from the foot to its peaks, seen in front or behind.
  func wall(on ring: Ring, foot: Double, front: Bool) -> Path {
    let first = front ? -Double.pi / 2 : .pi / 2
    let last = first + .pi
    let lift = front ? 1.0 : 0.91
    func place(_ angle: Double, _ part: Double) -> Point {
      ring.point(Ring.spread(angle), foot + (valley + (peak - valley) * part - foot) * lift)
    }
    var path = Path()
    path.move(to: ring.point(first, foot))
    for index in Int((first / step).rounded(.down))...Int((last / step).rounded(.up)) {
      let middle = Double(index) * step
      addFlank(to: &path, from: middle - step / 2, to: middle, peakAt: middle, within: first...last, place)
      addFlank(to: &path, from: middle, to: middle + step / 2, peakAt: middle, within: first...last, place)
    }
    path.line(to: ring.point(last, foot))
    path.join(ring.arc(at: foot, from: last, to: first))
    path.close()
    return path
  }

  private func addFlank(
    to path: inout Path, from start: Double, to end: Double, peakAt middle: Double,
    within range: ClosedRange<Double>, _ place: (Double, Double) -> Point
  ) {
    let (low, high) = (max(start, range.lowerBound), min(end, range.upperBound))
    guard high - low > 1e-6 else { return }
    func way(_ angle: Double) -> Double { min(1, (angle - middle).magnitude / (step / 2)) }
    func at(_ angle: Double) -> Point { place(angle, profile(way(angle))) }
    switch cut {
    case .straight:
      path.line(to: at(low))
      path.line(to: at(high))
    case .square:
      let edge = start == middle ? middle + step * 0.275 : middle - step * 0.275
      path.line(to: at(low))
      if edge > low, edge < high {
        path.line(to: place(edge, start == middle ? 1 : 0))
        path.line(to: place(edge, start == middle ? 0 : 1))
      }
      path.line(to: at(high))
    default:
      path.join(Path.curve(steps: cut == .ogee ? 5 : 4) { at(low + (high - low) * $0) })
    }
  }
}
