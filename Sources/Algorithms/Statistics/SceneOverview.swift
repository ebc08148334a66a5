import Text

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
