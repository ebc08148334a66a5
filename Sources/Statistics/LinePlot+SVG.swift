import Geometry
import Text

extension LinePlot {
  /// The picture, light on white, with text in whatever sans-serif there is.
  public var svg: String {
    var drawing = LinePlotDrawing(plot: self)
    return drawing.document()
  }
}

/// Writes a plot element by element.
private struct LinePlotDrawing {
  let plot: LinePlot
  private var xml = XMLWriter(indentation: 0)

  private static let ink = "#1b1b1b"

  init(plot: LinePlot) { self.plot = plot }

  mutating func document() -> String {
    let (width, height) = (plot.size.width.text(), plot.size.height.text())
    xml.open(
      "svg",
      [
        ("xmlns", "http://www.w3.org/2000/svg"), ("width", width), ("height", height),
        ("viewBox", "0 0 \(width) \(height)"), ("font-family", "Inter, 'Helvetica Neue', Arial, sans-serif"),
        ("font-size", "12"), ("fill", Self.ink),
      ])
    xml.element("title", text: plot.title)
    xml.element("rect", [("width", width), ("height", height), ("fill", "#fff")])
    let frame = frame
    text(Self.shortened(plot.title), at: Point(frame.minX, 32), size: 15, weight: 600)
    var top = frame.minY
    let gap = 24.0
    let shares = plot.panels.reduce(0) { $0 + max($1.share, 0.01) }
    let room = frame.height - gap * Double(max(plot.panels.count - 1, 0))
    for (index, panel) in plot.panels.enumerated() {
      let box = Rect(
        x: frame.minX, y: top, width: frame.width, height: room * max(panel.share, 0.01) / shares)
      draw(panel, in: box, index: index)
      top = box.maxY + gap
    }
    drawPlaceAxis(under: frame)
    drawMarks(in: frame)
    xml.close()
    return xml.text
  }

  /// Where the panels stand: wide enough on the left for the longest number.
  private var frame: Rect {
    let longest =
      plot.panels.flatMap { panel -> [Int] in
        let ticks = AxisTicks(range(of: panel), count: 8)
        return ticks.values.map { ticks.label($0).count }
      }.max() ?? 1
    let left = 44 + min(Double(longest), 20) * 7
    return Rect(x: left, y: 52, width: plot.size.width - left - 24, height: plot.size.height - 52 - 56)
  }

  private func range(of panel: LinePlot.Panel) -> ClosedRange<Double> {
    var values = panel.lines.joined().map(\.y).filter(\.isFinite)
    if panel.leavesOutSpikes, values.count > 50 {
      // What only a fiftieth of the samples reach does not set the scale.
      let sizes = values.map(\.magnitude).sorted()
      let usual = sizes[sizes.count * 98 / 100]
      if usual > 0, sizes[sizes.count - 1] > 1.6 * usual {
        values = values.map { min(max($0, -1.25 * usual), 1.25 * usual) }
      }
    }
    values += panel.includes
    let (low, high) = (values.min() ?? 0, values.max() ?? 1)
    guard high > low else { return low - 0.5...low + 0.5 }
    let margin = (high - low) * 0.06
    return low - margin...high + margin
  }

  private func x(_ place: Double, in box: Rect) -> Double {
    let length = plot.places.upperBound - plot.places.lowerBound
    return box.minX + (length > 0 ? (place - plot.places.lowerBound) / length : 0) * box.width
  }

  private mutating func draw(_ panel: LinePlot.Panel, in box: Rect, index: Int) {
    let range = range(of: panel)
    let scale = box.height / (range.upperBound - range.lowerBound)
    func y(_ value: Double) -> Double { box.maxY - (value - range.lowerBound) * scale }
    let ticks = AxisTicks(range, count: max(2, Int(box.height / 30)))
    for tick in ticks.values {
      line(Point(box.minX, y(tick)), Point(box.maxX, y(tick)), opacity: 0.08)
      text(ticks.label(tick), at: Point(box.minX - 8, y(tick) + 4), size: 12, anchor: "end", opacity: 0.66)
    }
    for place in AxisTicks(plot.places, count: 10).values {
      line(Point(x(place, in: box), box.minY), Point(x(place, in: box), box.maxY), opacity: 0.05)
    }
    for guide in panel.guides where range.contains(guide) {
      line(Point(box.minX, y(guide)), Point(box.maxX, y(guide)), opacity: 0.3)
    }
    let middle = Point(20, box.midY)
    text(
      panel.label, at: middle, size: 12, weight: 600, anchor: "middle", color: panel.color,
      turned: "rotate(-90 \(number(middle.x)) \(number(middle.y)))")
    let clip = "panel\(index)"
    xml.element(
      "clipPath", [("id", clip)],
      holding: [
        .element(
          "rect",
          [
            ("x", number(box.minX)), ("y", number(box.minY)), ("width", number(box.width)),
            ("height", number(box.height)),
          ])
      ])
    xml.open(
      "g",
      [
        ("clip-path", "url(#\(clip))"), ("fill", "none"), ("stroke", panel.color), ("stroke-width", "2"),
        ("stroke-linejoin", "round"), ("stroke-linecap", "round"),
      ])
    let lines = panel.lines.map { $0.map { Point(x($0.x, in: box), y($0.y)) } }
    for points in lines { polyline(points, near: box) }
    drawJumps(lines)
    xml.close()
  }

