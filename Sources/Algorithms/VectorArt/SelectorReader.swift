import Localization
import Text

/// Parses CSS selectors (Selectors 4, CSS Nesting 1).
struct SelectorReader {
  /// The reason why a list of selectors is invalid.
  struct Fault: Error {
    let message: Message
  }

  /// The namespaces declared by `@namespace`, by prefix; the empty prefix is the default.
  var namespaces: [String: String] = [:]

  /// The selectors of the enclosing style rule, for which `&` stands.
  var parents: [Selector]?

  private var reader: CSSReader
  private var compoundsLeft = 256

  /// Whether the current selector contains `&`.
  private var isNested = false

  /// The deepest nesting of selectors.
  private static let deepest = 16

  init(_ reader: CSSReader, namespaces: [String: String] = [:], parents: [Selector]? = nil) {
    self.reader = reader
    self.namespaces = namespaces
    self.parents = parents
  }

  /// Parses the whole text as a list of selectors.
  mutating func list() throws(Fault) -> [Selector] {
    let selectors = try list(depth: 0, isRelative: parents != nil)
    guard reader.next == .end else { throw fault() }
    return selectors
  }

  private func fault() -> Fault {
    guard reader.next != .end else { return Fault(message: Message("a selector is missing")) }
    return Fault(
      message: Message(
        "“{text}” does not belong there", ["text": reader.text(reader.start..<reader.end)]))
  }

  private mutating func list(depth: Int, isRelative: Bool) throws(Fault) -> [Selector] {
    var selectors: [Selector] = []
    repeat {
      isNested = false
      var selector = try complex(depth: depth, isRelative: isRelative)
      if isRelative, depth == 0, let parents, !isNested {
        selector.compounds.append(([.any(parents)], .descendant))
        selector.specificity = selector.specificity + Self.heaviest(parents)
      }
      selectors.append(selector)
    } while reader.skip(",")
    return selectors
  }

  /// Parses a list and skips its invalid members (Selectors 4 §3.10).
  private mutating func forgivingList(depth: Int) -> [Selector] {
    var selectors: [Selector] = []
    repeat {
      let start = reader
      if let selector = try? complex(depth: depth, isRelative: false),
        [.end, .mark(","), .mark(")")].contains(reader.next)
      {
        selectors.append(selector)
      } else {
        reader = start
        _ = reader.value { $0 == .mark(",") }
      }
    } while reader.skip(",")
    return selectors
  }

  private static func heaviest(_ selectors: [Selector]) -> Specificity {
    selectors.map(\.specificity).max() ?? Specificity()
  }

  /// Parses compounds and combinators; a relative selector may begin with a combinator.
  private mutating func complex(depth: Int, isRelative: Bool) throws(Fault) -> Selector {
    guard depth < Self.deepest else { throw Fault(message: Message("selectors are nested too deeply")) }
    var parts: [[Selector.Condition]] = []
    var joints: [Selector.Combinator] = []
    var weight = Specificity()
    if isRelative, let first = combinator() {
      // A relative selector's anchor precedes its first combinator.
      if depth == 0, let parents {
        isNested = true
        parts.append([.any(parents)])
        weight = Self.heaviest(parents)
      } else {
        parts.append([.scope])
      }
      joints.append(first)
    } else if isRelative, depth > 0 {
      parts.append([.scope])
      joints.append(.descendant)
    }
    while true {
      compoundsLeft -= 1
      guard compoundsLeft >= 0 else { throw Fault(message: Message("the selector is too long")) }
      let (conditions, own) = try compound(depth: depth)
      parts.append(conditions)
      weight = weight + own
      if let next = combinator() {
        joints.append(next)
      } else if reader.followsSpace, ![.end, .mark(","), .mark(")")].contains(reader.next) {
        joints.append(.descendant)
      } else {
        break
      }
    }
    guard parts.count <= 64 else { throw Fault(message: Message("the selector is too long")) }
    var selector = Selector(specificity: weight)
    for index in parts.indices.reversed() {
      selector.compounds.append((parts[index], index > 0 ? joints[index - 1] : .descendant))
    }
    return selector
  }

  private mutating func combinator() -> Selector.Combinator? {
    if reader.skip(">") { return .child }
    if reader.skip("+") { return .next }
    if reader.skip("~") { return .sibling }
    return nil
  }

  /// Parses conditions without spaces between them.
  private mutating func compound(
    depth: Int
  ) throws(Fault) -> (conditions: [Selector.Condition], weight: Specificity) {
    var conditions: [Selector.Condition] = []
    var weight = Specificity()
    var isEmpty = true
    if let type = try type() {
      isEmpty = false
      if case .type = type { weight.types += 1 }
      if case .always = type {} else { conditions.append(type) }
    }
    while isEmpty || !reader.followsSpace {
      let (added, own): ([Selector.Condition], Specificity)
      switch reader.next {
      case .hash(let id, isIdentifier: true):
        reader.advance()
        (added, own) = ([.id(id)], .oneID)
      case .mark("."):
        reader.advance()
        guard case .word(let name) = reader.next, !reader.followsSpace else { throw fault() }
        reader.advance()
        (added, own) = ([.className(name)], .oneClass)
      case .mark("["):
        reader.advance()
        (added, own) = ([try attribute()], .oneClass)
      case .mark("&"):
        reader.advance()
        isNested = true
        (added, own) = parents.map { ([.any($0)], Self.heaviest($0)) } ?? ([.scope], Specificity())
      case .mark(":"):
        reader.advance()
        (added, own) = try pseudo(depth: depth)
      default:
        guard !isEmpty else { throw fault() }
        return (conditions, weight)
      }
      conditions += added
      weight = weight + own
      isEmpty = false
    }
    return (conditions, weight)
  }

