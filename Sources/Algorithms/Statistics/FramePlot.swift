// Untranslated file: benchmarks for developers.

import Glibc
import Text

/// A picture of a run for a report: all scenes beside each other, then each one's frames in time, how often which
/// time occurred, and the quantiles.
public struct FramePlot {
  private let report: BenchReport
  private let title: String
  private static let margin = 32.0
  private static let width = 960.0
  private static let sceneHeight = 196.0
  private static let rowHeight = 24.0

  /// Creates the picture of a report under a title.
  public init(_ report: BenchReport, title: String = "Frame times") {
    self.report = report
    self.title = title
  }

  /// The plot as a file of SVG.
  public var svg: String {
    let scenes = report.scenes.filter { $0.frameTime != nil && $0.count > 0 }
    let overview = scenes.count > 1 ? Self.rowHeight * Double(scenes.count) + 84 : 0
    let notes = footnotes
    let head = 84.0
    let height = head + overview + Self.sceneHeight * Double(scenes.count) + 17 * Double(notes.count) + 28
    var canvas = SVGCanvas(width: Self.width, height: height)
    drawHead(&canvas)
    var top = head
    if scenes.count > 1 {
      SceneOverview(scenes).draw(
        on: &canvas, x: Self.margin, y: top, width: Self.width - 2 * Self.margin, rowHeight: Self.rowHeight)
      top += overview
    }
    for scene in scenes {
      ScenePanel(scene, refreshRate: report.context.refreshRate).draw(
        on: &canvas, x: Self.margin, y: top, width: Self.width - 2 * Self.margin,
        height: Self.sceneHeight - 32)
      top += Self.sceneHeight
    }
    for (index, note) in notes.enumerated() {
      canvas.text(note, Self.margin, top + 12 + 17 * Double(index), color: PlotStyle.secondary)
    }
    return canvas.document()
  }

  private func drawHead(_ canvas: inout SVGCanvas) {
    canvas.text(title, Self.margin, 42, size: 20, isStrong: true)
    let context = report.context
    let build = context.build.map { "\($0) build" }
    let vsync = context.vsync.map { $0 ? "vsync" : "no vsync" }
    let facts = [context.program, build, context.renderer, context.surface, vsync].compactMap { $0 }
    canvas.text(facts.joined(separator: " · "), Self.margin, 62, color: PlotStyle.secondary)
  }

  private var footnotes: [String] {
    let figures = Set(report.scenes.compactMap(\.frameTime))
    var notes = FrameFigure.allCases.filter(figures.contains).map { figure in
      "Frame time: \(figure.definition)."
    }
    notes.append(
      "Quantiles are interpolated (Hyndman and Fan, definition 7); “slowest 1 %” is the mean of those frames."
    )
    return notes + report.validity.map { "Caution: \($0.text)." }
  }
}

/// The frame times of several scenes on one axis: the median as a dot, to the 95 % quantile a bar, to the 99 % quantile
/// a line.
struct SceneOverview {
  private let rows: [(title: String, summary: FigureSummary)]

  init(_ scenes: [FrameSeries]) {
    rows = scenes.compactMap { scene in
      guard let figure = scene.frameTime, let distribution = scene.distribution(of: figure) else {
        return nil
      }
      return (scene.title, FigureSummary(distribution))
    }
  }

  private static let titleWidth = 196.0
  private static let valueWidth = 104.0

