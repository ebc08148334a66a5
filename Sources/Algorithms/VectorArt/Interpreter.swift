import Geometry
import PlanarGeometry

/// Visits a document's elements and collects what they paint, in the coordinates of the viewport.
struct Interpreter {
  var document: StyledDocument
  let limits: ImportLimits
  var outlines = ShapeOutlines()
  /// What the mask that is being read paints white and black, in order; nil once it has anything between.
  var maskParts: [MaskPart]? = []
  private var drawnElements = 0
  private var segments = 0
  /// What lays shapes over each other and cuts them to what can be seen.
  var canvas: Canvas

  /// The purpose for which elements are visited.
  enum Purpose {
    case painting, clipping, masking, measuring
  }

  /// A shape in a mask that lets everything through or nothing.
  struct MaskPart {
    let shape: Overlay.Shape
    let isWhite: Bool
  }

  /// What an element inherits from those that contain it.
  struct State {
    var purpose = Purpose.painting
    var style = Style()
    /// How opaque the groups around are together.
    var opacity = 1.0
    var transform = AffineTransform.identity
    var viewport: Size
    var depth = 0
    /// The elements that are being repeated, so that none repeats itself.
    var repeated: [Int] = []
    /// Whether the element around a marker or a `use` has a fill and a stroke.
    var context: (fill: Bool, stroke: Bool)?
    /// The size that a `use` gives to the `svg` or `symbol` it shows.
    var useSize: (width: String?, height: String?)?
    /// Whether only shapes may be drawn, as directly inside of a clip path.
    var shapesOnly = false
    /// Whether a mask counts how opaque things are instead of how light.
    var isAlphaMask = false
    /// Whether the next `svg` is the outermost one, whose viewport is in place already.
    var isRoot = false
  }

  init(_ document: MarkupDocument, limits: ImportLimits) throws(SVGDiagnostic) {
    self.document = try StyledDocument(document, limits: limits)
    self.limits = limits
    canvas = Canvas(page: Size(100, 100), crossingLimit: limits.crossings)
  }

  /// Appends what an element and everything in it paints.
  mutating func draw(_ index: Int, _ outer: State, into shapes: inout [Overlay.Shape]) throws(SVGDiagnostic) {
    let name = document.elements[index].name
    guard Interpreter.drawn.contains(name), !outer.shapesOnly || Interpreter.clipping.contains(name) else {
      return
    }
    try count(index, outer)
    guard document.value("display", index) != "none", document.passesConditions(index) else { return }
    var state = outer
    state.depth += 1
    guard let own = document.transform(index, outer) else { return }
    state.transform = own.concatenating(outer.transform)
    if state.transform.inverted == nil { return }
    state.style = document.style(index, outer)
    if state.purpose == .painting || state.purpose == .masking {
      if let opacity = document.value("opacity", index).flatMap({ Paint.opacity($0) }) {
        if opacity == 0 { return }
        state.opacity *= opacity
      }
      if state.purpose == .painting { guard checkEffects(index) else { return } }
    }
    var content: [Overlay.Shape] = []
    try drawContent(index, name, outer: outer, state, into: &content)
    if state.purpose != .measuring, let clip = document.value("clip-path", index), clip.trimmed != "none" {
      // What is cut in a mask cannot be told from the outside.
      if state.purpose == .masking { maskParts = nil }
      if !content.isEmpty { content = try clipped(content, by: clip, index, state) }
    }
    if state.purpose == .painting, !content.isEmpty { content = try masked(content, index, state) }
    shapes += content
  }

  private static let drawn: Set<String> = [
    "svg", "g", "a", "switch", "use", "path", "rect", "circle", "ellipse", "line", "polyline", "polygon",
    "text",
    "image", "foreignObject",
  ]

  private static let clipping: Set<String> = [
    "use", "path", "rect", "circle", "ellipse", "polyline", "polygon", "text",
  ]

  private mutating func count(_ index: Int, _ state: State) throws(SVGDiagnostic) {
    drawnElements += 1
    if drawnElements > limits.drawnElements {
      throw document.failure("more than \(limits.drawnElements) elements are drawn", index)
    }
    if state.depth > limits.depth {
      throw document.failure("elements are drawn more than \(limits.depth) deep", index)
    }
  }

