/// The rules of all `style` elements, in the order in which they are applied.
struct SVGStyleSheet {
  /// One property with its value.
  struct Declaration {
    var name: String
    var value: String
    var isImportant: Bool
  }

  private struct Rule {
    var selector: Selector
    var declarations: Int
  }

  private var rules: [Rule] = []
  private var blocks: [[Declaration]] = []
  /// The rules by what their elements must have, in order.
  private var keyed: [Selector.Key: [Int]] = [:]
  /// The rules that may mean any element.
  private var general: [Int] = []

  init(_ document: MarkupDocument, limits: ImportLimits) throws(SVGDiagnostic) {
    for element in document.elements where element.name == "style" && !element.text.isEmpty {
      if let type = element.attribute("type"), !type.isEmpty, type != "text/css" { continue }
      add(element.text)
      guard rules.count <= limits.styleRules else {
        throw SVGDiagnostic(
          "there are more than \(limits.styleRules) style rules", line: element.place.line,
          column: element.place.column)
      }
    }
    // A stable order: equal specificity keeps the order of the document.
    rules = rules.enumerated().sorted {
      ($0.element.selector.specificity, $0.offset) < ($1.element.selector.specificity, $1.offset)
    }.map(\.element)
    for (index, rule) in rules.enumerated() {
      if let key = rule.selector.key { keyed[key, default: []].append(index) } else { general.append(index) }
    }
  }

  /// Returns the rules that may mean an element, in order.
  private func candidates(_ element: MarkupDocument.Element) -> [Int] {
    var found = general + (keyed[.type(element.name)] ?? [])
    if let id = element.attribute("id") { found += keyed[.id(id)] ?? [] }
    for name in element.classes { found += keyed[.name(String(name))] ?? [] }
    return found.sorted()
  }

  /// Returns the properties of each element that has any here or in its style attribute.
  func values(in document: MarkupDocument) throws(SVGDiagnostic) -> [Int: [String: String]] {
    var steps = 0
    var result: [Int: [String: String]] = [:]
    for (index, element) in document.elements.enumerated() {
      let style = element.attribute("style")
      guard !rules.isEmpty || style != nil else { continue }
      var values: [String: String] = [:]
      var important: [String: String] = [:]
      func add(_ declarations: [Declaration]) {
        for declaration in declarations {
          if declaration.isImportant {
            important[declaration.name] = declaration.value
          } else {
            values[declaration.name] = declaration.value
          }
        }
      }
      for rule in candidates(element) where rules[rule].selector.matches(index, in: document, steps: &steps) {
        add(blocks[rules[rule].declarations])
      }
      guard steps <= 4_000_000 else {
        let (line, column) = document.location(ofElement: index)
        throw SVGDiagnostic("there are too many style rules for so many elements", line: line, column: column)
      }
      if let style { add(SVGStyleSheet.declarations(style)) }
      values.merge(important) { $1 }
      if !values.isEmpty { result[index] = values }
    }
    return result
  }

  private mutating func add(_ text: [UInt8]) {
    var rest = SVGStyleSheet.withoutComments(text)[...]
    while let open = rest.firstIndex(where: { $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: ";") }) {
      let prelude = String(decoding: rest[..<open], as: UTF8.self)
      let isAtRule = prelude.utf8.first { !AttributeScanner.isSpace($0) } == UInt8(ascii: "@")
      if rest[open] == UInt8(ascii: ";") {
        rest = rest[(open + 1)...]
        continue
      }
      let close = SVGStyleSheet.end(of: rest[(open + 1)...])
      if !isAtRule {
        let declarations = SVGStyleSheet.declarations(
          String(decoding: rest[(open + 1)..<close], as: UTF8.self))
        for text in prelude.split(separator: ",") {
          if let selector = Selector(String(text)) {
            rules.append(Rule(selector: selector, declarations: blocks.count))
          }
        }
        blocks.append(declarations)
      }
      rest = close < rest.endIndex ? rest[(close + 1)...] : []
    }
  }

  /// Returns where the block ends whose opening brace was just read.
  private static func end(of text: ArraySlice<UInt8>) -> Int {
    var depth = 1
    for index in text.indices {
      if text[index] == UInt8(ascii: "{") { depth += 1 }
      if text[index] == UInt8(ascii: "}") {
        depth -= 1
        if depth == 0 { return index }
      }
    }
    return text.endIndex
  }

  private static func withoutComments(_ text: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(text.count)
    var index = 0
    while index < text.count {
      if text[index] == UInt8(ascii: "/"), index + 1 < text.count, text[index + 1] == UInt8(ascii: "*") {
        index += 2
        while index + 1 < text.count,
          !(text[index] == UInt8(ascii: "*") && text[index + 1] == UInt8(ascii: "/"))
        {
          index += 1
        }
        index += 2
        result.append(0x20)
      } else {
        result.append(text[index])
        index += 1
      }
    }
    return result
  }

  /// Returns the declarations of a block or of a style attribute; `marker` stands for all three markers.
  static func declarations(_ text: String) -> [Declaration] {
    let clean = text.utf8.contains(UInt8(ascii: "*")) ? withoutComments(Array(text.utf8)) : Array(text.utf8)
    var result: [Declaration] = []
    for part in clean.split(separator: UInt8(ascii: ";")) {
      guard let colon = part.firstIndex(of: UInt8(ascii: ":")) else { continue }
      let name = String(decoding: part[..<colon], as: UTF8.self).trimmed
      var value = String(decoding: part[(colon + 1)...], as: UTF8.self).trimmed
      var isImportant = false
      if let mark = value.lastIndex(of: "!"),
        String(value[value.index(after: mark)...]).trimmed == "important"
      {
        isImportant = true
        value = String(value[..<mark]).trimmed
      }
      guard !name.isEmpty, !value.isEmpty else { continue }
      if name == "marker" {
        for each in ["marker-start", "marker-mid", "marker-end"] {
          result.append(Declaration(name: each, value: value, isImportant: isImportant))
        }
      } else {
        result.append(Declaration(name: name, value: value, isImportant: isImportant))
      }
    }
    return result
  }
}

extension String {
  /// The text without white space at both ends.
  var trimmed: String {
    let bytes = utf8
    guard let first = bytes.firstIndex(where: { !AttributeScanner.isSpace($0) }),
      let last = bytes.lastIndex(where: { !AttributeScanner.isSpace($0) })
    else { return "" }
    if first == bytes.startIndex && bytes.index(after: last) == bytes.endIndex { return self }
    return String(self[first...last])
  }
}
