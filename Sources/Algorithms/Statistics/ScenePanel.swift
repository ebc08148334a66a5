import Text

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
