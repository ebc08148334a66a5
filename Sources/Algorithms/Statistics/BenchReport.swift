// Untranslated file: benchmarks for developers.

import Text

/// A run of the benchmark: its measurements, their conditions, and reasons to doubt them.
public struct BenchReport: Hashable, Sendable {
  /// The name of the file format and its version.
  public static let schema = "regalia-bench/1"

  /// The conditions under which it ran.
  public var context: BenchContext
  /// The reasons to doubt the run; none is good.
  public var validity: [DoubtReason]
  /// The measurements, one series for each scene and size.
  public var scenes: [FrameSeries]

  /// Creates a report whose reasons to doubt follow from its measurements.
  public init(context: BenchContext, scenes: [FrameSeries]) {
    self.init(context: context, scenes: scenes, validity: DoubtReason.all(context: context, series: scenes))
  }

  /// Creates a report from its parts, as a file has them.
  public init(context: BenchContext, scenes: [FrameSeries], validity: [DoubtReason]) {
    self.context = context
    self.scenes = scenes
    self.validity = validity
  }

  /// How much of a figure one scene takes for each of another's, measured in turns in this one run.
  ///
  /// Nil when the other is not in the run at the same size, or the figure was not measured.
  public func ratio(of figure: FrameFigure, _ scene: FrameSeries, to other: String)
    -> RatioConfidenceInterval?
  {
    let reference = scenes.first {
      ($0.scene, $0.width, $0.height, $0.scale) == (other, scene.width, scene.height, scene.scale)
    }
    guard let reference else { return nil }
    return .paired(reference.blockMeans(of: figure), scene.blockMeans(of: figure))
  }
}

