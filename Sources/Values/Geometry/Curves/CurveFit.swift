/// Finds one cubic with given end tangents for a row of points (Schneider, "An algorithm for automatically fitting
/// digitized curves", 1990).
public struct CurveFit: Sendable {
  private let points: [Point]
  private let startTangent: Vector
  private let endTangent: Vector
  private var times: [Double] = []

  /// `points` run from the one end to the other.
  public init(_ points: [Point], _ startTangent: Vector, _ endTangent: Vector) {
    self.points = points
    self.startTangent = startTangent
    self.endTangent = endTangent
    var sum = 0.0
    times.reserveCapacity(points.count)
    for index in points.indices {
      if index > 0 { sum += points[index].distance(to: points[index - 1]) }
      times.append(sum)
    }
    if sum > 0 { for index in times.indices { times[index] /= sum } }
  }

  /// Returns a cubic that passes all points within `tolerance`, or nil when none was found.
  public mutating func cubic(within tolerance: Double) -> CubicBezier? {
    for round in 0..<6 {
      guard let cubic = leastSquares() else { return nil }
      let error = reparametrize(cubic)
      if error <= tolerance { return cubic }
      if round >= 1, error > tolerance * 16 { return nil }
    }
    return nil
  }

  /// Returns the handles that come nearest to the points at their times.
  private func leastSquares() -> CubicBezier? {
    guard let start = points.first, let end = points.last else { return nil }
    var (c00, c01, c11, x0, x1) = (0.0, 0.0, 0.0, 0.0, 0.0)
    let cosine = startTangent.dot(endTangent)
    for (time, point) in zip(times, points) {
      let u = 1 - time
      let (b1, b2) = (3 * u * u * time, 3 * u * time * time)
      let onEnds = u * u * u + b1
      let base = start.interpolated(to: end, at: 1 - onEnds)
      let gap = point - base
      c00 += b1 * b1
      c01 -= b1 * b2 * cosine
      c11 += b2 * b2
      x0 += b1 * gap.dot(startTangent)
      x1 -= b2 * gap.dot(endTangent)
    }
    let chord = start.distance(to: end)
    let determinant = c00 * c11 - c01 * c01
    var (first, second) = (chord / 3, chord / 3)
    if determinant > 1e-9 * c00 * c11 {
      first = (x0 * c11 - x1 * c01) / determinant
      second = (x1 * c00 - x0 * c01) / determinant
    }
    guard first.isFinite, second.isFinite else { return nil }
    if first < chord * 1e-3 || second < chord * 1e-3 { (first, second) = (chord / 3, chord / 3) }
    return CubicBezier(start, start + startTangent * first, end - endTangent * second, end)
  }

  /// Moves every time to the place of the curve that is nearest and returns the largest distance.
  private mutating func reparametrize(_ cubic: CubicBezier) -> Double {
    var worst = 0.0
    for index in points.indices.dropFirst().dropLast() {
      times[index] = cubic.nearestTime(to: points[index], from: times[index])
      worst = max(worst, cubic.point(at: times[index]).distance(to: points[index]))
    }
    return worst
  }
}
