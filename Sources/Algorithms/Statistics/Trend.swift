/// Whether measurements rise or fall with time: the test of Mann (1945) and Kendall, which a few outliers do not move.
public struct Trend: Hashable, Sendable {
  /// How many standard deviations the order of the measurements is from chance.
  public var significance: Double

  /// By what share the median of the last quarter differs from that of the first.
  public var relativeChange: Double

  /// Looks for a trend; nil when there are fewer than eight measurements, or they begin at nothing.
  public init?(_ values: [Double]) {
    let quarter = values.count / 4
    guard values.count >= 8, let first = Distribution(Array(values.prefix(quarter)))?.median, first > 0,
      let last = Distribution(Array(values.suffix(quarter)))?.median
    else { return nil }
    let count = Double(values.count)
    var concordance = 0.0
    for later in 1..<values.count {
      for earlier in 0..<later {
        let difference = values[later] - values[earlier]
        concordance += difference > 0 ? 1 : (difference < 0 ? -1 : 0)
      }
    }
    let variance = count * (count - 1) * (2 * count + 5) / 18
    let corrected = concordance == 0 ? 0 : concordance - (concordance > 0 ? 1 : -1)
    significance = corrected / variance.squareRoot()
    relativeChange = last / first - 1
  }

  /// Whether frames at the end took so much longer or shorter than at the start that the run should not be
  /// believed: beyond chance (one case in a thousand), and by more than 5 %.
  public var isDrift: Bool { significance.magnitude > 3.3 && relativeChange.magnitude > 0.05 }
}
