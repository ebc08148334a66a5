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