  // MARK: Names

  /// Parses a type's name or `*`, with or without a namespace prefix; nil if the next token is neither.
  private mutating func type() throws(Fault) -> Selector.Condition? {
    var prefix: String?
    var name: String?
    switch reader.next {
    case .word(let word):
      reader.advance()
      name = word
    case .mark("*"):
      reader.advance()
      name = "*"
    case .mark("|"): name = ""
    default: return nil
    }
    if reader.next == .mark("|"), name == "" || !reader.followsSpace, !isColumn {
      reader.advance()
      prefix = name
      switch reader.next {
      case .word(let word) where !reader.followsSpace: name = word
      case .mark("*") where !reader.followsSpace: name = "*"
      default: throw fault()
      }
      reader.advance()
    }
    let isSVG: Bool
    switch prefix {
    case nil: isSVG = namespaces[""].map { $0 == MarkupReader.svgNamespace } ?? true
    case "": isSVG = false
    case "*": isSVG = true
    case let prefix?:
      guard let address = namespaces[prefix] else {
        throw Fault(
          message: Message("no @namespace declares the prefix {prefix}", ["prefix": prefix]))
      }
      isSVG = address == MarkupReader.svgNamespace
    }
    guard let name, isSVG else { return .never }
    return name == "*" ? .always : .type(name)
  }

  /// Whether a column combinator of two bars follows.
  private var isColumn: Bool {
    reader.end < reader.bytes.count && reader.bytes[reader.end] == UInt8(ascii: "|")
  }

  // MARK: Attributes

  private mutating func attribute() throws(Fault) -> Selector.Condition {
    var attribute = Selector.Attribute(names: try attributeNames())
    if !reader.skip("]") {
      let matches: [Unicode.Scalar: Selector.Attribute.Match] = [
        "~": .includes, "|": .dash, "^": .prefix, "$": .suffix, "*": .contains,
      ]
      attribute.match = .equals
      if case .mark(let mark) = reader.next, let match = matches[mark] {
        reader.advance()
        attribute.match = match
        guard !reader.followsSpace else { throw fault() }
      }
      guard reader.skip("=") else { throw fault() }
      switch reader.next {
      case .word(let word): attribute.value = word
      case .string(let text): attribute.value = text
      default: throw fault()
      }
      reader.advance()
      if case .word(let flag) = reader.next {
        guard ["i", "s"].contains(CSSReader.folded(flag)) else { throw fault() }
        attribute.ignoresCase = CSSReader.folded(flag) == "i"
        reader.advance()
      }
      // The end of the text also closes it.
      guard reader.next == .end || reader.skip("]") else { throw fault() }
    }
    return .attribute(attribute)
  }

  private mutating func attributeNames() throws(Fault) -> [String] {
    var first = ""
    if case .word(let word) = reader.next {
      first = word
      reader.advance()
    } else if reader.skip("*") {
      first = "*"
    } else if reader.next != .mark("|") {
      throw fault()
    }
    let isMatch = reader.end < reader.bytes.count && reader.bytes[reader.end] == UInt8(ascii: "=")
    guard reader.next == .mark("|"), !isMatch else {
      guard first != "*" else { throw fault() }
      return [first]
    }
    reader.advance()
    guard case .word(let name) = reader.next else { throw fault() }
    reader.advance()
    switch first {
    case "": return [name]
    case "*": return [name, "xlink:" + name, "xml:" + name]
    default:
      switch namespaces[first] {
      case MarkupReader.xlinkNamespace: return ["xlink:" + name]
      case MarkupReader.xmlNamespace: return ["xml:" + name]
      case MarkupReader.svgNamespace: return [name]
      case nil:
        throw Fault(
          message: Message("no @namespace declares the prefix {prefix}", ["prefix": "\(first)"]))
      default: return []
      }
    }
  }

  // MARK: Pseudo-classes

