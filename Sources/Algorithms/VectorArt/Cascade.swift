import Geometry
import Text

/// The declarations of style sheets and style attributes for the elements of a document (CSS Cascade 5).
///
/// Attributes that set properties weigh least. Then come the layers in their order, what is in none, and style
/// attributes; of one layer the more specific selector counts, then the later rule. Important declarations come after
/// all others, their layers the other way round.
struct Cascade {
  /// The value of a property.
  struct Value {
    var text: String
    /// Whether it refers to custom properties, which depend on where an element is shown.
    var hasVariables: Bool
  }

  /// The declarations for one element.
  struct ElementStyle {
    var values: [String: Value] = [:]
    var variables: [String: String] = [:]
    /// The properties of which not even attributes count.
    var reverted: Set<String> = []
  }

  private(set) var styles: [Int: ElementStyle] = [:]
  /// The declarations that were left out, with the element that has them.
  private(set) var losses: [(message: String, element: Int)] = []

  private var sheets: StyleSheetReader
  /// The rules from the one that weighs least.
  private var rules: [StyleRule] = []
  private var ranks: [Int] = []
  /// The rules by what their elements must have.
  private var keyed: [Selector.Key: [Int]] = [:]
  /// The rules that may mean any element.
  private var general: [Int] = []

  /// - Parameter size: The size of the document in user units, which media queries may ask for.
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
          "the style sheets have more than \(limits.styleBytes) bytes or \(limits.styleRules) rules",
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
          "there are too many style rules for so many elements", line: element.place.line,
          column: element.place.column)
      }
      let known = sheets.losses.count
      let own = style.map { sheets.attribute($0) } ?? []
      losses += sheets.losses.dropFirst(known).map { ($0, index) }
      if !matched.isEmpty || !own.isEmpty { styles[index] = cascaded(matched, own) }
    }
  }

  /// Returns the rules that may mean an element, from the one that weighs least.
  private func candidates(_ element: MarkupDocument.Element) -> [Int] {
    var found = general + (keyed[.type(element.name)] ?? [])
    if let id = element.attribute("id") { found += keyed[.id(id)] ?? [] }
    for name in element.classes { found += keyed[.className(String(name))] ?? [] }
    return found.sorted()
  }

  /// Returns what counts of the declarations of rules, from the one that weighs least, and of a style attribute.
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
    // Of one band the order is right already.
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
