import Geometry
import PlanarGeometry

/// Walks a document and gathers what it paints, in the coordinates of the viewport.
struct Interpreter {
  let document: MarkupDocument
  let limits: ImportLimits
  private let ids: [String: Int]
  /// What style sheets and style attributes say, by element.
  private let styled: [Int: [String: String]]
  private(set) var warnings: [ImportWarning] = []
  private var warned: Set<ImportWarning> = []
  private var warnedKinds: Set<String> = []
  /// The first colour that is painted with.
  private var firstColor: String?
  /// The paths that were read, by element.
  var outlines: [Int: Path] = [:]
  /// What the mask that is being read paints white and black, in order; nil once it has anything between.
  var maskParts: [MaskPart]? = []
  private var drawnElements = 0
  private var segments = 0
  /// What lays shapes over each other and cuts them to what can be seen.
  var canvas: Canvas

  /// What the walk is for.
  enum Purpose {
    case painting, clipping, masking, measuring
  }

  /// A shape in a mask that lets everything through or nothing.
  struct MaskPart {
    let shape: Overlay.Shape
    let isWhite: Bool
  }

  /// What an element finds around it.
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

  init(_ document: MarkupDocument, limits: ImportLimits) throws(SVGError) {
    self.document = document
    self.limits = limits
    canvas = Canvas(page: Size(100, 100), crossingLimit: limits.crossings)
    styled = try StyleSheet(document, limits: limits).values(in: document)
    var ids: [String: Int] = [:]
    for (index, element) in document.elements.enumerated() {
      if let id = element.attribute("id"), ids[id] == nil { ids[id] = index }
    }
    self.ids = ids
  }

  func element(_ id: String) -> Int? { ids[id] }

  mutating func warn(_ message: String, _ element: Int) {
    let (line, column) = document.location(ofElement: element)
    let warning = ImportWarning(message, line: line, column: column)
    if warnings.count < 1000, warned.insert(warning).inserted { warnings.append(warning) }
  }

  /// Warns of a kind of loss at the first place where it is met.
  mutating func warnOnce(_ message: String, _ element: Int) {
    if warnedKinds.insert(message).inserted { warn(message, element) }
  }

  /// Warns where a drawing has a second colour, whose border is lost in one ink.
  mutating func note(color: String, _ element: Int) {
    guard let firstColor else {
      self.firstColor = color
      return
    }
    if color != firstColor {
      warnOnce("several colours became one ink; only the outline of all is left", element)
    }
  }

  func failure(_ message: String, _ element: Int) -> SVGError {
    let (line, column) = document.location(ofElement: element)
    return SVGError(message, line: line, column: column)
  }

  /// Returns a property from the style attribute, the style sheets or the attribute of that name.
  func value(_ name: String, _ element: Int) -> String? {
    styled[element]?[name] ?? document.elements[element].attribute(name)
  }

  mutating func length(_ name: String, _ axis: Length.Axis, _ element: Int, _ state: State) -> Double? {
    guard let text = value(name, element) else { return nil }
    guard let length = Length(text) else {
      checkUnit(of: text, name, element)
      return nil
    }
    let result = length.resolved(axis, viewport: state.viewport, fontSize: state.style.fontSize)
    return result.isFinite ? result : nil
  }

  /// Warns of a length whose unit has no meaning here, such as `rem` and `vw`.
  private mutating func checkUnit(of text: String, _ name: String, _ element: Int) {
    var scanner = TextScanner(text.trimmed)
    guard scanner.number() != nil else { return }
    let unit = scanner.unit()
    if !unit.isEmpty {
      warnOnce("\(name): the unit \(unit) is not known here; the length was left out", element)
    }
  }