  /// How many segments may still be drawn.
  var segmentsLeft: Int { limits.segments - segments }

  mutating func countSegments(_ path: Path, _ index: Int) throws(SVGDiagnostic) {
    segments += path.elements.count
    if segments > limits.segments {
      throw document.failure("more than \(limits.segments) segments are drawn", index)
    }
  }

  private mutating func drawContent(
    _ index: Int, _ name: String, outer: State, _ state: State, into shapes: inout [Overlay.Shape]
  ) throws(SVGDiagnostic) {
    switch name {
    case "svg":
      try drawNested(index, state, into: &shapes)
    case "g", "a":
      try drawChildren(index, state, into: &shapes)
    case "switch":
      if let child = document.elements[index].children.first(where: {
        Interpreter.drawn.contains(document.elements[$0].name) && document.passesConditions($0)
      }) {
        try draw(child, state, into: &shapes)
      }
    case "use":
      try drawUse(index, state, into: &shapes)
    case "text":
      document.warnOnce("live text has no outline here; convert it to paths", index)
    case "image":
      document.warnOnce("a bitmap is no silhouette and was left out", index)
    case "foreignObject":
      document.warnOnce("foreign content was left out", index)
    default:
      try drawShape(index, state, into: &shapes)
    }
  }

  mutating func drawChildren(_ index: Int, _ state: State, into shapes: inout [Overlay.Shape])
    throws(SVGDiagnostic)
  {
    for child in document.elements[index].children { try draw(child, state, into: &shapes) }
  }

  /// Returns whether an element can be drawn at all, and warns about what a silhouette cannot show.
  private mutating func checkEffects(_ index: Int) -> Bool {
    if let filter = document.value("filter", index)?.trimmed, filter != "none" {
      document.warnOnce("a filter was left out", index)
      if let id = Link.functionID(filter), document.element(id) == nil { return false }
    }
    return true
  }

  /// Draws the document; the state's viewport is the outermost one.
  mutating func drawRoot(_ index: Int, _ state: State, into shapes: inout [Overlay.Shape])
    throws(SVGDiagnostic)
  {
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

  mutating func drawNested(_ index: Int, _ state: State, into shapes: inout [Overlay.Shape])
    throws(SVGDiagnostic)
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
    let place = Point(
      document.length("x", .horizontal, index, state) ?? 0, document.length("y", .vertical, index, state) ?? 0
    )
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
  ) throws(SVGDiagnostic) {
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
    let overflow = document.value("overflow", index)?.trimmed
    if clips, overflow != "visible", overflow != "auto", state.purpose != .measuring {
      own = try clipped(own, to: rect, state.transform, index)
    }
    shapes += own
  }

  mutating func drawUse(_ index: Int, _ state: State, into shapes: inout [Overlay.Shape])
    throws(SVGDiagnostic)
  {
    guard let target = document.reference(index) else {
      return document.warn("this use refers to nothing in the document", index)
    }
    guard !state.repeated.contains(target), !document.isAncestor(target, of: index) else {
      return document.warn("this use repeats itself and was left out", index)
    }
    let name = document.elements[target].name
    if state.shapesOnly && !Interpreter.basicShapes.contains(name) { return }
    var inner = state
    inner.repeated.append(target)
    inner.context = contextPaints(state)
    let x = document.length("x", .horizontal, index, state) ?? 0
    let y = document.length("y", .vertical, index, state) ?? 0
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
  ) throws(SVGDiagnostic) {
    guard document.value("display", index) != "none" else { return }
    // The transform of a symbol itself is ignored, as SVG 1.1 has it.
    var inner = state
    inner.depth += 1
    inner.style = document.style(index, state)
    let markup = document.elements[index]
    let width = size(given.width ?? markup.attribute("width"), .horizontal, state)
    let height = size(given.height ?? markup.attribute("height"), .vertical, state)
    var content: [Overlay.Shape] = []
    if let text = document.value("opacity", index), Paint.opacity(text) == 0 { return }
    try drawViewport(
      index, Rect(x: 0, y: 0, width: width, height: height), inner, clips: true, into: &content)
    if let clip = document.value("clip-path", index), clip.trimmed != "none", state.purpose != .measuring {
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
}
