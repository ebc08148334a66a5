import Geometry
import PlanarGeometry

extension Interpreter {
  /// Appends the markers on the vertices of a path.
  mutating func drawMarkers(
    _ path: Path, _ index: Int, _ state: State, _ context: (fill: Bool, stroke: Bool),
    into shapes: inout [Overlay.Shape]
  ) throws(SVGError) {
    guard state.style.markers.contains(where: { $0 != nil }) else { return }
    let vertices = MarkerVertex.vertices(of: path)
    for (position, id) in state.style.markers.enumerated() {
      guard let id, let marker = element(id), document.elements[marker].name == "marker",
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
  ) throws(SVGError) {
    let markup = document.elements[marker]
    var inner = State(viewport: state.viewport)
    inner.depth = state.depth + 1
    inner.repeated = state.repeated + [marker]
    inner.context = context
    inner.style = styleFromRoot(marker, state)
    let width = length("markerWidth", .horizontal, marker, state) ?? 3
    let height = length("markerHeight", .vertical, marker, state) ?? 3
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
        length("refX", .horizontal, marker, inner) ?? 0, length("refY", .vertical, marker, inner) ?? 0))
    let placed = AffineTransform.translation(x: -origin.x, y: -origin.y).concatenating(outer)
    inner.transform = fit.concatenating(placed)
    guard inner.transform.inverted != nil else { return }
    var own: [Overlay.Shape] = []
    if let text = value("opacity", marker), Paint.opacity(text) == 0 { return }
    try drawChildren(marker, inner, into: &own)
    let overflow = value("overflow", marker)?.trimmed
    if overflow != "visible", overflow != "auto" {
      var region = Rect(origin: .zero, size: size)
      if let box, !box.isSlice, let back = fit.inverted {
        // The view box is what shows, not the bands that keeping its shape leaves beside it.
        let seen = Path(rect: region).transformed(by: back).bounds
        region =
          Path(rect: seen.flatMap { $0.intersection(box.rect) } ?? box.rect).transformed(by: fit).bounds
          ?? region
      }
      own = try clipped(own, to: region, placed, marker)
    }
    if let clip = value("clip-path", marker), clip.trimmed != "none" {
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
      var scanner = TextScanner(text)
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
