import Text

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

  /// A histogram of each scene's frame times, for a terminal of so many columns.
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
