import Geometry
import Localization
import Text

/// A document's elements with their properties, and warnings about features that cannot be shown.
struct StyledDocument {
  let elements: [MarkupDocument.Element]
  let limits: ImportLimits
  private let ids: [String: Int]
  /// The declarations of style sheets and style attributes, by element.
  private let styles: [Int: Cascade.ElementStyle]
  /// The remaining bytes for replacing references to custom properties.
  private var variableBytes: Int
  private(set) var warnings: [SVGDiagnostic] = []
  private var warned: Set<SVGDiagnostic> = []
  private var warnedKinds: Set<Message> = []
  /// The first painted colour.
  private(set) var firstColor: UInt32?
  /// The cached styles of elements at their places in the document.
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
          Message("the document asks for a style sheet in another file; it was left out"),
          line: place.line, column: place.column))
    }
  }

  /// Returns the element with an identifier.
  func element(_ id: String) -> Int? { ids[id] }

  /// Whether references to custom properties exceeded the limit, so that some were not replaced.
  var isExhausted: Bool { variableBytes <= 0 }

  /// Returns the value of a property from the style attribute, the style sheets or the attribute of that name.
  ///
  /// For an inherited property, nil means that the element inherits it, and `initial` that it has the initial value
  /// instead. For other properties, nil means the initial value.
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

  /// Returns a value with its references replaced, or `unset` if the result is invalid (CSS Variables 1 §3.1).
  private mutating func substituted(_ text: String, _ name: String, _ variables: CustomProperties) -> String {
    guard let value = variables.substituted(text, spending: &variableBytes),
      SVGProperty.all[name]?.accepts(value) ?? true
        || SVGProperty.wideWords.contains(CSSReader.folded(value))
    else { return "unset" }
    return value
  }

  /// Returns the custom properties of an element from its parent's.
  mutating func variables(_ element: Int, _ parent: CustomProperties) -> CustomProperties {
    guard let declared = styles[element]?.variables, !declared.isEmpty else { return parent }
    return parent.inherited(declared, spending: &variableBytes)
  }

  /// Returns the element that `href` refers to.
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

  /// Returns an element's style, given the style that it inherits from.
  ///
  /// - Parameter variables: The custom properties of the element.
  mutating func style(_ index: Int, _ outer: Style, _ variables: CustomProperties) -> Style {
    for name in ["stroke-width", "font-size"] {
      if let text = value(name, index, variables), Length(text) == nil { checkUnit(of: text, name, index) }
    }
    return outer.inherited(variables: variables) { value($0, index, variables) }
  }

  /// Returns an element's style as inherited at its place in the document, not where it is used.
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

  /// Warns of a length with an unsupported unit, such as `rem` and `vw`.
  private mutating func checkUnit(of text: String, _ name: String, _ element: Int) {
    var scanner = AttributeScanner(text.trimmed)
    guard scanner.number() != nil else { return }
    let unit = scanner.unit()
    if !unit.isEmpty {
      warnOnce(
        Message(
          "{name}: the unit {unit} is not known here; the length was left out",
          ["name": name, "unit": unit]), element)
    }
  }

  /// Returns the element's own transform with its origin; nil if it is singular.
  mutating func transform(_ index: Int, _ state: Interpreter.State) -> AffineTransform? {
    guard let text = value("transform", index, state.style.variables) else { return .identity }
    guard let transform = TransformList.parse(text) else {
      warn(Message("the transform is not understood and was left out"), index)
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

  mutating func warn(_ message: Message, _ element: Int) {
    let place = elements[element].place
    let warning = SVGDiagnostic(message, line: place.line, column: place.column)
    if warnings.count < 1000, warned.insert(warning).inserted { warnings.append(warning) }
  }

  /// Warns once of a kind of loss, at its first place.
  mutating func warnOnce(_ message: Message, _ element: Int) {
    if warnedKinds.insert(message).inserted { warn(message, element) }
  }

  /// Warns if a drawing has a second colour, whose boundary is lost in one ink.
  mutating func note(color: UInt32, _ element: Int) {
    guard let firstColor else {
      self.firstColor = color
      return
    }
    if color != firstColor {
      warnOnce(Message("several colours became one ink; only the outline of all is left"), element)
    }
  }

  func failure(_ message: Message, _ element: Int) -> SVGDiagnostic {
    let place = elements[element].place
    return SVGDiagnostic(message, line: place.line, column: place.column)
  }
}

/// The declarations of style sheets and style attributes for the elements of a document (CSS Cascade 5).
///
/// Presentation attributes have the lowest priority. Then come the layers in order, rules outside layers, and style
/// attributes; within a layer higher specificity wins, then the later rule. Important declarations come after all
/// others, with the order of layers reversed.
struct Cascade {
  /// The value of a property.
  struct Value {
    var text: String
    /// Whether it refers to custom properties, whose values depend on where an element is used.
    var hasVariables: Bool
  }

  /// The declarations for one element.
  struct ElementStyle {
    var values: [String: Value] = [:]
    var variables: [String: String] = [:]
    /// The properties that ignore even attributes.
    var reverted: Set<String> = []
  }

  private(set) var styles: [Int: ElementStyle] = [:]
  /// The declarations that were left out, with the element that has them.
  private(set) var losses: [(message: Message, element: Int)] = []

  private var sheets: StyleSheetReader
  /// The rules by increasing priority.
  private var rules: [StyleRule] = []
  private var ranks: [Int] = []
  /// The rules by the key that their elements need.
  private var keyed: [Selector.Key: [Int]] = [:]
  /// The rules that may match any element.
  private var general: [Int] = []

  /// - Parameter size: The size of the document in user units, for media queries.
  init(_ document: MarkupDocument, size: Size, limits: ImportLimits) throws(SVGDiagnostic) {
    let media = MediaQuery(size: size)
    sheets = StyleSheetReader(media: media, limit: limits.styleRules)
    var bytes = 0
    for (index, element) in document.elements.enumerated() where element.name == "style" {
      if let type = element.attribute("type"), !["", "text/css"].contains(CSSReader.folded(type.trimmed)) {
        continue
      }
      if let queries = element.attribute("media"), !media.holds(queries) { continue }
      bytes += element.text.count
      let known = sheets.losses.count
      if bytes <= limits.styleBytes { sheets.read(element.text) }
      losses += sheets.losses.dropFirst(known).map { ($0, index) }
      guard bytes <= limits.styleBytes, !sheets.isTooLong else {
        throw SVGDiagnostic(
          Message(
            "the style sheets have more than {bytes} bytes or {rules} rules",
            ["bytes": String(limits.styleBytes), "rules": String(limits.styleRules)]),
          line: element.place.line, column: element.place.column)
      }
    }
    ranks = sheets.layerRanks
    sort()
    try apply(to: document, steps: limits.selectorSteps)
  }

  private mutating func sort() {
    let weighted = sheets.rules.enumerated().sorted { a, b in
      let (first, second) = (a.element, b.element)
      if first.layer != second.layer { return ranks[first.layer] < ranks[second.layer] }
      if first.selector.specificity != second.selector.specificity {
        return first.selector.specificity < second.selector.specificity
      }
      return a.offset < b.offset
    }
    rules = weighted.map(\.element)
    for (index, rule) in rules.enumerated() {
      if let key = rule.selector.key { keyed[key, default: []].append(index) } else { general.append(index) }
    }
  }

  private mutating func apply(to document: MarkupDocument, steps: Int) throws(SVGDiagnostic) {
    var matcher = SelectorMatcher(document.elements, steps: steps)
    for (index, element) in document.elements.enumerated() {
      let style = element.attribute("style")
      guard !rules.isEmpty || style != nil else { continue }
      let matched = candidates(element).filter { matcher.matches(rules[$0].selector, index) }
      matcher.spend(matched.reduce(0) { $0 + 4 * sheets.blocks[rules[$1].block].count })
      guard matcher.stepsLeft > 0 else {
        throw SVGDiagnostic(
          Message("there are too many style rules for so many elements"), line: element.place.line,
          column: element.place.column)
      }
      let known = sheets.losses.count
      let own = style.map { sheets.attribute($0) } ?? []
      losses += sheets.losses.dropFirst(known).map { ($0, index) }
      if !matched.isEmpty || !own.isEmpty { styles[index] = cascaded(matched, own) }
    }
  }

  /// Returns the rules that may match an element, by increasing priority.
  private func candidates(_ element: MarkupDocument.Element) -> [Int] {
    var found = general + (keyed[.type(element.name)] ?? [])
    if let id = element.attribute("id") { found += keyed[.id(id)] ?? [] }
    for name in element.classes { found += keyed[.className(String(name))] ?? [] }
    return found.sorted()
  }

  /// Returns the winning declarations of rules, given by increasing priority, and of a style attribute.
  private func cascaded(_ matched: [Int], _ own: [Declaration]) -> ElementStyle {
    let layers = ranks.count
    var all: [(band: Int, declaration: Declaration)] = []
    for rule in matched {
      for declaration in sheets.blocks[rules[rule].block] {
        let rank = ranks[rules[rule].layer]
        all.append((declaration.isImportant ? 2 * layers - rank : rank, declaration))
      }
    }
    all += own.map { ($0.isImportant ? 2 * layers + 1 : layers, $0) }
    // Within a band the order is already correct.
    let ordered = all.enumerated().sorted { ($0.element.band, $0.offset) < ($1.element.band, $1.offset) }

    var style = ElementStyle()
    var decided: Set<String> = []
    var skipped: [String: Int] = [:]
    for (band, declaration) in ordered.reversed().map(\.element) {
      let name = declaration.name
      guard !decided.contains(name), skipped[name] != band else { continue }
      switch CSSReader.folded(declaration.value) {
      case "revert-layer":
        skipped[name] = band
        continue
      case "revert":
        style.reverted.insert(name)
      default:
        if name.hasPrefix("--") {
          style.variables[name] = declaration.value
        } else {
          style.values[name] = Value(
            text: declaration.value, hasVariables: CustomProperties.isReferred(in: declaration.value))
        }
      }
      decided.insert(name)
    }
    return style
  }
}

/// The `transform` attribute and the CSS property of that name.
enum TransformList {
  /// Returns nil if the text is not a list of transforms; `none` and an empty text are the identity.
  static func parse(_ text: String) -> AffineTransform? {
    var scanner = AttributeScanner(text)
    var result = AffineTransform.identity
    scanner.skipSpace()
    if text.trimmed == "none" { return .identity }
    while !scanner.isAtEnd {
      let name = scanner.word()
      scanner.skipSpace()
      guard !name.isEmpty, scanner.take("("), let values = arguments(&scanner),
        let step = transform(name, values)
      else { return nil }
      result = step.concatenating(result)
      scanner.skipSeparator()
    }
    return result.isFinite ? result : nil
  }

  private static func arguments(_ scanner: inout AttributeScanner) -> [Double]? {
    var values: [Double] = []
    scanner.skipSpace()
    while !scanner.take(")") {
      guard values.count < 7, let value = scanner.number() else { return nil }
      switch scanner.unit() {
      case "", "px", "deg": values.append(value)
      case "rad": values.append(value * 180 / .pi)
      case "turn": values.append(value * 360)
      case "grad": values.append(value * 0.9)
      default: return nil
      }
      scanner.skipSeparator()
    }
    return values
  }

  private static func transform(_ name: String, _ values: [Double]) -> AffineTransform? {
    let radians = Double.pi / 180
    switch (name, values.count) {
    case ("matrix", 6):
      return AffineTransform(
        a: values[0], b: values[1], c: values[2], d: values[3], tx: values[4], ty: values[5])
    case ("translate", 1): return .translation(x: values[0], y: 0)
    case ("translate", 2): return .translation(x: values[0], y: values[1])
    case ("translateX", 1): return .translation(x: values[0], y: 0)
    case ("translateY", 1): return .translation(x: 0, y: values[0])
    case ("scale", 1): return .scale(values[0])
    case ("scale", 2): return .scale(x: values[0], y: values[1])
    case ("scaleX", 1): return .scale(x: values[0], y: 1)
    case ("scaleY", 1): return .scale(x: 1, y: values[0])
    case ("rotate", 1): return .rotation(values[0] * radians)
    case ("rotate", 3):
      return AffineTransform.translation(x: -values[1], y: -values[2])
        .concatenating(.rotation(values[0] * radians))
        .concatenating(.translation(x: values[1], y: values[2]))
    case ("skewX", 1): return .skew(x: values[0] * radians, y: 0)
    case ("skewY", 1): return .skew(x: 0, y: values[0] * radians)
    case ("skew", 1): return .skew(x: values[0] * radians, y: 0)
    case ("skew", 2): return .skew(x: values[0] * radians, y: values[1] * radians)
    default: return nil
    }
  }
}
