import Geometry
import Text

/// The elements of a document with their properties, and what was found in it that cannot be shown.
struct StyledDocument {
  let elements: [MarkupDocument.Element]
  let limits: ImportLimits
  private let ids: [String: Int]
  /// What style sheets and style attributes say, by element.
  private let styles: [Int: Cascade.ElementStyle]
  /// How many bytes references to custom properties may still be replaced by.
  private var variableBytes: Int
  private(set) var warnings: [SVGDiagnostic] = []
  private var warned: Set<SVGDiagnostic> = []
  private var warnedKinds: Set<String> = []
  /// The first colour that is painted with.
  private(set) var firstColor: UInt32?
  /// The styles of elements where they stand in the document, as far as they were asked for.
  private var rootStyles: [Int: Style] = [:]

  init(_ document: MarkupDocument, size: Size, limits: ImportLimits) throws(SVGDiagnostic) {
    elements = document.elements
    self.limits = limits
    variableBytes = limits.variableBytes
    let cascade = try Cascade(document, size: size, limits: limits)
    styles = cascade.styles
    var ids: [String: Int] = [:]
    for (index, element) in document.elements.enumerated() {
      if let id = element.attribute("id"), ids[id] == nil { ids[id] = index }
    }
    self.ids = ids
    for (message, element) in cascade.losses { warnOnce(message, element) }
    if let place = document.externalStyleSheet {
      warnings.append(
        SVGDiagnostic(
          "the document asks for a style sheet in another file; it was left out", line: place.line,
          column: place.column))
    }
  }

  /// Returns the element with an identifier.
  func element(_ id: String) -> Int? { ids[id] }

  /// Whether references to custom properties took more than is allowed, so that some were left out.
  var isExhausted: Bool { variableBytes <= 0 }

  /// Returns the value of a property from the style attribute, the style sheets or the attribute of that name.
  ///
  /// The value of an inherited property is nil where the element inherits it, and `initial` where it does not but has no
  /// other; that of another is nil where it has its initial value.
  ///
  /// - Parameter variables: The custom properties of the element.
  mutating func value(_ name: String, _ element: Int, _ variables: CustomProperties) -> String? {
    let property = SVGProperty.all[name]
    var text: String?
    if let value = styles[element]?.values[name] {
      text = value.hasVariables ? substituted(value.text, name, variables) : value.text
    } else if property?.isAttribute ?? true, styles[element]?.reverted.contains(name) != true {
      text = elements[element].attribute(name)?.trimmed
      if let own = text, property != nil, CustomProperties.isReferred(in: own) {
        text = substituted(own, name, variables)
      }
    }
    guard let property, let text else { return text }
    switch CSSReader.folded(text) {
    case "initial": return property.isInherited ? "initial" : nil
    case "unset", "revert", "revert-layer": return nil
    case "inherit":
      guard !property.isInherited, let parent = elements[element].parent else { return nil }
      return value(name, parent, styleFromRoot(parent).variables)
    default: return text
    }
  }

  /// Returns a value with its references replaced, or `unset` where that is no value (CSS Variables 1 §3.1).
  private mutating func substituted(_ text: String, _ name: String, _ variables: CustomProperties) -> String {
    guard let value = variables.substituted(text, spending: &variableBytes),
      SVGProperty.all[name]?.accepts(value) ?? true
        || SVGProperty.wideWords.contains(CSSReader.folded(value))
    else { return "unset" }
    return value
  }

  /// Returns the custom properties of an element whose parent has others.
  mutating func variables(_ element: Int, _ parent: CustomProperties) -> CustomProperties {
    guard let declared = styles[element]?.variables, !declared.isEmpty else { return parent }
    return parent.inherited(declared, spending: &variableBytes)
  }

  /// Returns the element that `href` names.
  func reference(_ index: Int) -> Int? {
    let markup = elements[index]
    guard let text = markup.link, let id = Link.id(text)
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

  /// Returns an element's style where it inherits from another one's.
  ///
  /// - Parameter variables: The custom properties of the element.
  mutating func style(_ index: Int, _ outer: Style, _ variables: CustomProperties) -> Style {
    for name in ["stroke-width", "font-size"] {
      if let text = value(name, index, variables), Length(text) == nil { checkUnit(of: text, name, index) }
    }
    return outer.inherited(variables: variables) { value($0, index, variables) }
  }

  /// Returns an element's style as it inherits where it stands in the document, not where it is used.
  mutating func styleFromRoot(_ index: Int) -> Style {
    if let known = rootStyles[index] { return known }
    let outer = elements[index].parent.map { styleFromRoot($0) } ?? Style()
    let variables = variables(index, outer.variables)
    let style = outer.inherited(variables: variables) { value($0, index, variables) }
    rootStyles[index] = style
    return style
  }

  mutating func length(_ name: String, _ axis: Length.Axis, _ element: Int, _ state: Interpreter.State)
    -> Double?
  {
    guard let text = value(name, element, state.style.variables) else { return nil }
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
    guard let text = value("transform", index, state.style.variables) else { return .identity }
    guard let transform = TransformList.parse(text) else {
      warn("the transform is not understood and was left out", index)
      return .identity
    }
    guard transform.inverted != nil else { return nil }
    let place = value("transform-origin", index, state.style.variables)
    guard let origin = place.flatMap({ origin(CSSReader.folded($0), state) }) else {
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
  mutating func note(color: UInt32, _ element: Int) {
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
