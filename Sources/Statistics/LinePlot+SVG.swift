import Geometry
import Text

extension LinePlot {
  /// The picture, light on white, with text in whatever sans-serif there is.
  public var svg: String {
    let frame = frame
    var body = ""
    let width = size.width.text()
    let height = size.height.text()
    body += "<rect width=\"\(width)\" height=\"\(height)\" fill=\"#fff\"/>\n"
    body += text(Self.shortened(title), at: Point(frame.minX, 32), size: 15, weight: 600)
    var top = frame.minY
    let gap = 24.0
    let shares = panels.reduce(0) { $0 + max($1.share, 0.01) }
    let room = frame.height - gap * Double(max(panels.count - 1, 0))
    for (index, panel) in panels.enumerated() {
      let box = Rect(
        x: frame.minX, y: top, width: frame.width, height: room * max(panel.share, 0.01) / shares)
      body += drawing(of: panel, in: box, index: index)
      top = box.maxY + gap
    }
    body += placeAxis(under: frame)
    body += drawing(ofMarksIn: frame)
    return "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"\(width)\" height=\"\(height)\" "
      + "viewBox=\"0 0 \(width) \(height)\" font-family=\"Inter, 'Helvetica Neue', Arial, sans-serif\" "
      + "font-size=\"12\" fill=\"#1b1b1b\">\n<title>\(XMLWriter.escaped(title))</title>\n\(body)</svg>\n"
  }

  /// Where the panels stand: wide enough on the left for the longest number.
  private var frame: Rect {
    let longest =
      panels.flatMap { panel -> [Int] in
        let ticks = AxisTicks(range(of: panel), count: 8)
        return ticks.values.map { ticks.label($0).count }
      }.max() ?? 1
    let left = 44 + min(Double(longest), 20) * 7
    return Rect(x: left, y: 52, width: size.width - left - 24, height: size.height - 52 - 56)
  }

  private func range(of panel: Panel) -> ClosedRange<Double> {
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
    let length = places.upperBound - places.lowerBound
    return box.minX + (length > 0 ? (place - places.lowerBound) / length : 0) * box.width
  }

  private func drawing(of panel: Panel, in box: Rect, index: Int) -> String {
    let range = range(of: panel)
    let scale = box.height / (range.upperBound - range.lowerBound)
    func y(_ value: Double) -> Double { box.maxY - (value - range.lowerBound) * scale }
    var result = ""
    let ticks = AxisTicks(range, count: max(2, Int(box.height / 30)))
    for tick in ticks.values {
      result += line(Point(box.minX, y(tick)), Point(box.maxX, y(tick)), color: "#1b1b1b", opacity: 0.08)
      result += text(
        ticks.label(tick), at: Point(box.minX - 8, y(tick) + 4), size: 12, anchor: "end", color: "#1b1b1b",
        opacity: 0.66)
    }
    for place in AxisTicks(places, count: 10).values {
      result += line(
        Point(x(place, in: box), box.minY), Point(x(place, in: box), box.maxY), color: "#1b1b1b",
        opacity: 0.05)
    }
    for guide in panel.guides where range.contains(guide) {
      result += line(Point(box.minX, y(guide)), Point(box.maxX, y(guide)), color: "#1b1b1b", opacity: 0.3)
    }
    let middle = Point(20, box.midY)
    result += text(
      panel.label, at: middle, size: 12, weight: 600, anchor: "middle", color: panel.color,
      turned: "rotate(-90 \(number(middle.x)) \(number(middle.y)))")
    let clip = "panel\(index)"
    result += "<clipPath id=\"\(clip)\"><rect x=\"\(number(box.minX))\" y=\"\(number(box.minY))\" "
    result += "width=\"\(number(box.width))\" height=\"\(number(box.height))\"/></clipPath>\n"
    result +=
      "<g clip-path=\"url(#\(clip))\" fill=\"none\" stroke=\"\(XMLWriter.escaped(panel.color))\" stroke-width=\"2\" "
    result += "stroke-linejoin=\"round\" stroke-linecap=\"round\">\n"
    for points in panel.lines {
      result += polyline(points.map { Point(x($0.x, in: box), y($0.y)) }, near: box)
    }
    result += jumps(panel.lines.map { $0.map { Point(x($0.x, in: box), y($0.y)) } })
    return result + "</g>\n"
  }

