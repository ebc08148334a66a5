/// Measurements in order of size, and their quantiles.
public struct Distribution: Hashable, Sendable {
  /// The measurements, the smallest first; there is at least one.
  public let sorted: [Double]

  /// Creates the distribution of those measurements that are finite; nil without any.
  public init?(_ values: [Double]) {
    sorted = values.filter(\.isFinite).sorted()
    if sorted.isEmpty { return nil }
  }

  /// The number of measurements.
  public var count: Int { sorted.count }
  /// The smallest measurement.
  public var minimum: Double { sorted[0] }
  /// The largest measurement.
  public var maximum: Double { sorted[sorted.count - 1] }
  /// The value that half of the measurements do not exceed.
  public var median: Double { quantile(0.5) }
  /// The arithmetic mean.
  public var mean: Double { sorted.reduce(0, +) / Double(sorted.count) }

  /// Returns the value that a share of the measurements, 0…1, does not exceed.
  ///
  /// Between two measurements it is interpolated: definition 7 of Hyndman and Fan, "Sample Quantiles in Statistical
  /// Packages" (1996), the one that NumPy and R use.
  ///
  /// - Parameter share: The share of measurements that do not exceed the result, 0…1.
  public func quantile(_ share: Double) -> Double {
    let place = Double(sorted.count - 1) * min(max(share, 0), 1)
    let below = Int(place)
    let above = min(below + 1, sorted.count - 1)
    return sorted[below] + (sorted[above] - sorted[below]) * (place - Double(below))
  }

  /// The mean of the slowest 1 % of the measurements, of one at least.
  public var slowestPercentMean: Double {
    let count = max(1, (sorted.count + 99) / 100)
    return sorted.suffix(count).reduce(0, +) / Double(count)
  }

  /// The range in which all but far outliers lie: up to Tukey's outer fence, three interquartile ranges above the
  /// upper quartile ("Exploratory Data Analysis", 1977), but with 95 % of the measurements, and at most 99.5 %.
  public var bulk: ClosedRange<Double> {
    let (lower, upper) = (quantile(0.25), quantile(0.75))
    let fence = max(quantile(0.95), upper + 3 * (upper - lower))
    return minimum...max(minimum, min(quantile(0.995), fence))
  }

  /// Counts measurements in equally wide classes. Those outside the range are counted in the outermost classes.
  ///
  /// - Parameters:
  ///   - classes: The number of classes, at least 1.
  ///   - range: The lowest and highest value of the classes.
  public func histogram(classes: Int, over range: ClosedRange<Double>) -> [Int] {
    precondition(classes > 0, "a histogram needs a class")
    var counts = [Int](repeating: 0, count: classes)
    let width = (range.upperBound - range.lowerBound) / Double(classes)
    for value in sorted {
      let place = width > 0 ? (value - range.lowerBound) / width : 0
      counts[Int(min(max(place, 0), Double(classes - 1)))] += 1
    }
    return counts
  }
}

/// The summary of one figure over many frames.
public struct FigureSummary: Hashable, Sendable {
  /// The number of frames.
  public var count: Int
  /// The arithmetic mean.
  public var mean: Double
  /// The median: half of the frames do not exceed it.
  public var p50: Double
  /// The 90th percentile.
  public var p90: Double
  /// The 95th percentile.
  public var p95: Double
  /// The 99th percentile.
  public var p99: Double
  /// The largest value.
  public var maximum: Double

  /// The mean of the slowest 1 % of the frames, of one at least.
  public var slowestPercentMean: Double

  /// Creates the summary of a distribution.
  public init(_ distribution: Distribution) {
    count = distribution.count
    mean = distribution.mean
    p50 = distribution.quantile(0.5)
    p90 = distribution.quantile(0.9)
    p95 = distribution.quantile(0.95)
    p99 = distribution.quantile(0.99)
    maximum = distribution.maximum
    slowestPercentMean = distribution.slowestPercentMean
  }
}
