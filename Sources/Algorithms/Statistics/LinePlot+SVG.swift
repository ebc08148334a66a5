import Geometry

extension LinePlot {
  private static let gap = 24.0

  /// The picture, light on white, with text in whatever sans-serif there is.
  public var svg: String {
    let frame = frame
    let across = PlotAxis(places, from: frame.minX, length: frame.width)
    let shortTitle = title.count > 80 ? title.prefix(79) + "…" : title
    var canvas = SVGCanvas(width: size.width, height: size.height, title: title)
    canvas.text(shortTitle, frame.minX, 32, size: 15, isStrong: true)
    let shares = panels.reduce(0) { $0 + max($1.share, 0.01) }
    let room = frame.height - Self.gap * Double(max(panels.count - 1, 0))
    var top = frame.minY
    for (index, panel) in panels.enumerated() {
      let height = room * max(panel.share, 0.01) / shares
      let box = Rect(x: frame.minX, y: top, width: frame.width, height: height)
      panel.draw(on: &canvas, in: box, across, clip: "panel\(index)")
      top += height + Self.gap
    }
    drawPlaceAxis(on: &canvas, across, under: frame)
    drawMarks(on: &canvas, across, in: frame)
    return canvas.document()
  }

  /// Where the panels stand: wide enough on the left for the longest number.
  private var frame: Rect {
    let numbers = panels.flatMap { PlotAxis($0.range, from: 0, length: 1).ticks(about: 8) }
    let longest = numbers.map { PlotAxis.label($0).count }.max() ?? 1
    let left = 44 + min(Double(longest), 20) * 7
    return Rect(x: left, y: 52, width: size.width - left - 24, height: size.height - 52 - 56)
  }

  private func drawPlaceAxis(on canvas: inout SVGCanvas, _ axis: PlotAxis, under frame: Rect) {
    canvas.line(frame.minX, frame.maxY, frame.maxX, frame.maxY, color: PlotStyle.axis)
    for tick in axis.ticks(about: 10) {
      canvas.text(
        PlotAxis.label(tick), axis.place(tick), frame.maxY + 18, size: 12, color: PlotStyle.secondary,
        anchor: .middle)
    }
    canvas.text(placeLabel, frame.midX, frame.maxY + 42, size: 12, anchor: .middle, isStrong: true)
  }

  private func drawMarks(on canvas: inout SVGCanvas, _ axis: PlotAxis, in frame: Rect) {
    for mark in marks where places.contains(mark.place) {
      let place = axis.place(mark.place)
      let isLeft = place > frame.midX
      canvas.line(place, frame.minY, place, frame.maxY, color: PlotStyle.axis, dashes: "4 4")
      canvas.text(
        mark.label, place + (isLeft ? -6 : 6), frame.minY - 6, size: 12, color: PlotStyle.secondary,
        anchor: isLeft ? .end : .start)
    }
  }
}

extension LinePlot.Panel {
  /// The values that the axis reaches.
  fileprivate var range: ClosedRange<Double> {
    var values = lines.joined().map(\.y).filter(\.isFinite)
    if leavesOutSpikes, values.count > 50 {
      // Values that only a fiftieth of the samples reach do not set the scale.
      let sizes = values.map(\.magnitude).sorted()
      let usual = sizes[sizes.count * 98 / 100]
      if usual > 0, sizes[sizes.count - 1] > 1.6 * usual {
        values = values.map { min(max($0, -1.25 * usual), 1.25 * usual) }
      }
    }
    values += includes
    let (low, high) = (values.min() ?? 0, values.max() ?? 1)
    guard high > low else { return low - 0.5...low + 0.5 }
    let margin = (high - low) * 0.06
    return low - margin...high + margin
  }

  fileprivate func draw(on canvas: inout SVGCanvas, in box: Rect, _ across: PlotAxis, clip: String) {
    let axis = PlotAxis(range, from: box.maxY, length: -box.height)
    for tick in axis.ticks(about: max(2, Int(box.height / 30))) {
      let place = axis.place(tick)
      canvas.line(box.minX, place, box.maxX, place, color: PlotStyle.hairline)
      canvas.text(
        PlotAxis.label(tick), box.minX - 8, place + 4, size: 12, color: PlotStyle.secondary, anchor: .end)
    }
    for tick in across.ticks(about: 10) {
      canvas.line(
        across.place(tick), box.minY, across.place(tick), box.maxY, color: PlotStyle.hairline, width: 0.5)
    }
    for guide in guides where axis.range.contains(guide) {
      canvas.line(box.minX, axis.place(guide), box.maxX, axis.place(guide), color: PlotStyle.axis)
    }
    canvas.text(label, 20, box.midY, size: 12, color: color, anchor: .middle, isStrong: true, isTurned: true)
    let shown = lines.map { line in
      line.filter(\.isFinite).map { point in
        // Far outside the panel only the direction matters; huge numbers trouble some viewers.
        (
          x: across.unboundedPlace(point.x),
          y: min(max(axis.unboundedPlace(point.y), box.minY - 2e4), box.maxY + 2e4)
        )
      }
    }
    canvas.clip(to: clip, box.minX, box.minY, box.width, box.height) { canvas in
      for line in shown {
        canvas.polyline(line.count == 1 ? [line[0], line[0]] : line, color: color, width: 2)
      }
      // Thin dotted lines where one piece ends and the next begins elsewhere.
      for (before, after) in zip(shown, shown.dropFirst()) {
        guard let end = before.last, let start = after.first, (end.y - start.y).magnitude > 0.5 else {
          continue
        }
        canvas.polyline([end, start], color: color, width: 1, dashes: "1 3")
      }
    }
  }
}
