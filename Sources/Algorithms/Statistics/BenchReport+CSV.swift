import Text

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
