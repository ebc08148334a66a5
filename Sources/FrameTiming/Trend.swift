/// Whether measurements rise or fall with time: the test of Mann (1945) and Kendall, and the slope of Theil (1950)
/// and Sen (1968), which a few outliers do not move.
public struct Trend: Hashable, Sendable {
  /// How many standard deviations the order of the measurements is from chance.
  public var significance: Double

  /// How much the measurements changed from first to last, as a share of their median.
  public var relativeChange: Double

  /// Looks for a trend; nil when there are fewer than eight measurements, or their median is not positive.
  public init?(_ values: [Double]) {
    guard values.count >= 8, let median = Distribution(values)?.median, median > 0 else { return nil }
    let count = Double(values.count)
    var concordance = 0.0
    var slopes: [Double] = []
    slopes.reserveCapacity(values.count * (values.count - 1) / 2)
    for later in 1..<values.count {
      for earlier in 0..<later {
        let difference = values[later] - values[earlier]
        concordance += difference > 0 ? 1 : (difference < 0 ? -1 : 0)
        slopes.append(difference / Double(later - earlier))
      }
    }
    let variance = count * (count - 1) * (2 * count + 5) / 18
    let corrected = concordance == 0 ? 0 : concordance - (concordance > 0 ? 1 : -1)
    significance = corrected / variance.squareRoot()
    relativeChange = (Distribution(slopes)?.median ?? 0) * (count - 1) / median
  }

  /// Whether frames at the end took so much longer or shorter than at the start that the run should not be
  /// believed: beyond chance (one case in a thousand), and by more than 5 %.
  public var isDrift: Bool { significance.magnitude > 3.3 && relativeChange.magnitude > 0.05 }
}
