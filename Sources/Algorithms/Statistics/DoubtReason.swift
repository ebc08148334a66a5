// Untranslated file: benchmarks for developers.

import Text

/// A reason not to believe a run, or not to carry its figures over to another machine.
public struct DoubtReason: Hashable, Sendable {
  /// The reasons that this version knows, by the names that files have.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// The processor drew; a graphics card differs.
    case softwareRenderer = "software-renderer"
    /// Other programs used the machine meanwhile.
    case load
    /// Frames became slower or faster from the start to the end.
    case drift
    /// There are too few frames for the rarest tenths of a per cent.
    case tooFewFrames = "too-few-frames"
    /// The program was built for debugging: counts hold, times do not.
    case debugBuild = "debug-build"
    /// The run did not come to a good end.
    case failure
  }

  /// One of `Kind`'s names, or what a later version knows.
  public var kind: String
  /// The reason in words for a person.
  public var text: String

  /// Creates a reason of a kind, with words for a person.
  public init(_ kind: Kind, _ text: String) { self.init(kind: kind.rawValue, text: text) }

  init(kind: String, text: String) {
    self.kind = kind
    self.text = text
  }

  /// Returns what speaks against measurements, worst first; none is good.
  public static func all(context: BenchContext, series: [FrameSeries]) -> [DoubtReason] {
    var reasons: [DoubtReason] = []
    if context.build == "debug" {
      reasons.append(.init(.debugBuild, "a debug build: counts hold, times do not"))
    }
    for series in series where series.count < 100 {
      reasons.append(
        .init(.tooFewFrames, "\(series.title): \(series.count) frames say nothing of p99; 100 is the least"))
    }
    reasons += load(context)
    reasons += drift(series)
    if context.isSoftwareRenderer == true {
      let name = context.renderer ?? "the renderer"
      reasons.append(.init(.softwareRenderer, "\(name) draws with the processor; a graphics card differs"))
    }
    return reasons
  }

  private static func load(_ context: BenchContext) -> [DoubtReason] {
    if let foreign = context.foreignLoad {
      guard foreign > 0.1 else { return [] }
      let share = (foreign * 100).text(.fixed(0))
      return [.init(.load, "other programs used \(share) % of the processors meanwhile")]
    }
    guard let before = context.loadBefore, let count = context.processorCount, before > 0.5 * Double(count)
    else { return [] }
    return [.init(.load, "the load was \(before.text(.fixed(2))) on \(count) processors before the run")]
  }

  private static func drift(_ series: [FrameSeries]) -> [DoubtReason] {
    series.compactMap { series in
      guard let figure = series.frameTime else { return nil }
      let blocks = series.blockMeans(of: figure, length: max(series.blockLength, series.count / 60))
      guard let trend = Trend(blocks), trend.isDrift else { return nil }
      let percent = (trend.relativeChange.magnitude * 100).text(.fixed(0))
      let direction = trend.relativeChange > 0 ? "slower" : "faster"
      return .init(.drift, "\(series.title): frames became \(percent) % \(direction) from start to end")
    }
  }
}

/// Whether measurements rise or fall with time: the test of Mann (1945) and Kendall, which a few outliers do not move.
public struct Trend: Hashable, Sendable {
  /// How many standard deviations the order of the measurements is from chance.
  public var significance: Double

  /// By what share the median of the last quarter differs from that of the first.
  public var relativeChange: Double

  /// Looks for a trend; nil for fewer than eight measurements, or a median of the first quarter that is not positive.
  ///
  /// Takes time in proportion to the square of the count.
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
