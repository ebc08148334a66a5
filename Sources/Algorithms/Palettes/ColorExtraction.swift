import Colors

/// Extracts the main colours of a picture.
///
/// Pixels are gathered into bins of six bits a channel, whose means are kept in linear light. Groups of bins are split
/// where they vary most, along their principal axis, until there are as many groups as colours are wanted (after Wu,
/// "Efficient Statistical Computations for Optimal Color Quantization", 1991, but in Oklab). Lloyd's method then
/// refines the means. The result is deterministic.
public struct ColorExtraction: Sendable {
  /// A colour and its share of the picture.
  public struct Part: Hashable, Sendable {
    /// The mean of its pixels, opaque, in eight bits a channel.
    public let color: RGBA

    /// Its share of the visible part of the picture, 0…1.
    public let weight: Double
  }

  /// The colours, by decreasing share; fewer than requested if the picture has no more.
  public let parts: [Part]

  /// Finds the main colours of a picture, in time linear in its pixels.
  ///
  /// - Parameters:
  ///   - picture: The picture.
  ///   - count: The most colours, 1…256.
  public init(_ picture: Bitmap, count: Int) {
    var points = Self.points(of: picture)
    let total = points.reduce(0) { $0 + $1.weight }
    guard total > 0, count > 0 else {
      parts = []
      return
    }
    var means = Self.divided(&points, count: min(count, 256)).map(Self.mean)
    means = Self.improved(means, points)
    let weights = Self.weights(of: means, points)
    parts = zip(means, weights).filter { $0.1 > 0 }
      .map { Part(color: Self.rgba($0.0), weight: $0.1 / total) }
      .sorted { ($0.weight, $0.color.red, $0.color.green) > ($1.weight, $1.color.red, $1.color.green) }
  }

  /// A colour in Oklab with its weight in pixels.
  private struct Point {
    let place: SIMD3<Double>
    let weight: Double
  }

  private static func points(of picture: Bitmap) -> [Point] {
    let bits = 6
    let light = (0..<256).map { byte in
      Color(in: .srgb, Double(byte) / 255, 0, 0).converted(to: .srgbLinear).components.x
    }
    var sums = [SIMD4<Double>](repeating: .zero, count: 1 << (3 * bits))
    picture.bytes.withUnsafeBufferPointer { bytes in
      for index in stride(from: 0, to: bytes.count, by: 4) where bytes[index + 3] > 0 {
        let (red, green, blue) = (Int(bytes[index]), Int(bytes[index + 1]), Int(bytes[index + 2]))
        let bin = (red >> 2) << 12 | (green >> 2) << 6 | blue >> 2
        let weight = Double(bytes[index + 3]) / 255
        sums[bin] += SIMD4(light[red], light[green], light[blue], 1) * weight
      }
    }
    return sums.filter { $0.w > 0 }.map { sum in
      let mean = sum / sum.w
      let oklab = Color(in: .srgbLinear, mean.x, mean.y, mean.z).oklab
      return Point(place: SIMD3(oklab.lightness, oklab.a, oklab.b), weight: sum.w)
    }
  }

  private static func mean(_ points: ArraySlice<Point>) -> SIMD3<Double> {
    let sum = points.reduce(SIMD3<Double>.zero) { $0 + $1.place * $1.weight }
    return sum / points.reduce(0) { $0 + $1.weight }
  }

  /// A group of points with its principal axis and its variation along it.
  private struct Group {
    let range: Range<Int>
    let axis: SIMD3<Double>
    let error: Double

    init(_ range: Range<Int>, _ points: [Point]) {
      self.range = range
      let mean = ColorExtraction.mean(points[range])
      var covariance = [SIMD3<Double>](repeating: .zero, count: 3)
      for point in points[range] {
        let offset = point.place - mean
        for row in 0..<3 { covariance[row] += offset * (offset[row] * point.weight) }
      }
      error = covariance[0].x + covariance[1].y + covariance[2].z
      // The power method finds the axis: the largest row is a start that is never perpendicular to it.
      let lengths = covariance.map { ($0 * $0).sum() }
      var axis = covariance[lengths.firstIndex(of: lengths.max() ?? 0) ?? 0]
      for _ in 0..<16 {
        let length = (axis * axis).sum().squareRoot()
        guard length > 0 else { break }
        axis /= length
        axis = SIMD3((covariance[0] * axis).sum(), (covariance[1] * axis).sum(), (covariance[2] * axis).sum())
      }
      self.axis = axis
    }
  }

  /// Sorts the points into `count` consecutive groups and returns them.
  private static func divided(_ points: inout [Point], count: Int) -> [ArraySlice<Point>] {
    var groups = [Group(points.indices, points)]
    while groups.count < count,
      let index = groups.indices.filter({ groups[$0].range.count > 1 }).max(by: {
        groups[$0].error < groups[$1].error
      }),
      groups[index].error > 0
    {
      let group = groups.remove(at: index)
      points[group.range].sort { ($0.place * group.axis).sum() < ($1.place * group.axis).sum() }
      let split = bestSplit(points[group.range], along: group.axis)
      groups.append(Group(group.range.lowerBound..<split, points))
      groups.append(Group(split..<group.range.upperBound, points))
    }
    return groups.map { points[$0.range] }
  }

  /// Returns the index that splits sorted points so that the two halves vary least along the axis.
  private static func bestSplit(_ points: ArraySlice<Point>, along axis: SIMD3<Double>) -> Int {
    let total = points.reduce((weight: 0.0, sum: 0.0)) {
      ($0.weight + $1.weight, $0.sum + ($1.place * axis).sum() * $1.weight)
    }
    var (weight, sum) = (0.0, 0.0)
    var best = (index: points.startIndex + 1, gain: -Double.infinity)
    for index in points.indices.dropLast() {
      weight += points[index].weight
      sum += (points[index].place * axis).sum() * points[index].weight
      let (restWeight, rest) = (total.weight - weight, total.sum - sum)
      let gain = sum * sum / weight + rest * rest / restWeight
      if gain > best.gain { best = (index + 1, gain) }
    }
    return best.index
  }

  private static func nearest(_ place: SIMD3<Double>, _ means: [SIMD3<Double>]) -> Int {
    var best = (index: 0, distance: Double.infinity)
    for (index, mean) in means.enumerated() {
      let offset = place - mean
      let distance = (offset * offset).sum()
      if distance < best.distance { best = (index, distance) }
    }
    return best.index
  }

  private static func improved(_ start: [SIMD3<Double>], _ points: [Point]) -> [SIMD3<Double>] {
    var means = start
    for _ in 0..<24 {
      var sums = [SIMD3<Double>](repeating: .zero, count: means.count)
      var weights = [Double](repeating: 0, count: means.count)
      for point in points {
        let index = nearest(point.place, means)
        sums[index] += point.place * point.weight
        weights[index] += point.weight
      }
      let next = means.indices.map { weights[$0] > 0 ? sums[$0] / weights[$0] : means[$0] }
      let moved = zip(next, means).map { (($0 - $1) * ($0 - $1)).sum() }.max() ?? 0
      means = next
      if moved < 1e-10 { break }
    }
    return means
  }

  private static func weights(of means: [SIMD3<Double>], _ points: [Point]) -> [Double] {
    var weights = [Double](repeating: 0, count: means.count)
    for point in points { weights[nearest(point.place, means)] += point.weight }
    return weights
  }

  private static func rgba(_ place: SIMD3<Double>) -> RGBA {
    let bytes = Oklab(lightness: place.x, a: place.y, b: place.z).rgba().bytes8
    return RGBA(bytes: bytes.r, bytes.g, bytes.b)
  }
}
