import Geometry
import PlanarGeometry

extension Interpreter {
  /// Appends the fill, the stroke and the markers of one shape.
  mutating func drawShape(_ index: Int, _ state: State, into shapes: inout [Overlay.Shape]) throws(SVGError) {
    let path = cachedOutline(index, state)
    guard !path.isEmpty else { return }
    try countSegments(path, index)
    let style = state.style
    switch state.purpose {
    case .measuring:
      shapes.append(Overlay.Shape(path: path.transformed(by: state.transform), rule: .nonZero))
    case .clipping:
      guard style.isVisible else { return }
      shapes.append(Overlay.Shape(path: path.transformed(by: state.transform), rule: style.clipRule))
    case .masking:
      guard style.isVisible else { return }
      try addMaskPart(path, index, state)
    case .painting:
      guard style.isVisible else { return }
      let fills = isDrawn("fill", style.fill, style.fillOpacity, state, index)
      let strokes =
        style.strokeWidth.value > 0 && isDrawn("stroke", style.stroke, style.strokeOpacity, state, index)
      if fills {
        shapes.append(Overlay.Shape(path: path.transformed(by: state.transform), rule: style.fillRule))
      }
      if strokes { try drawStroke(path, index, state, into: &shapes) }
      if Interpreter.marked.contains(document.elements[index].name) {
        try drawMarkers(path, index, state, (fills, strokes), into: &shapes)
      }
    }
  }

  private static let marked: Set<String> = ["path", "line", "polyline", "polygon"]

  mutating func drawStroke(
    _ path: Path, _ index: Int, _ state: State, into shapes: inout [Overlay.Shape]
  ) throws(SVGError) {
    let style = state.style.strokeStyle(viewport: state.viewport)
    guard style.width > 0, style.width.isFinite else { return }
    let isFixed = value("vector-effect", index) == "non-scaling-stroke"
    let source = isFixed ? path.transformed(by: state.transform) : path
    let scale = isFixed ? 1 : state.transform.maximumScale
    guard scale > 0, scale.isFinite else { return }
    // What is far beyond the window needs no finer steps than its size can show.
    guard
      let outline = source.stroked(
        style, tolerance: canvas.tolerance / scale, dashLimit: limits.dashes,
        segmentLimit: segmentsLeft)
    else {
      throw failure("a line has more than \(limits.dashes) dashes or too many bends", index)
    }
    try countSegments(outline, index)
    shapes.append(
      Overlay.Shape(path: isFixed ? outline : outline.transformed(by: state.transform), rule: .nonZero))
  }

  /// Returns whether a paint counts as ink, of which there is only one, and warns where it is translucent.
  private mutating func isDrawn(
    _ part: String, _ paint: Paint, _ opacity: Double, _ state: State, _ index: Int
  ) -> Bool {
    let alpha = self.alpha(of: paint, state, index) * opacity * state.opacity
    guard alpha > 0 else { return false }
    if let key = colorKey(paint, state) { note(color: key, index) }
    guard alpha < 1 - 1e-9 else { return true }
    let percent = Int((alpha * 100).rounded())
    guard alpha >= 0.5 else {
      warn("a translucent \(part) (\(percent) % opaque) was left out; one ink has no half tones", index)
      return false
    }
    warn("a translucent \(part) (\(percent) % opaque) was made solid; one ink has no half tones", index)
    return true
  }

  /// What tells the colour of a paint from others, where it is one colour.
  func colorKey(_ paint: Paint, _ state: State) -> String? {
    switch paint {
    case .color(_, let key): key
    case .currentColor: state.style.colorKey
    default: nil
    }
  }

  /// Returns how opaque a paint is where it is most so.
  mutating func alpha(of paint: Paint, _ state: State, _ index: Int) -> Double {
    switch paint {
    case .none: return 0
    case .color(let alpha, _): return alpha
    case .currentColor: return state.style.colorAlpha
    case .contextFill: return state.context?.fill ?? false ? 1 : 0
    case .contextStroke: return state.context?.stroke ?? false ? 1 : 0
    case .server(let id, let fallback):
      guard let server = element(id), Interpreter.servers.contains(document.elements[server].name) else {
        return fallback.map { alpha(of: $0, state, index) } ?? 0
      }
      if document.elements[server].name == "pattern" {
        warnOnce("a pattern was taken for a solid colour", index)
        return 1
      }
      let range = stopAlphas(gradient: server)
      if range.lowerBound < range.upperBound, range.upperBound > 0 {
        warnOnce("a gradient that fades out was taken for a solid colour", index)
      }
      return range.upperBound
    }
  }

  private static let servers: Set<String> = ["linearGradient", "radialGradient", "pattern"]

  /// Returns how opaque the stops of a gradient are, or of the one that it refers to; 0 without any.
  private func stopAlphas(gradient: Int) -> ClosedRange<Double> {
    var current = gradient
    for _ in 0..<16 {
      let stops = document.elements[current].children.filter { document.elements[$0].name == "stop" }
      if !stops.isEmpty {
        let alphas = stops.map { stop in
          let opacity = value("stop-opacity", stop).flatMap { Paint.opacity($0) } ?? 1
          return opacity * (value("stop-color", stop).flatMap { Paint.alpha($0.trimmed) } ?? 1)
        }
        return (alphas.min() ?? 0)...(alphas.max() ?? 0)
      }
      guard let next = reference(current) else { return 0...0 }
      current = next
    }
    return 0...0
  }

