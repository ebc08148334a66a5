import Glibc

/// How many times as much the second of two things takes as the first, and how sure that is.
///
/// The interval comes from a bootstrap of 1000 resamples (Efron 1979) with a fixed seed, so the same measurements
/// always give the same answer. It resamples whole blocks or pairs, not frames, because neighbouring frames are
/// alike. The centre is the mean of the logarithms without the outermost fifth on each side, which one disturbed
/// block does not move. For few blocks the plain percentiles are too narrow; they are widened as Hesterberg, "What
/// Teachers Should Know About the Bootstrap" (2015), proposes.
public struct RatioConfidenceInterval: Hashable, Sendable {
  /// How many times as much the second takes as the first.
  public var ratio: Double
  /// Where the ratio lies with a confidence of 95 %.
  public var interval: ClosedRange<Double>

  /// How many pairs, or blocks on the side that has fewer, the estimate rests on.
  public var count: Int

  private static let resamples = 1000

  /// Creates an estimate from its parts, such as a file has them.
  public init(ratio: Double, interval: ClosedRange<Double>, count: Int) {
    self.ratio = ratio
    self.interval = interval
    self.count = count
  }

  /// Estimates second ÷ first from paired measurements; nil for fewer than three pairs.
  ///
  /// - Parameters:
  ///   - first: The measurements before.
  ///   - second: The measurements after, in the same order; those without a partner are ignored.
  ///   - seed: The start of the resampling; equal seeds give equal results.
  public static func paired(_ first: [Double], _ second: [Double], seed: UInt64 = 1)
    -> RatioConfidenceInterval?
  {
    let count = min(first.count, second.count)
    guard count >= 3 else { return nil }
    let (first, second) = (Array(first.prefix(count)), Array(second.prefix(count)))
    guard isPositive(first), isPositive(second) else { return independent(first, second, seed: seed) }
    var sample = Resample(zip(first, second).map { log($1 / $0) })
    var generator = SeededGenerator(seed: seed)
    let centres = (0..<resamples).map { _ in exp(sample.drawn(&generator)) }
    return estimate(sample.center, centres, count)
  }

  /// Estimates second ÷ first from independent measurements; nil for fewer than three on a side.
  ///
  /// - Parameters:
  ///   - first: The measurements before.
  ///   - second: The measurements after.
  ///   - seed: The start of the resampling; equal seeds give equal results.
  public static func independent(_ first: [Double], _ second: [Double], seed: UInt64 = 1)
    -> RatioConfidenceInterval?
  {
    guard first.count >= 3, second.count >= 3 else { return nil }
    let count = min(first.count, second.count)
    guard isPositive(first), isPositive(second) else { return ofMeans(first, second, count, seed) }
    var (before, after) = (Resample(first.map { log($0) }), Resample(second.map { log($0) }))
    var generator = SeededGenerator(seed: seed)
    let centres = (0..<resamples).map { _ in exp(after.drawn(&generator) - before.drawn(&generator)) }
    return estimate(after.center - before.center, centres, count)
  }

  private static func estimate(_ centre: Double, _ centres: [Double], _ count: Int) -> RatioConfidenceInterval
  {
    RatioConfidenceInterval(ratio: exp(centre), interval: interval(of: centres, count), count: count)
  }

  /// Numbers among which are zeros, such as counts, have no logarithms; their means are compared.
  private static func ofMeans(
    _ first: [Double], _ second: [Double], _ count: Int, _ seed: UInt64
  ) -> RatioConfidenceInterval {
    func ratio(_ first: Double, _ second: Double) -> Double {
      if first == second { return 1 }
      return first == 0 ? .infinity : second / first
    }
    var (before, after) = (Resample(first, trimming: 0), Resample(second, trimming: 0))
    var generator = SeededGenerator(seed: seed)
    let ratios = (0..<resamples).map { _ in ratio(before.drawn(&generator), after.drawn(&generator)) }
    return RatioConfidenceInterval(
      ratio: ratio(before.center, after.center), interval: interval(of: ratios, count), count: count)
  }

  private static func isPositive(_ values: [Double]) -> Bool { values.allSatisfy { $0 > 0 } }

  private static func interval(of centres: [Double], _ count: Int) -> ClosedRange<Double> {
    let sorted = centres.sorted()
    let tail = expandedTail(count)
    let low = Int((tail * Double(sorted.count)).rounded(.down))
    return sorted[low]...sorted[sorted.count - 1 - low]
  }

  /// The share of resamples to leave out on each side, for so few measurements.
  static func expandedTail(_ count: Int) -> Double {
    let freedom = Double(count - 1)
    let normal = 1.959963984540054
    // Student's quantile from the normal one: Abramowitz and Stegun 26.7.5.
    let (z, z3, z5) = (normal, normal * normal * normal, normal * normal * normal * normal * normal)
    let z7 = z5 * z * z
    let student =
      z + (z3 + z) / (4 * freedom) + (5 * z5 + 16 * z3 + 3 * z) / (96 * freedom * freedom)
      + (3 * z7 + 19 * z5 + 17 * z3 - 15 * z) / (384 * freedom * freedom * freedom)
    let expanded = student * (Double(count) / freedom).squareRoot()
    return 0.5 * erfc(expanded / 2.0.squareRoot())
  }
}

/// Numbers from which as many are drawn again and again, and the mean of those drawn without the outermost share on
/// each side.
private struct Resample {
  private let sorted: [Double]
  private let cut: Int
  private var counts: [Int]

  init(_ values: [Double], trimming share: Double = 0.2) {
    sorted = values.sorted()
    cut = Int(Double(values.count) * share)
    counts = [Int](repeating: 0, count: values.count)
  }

  /// The trimmed mean of the numbers themselves.
  var center: Double {
    let inner = sorted[cut..<sorted.count - cut]
    return inner.reduce(0, +) / Double(inner.count)
  }

  /// Returns the trimmed mean of as many numbers, drawn with repetition.
  mutating func drawn(_ generator: inout SeededGenerator) -> Double {
    for index in counts.indices { counts[index] = 0 }
    for _ in sorted { counts[generator.below(sorted.count)] += 1 }
    // Which were drawn is counted, not written down, so that nothing has to be sorted.
    var (skipped, left, sum) = (cut, sorted.count - 2 * cut, 0.0)
    for (value, count) in zip(sorted, counts) {
      let taken = min(max(0, count - skipped), left)
      skipped = max(0, skipped - count)
      left -= taken
      sum += Double(taken) * value
    }
    return sum / Double(sorted.count - 2 * cut)
  }
}