extension BenchReport {
  /// The frames as comma-separated values, one a line; a cell is empty where nothing was measured.
  public var csv: String {
    let header = ["scene", "width", "height", "scale", "frame"] + FrameFigure.allCases.map(\.rawValue)
    var lines = [CSVLine.text(header)]
    for series in scenes {
      let place = [series.scene] + [series.width, series.height, series.scale].map { $0.text() }
      for frame in 0..<series.count {
        let cells = FrameFigure.allCases.map { series.figures[$0].map { $0[frame].text() } ?? "" }
        lines.append(CSVLine.text(place + [String(frame)] + cells))
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }
}

extension BenchReport {
  /// Runs that were not made alike, and the first way in which they differ.
  public struct Mismatch: Error, Hashable, CustomStringConvertible {
    public let description: String
  }

  /// Joins runs of the same scenes, made alike, into one: what a frame took is the median of what it took in each of them.
  ///
  /// A scene does the same work in its frame of the same number each time. A delay from another program in one run
  /// does not appear in the median of three; slow work of the scene itself does. The conditions are those of the
  /// first run, with the calibration of all; a figure that one run lacks counts as not measured.
  ///
  /// - Parameter runs: reports with the names that errors call them by, one at least.
  /// - Throws: where scenes, sizes, builds or numbers of frames differ.
  public init(mediansOf runs: [(name: String, report: BenchReport)]) throws(Mismatch) {
    precondition(!runs.isEmpty, "there is nothing to join")
    let first = runs[0]
    for run in runs.dropFirst() {
      if let difference = Self.difference(first.report, run.report) {
        throw Mismatch(description: "\(run.name) is not a run like \(first.name): \(difference)")
      }
    }
    let reports = runs.map(\.report)
    var context = first.report.context
    let calibrations = reports.compactMap(\.context.calibration)
    context.calibration = calibrations.isEmpty ? nil : Array(calibrations.joined())
    let scenes = first.report.scenes.indices.map { place in
      FrameSeries(mediansOf: reports.map { $0.scenes[place] })
    }
    self.init(context: context, scenes: scenes)
  }

  /// Returns in what two runs were not made alike, or nil where they were.
  private static func difference(_ first: BenchReport, _ second: BenchReport) -> String? {
    func differ<Value: Equatable>(_ value: (BenchContext) -> Value) -> Bool {
      value(first.context) != value(second.context)
    }
    if differ(\.build) { return "one is a debug build" }
    if differ(\.surface) || differ(\.renderer) { return "it was drawn elsewhere" }
    if differ(\.seed) || differ(\.warmupFrames) { return "its scenes began otherwise" }
    guard first.scenes.count == second.scenes.count else { return "it has other scenes" }
    for (one, other) in zip(first.scenes, second.scenes) {
      guard one.isComparable(with: other) else { return "it has \(other.title) instead of \(one.title)" }
      guard (one.count, one.blockLength) == (other.count, other.blockLength) else {
        return "\(one.title) was measured for another number of frames"
      }
    }
    return nil
  }
}

extension FrameSeries {
  /// Joins series of the same scene at the same size, with as many frames each.
  fileprivate init(mediansOf series: [FrameSeries]) {
    let first = series[0]
    func medians(_ columns: [[FrameFigure: [Double]]]) -> [FrameFigure: [Double]] {
      columns[0].keys.reduce(into: [:]) { joined, figure in
        let values = columns.compactMap { $0[figure] }
        guard values.count == columns.count, let count = values.map(\.count).min() else { return }
        joined[figure] = (0..<count).map { frame in Distribution(values.map { $0[frame] })?.median ?? .nan }
      }
    }
    self.init(
      scene: first.scene, width: first.width, height: first.height, scale: first.scale,
      blockLength: first.blockLength, figures: medians(series.map(\.figures)),
      warmup: medians(series.map(\.warmup)))
  }
}

extension BenchReport {
  /// The table that a person reads: the frame time of each scene, and what a frame cost.
  ///
  /// With `fill` among the scenes the last column sets each against it.
  public var table: String {
    let reference = scenes.contains { $0.scene == "fill" } && scenes.count > 1 ? "fill" : nil
    var header = ["ms a frame", "p50", "p90", "p95", "p99", "max", "slowest 1 %", "missed", "CPU", "draws"]
    if scenes.contains(where: { $0.figures[.allocations] != nil }) { header.append("allocations") }
    if reference != nil { header.append(context.isSoftwareRenderer == true ? "CPU ÷ fill" : "time ÷ fill") }
    var table = TextTable(header)
    for series in scenes {
      var row = [series.title] + times(series)
      row.append(series.figures[.missedDeadlines].map { $0.reduce(0, +).text(.fixed(0)) } ?? "–")
      row.append(series.distribution(of: .processCPU).map { $0.median.milliseconds } ?? "–")
      row.append(series.distribution(of: .draws).map { $0.median.text(.fixed(0)) } ?? "–")
      if header.contains("allocations") {
        row.append(series.distribution(of: .allocations).map { $0.median.text(.fixed(0)) } ?? "–")
      }
      if let reference, series.scene != reference, let figure = ratioFigure(series) {
        row.append(ratio(of: figure, series, to: reference)?.text ?? "–")
      }
      table.add(row)
    }
    return table.text + "\n" + legend
  }

  /// By what scenes are set against each other: where the processor draws, its time is what repeats.
  private func ratioFigure(_ series: FrameSeries) -> FrameFigure? {
    context.isSoftwareRenderer == true ? .processCPU : series.frameTime
  }

  private func times(_ series: FrameSeries) -> [String] {
    guard let figure = series.frameTime, let distribution = series.distribution(of: figure) else {
      return Array(repeating: "–", count: 6)
    }
    let summary = FigureSummary(distribution)
    return [
      summary.p50, summary.p90, summary.p95, summary.p99, summary.maximum, summary.slowestPercentMean,
    ].map(\.milliseconds)
  }

  private var legend: String {
    let isShown = scenes.contains { $0.figures[.present] != nil }
    let time = isShown ? "from one shown frame to the next" : "until all of the frame is drawn"
    return "Frame time: \(time). Slowest 1 %: the mean of those frames. CPU: all threads, the median frame."
  }

  /// Returns a histogram of each scene's frame times, for a terminal.
  ///
  /// - Parameter columns: The width of the terminal, in characters.
  public func histograms(columns: Int = 80) -> String {
    scenes.compactMap { series in
      guard let figure = series.frameTime, let distribution = series.distribution(of: figure) else {
        return nil
      }
      return "\(series.title), \(figure.rawValue)\n" + TextHistogram(distribution, columns: columns).text
    }.joined(separator: "\n\n")
  }
}

extension RatioConfidenceInterval {
  /// The ratio and its interval, as `1.31 (1.29–1.33)`.
  public var text: String {
    func words(_ value: Double) -> String { value.isFinite ? value.text(.fixed(value < 10 ? 3 : 1)) : "∞" }
    return "\(words(ratio)) (\(words(interval.lowerBound))–\(words(interval.upperBound)))"
  }
}

extension Comparison {
  /// The table that a person reads: each figure in both runs, the ratio and how sure it is.
  public var table: String {
    var table = TextTable(["", "first", "second", "second ÷ first", ""])
    for line in lines {
      let format: (Double) -> String = {
        line.figure.isTime ? $0.milliseconds : $0.text(.fixed($0 == $0.rounded() ? 0 : 1))
      }
      table.add([
        line.scene + "  " + line.figure.rawValue, format(line.first), format(line.second), line.estimate.text,
        line.figure == judged ? "← judged" : "",
      ])
    }
    return table.text
  }
}

/// How often which time occurred, as bars of text.
struct TextHistogram {
  let text: String

  private static let eighths = [" ", "▏", "▎", "▍", "▌", "▋", "▊", "▉"]

  /// Draws classes of equal width, without far outliers; the last one has all that is longer.
  init(_ distribution: Distribution, columns: Int) {
    let (low, high) = (distribution.bulk.lowerBound, distribution.bulk.upperBound)
    let classes = high > low ? min(12, max(4, Int(Double(distribution.count).squareRoot()))) : 1
    let counts = distribution.histogram(classes: classes, over: distribution.bulk)
    let most = counts.max() ?? 1
    let step = (high - low) / Double(classes)
    let labels = (0..<classes).map { (low + step * Double($0)).milliseconds }
    let labelWidth = labels.map(\.count).max() ?? 0
    let countWidth = String(most).count
    let room = max(10, columns - labelWidth - countWidth - 4)
    text = zip(labels, counts).enumerated().map { index, row in
      let (label, count) = row
      let units = Int((Double(count) / Double(most) * Double(room * 8)).rounded())
      // Every value that occurred is visible.
      let shown = count > 0 ? max(1, units) : 0
      let bar = String(repeating: "█", count: shown / 8) + (shown % 8 > 0 ? Self.eighths[shown % 8] : "")
      let space = String(repeating: " ", count: labelWidth - label.count)
      let number = String(repeating: " ", count: countWidth - String(count).count) + String(count)
      let isOpen = index == classes - 1 && distribution.maximum > high
      return "\(space)\(label)\(isOpen ? "+" : " ") \(number) \(bar)"
    }.joined(separator: "\n")
  }
}

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

  /// Compares two runs by their scenes; if each has only one, these are compared whatever their names.
  ///
  /// - Parameters:
  ///   - first: The run before a change.
  ///   - second: The run after it.
  ///   - judged: The figure that is judged. Nil selects the processor time of the process or, where that is missing,
  ///     the first time that both runs have.
  /// - Throws: ``Refusal`` if the runs share no scene with enough frames.
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

  /// Compares runs pair by pair.
  ///
  /// - Parameters:
  ///   - pairs: Runs that were made in turn, one soon after the other.
  ///   - judged: The figure that is judged.
  /// - Throws: ``Refusal`` if the runs share no scene, or for fewer than three pairs.
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
  ///
  /// - Parameter limit: The smallest ratio that matters, above 1.
  public func verdicts(limit: Double) -> [(scene: String, verdict: Verdict)] {
    lines.filter { $0.figure == judged }.map { ($0.scene, Verdict($0.estimate, limit: limit)) }
  }

  /// Returns one verdict for all judged scenes: slower when one is, else undecided when one is.
  ///
  /// - Parameter limit: The smallest ratio that matters, above 1.
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

/// The result of a comparison.
public enum Verdict: String, Hashable, Sendable {
  /// No change that matters, or faster.
  case unchanged = "no change"
  /// A change that matters, for the worse.
  case slower
  /// The measurements do not tell; more of them, or a quieter machine, would.
  case undecided

  /// Judges an estimate by the smallest ratio that matters, such as 1.05.
  ///
  /// It is unchanged when the whole interval lies below the limit; slower when the estimate lies above the limit
  /// and the whole interval above 1; undecided otherwise.
  ///
  /// - Parameters:
  ///   - estimate: The ratio and its interval.
  ///   - limit: The smallest ratio that matters, above 1.
  public init(_ estimate: RatioConfidenceInterval, limit: Double) {
    if estimate.interval.upperBound <= limit {
      self = .unchanged
    } else if estimate.ratio > limit && estimate.interval.lowerBound > 1 {
      self = .slower
    } else {
      self = .undecided
    }
  }

  /// Judges several at once: slower when one is, else undecided when one is.
  public init(_ verdicts: some Sequence<Verdict>) {
    var result = Verdict.unchanged
    for verdict in verdicts where result != .slower {
      if verdict != .unchanged { result = verdict }
    }
    self = result
  }

  /// The code that a program which judges leaves with.
  public var exitCode: Int32 {
    switch self {
    case .unchanged: 0
    case .slower: 1
    case .undecided: 4
    }
  }
}

/// Rows of words and numbers under each other: the first column to the left, the others to the right.
struct TextTable {
  private var rows: [[String]]

  init(_ header: [String]) {
    rows = [header]
  }

  mutating func add(_ row: [String]) {
    rows.append(row)
  }

  var text: String {
    let count = rows.map(\.count).max() ?? 0
    let widths = (0..<count).map { column in rows.map { column < $0.count ? $0[column].count : 0 }.max() ?? 0
    }
    return rows.map { row in
      let cells = row.enumerated().map { column, cell in
        let space = String(repeating: " ", count: widths[column] - cell.count)
        return column == 0 ? cell + space : space + cell
      }
      return String(cells.joined(separator: "  ").trimmingSuffix { $0 == " " })
    }.joined(separator: "\n")
  }
}

extension String {
  fileprivate func trimmingSuffix(while predicate: (Character) -> Bool) -> Substring {
    var rest = self[...]
    while let last = rest.last, predicate(last) { rest.removeLast() }
    return rest
  }
}
