import Colors
import Geometry
import Localization
import PlanarGeometry
import Text

/// Visits a document's elements and collects the shapes that they paint, in the coordinates of the viewport.
struct Interpreter {
  var document: StyledDocument
  let limits: ImportLimits
  var outlines = ShapeOutlines()
  /// The white and black parts of the mask that is being read, in order; nil after any other value.
  var maskParts: [MaskPart]? = []
  private(set) var drawnElements = 0
  private var segments = 0
  /// The drawings in images, by their elements; nil for unreadable ones.
  private var pictures: [Int: Picture?] = [:]
  /// The opacities of gradient stops, by their elements.
  var stopAlphas: [Int: ClosedRange<Double>] = [:]
  /// The canvas that overlays shapes and clips them to the visible area.
  var canvas: Canvas

  /// The purpose for which elements are visited.
  enum Purpose {
    case painting, clipping, masking, measuring
  }

  /// A shape in a mask that shows either everything or nothing.
  struct MaskPart {
    let shape: Overlay.Shape
    let isWhite: Bool
  }

  /// The state that an element inherits from its ancestors.
  struct State {
    var purpose = Purpose.painting
    var style = Style()
    /// The combined opacity of the ancestor groups.
    var opacity = 1.0
    var transform = AffineTransform.identity
    var viewport: Size
    var depth = 0
    /// The elements that are being repeated, to detect recursion.
    var repeated: [Int] = []
    /// Whether the element that a marker or a `use` belongs to has a fill and a stroke.
    var context: (fill: Bool, stroke: Bool)?
    /// The size that a `use` gives to the `svg` or `symbol` that it references.
    var useSize: (width: String?, height: String?)?
    /// Whether only shapes may be drawn, as directly inside a clip path.
    var shapesOnly = false
    /// Whether a mask uses opacity instead of luminance.
    var isAlphaMask = false
    /// Whether the next `svg` is the outermost one, whose viewport is already set.
    var isRoot = false
  }

  /// - Parameter size: The size of the document; nil if it has none.
  init(_ document: MarkupDocument, size: Size?, limits: ImportLimits) throws(SVGDiagnostic) {
    let page = size ?? Size(100, 100)
    self.document = try StyledDocument(document, size: page, limits: limits)
    self.limits = limits
    // A document without a size is as large as its ink, and nothing is cut off.
    canvas = Canvas(page: page, cutsOff: size != nil, crossingLimit: limits.crossings)
  }

  /// Returns the value of a property of an element whose custom properties are those of `state`.
  mutating func value(_ name: String, _ index: Int, _ state: State) -> String? {
    document.value(name, index, state.style.variables)
  }