  func draw(on canvas: inout SVGCanvas, x: Double, y: Double, width: Double, rowHeight: Double) {
    let low = rows.map(\.summary.p50).min() ?? 0
    let high = max(rows.map(\.summary.p99).max() ?? 1, 1e-6)
    let isLogarithmic = low > 0 && high / low > 6
    let axis = PlotAxis(
      isLogarithmic ? low / 1.3...high * 1.15 : 0...high * 1.05, from: x + Self.titleWidth,
      length: width - Self.titleWidth - Self.valueWidth, isLogarithmic: isLogarithmic)
    let bottom = y + 14 + rowHeight * Double(rows.count)
    for tick in axis.ticks(about: 6) {
      let place = axis.place(tick)
      canvas.line(place, y + 8, place, bottom, color: PlotStyle.hairline)
      canvas.text(
        PlotAxis.label(tick), place, bottom + 15, size: 10, color: PlotStyle.secondary, anchor: .middle)
    }
    let end = axis.start + axis.length
    canvas.line(axis.start, bottom, end, bottom, color: PlotStyle.axis)
    let scaleName = isLogarithmic ? "ms, logarithmic" : "ms"
    canvas.text(
      "\(scaleName) · dot: median, bar: to p95, line: to p99", end, bottom + 32, size: 10,
      color: PlotStyle.secondary, anchor: .end)
    canvas.text("median", x + width, y + 2, size: 10, color: PlotStyle.secondary, anchor: .end)
    for (index, row) in rows.enumerated() {
      drawRow(row.title, row.summary, axis, on: &canvas, x, y + 14 + rowHeight * (Double(index) + 0.5), width)
    }
  }

  private func drawRow(
    _ title: String, _ summary: FigureSummary, _ axis: PlotAxis, on canvas: inout SVGCanvas, _ x: Double,
    _ middle: Double, _ width: Double
  ) {
    let (p50, p95, p99) = (axis.place(summary.p50), axis.place(summary.p95), axis.place(summary.p99))
    canvas.text(title, x, middle + 4, size: 12)
    canvas.line(p50, middle, p99, middle, color: PlotStyle.frames, width: 1.5)
    canvas.rectangle(p50, middle - 4, p95 - p50, 8, color: PlotStyle.soft)
    canvas.line(p99, middle - 4, p99, middle + 4, color: PlotStyle.frames, width: 1.5)
    canvas.disc(p50, middle, radius: 4, color: PlotStyle.frames, ring: "#ffffff")
    canvas.text(summary.p50.milliseconds + " ms", x + width, middle + 4, size: 12, anchor: .end)
  }
}

/// One scene's frames: in time, how often which time occurred, and the quantiles, all on one axis of milliseconds.
struct ScenePanel {
  private let series: FrameSeries
  private let refreshRate: Double?
  private let figure: FrameFigure
  private let values: [Double]
  private let distribution: Distribution?

  private static let axisWidth = 44.0
  private static let histogramWidth = 132.0
  private static let labelWidth = 128.0
  private static let gap = 12.0

  init(_ series: FrameSeries, refreshRate: Double?) {
    self.series = series
    self.refreshRate = refreshRate
    figure = series.frameTime ?? .fence
    values = series.figures[figure] ?? []
    distribution = Distribution(values)
  }

  func draw(on canvas: inout SVGCanvas, x: Double, y: Double, width: Double, height: Double) {
    guard let distribution else { return }
    let summary = FigureSummary(distribution)
    canvas.text(series.title, x, y + 12, size: 13, isStrong: true)
    let top = max(summary.p99 * 1.2, summary.p50 * 1.6, 1e-3)
    let axis = PlotAxis(0...top, from: y + height - 18, length: -(height - 44))
    let left = x + Self.axisWidth
    let right = x + width - Self.labelWidth - Self.histogramWidth - 2 * Self.gap
    drawGrid(on: &canvas, axis, left, right)
    drawFrames(on: &canvas, axis, left, right)
    drawRefresh(on: &canvas, axis, left, right)
    let bars = right + Self.gap
    drawHistogram(on: &canvas, axis, distribution, bars)
    drawQuantiles(on: &canvas, axis, summary, bars, x + width)
    let beyond = values.filter { $0 > top }.count
    let more = beyond == 0 ? "" : " · \(beyond) beyond the edge, marked above"
    canvas.text(
      "\(values.count) frames\(more)", left, y + height, size: 10, color: PlotStyle.secondary)
    canvas.text(
      "frame \(values.count)", right, y + height, size: 10, color: PlotStyle.secondary, anchor: .end)
    canvas.text("how often", bars, y + height, size: 10, color: PlotStyle.secondary)
  }

