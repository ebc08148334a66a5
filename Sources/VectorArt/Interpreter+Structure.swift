import Geometry
import PlanarGeometry

extension Interpreter {
  /// Draws the document; the state's viewport is the outermost one.
  mutating func drawRoot(_ index: Int, _ state: State, into shapes: inout [Overlay.Shape]) throws(SVGError) {
    var inner = state
    if let box = viewBox(index) {
      inner.transform = box.transform(into: state.viewport).concatenating(state.transform)
      inner.viewport = box.rect.size
    }
    inner.useSize = (nil, nil)
    var own: [Overlay.Shape] = []
    inner.isRoot = true
    try draw(index, inner, into: &own)
    shapes += own
  }

  private mutating func viewBox(_ index: Int) -> ViewBox? {
    let markup = document.elements[index]
    return ViewBox(
      markup.attribute("viewBox"), preserveAspectRatio: markup.attribute("preserveAspectRatio"))
  }

  mutating func drawNested(_ index: Int, _ state: State, into shapes: inout [Overlay.Shape]) throws(SVGError)
  {
    if state.isRoot {
      var inner = state
      inner.isRoot = false
      inner.useSize = nil
      return try drawChildren(index, inner, into: &shapes)
    }
    let markup = document.elements[index]
    let width = size(state.useSize?.width ?? markup.attribute("width"), .horizontal, state)
    let height = size(state.useSize?.height ?? markup.attribute("height"), .vertical, state)
    let place = Point(length("x", .horizontal, index, state) ?? 0, length("y", .vertical, index, state) ?? 0)
    let isSized = markup.attribute("width") != nil || markup.attribute("height") != nil
    try drawViewport(
      index, Rect(origin: place, size: Size(width, height)), state,
      clips: isSized || markup.attribute("viewBox") == nil, into: &shapes)
  }

  private func size(_ text: String?, _ axis: Length.Axis, _ state: State) -> Double {
    let whole = axis == .horizontal ? state.viewport.width : state.viewport.height
    guard let text, let length = Length(text) else { return whole }
    return length.resolved(axis, viewport: state.viewport, fontSize: state.style.fontSize)
  }

  /// Draws the children of a `svg` or `symbol` in a viewport of their own.
  private mutating func drawViewport(
    _ index: Int, _ rect: Rect, _ state: State, clips: Bool, into shapes: inout [Overlay.Shape]
  ) throws(SVGError) {
    guard rect.width > 0, rect.height > 0, rect.width.isFinite, rect.height.isFinite else { return }
    var inner = state
    inner.useSize = nil
    inner.viewport = rect.size
    inner.transform = AffineTransform.translation(x: rect.minX, y: rect.minY).concatenating(state.transform)
    if let box = viewBox(index) {
      inner.transform = box.transform(into: rect.size).concatenating(inner.transform)
      inner.viewport = box.rect.size
    }
    guard inner.transform.inverted != nil else { return }
    var own: [Overlay.Shape] = []
    try drawChildren(index, inner, into: &own)
    let overflow = value("overflow", index)?.trimmed
    if clips, overflow != "visible", overflow != "auto", state.purpose != .measuring {
      own = try clipped(own, to: rect, state.transform, index)
    }
    shapes += own
  }

  mutating func drawUse(_ index: Int, _ state: State, into shapes: inout [Overlay.Shape]) throws(SVGError) {
    guard let target = reference(index) else {
      return warn("this use refers to nothing in the document", index)
    }
    guard !state.repeated.contains(target), !isAncestor(target, of: index) else {
      return warn("this use repeats itself and was left out", index)
    }
    let name = document.elements[target].name
    if state.shapesOnly && !Interpreter.basicShapes.contains(name) { return }
    var inner = state
    inner.repeated.append(target)
    inner.context = contextPaints(state)
    let x = length("x", .horizontal, index, state) ?? 0
    let y = length("y", .vertical, index, state) ?? 0
    inner.transform = AffineTransform.translation(x: x, y: y).concatenating(state.transform)
    let markup = document.elements[index]
    let given = (markup.attribute("width"), markup.attribute("height"))
    switch name {
    case "symbol":
      try drawSymbol(target, given, inner, into: &shapes)
    case "svg":
      inner.useSize = given
      try draw(target, inner, into: &shapes)
    default:
      inner.useSize = nil
      try draw(target, inner, into: &shapes)
    }
  }

  private static let basicShapes: Set<String> = [
    "path", "rect", "circle", "ellipse", "polyline", "polygon", "text",
  ]

  private mutating func drawSymbol(
    _ index: Int, _ given: (width: String?, height: String?), _ state: State,
    into shapes: inout [Overlay.Shape]
  ) throws(SVGError) {
    guard value("display", index) != "none" else { return }
    // The transform of a symbol itself is ignored, as SVG 1.1 has it.
    var inner = state
    inner.depth += 1
    inner.style = style(index, state)
    let markup = document.elements[index]
    let width = size(given.width ?? markup.attribute("width"), .horizontal, state)
    let height = size(given.height ?? markup.attribute("height"), .vertical, state)
    var content: [Overlay.Shape] = []
    if let text = value("opacity", index), Paint.opacity(text) == 0 { return }
    try drawViewport(
      index, Rect(x: 0, y: 0, width: width, height: height), inner, clips: true, into: &content)
    if let clip = value("clip-path", index), clip.trimmed != "none", state.purpose != .measuring {
      content = try clipped(content, by: clip, index, inner)
    }
    shapes += content
  }

  private func contextPaints(_ state: State) -> (fill: Bool, stroke: Bool) {
    func paints(_ paint: Paint) -> Bool {
      switch paint {
      case .none: false
      case .color(let alpha, _): alpha > 0
      case .contextFill: state.context?.fill ?? false
      case .contextStroke: state.context?.stroke ?? false
      default: true
      }
    }
    return (paints(state.style.fill), paints(state.style.stroke))
  }

  private func isAncestor(_ candidate: Int, of index: Int) -> Bool {
    var current: Int? = index
    while let element = current {
      if element == candidate { return true }
      current = document.elements[element].parent
    }
    return false
  }
}
