import Geometry
import Localization
import Text

/// A property with its value in a style sheet or a style attribute.
struct Declaration {
  /// The name in lower case; a custom property keeps its case.
  var name: String
  /// The value with single spaces in place of white space and comments.
  var value: String
  var isImportant = false
}

/// A selector with the declarations of its block.
struct StyleRule {
  var selector: Selector
  /// The index of its declarations in `StyleSheetReader.blocks`.
  var block: Int
  /// The index of its layer in `StyleSheetReader.layers`.
  var layer: Int
}

/// Parses style sheets into rules: the grammar of CSS Syntax 3 §5, nesting, `@media`, `@supports`, `@layer` and
/// `@namespace`.
struct StyleSheetReader {
  private(set) var rules: [StyleRule] = []
  private(set) var blocks: [[Declaration]] = []
  /// The layers in order of first mention; the first one is for rules outside any layer.
  private(set) var layers = [Layer()]
  /// Messages about skipped rules, without duplicates.
  private(set) var losses: [Message] = []

  /// A cascade layer (CSS Cascade 5 §6.4).
  struct Layer {
    var children: [Int] = []
    var childrenByName: [String: Int] = [:]
  }

  /// The context of a rule.
  private struct Context {
    /// The selectors of the enclosing style rule; nil without one.
    var parents: [Selector]?
    var layer = 0
    var depth = 0

    var isOutermost: Bool { depth == 0 }
  }

  private let media: MediaQuery
  private let limit: Int
  private var declarationCount = 0
  private var namespaces: [String: String] = [:]

  /// The deepest nesting of rules.
  private static let deepest = 16

  init(media: MediaQuery, limit: Int) {
    self.media = media
    self.limit = limit
  }

  /// Whether the number of rules exceeds the limit.
  var isTooLong: Bool { max(rules.count, layers.count, declarationCount / 8) > limit }

  /// Parses a style sheet.
  mutating func read(_ text: [UInt8]) {
    var reader = CSSReader(text, keepsCase: true)
    namespaces = [:]
    contents(&reader, Context())
  }

  /// The rank of each layer in the cascade: declarations in layers of higher rank win.
  var layerRanks: [Int] {
    var ranks = Array(repeating: 0, count: layers.count)
    var next = 0
    // A layer's own rules come after those of its nested layers.
    var open = [(layer: 0, child: 0)]
    while let (layer, child) = open.last {
      if child < layers[layer].children.count {
        open[open.count - 1].child += 1
        open.append((layers[layer].children[child], 0))
      } else {
        ranks[layer] = next
        next += 1
        open.removeLast()
      }
    }
    return ranks
  }

  private mutating func note(_ loss: Message) {
    if losses.count < 100, !losses.contains(loss) { losses.append(loss) }
  }

  // MARK: Rules

  /// Parses rules, and in a style rule also declarations, up to the end of the block.
  private mutating func contents(_ reader: inout CSSReader, _ context: Context) {
    var pending: [Declaration] = []
    while true {
      switch reader.next {
      case .end:
        return add(&pending, context)
      case .mark("}") where !context.isOutermost:
        return add(&pending, context)
      case .mark(";"), .mark("}"), .commentMark: reader.advance()
      case .atWord(let name):
        add(&pending, context)
        atRule(CSSReader.folded(name), &reader, context)
      default:
        let start = reader
        if context.parents != nil, let declaration = Self.declaration(&reader) {
          pending += declarations(declaration)
        } else {
          reader = start
          add(&pending, context)
          styleRule(&reader, context)
        }
      }
      if isTooLong { return }
    }
  }

  /// Adds consecutive declarations as rules for the enclosing selectors.
  private mutating func add(_ pending: inout [Declaration], _ context: Context) {
    guard !pending.isEmpty, let selectors = context.parents else { return }
    for selector in selectors {
      rules.append(StyleRule(selector: selector, block: blocks.count, layer: context.layer))
    }
    blocks.append(pending)
    declarationCount += pending.count
    pending = []
  }

