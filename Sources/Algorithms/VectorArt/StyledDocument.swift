import Geometry

/// The elements of a document with their properties, and what was found in it that cannot be shown.
struct StyledDocument {
  let elements: [MarkupDocument.Element]
  let limits: ImportLimits
  private let ids: [String: Int]
  /// What style sheets and style attributes say, by element.
  private let styled: [Int: [String: String]]
  private(set) var warnings: [SVGDiagnostic] = []
  private var warned: Set<SVGDiagnostic> = []
  private var warnedKinds: Set<String> = []
  /// The first colour that is painted with.
  private var firstColor: String?

  init(_ document: MarkupDocument, limits: ImportLimits) throws(SVGDiagnostic) {
    elements = document.elements
    self.limits = limits
    styled = try SVGStyleSheet(document, limits: limits).values(in: document)
    var ids: [String: Int] = [:]
    for (index, element) in document.elements.enumerated() {
      if let id = element.attribute("id"), ids[id] == nil { ids[id] = index }
    }
    self.ids = ids
  }

  /// Returns the element with an identifier.
  func element(_ id: String) -> Int? { ids[id] }

  /// Returns a property from the style attribute, the style sheets or the attribute of that name.
  func value(_ name: String, _ element: Int) -> String? {
    styled[element]?[name] ?? elements[element].attribute(name)
  }

  /// Returns the element that `href` names.
  func reference(_ index: Int) -> Int? {
    let markup = elements[index]
    guard let text = markup.attribute("href") ?? markup.attribute("xlink:href"), let id = Link.id(text)
    else {
      return nil
    }
    return element(id)
  }

  func isAncestor(_ candidate: Int, of index: Int) -> Bool {
    var current: Int? = index
    while let element = current {
      if element == candidate { return true }
      current = elements[element].parent
    }
    return false
  }

  func passesConditions(_ index: Int) -> Bool {
    let markup = elements[index]
    if let extensions = markup.attribute("requiredExtensions"), !extensions.trimmed.isEmpty { return false }
    guard let languages = markup.attribute("systemLanguage") else { return true }
    return languages.split(separator: ",").contains { language in
      let name = String(language).trimmed.lowercased()
      return name == "en" || name.hasPrefix("en-")
    }
  }

  mutating func style(_ index: Int, _ outer: Interpreter.State) -> Style {
    for name in ["stroke-width", "font-size"] {
      if let text = value(name, index), Length(text) == nil { checkUnit(of: text, name, index) }
    }
    return outer.style.inherited(viewport: outer.viewport) { value($0, index) }
  }

  /// Returns an element's style as it inherits where it stands in the document, not where it is used.
  func styleFromRoot(_ index: Int, _ state: Interpreter.State) -> Style {
    var chain: [Int] = []
    var current: Int? = index
    while let element = current, chain.count <= limits.depth {
      chain.append(element)
      current = elements[element].parent
    }
    return chain.reversed().reduce(Style()) { style, element in
      style.inherited(viewport: state.viewport) { value($0, element) }
    }
  }

  mutating func length(_ name: String, _ axis: Length.Axis, _ element: Int, _ state: Interpreter.State)
    -> Double?
  {
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
    var scanner = AttributeScanner(text.trimmed)
    guard scanner.number() != nil else { return }
    let unit = scanner.unit()
    if !unit.isEmpty {
      warnOnce("\(name): the unit \(unit) is not known here; the length was left out", element)
    }
  }

  /// Returns the element's own mapping with its origin; nil where it flattens the plane.
  mutating func transform(_ index: Int, _ state: Interpreter.State) -> AffineTransform? {
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

  private func origin(_ text: String, _ state: Interpreter.State) -> Point? {
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

  mutating func warn(_ message: String, _ element: Int) {
    let place = elements[element].place
    let warning = SVGDiagnostic(message, line: place.line, column: place.column)
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

  func failure(_ message: String, _ element: Int) -> SVGDiagnostic {
    let place = elements[element].place
    return SVGDiagnostic(message, line: place.line, column: place.column)
  }
}