  private mutating func pseudo(depth: Int) throws(Fault) -> ([Selector.Condition], Specificity) {
    guard !reader.followsSpace else { throw fault() }
    if reader.skip(":") {
      // Elements of a drawing have no such parts.
      switch reader.next {
      case .word where !reader.followsSpace: reader.advance()
      case .function where !reader.followsSpace: reader.skipComponent()
      default: throw fault()
      }
      return ([.never], .oneType)
    }
    switch reader.next {
    case .word(let word):
      let name = CSSReader.folded(word)
      guard let conditions = Self.plain[name] else {
        guard Self.elements.contains(name) else {
          throw Fault(
            message: Message("{name} is not supported", ["name": ":\(word)"]))
        }
        reader.advance()
        return ([.never], .oneType)
      }
      reader.advance()
      return (conditions, .oneClass)
    case .function(let word):
      reader.advance()
      let (condition, weight) = try function(CSSReader.folded(word), depth: depth + 1)
      guard reader.next == .end || reader.skip(")") else { throw fault() }
      return ([condition], weight)
    default: throw fault()
    }
  }

  private mutating func function(
    _ name: String, depth: Int
  ) throws(Fault) -> (Selector.Condition, Specificity) {
    switch name {
    case "is", "where", "-webkit-any", "-moz-any", "matches":
      let selectors = forgivingList(depth: depth)
      return (.any(selectors), name == "where" ? Specificity() : Self.heaviest(selectors))
    case "not":
      let selectors = try list(depth: depth, isRelative: false)
      return (.none(selectors), Self.heaviest(selectors))
    case "has":
      let selectors = try list(depth: depth, isRelative: true)
      return (.has(selectors), Self.heaviest(selectors))
    case "nth-child", "nth-last-child", "nth-of-type", "nth-last-of-type":
      var position = try position()
      position.fromEnd = name.hasPrefix("nth-last")
      position.ofType = name.hasSuffix("of-type")
      if !position.ofType, case .word(let word) = reader.next, CSSReader.folded(word) == "of" {
        reader.advance()
        position.among = try list(depth: depth, isRelative: false)
      }
      return (.position(position), .oneClass + Self.heaviest(position.among ?? []))
    case "lang":
      var ranges: [String] = []
      repeat {
        switch reader.next {
        case .word(let word), .string(let word): ranges.append(CSSReader.folded(word))
        default: throw fault()
        }
        reader.advance()
      } while reader.skip(",")
      return (.language(ranges), .oneClass)
    default: throw Fault(message: Message("{name} is not supported", ["name": ":\(name)()"]))
    }
  }

  /// Parses `even`, `odd` or a formula such as `2n + 1` (CSS Syntax 3 §6).
  private mutating func position() throws(Fault) -> Selector.Position {
    let text = reader.value { token in
      if case .word(let word) = token { CSSReader.folded(word) == "of" } else { false }
    }
    guard let text, let (step, offset) = Self.formula(CSSReader.folded(text)) else {
      throw Fault(
        message: Message(
          "“{text}” is not a position such as {example}", ["text": text ?? "", "example": "2n + 1"]))
    }
    return Selector.Position(step: step, offset: offset)
  }

  private static func formula(_ text: String) -> (step: Int, offset: Int)? {
    if text == "even" { return (2, 0) }
    if text == "odd" { return (2, 1) }
    func whole(_ text: Substring) -> Int? {
      guard let number = Int(text), number.magnitude <= 1 << 30 else { return nil }
      return number
    }
    guard let n = text.firstIndex(of: "n") else { return whole(text[...]).map { (0, $0) } }
    let step: Int? =
      switch text[..<n] {
      case "", "+": 1
      case "-": -1
      case let digits: whole(digits)
      }
    let rest = text[text.index(after: n)...].filter { $0 != " " }
    guard let step else { return nil }
    guard let sign = rest.first else { return (step, 0) }
    guard sign == "+" || sign == "-", let offset = whole(rest[...]) else { return nil }
    return (step, offset)
  }

  private static let plain: [String: [Selector.Condition]] = {
    let first = Selector.Condition.position(Selector.Position())
    let last = Selector.Condition.position(Selector.Position(fromEnd: true))
    let firstOfType = Selector.Condition.position(Selector.Position(ofType: true))
    let lastOfType = Selector.Condition.position(Selector.Position(fromEnd: true, ofType: true))
    var result: [String: [Selector.Condition]] = [
      "root": [.root], "scope": [.scope], "empty": [.empty], "any-link": [.link], "link": [.link],
      "defined": [], "read-only": [], "first-child": [first], "last-child": [last],
      "only-child": [first, last], "first-of-type": [firstOfType], "last-of-type": [lastOfType],
      "only-of-type": [firstOfType, lastOfType],
    ]
    // Elements of a drawing are never in these states.
    for name in [
      "active", "autofill", "checked", "current", "default", "disabled", "enabled", "focus", "focus-visible",
      "focus-within", "fullscreen", "future", "hover", "in-range", "indeterminate", "invalid", "local-link",
      "modal", "muted", "open", "optional", "out-of-range", "past", "paused", "picture-in-picture",
      "placeholder-shown", "playing", "popover-open", "read-write", "required", "seeking", "stalled",
      "target",
      "target-within", "user-invalid", "user-valid", "valid", "visited",
    ] { result[name] = [.never] }
    return result
  }()

  /// The pseudo-elements that may be written with one colon.
  private static let elements: Set<String> = ["before", "after", "first-line", "first-letter"]
}
