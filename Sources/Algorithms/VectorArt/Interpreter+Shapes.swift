import Geometry
import Localization
import PlanarGeometry

extension Interpreter {
  /// Appends the fill, the stroke and the markers of one shape.
  mutating func drawShape(_ index: Int, _ state: State, into shapes: inout [Overlay.Shape])
    throws(SVGDiagnostic)
  {
    let path = outlines.outline(of: index, state, in: &document)
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
      let fills = isDrawn(.fill, style.fill, style.fillOpacity, state, index)
      let strokes =
        style.strokeWidth.resolved(.other, viewport: state.viewport, fontSize: style.fontSize) > 0
        && isDrawn(.stroke, style.stroke, style.strokeOpacity, state, index)
      if fills {
        shapes.append(Overlay.Shape(path: path.transformed(by: state.transform), rule: style.fillRule))
      }
      if strokes { try drawStroke(path, index, state, into: &shapes) }
      if Interpreter.marked.contains(document.elements[index].name) {
        try drawMarkers(index, state, (fills, strokes), into: &shapes)
      }
    }
  }

  /// The shapes with markers in SVG 2.
  private static let marked: Set<String> = [
    "path", "line", "polyline", "polygon", "rect", "circle", "ellipse",
  ]

  mutating func drawStroke(
    _ path: Path, _ index: Int, _ state: State, into shapes: inout [Overlay.Shape]
  ) throws(SVGDiagnostic) {
    var style = state.style.strokeStyle(viewport: state.viewport)
    guard style.width > 0, style.width.isFinite else { return }
    let isFixed = value("vector-effect", index, state)?.keyword == "non-scaling-stroke"
    let source = isFixed ? path.transformed(by: state.transform) : path
    if !style.dashes.isEmpty, let length = pathLength(index) {
      style.scaleDashes(of: source, toLength: length)
    }
    let scale = isFixed ? 1 : state.transform.maximumScale
    guard scale > 0, scale.isFinite else { return }
    // Far outside the window, coarser steps suffice.
    guard
      let outline = source.stroked(
        style, tolerance: canvas.tolerance / scale, dashLimit: limits.dashes,
        segmentLimit: segmentsLeft)
    else {
      throw document.failure(
        Message(
          "a line has more than {limit} dashes or too many bends", ["limit": String(limits.dashes)]), index)
    }
    try countSegments(outline, index)
    shapes.append(
      Overlay.Shape(path: isFixed ? outline : outline.transformed(by: state.transform), rule: .nonZero))
  }

  /// Returns the author's length of a shape's outline (SVG 2 §9.6.1).
  private func pathLength(_ index: Int) -> Double? {
    guard let text = document.elements[index].attribute("pathLength"),
      let length = Length(text)?.plainNumber, length >= 0
    else { return nil }
    return length
  }

  /// A part of a drawing that has a paint.
  enum PaintedPart {
    case fill
    case stroke
    case picture
  }

  /// Returns whether a paint counts as ink, of which there is only one, and warns if it is translucent.
  mutating func isDrawn(
    _ part: PaintedPart, _ paint: Paint, _ opacity: Double, _ state: State, _ index: Int
  ) -> Bool {
    let alpha = self.alpha(of: paint, state, index) * opacity * state.opacity
    guard alpha > 0 else { return false }
    if let key = colorKey(paint, state) { document.note(color: key, index) }
    guard alpha < 1 - 1e-9 else { return true }
    let percent = String(Int((alpha * 100).rounded()))
    let isSolid = alpha >= 0.5
    let warning =
      switch (part, isSolid) {
      case (.fill, false):
        Message(
          "a translucent fill ({percent} % opaque) was left out; one ink has no half tones",
          ["percent": percent])
      case (.stroke, false):
        Message(
          "a translucent stroke ({percent} % opaque) was left out; one ink has no half tones",
          ["percent": percent])
      case (.picture, false):
        Message(
          "a translucent picture ({percent} % opaque) was left out; one ink has no half tones",
          ["percent": percent])
      case (.fill, true):
        Message(
          "a translucent fill ({percent} % opaque) was made solid; one ink has no half tones",
          ["percent": percent])
      case (.stroke, true):
        Message(
          "a translucent stroke ({percent} % opaque) was made solid; one ink has no half tones",
          ["percent": percent])
      case (.picture, true):
        Message(
          "a translucent picture ({percent} % opaque) was made solid; one ink has no half tones",
          ["percent": percent])
      }
    document.warn(warning, index)
    return isSolid
  }

  /// The key that identifies a paint's colour, if it is a single colour.
  func colorKey(_ paint: Paint, _ state: State) -> UInt32? {
    switch paint {
    case .color(let color): color.inkKey
    case .currentColor: state.style.color.inkKey
    default: nil
    }
  }

  /// Returns the maximum opacity of a paint.
  mutating func alpha(of paint: Paint, _ state: State, _ index: Int) -> Double {
    switch paint {
    case .none: return 0
    case .color(let color): return color.alpha
    case .currentColor: return state.style.color.alpha
    case .contextFill: return state.context?.fill ?? false ? 1 : 0
    case .contextStroke: return state.context?.stroke ?? false ? 1 : 0
    case .server(let id, let fallback):
      guard let server = document.element(id), Interpreter.servers.contains(document.elements[server].name)
      else {
        return fallback.map { alpha(of: $0, state, index) } ?? 0
      }
      if document.elements[server].name == "pattern" {
        document.warnOnce(Message("a pattern was taken for a solid colour"), index)
        return 1
      }
      let range = stopAlphas(gradient: server)
      if range.lowerBound < range.upperBound, range.upperBound > 0 {
        document.warnOnce(Message("a gradient that fades out was taken for a solid colour"), index)
      }
      return range.upperBound
    }
  }

  private static let servers: Set<String> = ["linearGradient", "radialGradient", "pattern"]

  /// Returns the range of opacities of a gradient's stops, or of those of the gradient that it refers to; 0 without
  /// stops.
  private mutating func stopAlphas(gradient: Int) -> ClosedRange<Double> {
    var current = gradient
    for _ in 0..<16 {
      if let known = stopAlphas[current] { return known }
      let stops = document.elements[current].children.filter { document.elements[$0].name == "stop" }
      if !stops.isEmpty {
        let alphas = stops.map { alpha(ofStop: $0) }
        let range = (alphas.min() ?? 0)...(alphas.max() ?? 0)
        stopAlphas[current] = range
        return range
      }
      guard let next = document.reference(current) else { return 0...0 }
      current = next
    }
    return 0...0
  }

  private mutating func alpha(ofStop stop: Int) -> Double {
    let style = document.styleFromRoot(stop)
    let opacity = document.value("stop-opacity", stop, style.variables).flatMap { Paint.opacity($0) } ?? 1
    let color = document.value("stop-color", stop, style.variables).flatMap {
      Paint.color($0, current: style.color, scheme: style.scheme)
    }
    return opacity * (color?.alpha ?? 1)
  }

  /// Appends the markers on the vertices of a shape.
  mutating func drawMarkers(
    _ index: Int, _ state: State, _ context: (fill: Bool, stroke: Bool), into shapes: inout [Overlay.Shape]
  ) throws(SVGDiagnostic) {
    guard state.style.markers.contains(where: { $0 != nil }) else { return }
    let vertices = MarkerVertex.vertices(of: outlines.vertices(of: index, state, in: &document))
    for (position, id) in state.style.markers.enumerated() {
      guard let id, let marker = document.element(id), document.elements[marker].name == "marker",
        !state.repeated.contains(marker)
      else { continue }
      let chosen: ArraySlice<MarkerVertex>
      switch position {
      case 0: chosen = vertices.prefix(1)
      case 1: chosen = vertices.dropFirst().dropLast()
      default: chosen = vertices.suffix(1)
      }
      for vertex in chosen {
        try draw(marker, at: vertex, isStart: position == 0, state, context, into: &shapes)
      }
    }
  }

  private mutating func draw(
    _ marker: Int, at vertex: MarkerVertex, isStart: Bool, _ state: State,
    _ context: (fill: Bool, stroke: Bool), into shapes: inout [Overlay.Shape]
  ) throws(SVGDiagnostic) {
    let markup = document.elements[marker]
    var inner = State(viewport: state.viewport)
    inner.depth = state.depth + 1
    inner.repeated = state.repeated + [marker]
    inner.context = context
    inner.style = document.styleFromRoot(marker)
    let width = document.length("markerWidth", .horizontal, marker, state) ?? 3
    let height = document.length("markerHeight", .vertical, marker, state) ?? 3
    guard width > 0, height > 0 else { return }
    var scale = 1.0
    if markup.attribute("markerUnits") != "userSpaceOnUse" {
      scale = state.style.strokeWidth.resolved(
        .other, viewport: state.viewport, fontSize: state.style.fontSize)
    }
    guard scale > 0 else { return }
    let angle = angle(markup.attribute("orient"), vertex, isStart: isStart)
    let outer = AffineTransform.scale(scale).concatenating(.rotation(angle))
      .concatenating(.translation(x: vertex.place.x, y: vertex.place.y)).concatenating(state.transform)
    let size = Size(width, height)
    let box = ViewBox(
      markup.attribute("viewBox"), preserveAspectRatio: markup.attribute("preserveAspectRatio"))
    let fit = box?.transform(into: size) ?? .identity
    if let box { inner.viewport = box.rect.size }
    let origin = fit.apply(
      to: Point(
        document.length("refX", .horizontal, marker, inner) ?? 0,
        document.length("refY", .vertical, marker, inner) ?? 0))
    let placed = AffineTransform.translation(x: -origin.x, y: -origin.y).concatenating(outer)
    inner.transform = fit.concatenating(placed)
    guard inner.transform.inverted != nil else { return }
    var own: [Overlay.Shape] = []
    if let text = value("opacity", marker, inner), Paint.opacity(text) == 0 { return }
    try drawChildren(marker, inner, into: &own)
    if !overflows(marker, inner) {
      var region = Rect(origin: .zero, size: size)
      if let box, !box.isSlice, let back = fit.inverted {
        // The visible area is the view box, without the bands beside it that preserving its aspect ratio leaves.
        let seen = Path(rect: region).transformed(by: back).bounds
        region =
          Path(rect: seen.flatMap { $0.intersection(box.rect) } ?? box.rect).transformed(by: fit).bounds
          ?? region
      }
      own = try clipped(own, to: region, placed, marker)
    }
    if let clip = value("clip-path", marker, inner), !isNone(clip) {
      own = try clipped(own, by: clip, marker, inner)
    }
    shapes += own
  }

  private func angle(_ orient: String?, _ vertex: MarkerVertex, isStart: Bool) -> Double {
    switch orient?.trimmed {
    case nil: return 0
    case "auto": return vertex.angle
    case "auto-start-reverse": return vertex.angle + (isStart ? .pi : 0)
    case .some(let text):
      var scanner = AttributeScanner(text)
      guard let value = scanner.number() else { return 0 }
      switch scanner.word() {
      case "rad": return value
      case "turn": return value * 2 * .pi
      case "grad": return value * .pi / 200
      default: return value * .pi / 180
      }
    }
  }
}