  /// Appends the shapes that an element and its descendants paint.
  mutating func draw(_ index: Int, _ outer: State, into shapes: inout [Overlay.Shape]) throws(SVGDiagnostic) {
    let name = document.elements[index].name
    guard Interpreter.drawn.contains(name), !outer.shapesOnly || Interpreter.clipping.contains(name) else {
      return
    }
    try count(index, outer)
    var state = outer
    state.depth += 1
    state.style.variables = document.variables(index, outer.style.variables)
    guard !isNone(value("display", index, state)), document.passesConditions(index) else { return }
    state.style = document.style(index, outer.style, state.style.variables)
    guard let own = document.transform(index, state) else { return }
    state.transform = own.concatenating(outer.transform)
    if state.transform.inverted == nil { return }
    if state.purpose == .painting || state.purpose == .masking {
      if let opacity = value("opacity", index, state).flatMap({ Paint.opacity($0) }) {
        if opacity == 0 { return }
        state.opacity *= opacity
      }
      if state.purpose == .painting { guard checkEffects(index, state) else { return } }
    }
    var content: [Overlay.Shape] = []
    try drawContent(index, name, outer: outer, state, into: &content)
    if state.purpose != .measuring, let clip = value("clip-path", index, state), !isNone(clip) {
      // The effect of clipping inside a mask cannot be determined from outside.
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

  /// Whether a value is the keyword `none`.
  func isNone(_ value: String?) -> Bool { value.map { CSSReader.folded($0) == "none" } ?? false }

  private mutating func count(_ index: Int, _ state: State) throws(SVGDiagnostic) {
    guard !document.isExhausted else {
      throw document.failure(Message("custom properties refer to each other too often"), index)
    }
    drawnElements += 1
    if drawnElements > limits.drawnElements {
      throw document.failure(
        Message("more than {limit} elements are drawn", ["limit": String(limits.drawnElements)]), index)
    }
    if state.depth > limits.depth {
      throw document.failure(
        Message("elements are drawn more than {limit} deep", ["limit": String(limits.depth)]), index)
    }
  }

  /// The number of segments that may still be drawn.
  var segmentsLeft: Int { limits.segments - segments }

  mutating func countSegments(_ path: Path, _ index: Int) throws(SVGDiagnostic) {
    segments += path.elements.count
    if segments > limits.segments {
      throw document.failure(
        Message("more than {limit} segments are drawn", ["limit": String(limits.segments)]), index)
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
      document.warnOnce(Message("live text has no outline here; convert it to paths"), index)
    case "image":
      try drawImage(index, state, into: &shapes)
    case "foreignObject":
      document.warnOnce(Message("foreign content was left out"), index)
    default:
      try drawShape(index, state, into: &shapes)
    }
  }

  mutating func drawChildren(_ index: Int, _ state: State, into shapes: inout [Overlay.Shape])
    throws(SVGDiagnostic)
  {
    for child in document.elements[index].children { try draw(child, state, into: &shapes) }
  }

  /// Returns whether an element can be drawn at all, and warns about effects that a silhouette cannot show.
  private mutating func checkEffects(_ index: Int, _ state: State) -> Bool {
    if let filter = value("filter", index, state), !isNone(filter) {
      document.warnOnce(Message("a filter was left out"), index)
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
    let (ownWidth, ownHeight) = (value("width", index, state), value("height", index, state))
    let width = size(state.useSize?.width ?? ownWidth, .horizontal, state)
    let height = size(state.useSize?.height ?? ownHeight, .vertical, state)
    let place = Point(
      document.length("x", .horizontal, index, state) ?? 0, document.length("y", .vertical, index, state) ?? 0
    )
    let isSized = ownWidth != nil || ownHeight != nil
    try drawViewport(
      index, Rect(origin: place, size: Size(width, height)), state,
      clips: isSized || markup.attribute("viewBox") == nil, into: &shapes)
  }

  private func size(_ text: String?, _ axis: Length.Axis, _ state: State) -> Double {
    let whole = axis == .horizontal ? state.viewport.width : state.viewport.height
    guard let text, let length = Length(text) else { return whole }
    return length.resolved(axis, viewport: state.viewport, fontSize: state.style.fontSize)
  }

  /// Draws the children of a `svg` or `symbol` in their own viewport.
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
    if clips, !overflows(index, state), state.purpose != .measuring {
      own = try clipped(own, to: rect, state.transform, index)
    }
    shapes += own
  }

  /// Whether content outside an element's viewport is visible.
  mutating func overflows(_ index: Int, _ state: State) -> Bool {
    let overflow = value("overflow", index, state).map(CSSReader.folded)
    return overflow == "visible" || overflow == "auto"
  }

  mutating func drawUse(_ index: Int, _ state: State, into shapes: inout [Overlay.Shape])
    throws(SVGDiagnostic)
  {
    guard let target = document.reference(index) else {
      return document.warn(Message("this use refers to an element that does not exist"), index)
    }
    guard !state.repeated.contains(target), !document.isAncestor(target, of: index) else {
      return document.warn(Message("this use repeats itself and was left out"), index)
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
    // The transform of a symbol itself is ignored, as in SVG 1.1.
    var inner = state
    inner.depth += 1
    inner.style = document.style(index, state.style, document.variables(index, state.style.variables))
    guard !isNone(value("display", index, inner)) else { return }
    let markup = document.elements[index]
    let width = size(given.width ?? markup.attribute("width"), .horizontal, state)
    let height = size(given.height ?? markup.attribute("height"), .vertical, state)
    var content: [Overlay.Shape] = []
    if let text = value("opacity", index, inner), Paint.opacity(text) == 0 { return }
    try drawViewport(
      index, Rect(x: 0, y: 0, width: width, height: height), inner, clips: true, into: &content)
    if let clip = value("clip-path", index, inner), !isNone(clip), state.purpose != .measuring {
      content = try clipped(content, by: clip, index, inner)
    }
    shapes += content
  }

  // MARK: Drawings in images

  /// A drawing in an image.
  private struct Picture {
    let image: VectorImage
    /// Whether it has a size of its own rather than its ink's.
    let hasSize: Bool
    /// The first colour that it paints.
    let color: UInt32
  }

  private mutating func drawImage(_ index: Int, _ state: State, into shapes: inout [Overlay.Shape])
    throws(SVGDiagnostic)
  {
    guard let picture = try picture(index) else { return }
    let viewport = picture.image.viewport
    let width = document.length("width", .horizontal, index, state)
    let height = document.length("height", .vertical, index, state)
    let shape = viewport.width / viewport.height
    let size = Size(
      width ?? height.map { $0 * shape } ?? viewport.width,
      height ?? width.map { $0 / shape } ?? viewport.height)
    guard size.width > 0, size.height > 0, size.width.isFinite, size.height.isFinite else { return }
    let place = Point(
      document.length("x", .horizontal, index, state) ?? 0, document.length("y", .vertical, index, state) ?? 0
    )
    let rect = Rect(origin: place, size: size)
    switch state.purpose {
    case .measuring:
      shapes.append(Overlay.Shape(path: Path(rect: rect).transformed(by: state.transform), rule: .nonZero))
    case .masking: maskParts = nil
    case .clipping: break
    case .painting:
      let color = Color(RGBA(hex: picture.color))
      guard state.style.isVisible, isDrawn(.picture, .color(color), 1, state, index) else { return }
      var fit = AffineTransform.identity
      if picture.hasSize {
        fit = ViewBox(
          viewport, preserveAspectRatio: document.elements[index].attribute("preserveAspectRatio")
        ).transform(into: size)
      }
      let whole = fit.concatenating(.translation(x: place.x, y: place.y)).concatenating(state.transform)
      guard whole.inverted != nil else { return }
      try countSegments(picture.image.path, index)
      let drawn = Overlay.Shape(path: picture.image.path.transformed(by: whole), rule: .nonZero)
      shapes += overflows(index, state) ? [drawn] : try clipped([drawn], to: rect, state.transform, index)
    }
  }

  /// Returns the drawing embedded in an image; nil, with a warning, if there is no drawing in it.
  private mutating func picture(_ index: Int) throws(SVGDiagnostic) -> Picture? {
    if let known = pictures[index] { return known }
    var picture: Picture?
    let markup = document.elements[index]
    let link = markup.link ?? ""
    if let data = DataAddress(link), data.type == "image/svg+xml" {
      guard limits.pictures > 0, pictures.count < ImportLimits.picturesInOne else {
        document.warnOnce(
          Message("the document has too many images with drawings; the others were left out"), index)
        return nil
      }
      var inner = limits
      inner.pictures -= 1
      inner.drawnElements -= drawnElements
      inner.segments = segmentsLeft
      inner.crossings /= 16
      do {
        let (image, usage) = try VectorImage.read(data.bytes, limits: inner)
        drawnElements += usage.elements
        for warning in image.warnings {
          document.warnOnce(
            Message("in the drawing of an image: {reason}", parts: ["reason": warning.reason]), index)
        }
        picture = Picture(image: image, hasSize: usage.hasSize, color: usage.color ?? 0)
      } catch {
        document.warn(
          Message(
            "the drawing of this image cannot be read ({reason})", parts: ["reason": error.message]), index)
      }
    } else if CSSReader.folded(link).hasSuffix(".svg") {
      document.warnOnce(Message("a drawing in another file was left out"), index)
    } else {
      document.warnOnce(Message("a bitmap is not a silhouette and was left out"), index)
    }
    pictures.updateValue(picture, forKey: index)
    return picture
  }

  private func contextPaints(_ state: State) -> (fill: Bool, stroke: Bool) {
    func paints(_ paint: Paint) -> Bool {
      switch paint {
      case .none: false
      case .color(let color): color.alpha > 0
      case .contextFill: state.context?.fill ?? false
      case .contextStroke: state.context?.stroke ?? false
      default: true
      }
    }
    return (paints(state.style.fill), paints(state.style.stroke))
  }
}

/// The content of a `data:` address (RFC 2397).
struct DataAddress {
  /// The media type in lower case.
  let type: String
  let bytes: [UInt8]

  /// Returns nil for another address, or if the content cannot be decoded.
  init?(_ address: String) {
    let text = address.trimmed
    guard CSSReader.folded(String(text.prefix(5))) == "data:", let comma = text.firstIndex(of: ",") else {
      return nil
    }
    let head = text[text.index(text.startIndex, offsetBy: 5)..<comma].split(separator: ";")
      .map { CSSReader.folded(String($0).trimmed) }
    let content = DataAddress.unescaped(text[text.index(after: comma)...].utf8)
    guard let bytes = head.last == "base64" ? DataAddress.decoded(base64: content) : content else {
      return nil
    }
    type = head.first ?? "text/plain"
    self.bytes = bytes
  }

  private static func unescaped(_ text: Substring.UTF8View) -> [UInt8] {
    func digit(_ byte: UInt8) -> UInt8? { Character(Unicode.Scalar(byte)).hexDigitValue.map { UInt8($0) } }
    let source = Array(text)
    var result: [UInt8] = []
    result.reserveCapacity(source.count)
    var index = 0
    while index < source.count {
      if source[index] == UInt8(ascii: "%"), index + 2 < source.count, let high = digit(source[index + 1]),
        let low = digit(source[index + 2])
      {
        result.append(high << 4 | low)
        index += 3
      } else {
        result.append(source[index])
        index += 1
      }
    }
    return result
  }

  /// Returns nil for invalid base64; spaces are ignored (RFC 4648 §4).
  private static func decoded(base64 text: [UInt8]) -> [UInt8]? {
    var result: [UInt8] = []
    result.reserveCapacity(text.count / 4 * 3)
    var (bits, count) = (UInt32(0), 0)
    var isOver = false
    for byte in text where !AttributeScanner.isSpace(byte) {
      let value: UInt8
      switch byte {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): value = byte - UInt8(ascii: "A")
      case UInt8(ascii: "a")...UInt8(ascii: "z"): value = byte - UInt8(ascii: "a") + 26
      case UInt8(ascii: "0")...UInt8(ascii: "9"): value = byte - UInt8(ascii: "0") + 52
      case UInt8(ascii: "+"): value = 62
      case UInt8(ascii: "/"): value = 63
      case UInt8(ascii: "="):
        isOver = true
        continue
      default: return nil
      }
      guard !isOver else { return nil }
      bits = bits << 6 | UInt32(value)
      count += 6
      if count >= 8 {
        count -= 8
        result.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
      }
    }
    return result
  }
}

/// A `viewBox` with its `preserveAspectRatio`.
struct ViewBox {
  var rect: Rect
  private var isStretched = false
  private var alignX = 0.5
  private var alignY = 0.5
  private var covers = false

  /// Returns nil without a valid `viewBox`.
  init?(_ viewBox: String?, preserveAspectRatio: String?) {
    guard let viewBox else { return nil }
    var scanner = AttributeScanner(viewBox)
    let values = scanner.numbers()
    guard values.count == 4, scanner.isAtEnd, values[2] > 0, values[3] > 0 else { return nil }
    rect = Rect(x: values[0], y: values[1], width: values[2], height: values[3])
    align(preserveAspectRatio ?? "")
  }

  /// Creates the view box of a drawing that has a size.
  init(_ rect: Rect, preserveAspectRatio: String?) {
    self.rect = rect
    align(preserveAspectRatio ?? "")
  }

  private mutating func align(_ text: String) {
    let words = text.split(whereSeparator: \.isWhitespace).filter { $0 != "defer" }
    guard let first = words.first else { return }
    if first == "none" {
      isStretched = true
      return
    }
    let shares = ["Min": 0.0, "Mid": 0.5, "Max": 1.0]  // Untranslated: SVG.
    guard first.utf8.count == 8, first.hasPrefix("x"),
      let x = shares[String(first.dropFirst().prefix(3))], first.dropFirst(4).hasPrefix("Y"),
      let y = shares[String(first.suffix(3))]
    else { return }
    (alignX, alignY) = (x, y)
    covers = words.count > 1 && words[1] == "slice"
  }

  /// Whether the content is scaled to cover the viewport, so that part of it is outside.
  var isSlice: Bool { covers && !isStretched }

  /// Returns the mapping from the view box to a viewport at the origin.
  func transform(into size: Size) -> AffineTransform {
    var x = size.width / rect.width
    var y = size.height / rect.height
    if !isStretched {
      let scale = covers ? max(x, y) : min(x, y)
      (x, y) = (scale, scale)
    }
    let restX = isStretched ? 0 : (size.width - rect.width * x) * alignX
    let restY = isStretched ? 0 : (size.height - rect.height * y) * alignY
    return AffineTransform(a: x, b: 0, c: 0, d: y, tx: restX - rect.minX * x, ty: restY - rect.minY * y)
  }
}