  private func drawGrid(on canvas: inout SVGCanvas, _ axis: PlotAxis, _ left: Double, _ right: Double) {
    for tick in axis.ticks(about: 4) {
      let place = axis.place(tick)
      let end = right + Self.gap + Self.histogramWidth
      canvas.line(left, place, end, place, color: tick == 0 ? PlotStyle.axis : PlotStyle.hairline)
      canvas.text(
        PlotAxis.label(tick) + (tick == 0 ? "" : " ms"), left - 6, place + 3.5, size: 10,
        color: PlotStyle.secondary, anchor: .end)
    }
  }

  /// Draws the frames one by one or, where several share a pixel, from their least to their most.
  private func drawFrames(on canvas: inout SVGCanvas, _ axis: PlotAxis, _ left: Double, _ right: Double) {
    let across = PlotAxis(0...Double(max(1, values.count - 1)), from: left, length: right - left)
    let perColumn = max(1, Int((Double(values.count) / ((right - left) * 2)).rounded(.up)))
    var points: [(x: Double, y: Double)] = []
    for start in stride(from: 0, to: values.count, by: perColumn) {
      let part = values[start..<min(start + perColumn, values.count)]
      let place = across.place(Double(start))
      guard let least = part.min(), let most = part.max() else { continue }
      points.append((place, axis.place(least)))
      if perColumn > 1 { points.append((place, axis.place(most))) }
      if most > axis.range.upperBound {
        canvas.upwardMark(place, axis.start + axis.length - 7, color: PlotStyle.outlier)
      }
    }
    canvas.polyline(points, color: PlotStyle.frames, width: values.count > 400 ? 0.8 : 1.1)
  }

  private func drawRefresh(on canvas: inout SVGCanvas, _ axis: PlotAxis, _ left: Double, _ right: Double) {
    guard figure == .present, let refreshRate, refreshRate > 0,
      axis.range.contains(1000 / refreshRate)
    else { return }
    let place = axis.place(1000 / refreshRate)
    canvas.line(left, place, right, place, color: PlotStyle.outlier, dashes: "4 3")
    canvas.text(
      "\(PlotAxis.label((refreshRate * 100).rounded() / 100)) Hz", right, place - 4, size: 10,
      color: PlotStyle.outlier, anchor: .end)
  }

  private func drawHistogram(
    on canvas: inout SVGCanvas, _ axis: PlotAxis, _ distribution: Distribution, _ left: Double
  ) {
    let classes = 36
    let counts = distribution.histogram(classes: classes, over: axis.range)
    let most = Double(counts.max() ?? 1)
    let step = -axis.length / Double(classes)
    for (index, count) in counts.enumerated() where count > 0 {
      let width = max(1, Double(count) / most * Self.histogramWidth)
      let isOpen = index == classes - 1 && distribution.maximum > axis.range.upperBound
      canvas.rectangle(
        left, axis.start - step * Double(index + 1) + 0.5, width, step - 1,
        color: isOpen ? PlotStyle.outlier : PlotStyle.frames)
    }
  }

