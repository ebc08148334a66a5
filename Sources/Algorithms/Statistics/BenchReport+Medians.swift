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