  /// Returns the element that `href` names.
  func reference(_ index: Int) -> Int? {
    let markup = document.elements[index]
    guard let text = markup.attribute("href") ?? markup.attribute("xlink:href"), let id = Link.id(text)
    else {
      return nil
    }
    return element(id)
  }

  /// Returns a shape's path; that of a `path` is read once, however often it is drawn.
  private mutating func cachedOutline(_ index: Int, _ state: State) -> Path {
    guard document.elements[index].name == "path" else { return outline(index, state) }
    if let path = outlines[index] { return path }
    let path = outline(index, state)
    outlines[index] = path
    return path
  }

  /// Returns a shape's path in its own coordinates; empty where nothing is drawn.
  private mutating func outline(_ index: Int, _ state: State) -> Path {
    switch document.elements[index].name {
    case "path": return pathOutline(index)
    case "rect": return rectOutline(index, state)
    case "circle":
      guard let r = length("r", .other, index, state) else { return Path() }
      return ellipse(index, state, r, r)
    case "ellipse":
      let rx = length("rx", .horizontal, index, state).flatMap { $0 >= 0 ? $0 : nil }
      let ry = length("ry", .vertical, index, state).flatMap { $0 >= 0 ? $0 : nil }
      return ellipse(index, state, rx ?? ry ?? 0, ry ?? rx ?? 0)
    case "line":
      var path = Path()
      path.move(
        to: Point(length("x1", .horizontal, index, state) ?? 0, length("y1", .vertical, index, state) ?? 0))
      path.line(
        to: Point(length("x2", .horizontal, index, state) ?? 0, length("y2", .vertical, index, state) ?? 0))
      return path
    default: return polygonOutline(index)
    }
  }

  private mutating func pathOutline(_ index: Int) -> Path {
    guard var text = value("d", index) else { return Path() }
    if text.hasPrefix("path(") {
      text = String(text.dropFirst(5).reversed().drop { $0 != ")" }.dropFirst().reversed())
      text = text.trimmed.filter { $0 != "\"" && $0 != "'" }
    } else if text == "none" {
      return Path()
    }
    let (path, isFaulty) = PathData.parse(text)
    if isFaulty { warn("the path data has a fault; it is drawn up to there", index) }
    return path
  }

  private mutating func ellipse(_ index: Int, _ state: State, _ rx: Double, _ ry: Double) -> Path {
    guard rx > 0, ry > 0 else { return Path() }
    let center = Point(
      length("cx", .horizontal, index, state) ?? 0, length("cy", .vertical, index, state) ?? 0)
    return Path(ellipse: center, radii: Vector(rx, ry), tolerance: max(rx, ry) * EllipticalArc.precision)
  }

  private mutating func rectOutline(_ index: Int, _ state: State) -> Path {
    guard let width = length("width", .horizontal, index, state), width > 0,
      let height = length("height", .vertical, index, state), height > 0
    else { return Path() }
    let x = length("x", .horizontal, index, state) ?? 0
    let y = length("y", .vertical, index, state) ?? 0
    let wantedX = length("rx", .horizontal, index, state).flatMap { $0 >= 0 ? $0 : nil }
    let wantedY = length("ry", .vertical, index, state).flatMap { $0 >= 0 ? $0 : nil }
    let rx = min(wantedX ?? wantedY ?? 0, width / 2)
    let ry = min(wantedY ?? wantedX ?? 0, height / 2)
    let rect = Rect(x: x, y: y, width: width, height: height)
    guard rx > 0, ry > 0 else { return Path(rect: rect) }
    var path = Path()
    func corner(_ start: Point, _ end: Point) {
      if path.isEmpty { path.move(to: start) } else if path.currentPoint != start { path.line(to: start) }
      EllipticalArc(start: start, end: end, rx: rx, ry: ry, rotation: 0, isLarge: false, isSweep: true)
        .append(to: &path)
    }
    path.move(to: Point(rect.minX + rx, rect.minY))
    corner(Point(rect.maxX - rx, rect.minY), Point(rect.maxX, rect.minY + ry))
    corner(Point(rect.maxX, rect.maxY - ry), Point(rect.maxX - rx, rect.maxY))
    corner(Point(rect.minX + rx, rect.maxY), Point(rect.minX, rect.maxY - ry))
    corner(Point(rect.minX, rect.minY + ry), Point(rect.minX + rx, rect.minY))
    path.close()
    return path
  }

  private mutating func polygonOutline(_ index: Int) -> Path {
    guard let text = document.elements[index].attribute("points") else { return Path() }
    var scanner = TextScanner(text)
    let numbers = scanner.numbers()
    if !scanner.isAtEnd || numbers.count % 2 == 1 {
      warn("the list of points has a fault; it is drawn up to there", index)
    }
    var path = Path()
    guard numbers.count >= 4 else { return path }
    for pair in stride(from: 0, to: numbers.count - 1, by: 2) {
      let point = Point(numbers[pair], numbers[pair + 1])
      if path.isEmpty { path.move(to: point) } else { path.line(to: point) }
    }
    if document.elements[index].name == "polygon" { path.close() }
    return path
  }
}