  /// Appends what an element and everything in it paints.
  mutating func draw(_ index: Int, _ outer: State, into shapes: inout [Overlay.Shape]) throws(SVGError) {
    let name = document.elements[index].name
    guard Interpreter.drawn.contains(name), !outer.shapesOnly || Interpreter.clipping.contains(name) else {
      return
    }
    try count(index, outer)
    guard value("display", index) != "none", passesConditions(index) else { return }
    var state = outer
    state.depth += 1
    guard let own = transform(index, outer) else { return }
    state.transform = own.concatenating(outer.transform)
    if state.transform.inverted == nil { return }
    state.style = style(index, outer)
    if state.purpose == .painting || state.purpose == .masking {
      if let opacity = value("opacity", index).flatMap({ Paint.opacity($0) }) {
        if opacity == 0 { return }
        state.opacity *= opacity
      }
      if state.purpose == .painting { guard checkEffects(index) else { return } }
    }
    var content: [Overlay.Shape] = []
    try drawContent(index, name, outer: outer, state, into: &content)
    if state.purpose != .measuring, let clip = value("clip-path", index), clip.trimmed != "none" {
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

  private mutating func count(_ index: Int, _ state: State) throws(SVGError) {
    drawnElements += 1
    if drawnElements > limits.drawnElements {
      throw failure("more than \(limits.drawnElements) elements are drawn", index)
    }
    if state.depth > limits.depth {
      throw failure("elements are drawn more than \(limits.depth) deep", index)
    }
  }

  /// How many segments may still be drawn.
  var segmentsLeft: Int { limits.segments - segments }

  mutating func countSegments(_ path: Path, _ index: Int) throws(SVGError) {
    segments += path.elements.count
    if segments > limits.segments { throw failure("more than \(limits.segments) segments are drawn", index) }
  }

  mutating func style(_ index: Int, _ outer: State) -> Style {
    for name in ["stroke-width", "font-size"] {
      if let text = value(name, index), Length(text) == nil { checkUnit(of: text, name, index) }
    }
    return outer.style.inherited(viewport: outer.viewport) { value($0, index) }
  }

  private mutating func drawContent(
    _ index: Int, _ name: String, outer: State, _ state: State, into shapes: inout [Overlay.Shape]
  ) throws(SVGError) {
    switch name {
    case "svg":
      try drawNested(index, state, into: &shapes)
    case "g", "a":
      try drawChildren(index, state, into: &shapes)
    case "switch":
      if let child = document.elements[index].children.first(where: {
        Interpreter.drawn.contains(document.elements[$0].name) && passesConditions($0)
      }) {
        try draw(child, state, into: &shapes)
      }
    case "use":
      try drawUse(index, state, into: &shapes)
    case "text":
      warnOnce("live text has no outline here; convert it to paths", index)
    case "image":
      warnOnce("a bitmap is no silhouette and was left out", index)
    case "foreignObject":
      warnOnce("foreign content was left out", index)
    default:
      try drawShape(index, state, into: &shapes)
    }
  }

  mutating func drawChildren(_ index: Int, _ state: State, into shapes: inout [Overlay.Shape])
    throws(SVGError)
  {
    for child in document.elements[index].children { try draw(child, state, into: &shapes) }
  }

  /// Returns whether an element can be drawn at all, and warns about what a silhouette cannot show.
  private mutating func checkEffects(_ index: Int) -> Bool {
    if let filter = value("filter", index)?.trimmed, filter != "none" {
      warnOnce("a filter was left out", index)
      if let id = Link.functionID(filter), element(id) == nil { return false }
    }
    return true
  }

  private func passesConditions(_ index: Int) -> Bool {
    let markup = document.elements[index]
    if let extensions = markup.attribute("requiredExtensions"), !extensions.trimmed.isEmpty { return false }
    guard let languages = markup.attribute("systemLanguage") else { return true }
    return languages.split(separator: ",").contains { language in
      let name = String(language).trimmed.lowercased()
      return name == "en" || name.hasPrefix("en-")
    }
  }

  /// Returns the element's own mapping with its origin; nil where it flattens the plane.
  mutating func transform(_ index: Int, _ state: State) -> AffineTransform? {
    guard let text = value("transform", index) else { return .identity }
    guard let transform = TransformList.parse(text) else {
      warn("the transform is not understood and was left out", index)
      return .identity
    }
    guard transform.inverted != nil else { return nil }
    guard let origin = value("transform-origin", index).flatMap({ origin($0, state) }) else {
      return transform
    }
    return AffineTransform.translation(x: -origin.x, y: -origin.y).concatenating(transform)
      .concatenating(.translation(x: origin.x, y: origin.y))
  }

  private func origin(_ text: String, _ state: State) -> Point? {
    var words = text.split(whereSeparator: \.isWhitespace).prefix(2).map(String.init)
    if words.count == 2,
      words[0] == "top" || words[0] == "bottom" || words[1] == "left" || words[1] == "right"
    {
      words.reverse()
    }
    guard let first = words.first else { return nil }
    func place(_ word: String, _ axis: Length.Axis) -> Double? {
      let extent = axis == .horizontal ? state.viewport.width : state.viewport.height
      switch word {
      case "left", "top": return 0
      case "center": return extent / 2
      case "right", "bottom": return extent
      default: return Length(word)?.resolved(axis, viewport: state.viewport, fontSize: state.style.fontSize)
      }
    }
    if words.count == 1 && (first == "top" || first == "bottom") {
      return place(first, .vertical).map { Point(state.viewport.width / 2, $0) }
    }
    guard let x = place(first, .horizontal),
      let y = place(words.count > 1 ? words[1] : "center", .vertical)
    else { return nil }
    return Point(x, y)
  }
}