  private mutating func styleRule(_ reader: inout CSSReader, _ context: Context) {
    let start = reader.start
    while reader.next != .mark("{") {
      switch reader.next {
      case .end: return
      case .mark(";") where context.parents != nil: return
      case .mark("}") where !context.isOutermost: return
      default: reader.skipComponent()
      }
    }
    let range = start..<reader.previousEnd
    guard context.depth < Self.deepest else {
      note(
        Message(
          "style rules are nested more than {limit} deep; the inner ones were left out",
          ["limit": String(Self.deepest)]))
      return reader.skipComponent()
    }
    var selectors = SelectorReader(
      CSSReader(reader.bytes, in: range, keepsCase: true), namespaces: namespaces, parents: context.parents)
    do throws(SelectorReader.Fault) {
      var inner = context
      inner.parents = try selectors.list()
      inner.depth += 1
      reader.advance()
      contents(&reader, inner)
      _ = reader.skip("}")
    } catch {
      note(
        Message(
          "the selector “{selector}” is not understood ({reason}); its rule was left out",
          ["selector": Self.shortened(reader.text(range))], parts: ["reason": error.message]))
      reader.skipComponent()
    }
  }

  static func shortened(_ text: String) -> String {
    let line = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return line.count > 60 ? line.prefix(59) + "…" : line
  }

  // MARK: At-rules

  private mutating func atRule(_ name: String, _ reader: inout CSSReader, _ context: Context) {
    reader.advance()
    let prelude = reader.value { $0 == .mark("{") || $0 == .mark(";") } ?? "not all"  // Untranslated: CSS.
    let hasBlock = reader.next == .mark("{")
    var inner = context
    inner.depth += 1
    var isRead = false
    switch name {
    case "media": isRead = media.holds(prelude)
    case "supports": isRead = supports(prelude)
    case "layer":
      let names = prelude.split(separator: ",").map { String($0).trimmed }
      if hasBlock {
        inner.layer = layer(names.first ?? "", in: context.layer)
        isRead = true
      } else {
        for name in names { _ = layer(name, in: context.layer) }
      }
    case "namespace": declareNamespace(prelude)
    case "charset", "font-face", "font-feature-values", "font-palette-values", "page", "counter-style",
      "starting-style", "view-transition", "color-profile":
      // They do not affect a silhouette.
      break
    default:
      note(Message("the rule {name} is not supported; it was left out", ["name": "@\(name)"]))
    }
    guard hasBlock else {
      // An unmatched closing bracket does not end a rule.
      while ![.end, .mark(";"), .mark("{")].contains(reader.next) {
        if reader.next == .mark("}"), !context.isOutermost { return }
        reader.advance()
      }
      return reader.next == .mark("{") ? reader.skipComponent() : reader.advance()
    }
    guard isRead, context.depth < Self.deepest else { return reader.skipComponent() }
    reader.advance()
    contents(&reader, inner)
    _ = reader.skip("}")
  }

  private mutating func declareNamespace(_ prelude: String) {
    var reader = CSSReader(prelude, keepsCase: true)
    var prefix = ""
    if case .word(let word) = reader.next {
      prefix = word
      reader.advance()
    }
    if case .string(let address) = reader.next {
      namespaces[prefix] = address
    } else if let address = Link.address(&reader) {
      namespaces[prefix] = address
    }
  }

  /// Returns the layer with a name such as `theme.dark`, adding it if it is new; a layer without a name is always new.
  private mutating func layer(_ name: String, in parent: Int) -> Int {
    var current = parent
    for part in name.split(separator: ".", omittingEmptySubsequences: false).prefix(Self.deepest) {
      if !part.isEmpty, let known = layers[current].childrenByName[String(part)] {
        current = known
      } else {
        layers[current].children.append(layers.count)
        layers[current].childrenByName[String(part)] = layers.count
        current = layers.count
        layers.append(Layer())
      }
    }
    return current
  }