  private func polyline(_ points: [Point], near box: Rect) -> String {
    // Far outside the panel only the direction matters; huge numbers trouble some viewers.
    let limited = points.filter(\.isFinite).map {
      Point($0.x, min(max($0.y, box.minY - 2e4), box.maxY + 2e4))
    }
    guard let first = limited.first else { return "" }
    let rest = limited.count > 1 ? limited.dropFirst() : [first]
    let lines = rest.map { "L\(number($0.x)) \(number($0.y))" }.joined()
    return "<path d=\"M\(number(first.x)) \(number(first.y))\(lines)\"/>\n"
  }

  /// Thin dotted lines where one piece ends and the next begins elsewhere.
  private func jumps(_ lines: [[Point]]) -> String {
    var result = ""
    for (before, after) in zip(lines, lines.dropFirst()) {
      guard let a = before.last, let b = after.first, (a.y - b.y).magnitude > 0.5, a.isFinite, b.isFinite
      else { continue }
      result += "<path d=\"M\(number(a.x)) \(number(a.y))L\(number(b.x)) \(number(b.y))\" "
      result += "stroke-width=\"1\" stroke-dasharray=\"1 3\"/>\n"
    }
    return result
  }

  private func placeAxis(under frame: Rect) -> String {
    var result = line(
      Point(frame.minX, frame.maxY), Point(frame.maxX, frame.maxY), color: "#1b1b1b", opacity: 0.3)
    let ticks = AxisTicks(places, count: 10)
    for place in ticks.values {
      result += text(
        ticks.label(place), at: Point(x(place, in: frame), frame.maxY + 18), size: 12, anchor: "middle",
        color: "#1b1b1b", opacity: 0.66)
    }
    return result
      + text(placeLabel, at: Point(frame.midX, frame.maxY + 42), size: 12, weight: 600, anchor: "middle")
  }

  private func drawing(ofMarksIn frame: Rect) -> String {
    marks.map { mark in
      let place = x(mark.place, in: frame)
      guard place.isFinite, place >= frame.minX, place <= frame.maxX else { return "" }
      let isLeft = place > frame.midX
      return line(
        Point(place, frame.minY), Point(place, frame.maxY), color: "#1b1b1b", opacity: 0.5, dashes: "4 4")
        + text(
          mark.label, at: Point(place + (isLeft ? -6 : 6), frame.minY - 6), size: 12,
          anchor: isLeft ? "end" : "start", color: "#1b1b1b", opacity: 0.66)
    }.joined()
  }

  private func line(_ a: Point, _ b: Point, color: String, opacity: Double, dashes: String? = nil) -> String {
    let dash = dashes.map { " stroke-dasharray=\"\($0)\"" } ?? ""
    return "<path d=\"M\(number(a.x)) \(number(a.y))L\(number(b.x)) \(number(b.y))\" stroke=\"\(color)\" "
      + "stroke-opacity=\"\(opacity.text())\"\(dash)/>\n"
  }

  private func text(
    _ words: String, at place: Point, size: Double, weight: Int = 400, anchor: String = "start",
    color: String = "#1b1b1b", opacity: Double = 1, turned: String? = nil
  ) -> String {
    let turn = turned.map { " transform=\"\($0)\"" } ?? ""
    return "<text x=\"\(number(place.x))\" y=\"\(number(place.y))\" font-size=\"\(size.text())\" "
      + "font-weight=\"\(weight)\" text-anchor=\"\(anchor)\" fill=\"\(XMLWriter.escaped(color))\" "
      + "fill-opacity=\"\(opacity.text())\"\(turn)>\(XMLWriter.escaped(words))</text>\n"
  }

  /// A coordinate to a hundredth of a point.
  private func number(_ value: Double) -> String { value.text(.rounded(to: 2)) }

  private static func shortened(_ title: String) -> String {
    title.count > 80 ? title.prefix(79) + "…" : title
  }
}