  /// Writes the quantiles beside where they lie, moved apart where they would cover each other.
  private func drawQuantiles(
    on canvas: inout SVGCanvas, _ axis: PlotAxis, _ summary: FigureSummary, _ bars: Double, _ right: Double
  ) {
    let marks: [(name: String, value: Double)] = [
      ("p50", summary.p50), ("p90", summary.p90), ("p95", summary.p95), ("p99", summary.p99),
      ("slowest 1 %", summary.slowestPercentMean), ("max", summary.maximum),
    ]
    let spacing = 14.0
    let left = bars + Self.histogramWidth
    let highest = axis.start + axis.length - 10
    var places = marks.map { axis.place($0.value) }
    for index in places.indices.dropFirst() {
      places[index] = min(places[index], places[index - 1] - spacing)
    }
    // Those that were pushed beyond the top push the others down.
    if let last = places.last, last < highest {
      places[places.count - 1] = highest
      for index in places.indices.dropLast().reversed() {
        places[index] = max(places[index], places[index + 1] + spacing)
      }
    }
    for (mark, place) in zip(marks, places) {
      let isInside = axis.range.contains(mark.value)
      let color = isInside ? PlotStyle.axis : PlotStyle.outlier
      if isInside {
        canvas.line(bars, axis.place(mark.value), left, axis.place(mark.value), color: color, dashes: "2 2")
      }
      canvas.line(left, axis.place(mark.value), left + 10, place, color: color)
      canvas.text(mark.name, left + 14, place + 3.5, size: 10, color: PlotStyle.secondary)
      canvas.text(mark.value.milliseconds, right, place + 3.5, size: 10, anchor: .end)
    }
  }
}

/// Maps values to places along a line, with the round numbers to mark on it.
struct PlotAxis: Hashable {
  let range: ClosedRange<Double>
  let start: Double
  let length: Double
  let isLogarithmic: Bool

  /// Places values linearly, `range` from `start` over `length`, which is negative where values rise upward.
  init(_ range: ClosedRange<Double>, from start: Double, length: Double, isLogarithmic: Bool = false) {
    self.range = range
    self.start = start
    self.length = length
    self.isLogarithmic = isLogarithmic
  }

  /// Returns where a value lies; what is outside the range lies at its end.
  func place(_ value: Double) -> Double {
    unboundedPlace(min(max(value, range.lowerBound), range.upperBound))
  }

  /// Returns where a value lies, inside or outside the range.
  func unboundedPlace(_ value: Double) -> Double {
    let (low, high) = (warped(range.lowerBound), warped(range.upperBound))
    return high > low ? start + length * (warped(value) - low) / (high - low) : start
  }

  private func warped(_ value: Double) -> Double { isLogarithmic ? log10(max(value, 1e-9)) : value }

  /// Round numbers in the range, about so many.
  func ticks(about count: Int) -> [Double] {
    isLogarithmic ? decades(about: count) : steps(about: count)
  }

  private func steps(about count: Int) -> [Double] {
    let span = range.upperBound - range.lowerBound
    guard span > 0, span.isFinite else { return [range.lowerBound] }
    let rough = span / Double(max(1, count))
    let power = pow(10, log10(rough).rounded(.down))
    let step = [1, 2, 5, 10].map { $0 * power }.first { $0 >= rough * 0.99 } ?? rough
    let first = (range.lowerBound / step - 1e-9).rounded(.up)
    let last = (range.upperBound / step + 1e-9).rounded(.down)
    guard first <= last, last - first < 1000 else { return [] }
    return (0...Int(last - first)).map { (first + Double($0)) * step }
  }

  private func decades(about count: Int) -> [Double] {
    let low = Int(log10(max(range.lowerBound, 1e-9)).rounded(.down))
    let high = Int(log10(max(range.upperBound, 1e-9)).rounded(.up))
    let digits: [Double] = high - low > 4 ? [1] : (high - low > 3 ? [1, 3] : [1, 2, 5])
    return (low...high).flatMap { power in digits.map { $0 * pow(10, Double(power)) } }
      .filter(range.contains)
  }

  /// Returns a number with a real minus and no more decimals than it needs, up to nine.
  static func label(_ value: Double) -> String {
    let places = (0..<9).first { places in
      let unit = pow(10, Double(places))
      return ((value * unit).rounded() / unit - value).magnitude <= 1e-9 * value.magnitude
    }
    return value.text(.fixed(places ?? 9)).replacing("-", with: "−")
  }
}
