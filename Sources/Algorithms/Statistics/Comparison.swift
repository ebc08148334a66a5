import Text

/// Two runs of the same scenes set against each other.
public struct Comparison: Hashable, Sendable {
  /// One figure of one scene in both runs.
  public struct Line: Hashable, Sendable {
    /// The scene's title.
    public var scene: String
    /// Which figure is compared.
    public var figure: FrameFigure
    /// The median of the frames in the first run and in the second.
    public var first: Double
    /// The median of the frames in the second run.
    public var second: Double
    /// How many times as much the second run took, and how sure that is.
    public var estimate: RatioConfidenceInterval
  }

  /// A comparison that was asked for and is not possible.
  public struct Refusal: Error, Hashable, CustomStringConvertible {
    public let description: String
  }

  /// The comparisons, a line for each figure of each scene that both runs have.
  public var lines: [Line]

  /// Scenes that only one of the runs has, and other reasons to be careful.
  public var notes: [String]

  /// Which figure is judged.
  public var judged: FrameFigure

  /// Sets the second run against the first, and judges by one figure; without one by the processor time of the whole
  /// process or, where that was not measured, by the first time that both runs have. Where each has but one scene,
  /// those are compared whatever they are called.
  public init(_ first: BenchReport, _ second: BenchReport, judging judged: FrameFigure? = nil) throws(Refusal)
  {
    self.judged = judged ?? .processCPU
    (lines, notes) = ([], [])
    if first.scenes.count == 1, second.scenes.count == 1,
      !first.scenes[0].isComparable(with: second.scenes[0])
    {
      notes.append("\(first.scenes[0].title) is compared with \(second.scenes[0].title)")
      lines = Self.lines(first.scenes[0], second.scenes[0])
    } else {
      compareScenes(first, second)
    }
    notes += Self.differences(first.context, second.context)
    if judged == nil {
      let measured = FrameFigure.preferred.first { figure in lines.contains { $0.figure == figure } }
      if let measured { self.judged = measured }
    }
    try check("the two runs have no scene in common that has enough frames; " + Self.advice)
  }

  private mutating func compareScenes(_ first: BenchReport, _ second: BenchReport) {
    for before in first.scenes {
      guard let after = second.scenes.first(where: before.isComparable) else {
        notes.append("\(before.title) is only in the first run")
        continue
      }
      lines += Self.lines(before, after)
    }
    for scene in second.scenes where !first.scenes.contains(where: scene.isComparable) {
      notes.append("\(scene.title) is only in the second run")
    }
  }

  /// Sets runs that were made in pairs, one soon after the other, against each other, pair by pair.
  public init(pairs: [(first: BenchReport, second: BenchReport)], judging judged: FrameFigure) throws(Refusal)
  {
    self.judged = judged
    (lines, notes) = ([], [])
    for scene in pairs.first?.first.scenes ?? [] {
      for figure in FrameFigure.allCases {
        let values = pairs.compactMap { pair -> (Double, Double)? in
          guard let first = Self.center(of: figure, like: scene, in: pair.first),
            let second = Self.center(of: figure, like: scene, in: pair.second)
          else { return nil }
          return (first, second)
        }
        guard values.count == pairs.count, let first = Distribution(values.map(\.0)),
          let second = Distribution(values.map(\.1)),
          let estimate = RatioConfidenceInterval.paired(values.map(\.0), values.map(\.1))
        else { continue }
        lines.append(
          Line(
            scene: scene.title, figure: figure, first: first.median, second: second.median,
            estimate: estimate))
      }
    }
    try check("the runs have no scene in common, or there are fewer than three pairs of them")
  }

  /// The representative value of a figure in a whole run: the lower quartile of its blocks. Other work of the machine
  /// only ever adds to a frame's time, so quiet blocks repeat better than median ones.
  private static func center(of figure: FrameFigure, like scene: FrameSeries, in report: BenchReport)
    -> Double?
  {
    guard let series = report.scenes.first(where: scene.isComparable) else { return nil }
    return Distribution(series.blockMeans(of: figure))?.quantile(0.25)
  }

  private func check(_ words: String) throws(Refusal) {
    if lines.isEmpty { throw Refusal(description: words) }
    if !lines.contains(where: { $0.figure == judged }) {
      let names = FrameFigure.allCases.filter { figure in lines.contains { $0.figure == figure } }.map(
        \.rawValue)
      throw Refusal(
        description: "\(judged.rawValue) was not measured in both runs; name with --figure one of "
          + names.joined(separator: ", "))
    }
  }

  private static let advice = "run the same scenes at the same size, at least 12 frames of each"

  /// Returns the verdict on each judged scene.
  public func verdicts(limit: Double) -> [(scene: String, verdict: Verdict)] {
    lines.filter { $0.figure == judged }.map { ($0.scene, Verdict($0.estimate, limit: limit)) }
  }

  /// Returns one verdict for all judged scenes: slower when one is, else undecided when one is.
  public func verdict(limit: Double) -> Verdict {
    Verdict(verdicts(limit: limit).map(\.verdict))
  }

  private static func lines(_ before: FrameSeries, _ after: FrameSeries) -> [Line] {
    FrameFigure.allCases.compactMap { figure in
      guard let first = before.distribution(of: figure), let second = after.distribution(of: figure),
        let estimate = RatioConfidenceInterval.independent(blocks(before, figure), blocks(after, figure))
      else { return nil }
      return Line(
        scene: before.title, figure: figure, first: first.median, second: second.median, estimate: estimate)
    }
  }

  /// Returns means of stretches long enough that one says little of the next, a few dozen where there are enough.
  private static func blocks(_ series: FrameSeries, _ figure: FrameFigure) -> [Double] {
    series.blockMeans(of: figure, length: max(4, series.blockLength, series.count / 30))
  }

  private static func differences(_ first: BenchContext, _ second: BenchContext) -> [String] {
    func differ(_ name: String, _ path: KeyPath<BenchContext, String?>) -> String? {
      guard let a = first[keyPath: path], let b = second[keyPath: path], a != b else { return nil }
      return "\(name) differs: \(a) and \(b)"
    }
    var notes = [
      differ("the renderer", \.renderer), differ("the processor", \.processor),
      differ("the build", \.build), differ("the surface", \.surface),
    ].compactMap { $0 }
    if let a = first.calibration.flatMap(Distribution.init)?.median,
      let b = second.calibration.flatMap(Distribution.init)?.median, a > 0, max(a / b, b / a) > 1.03
    {
      notes.append(
        "the machine itself ran \((b / a).text(.fixed(2))) times as long for the same arithmetic in the second "
          + "run; “regalia bench ab” takes turns and is fairer")
    }
    return notes
  }
}