  private mutating func polyline(_ points: [Point], near box: Rect) {
    // Far outside the panel only the direction matters; huge numbers trouble some viewers.
    let limited = points.filter(\.isFinite).map {
      Point($0.x, min(max($0.y, box.minY - 2e4), box.maxY + 2e4))
    }
    guard let first = limited.first else { return }
    path(limited.count > 1 ? limited : [first, first])
  }

  /// Thin dotted lines where one piece ends and the next begins elsewhere.
  private mutating func drawJumps(_ lines: [[Point]]) {
    for (before, after) in zip(lines, lines.dropFirst()) {
      guard let a = before.last, let b = after.first, (a.y - b.y).magnitude > 0.5, a.isFinite, b.isFinite
      else { continue }
      path([a, b], [("stroke-width", "1"), ("stroke-dasharray", "1 3")])
    }
  }

  private mutating func drawPlaceAxis(under frame: Rect) {
    line(Point(frame.minX, frame.maxY), Point(frame.maxX, frame.maxY), opacity: 0.3)
    let ticks = AxisTicks(plot.places, count: 10)
    for place in ticks.values {
      text(
        ticks.label(place), at: Point(x(place, in: frame), frame.maxY + 18), size: 12, anchor: "middle",
        opacity: 0.66)
    }
    text(plot.placeLabel, at: Point(frame.midX, frame.maxY + 42), size: 12, weight: 600, anchor: "middle")
  }

  private mutating func drawMarks(in frame: Rect) {
    for mark in plot.marks {
      let place = x(mark.place, in: frame)
      guard place.isFinite, place >= frame.minX, place <= frame.maxX else { continue }
      let isLeft = place > frame.midX
      line(Point(place, frame.minY), Point(place, frame.maxY), opacity: 0.5, dashes: "4 4")
      text(
        mark.label, at: Point(place + (isLeft ? -6 : 6), frame.minY - 6), size: 12,
        anchor: isLeft ? "end" : "start", opacity: 0.66)
    }
  }

  private mutating func line(_ a: Point, _ b: Point, opacity: Double, dashes: String? = nil) {
    let dash: XMLWriter.Attributes = dashes.map { [("stroke-dasharray", $0)] } ?? []
    path([a, b], [("stroke", Self.ink), ("stroke-opacity", opacity.text())] + dash)
  }

  /// Writes straight lines through two points at least.
  private mutating func path(_ points: [Point], _ attributes: XMLWriter.Attributes = []) {
    let places = points.map { "\(number($0.x)) \(number($0.y))" }
    xml.element("path", [("d", "M" + places.joined(separator: "L"))] + attributes)
  }

  private mutating func text(
    _ words: String, at place: Point, size: Double, weight: Int = 400, anchor: String = "start",
    color: String = Self.ink, opacity: Double = 1, turned: String? = nil
  ) {
    var attributes: XMLWriter.Attributes = [
      ("x", number(place.x)), ("y", number(place.y)), ("font-size", size.text()),
      ("font-weight", String(weight)), ("text-anchor", anchor), ("fill", color),
      ("fill-opacity", opacity.text()),
    ]
    if let turned { attributes.append(("transform", turned)) }
    xml.element("text", attributes, text: words)
  }

  /// A coordinate to a hundredth of a point.
  private func number(_ value: Double) -> String { value.text(.rounded(to: 2)) }

  private static func shortened(_ title: String) -> String {
    title.count > 80 ? title.prefix(79) + "…" : title
  }
}