  private func supports(_ prelude: String) -> Bool {
    let namespaces = namespaces
    var conditions = ConditionReader(reader: CSSReader(prelude, keepsCase: true)) { function, content in
      switch function.map(CSSReader.folded) {
      case nil:
        var reader = CSSReader(content, keepsCase: true)
        guard let declaration = Self.declaration(&reader), reader.next == .end else { return false }
        return Self.isUnderstood(declaration)
      case "selector":
        var reader = SelectorReader(CSSReader(content, keepsCase: true), namespaces: namespaces)
        return (try? reader.list()) != nil
      default: return false
      }
    }
    guard let holds = try? conditions.condition() else { return false }
    return holds && conditions.reader.next == .end
  }

  // MARK: Declarations

  /// Parses a declaration up to its semicolon or the end of the block; nil without a declaration.
  private static func declaration(_ reader: inout CSSReader) -> Declaration? {
    guard case .word(let word) = reader.next else { return nil }
    reader.advance()
    guard reader.skip(":") else { return nil }
    let isCustom = word.hasPrefix("--")
    let value = reader.value { token in
      token == .mark(";") || token == .mark("!") || token == .mark("{") && !isCustom
    }
    guard let value, isCustom || !value.isEmpty else { return nil }
    var declaration = Declaration(name: isCustom ? word : CSSReader.folded(word), value: value)
    if reader.skip("!") {
      guard case .word(let mark) = reader.next, CSSReader.folded(mark) == "important" else { return nil }
      reader.advance()
      declaration.isImportant = true
    }
    switch reader.next {
    case .mark(";"): reader.advance()
    case .end, .mark("}"): break
    default: return nil
    }
    return declaration
  }

  /// Returns the declarations of a style attribute.
  mutating func attribute(_ text: String) -> [Declaration] {
    var reader = CSSReader(text, keepsCase: true)
    var result: [Declaration] = []
    while reader.next != .end {
      let start = reader
      if let declaration = Self.declaration(&reader) {
        result += declarations(declaration)
      } else {
        reader = start
        while reader.next != .end, reader.next != .mark(";") { reader.skipComponent() }
      }
      // An unmatched closing bracket does not end a declaration either.
      if reader.next == .mark(";") || reader.next == .mark("}") { reader.advance() }
    }
    return result
  }

  /// Returns the longhands of a declaration; empty if it is invalid or has no effect here.
  private mutating func declarations(_ declaration: Declaration) -> [Declaration] {
    if declaration.name.hasPrefix("--") { return [declaration] }
    let longhands = SVGProperty.longhands(declaration.name, declaration.value)
    guard longhands.allSatisfy({ SVGProperty.all[$0.name] != nil }) else {
      if let harmless = SVGProperty.unsupported[declaration.name],
        !harmless.contains(CSSReader.folded(declaration.value))
      {
        note(
          Message(
            "the property {name} is not supported; it was left out", ["name": declaration.name]))
      }
      return []
    }
    guard Self.isUnderstood(declaration) else {
      let value = Self.shortened(declaration.value)
      note(
        Message(
          "{name}: “{value}” is not understood; the declaration was left out",
          ["name": declaration.name, "value": value]))
      return []
    }
    return longhands.map { Declaration(name: $0.name, value: $0.value, isImportant: declaration.isImportant) }
  }

  /// Whether a declaration has a valid value for its property, before variables are replaced.
  private static func isUnderstood(_ declaration: Declaration) -> Bool {
    let value = declaration.value
    if declaration.name.hasPrefix("--") { return true }
    return SVGProperty.longhands(declaration.name, value).allSatisfy { name, value in
      guard let property = SVGProperty.all[name] else { return false }
      return SVGProperty.wideWords.contains(CSSReader.folded(value)) || CustomProperties.isReferred(in: value)
        || declaration.name != "all" && property.accepts(value)
    }
  }
}