extension StrokeStyle {
  /// Scales the dashes as if the dashed path had this length; for zero the line becomes solid.
  fileprivate mutating func scaleDashes(of path: Path, toLength length: Double) {
    guard length > 0 else {
      dashes = []
      return
    }
    var real = 0.0
    path.forEachSegment { segment in
      switch segment {
      case .line(let line): real += (line.end - line.start).length
      case .quad(let curve):
        real += curve.arcLength(accuracy: 1e-6 * max(1, (curve.end - curve.start).length))
      case .cubic(let curve):
        real += curve.arcLength(accuracy: 1e-6 * max(1, (curve.end - curve.start).length))
      }
    }
    dashes = dashes.map { $0 * real / length }
    dashOffset *= real / length
  }
}

#if canImport(Glibc)
  import Glibc
#endif

/// A possible place for a marker, with its direction.
struct MarkerVertex {
  var place: Point
  var angle: Double

  /// Returns the vertices of a path: the end of every segment, with the direction halfway between both sides.
  static func vertices(of path: Path) -> [MarkerVertex] {
    var result: [MarkerVertex] = []
    var incoming: [Vector?] = []
    var outgoing: [Vector?] = []
    var (start, current) = (Point.zero, Point.zero)
    var first = 0
    func add(_ point: Point, _ arriving: Vector?) {
      result.append(MarkerVertex(place: point, angle: 0))
      incoming.append(arriving)
      outgoing.append(nil)
    }
    for element in path.elements {
      switch element {
      case .move(let point):
        first = result.count
        add(point, nil)
        (start, current) = (point, point)
      case .line(let point):
        let tangent = (point - current).normalized
        outgoing[outgoing.count - 1] = tangent
        add(point, tangent)
        current = point
      case .quad(let control, let end):
        let tangents = QuadraticBezier(current, control, end).elevated.endTangents
        outgoing[outgoing.count - 1] = tangents?.0
        add(end, tangents?.1)
        current = end
      case .cubic(let control1, let control2, let end):
        let tangents = CubicBezier(current, control1, control2, end).endTangents
        outgoing[outgoing.count - 1] = tangents?.0
        add(end, tangents?.1)
        current = end
      case .close:
        let tangent = (start - current).normalized ?? incoming.last ?? nil
        outgoing[outgoing.count - 1] = tangent
        add(start, tangent)
        outgoing[outgoing.count - 1] = first < outgoing.count ? outgoing[first] : nil
        if first < incoming.count { incoming[first] = tangent }
        current = start
      }
    }
    for index in result.indices {
      result[index].angle = direction(incoming[index], outgoing[index])
    }
    return result
  }

  private static func direction(_ incoming: Vector?, _ outgoing: Vector?) -> Double {
    switch (incoming, outgoing) {
    case (nil, nil): return 0
    case (let one?, nil), (nil, let one?): return atan2(one.dy, one.dx)
    case (let a?, let b?):
      let from = atan2(a.dy, a.dx)
      return from + atan2(a.cross(b), a.dot(b)) / 2
    }
  }
}
