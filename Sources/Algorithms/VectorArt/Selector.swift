/// A CSS selector: simple ones joined by combinators.
struct Selector {
  private enum Condition {
    case type(String)
    case id(String)
    case name(String)
    case attribute(String, Match, String)
    case firstChild
    case lastChild
    case never
  }

  private enum Match {
    case exists, equals, includes, dash, prefix, suffix, contains
  }

  private enum Combinator {
    case descendant, child, next, sibling
  }

  /// The compounds from right to left, each with the combinator to its left.
  private var compounds: [(conditions: [Condition], combinator: Combinator)] = []

  /// Identifiers, then classes and attributes, then types, each in its own digits.
  private(set) var specificity = 0

  /// Returns nil for a selector that is not understood.
  init?(_ text: String) {
    var scanner = AttributeScanner(text.trimmed)
    var parts: [[Condition]] = []
    var joints: [Combinator] = []
    while !scanner.isAtEnd {
      guard let compound = Selector.compound(&scanner) else { return nil }
      parts.append(compound)
      let hadSpace = scanner.next.map(AttributeScanner.isSpace) ?? false
      scanner.skipSpace()
      if scanner.isAtEnd { break }
      if scanner.take(">") {
        joints.append(.child)
      } else if scanner.take("+") {
        joints.append(.next)
      } else if scanner.take("~") {
        joints.append(.sibling)
      } else if hadSpace {
        joints.append(.descendant)
      } else {
        return nil
      }
      scanner.skipSpace()
    }
    guard !parts.isEmpty, joints.count == parts.count - 1, parts.count <= 16 else { return nil }
    for index in parts.indices.reversed() {
      compounds.append((parts[index], index > 0 ? joints[index - 1] : .descendant))
      for condition in parts[index] {
        switch condition {
        case .type: specificity += 1
        case .id: specificity += 1_000_000
        default: specificity += 1000
        }
      }
    }
  }

  /// What an element needs to match: an id, a class or a type; nil where any element may match.
  enum Key: Hashable {
    case id(String)
    case name(String)
    case type(String)
  }

  /// The rarest thing that the last compound asks for, by which rules are found.
  var key: Key? {
    var type: Key?
    var name: Key?
    for condition in compounds.first?.conditions ?? [] {
      switch condition {
      case .id(let id): return .id(id)
      case .name(let text): name = .name(text)
      case .type(let text): type = .type(text)
      default: break
      }
    }
    return name ?? type
  }

  private static func compound(_ scanner: inout AttributeScanner) -> [Condition]? {
    var result: [Condition] = []
    let isUniversal = scanner.take("*")
    if !isUniversal {
      let name = scanner.word()
      if !name.isEmpty { result.append(.type(name)) }
    }
    while let byte = scanner.next {
      if scanner.take("#") {
        result.append(.id(scanner.word()))
      } else if scanner.take(".") {
        result.append(.name(scanner.word()))
      } else if scanner.take("[") {
        guard let condition = attribute(scanner.text(upTo: "]")) else { return nil }
        result.append(condition)
      } else if byte == UInt8(ascii: ":") {
        while scanner.take(":") {}
        switch scanner.word() {
        case "first-child": result.append(.firstChild)
        case "last-child": result.append(.lastChild)
        default: result.append(.never)
        }
        if scanner.take("(") { _ = scanner.text(upTo: ")") }
      } else {
        break
      }
    }
    return result.isEmpty && !isUniversal ? nil : result
  }

  private static func attribute(_ text: String) -> Condition? {
    guard let equals = text.firstIndex(of: "=") else { return .attribute(text.trimmed, .exists, "") }
    var name = String(text[..<equals])
    var value = String(text[text.index(after: equals)...]).trimmed
    if let quote = value.first, quote == "\"" || quote == "'", value.count > 1, value.last == quote {
      value = String(value.dropFirst().dropLast())
    }
    var match = Match.equals
    switch name.last {
    case "~": match = .includes
    case "|": match = .dash
    case "^": match = .prefix
    case "$": match = .suffix
    case "*": match = .contains
    default: return .attribute(name.trimmed, .equals, value)
    }
    name.removeLast()
    return .attribute(name.trimmed, match, value)
  }

  /// Returns whether the selector means an element; `steps` counts the elements that were looked at.
  func matches(_ element: Int, in document: MarkupDocument, steps: inout Int) -> Bool {
    let end = steps + 1000
    return matches(0, element, document, &steps, end)
  }

  private func matches(
    _ position: Int, _ element: Int, _ document: MarkupDocument, _ steps: inout Int, _ end: Int
  ) -> Bool {
    steps += 1
    // Nested descendants may backtrack without end; a thousand tries are more than any real sheet needs.
    guard steps <= end, compounds[position].conditions.allSatisfy({ holds($0, element, document) }) else {
      return false
    }
    guard position + 1 < compounds.count else { return true }
    switch compounds[position].combinator {
    case .child:
      guard let parent = document.elements[element].parent else { return false }
      return matches(position + 1, parent, document, &steps, end)
    case .descendant:
      var ancestor = document.elements[element].parent
      while let current = ancestor {
        if matches(position + 1, current, document, &steps, end) { return true }
        ancestor = document.elements[current].parent
      }
      return false
    case .next:
      guard let before = siblingsBefore(element, document).last else { return false }
      return matches(position + 1, before, document, &steps, end)
    case .sibling:
      return siblingsBefore(element, document).suffix(1000).contains {
        matches(position + 1, $0, document, &steps, end)
      }
    }
  }

  private func siblingsBefore(_ element: Int, _ document: MarkupDocument) -> ArraySlice<Int> {
    guard let parent = document.elements[element].parent else { return [] }
    return document.elements[parent].children.prefix(document.elements[element].rank)
  }

  private func holds(_ condition: Condition, _ element: Int, _ document: MarkupDocument) -> Bool {
    let markup = document.elements[element]
    switch condition {
    case .type(let name): return markup.name == name
    case .id(let id): return markup.attribute("id") == id
    case .name(let name): return markup.classes.contains(name[...])
    case .attribute(let name, let match, let value):
      guard let actual = markup.attribute(name) else { return false }
      switch match {
      case .exists: return true
      case .equals: return actual == value
      case .includes: return actual.split(whereSeparator: \.isWhitespace).contains { $0 == value }
      case .dash: return actual == value || actual.hasPrefix(value + "-")
      case .prefix: return !value.isEmpty && actual.hasPrefix(value)
      case .suffix: return !value.isEmpty && actual.hasSuffix(value)
      case .contains: return !value.isEmpty && actual.utf8.holds(value.utf8)
      }
    case .firstChild: return markup.parent.map { document.elements[$0].children.first == element } ?? false
    case .lastChild: return markup.parent.map { document.elements[$0].children.last == element } ?? false
    case .never: return false
    }
  }
}

extension String.UTF8View {
  fileprivate func holds(_ other: String.UTF8View) -> Bool {
    let (whole, part) = (Array(self), Array(other))
    guard part.count <= whole.count else { return false }
    return (0...(whole.count - part.count)).contains { whole[$0..<($0 + part.count)].elementsEqual(part) }
  }
}
