import Text

/// The specificity of a selector: identifiers, then classes and the like, then types (Selectors 4 §17).
struct Specificity: Comparable {
  var ids = 0
  var classes = 0
  var types = 0

  static func + (a: Specificity, b: Specificity) -> Specificity {
    Specificity(ids: a.ids + b.ids, classes: a.classes + b.classes, types: a.types + b.types)
  }

  static func < (a: Specificity, b: Specificity) -> Bool {
    (a.ids, a.classes, a.types) < (b.ids, b.classes, b.types)
  }

  static let oneID = Specificity(ids: 1)
  static let oneClass = Specificity(classes: 1)
  static let oneType = Specificity(types: 1)
}

/// A CSS selector (Selectors 4): compounds of conditions, joined by combinators.
struct Selector {
  enum Combinator {
    case descendant, child, next, sibling
  }

  indirect enum Condition {
    case type(String)
    case id(String)
    case className(String)
    case attribute(Attribute)
    case root
    /// The element to which `:has()` applies, or the root.
    case scope
    case empty
    case link
    case language([String])
    case position(Position)
    case any([Selector])
    case none([Selector])
    case has([Selector])
    case always
    case never
  }

  /// A condition on an attribute.
  struct Attribute {
    enum Match {
      case exists, equals, includes, dash, prefix, suffix, contains
    }

    /// The possible names of the attribute in a `MarkupDocument`.
    var names: [String]
    var match = Match.exists
    var value = ""
    var ignoresCase = false

    func holds(_ actual: String) -> Bool {
      let (actual, value) =
        ignoresCase ? (CSSReader.folded(actual), CSSReader.folded(value)) : (actual, value)
      switch match {
      case .exists: return true
      case .equals: return actual == value
      case .includes: return actual.split(whereSeparator: \.isWhitespace).contains { $0 == value }
      case .dash: return actual == value || actual.hasPrefix(value + "-")
      case .prefix: return !value.isEmpty && actual.utf8.starts(with: value.utf8)
      case .suffix: return !value.isEmpty && actual.utf8.reversed().starts(with: value.utf8.reversed())
      case .contains: return !value.isEmpty && actual.utf8.firstRange(of: value.utf8) != nil
      }
    }
  }

  /// A position among siblings: `step` · n + `offset` for some n from 0, counted from 1.
  struct Position {
    var step = 0
    var offset = 1
    var fromEnd = false
    var ofType = false
    /// The selectors of the siblings that count; nil for all.
    var among: [Selector]?

    func contains(_ index: Int) -> Bool {
      let rest = index - offset
      return step == 0 ? rest == 0 : rest % step == 0 && rest / step >= 0
    }
  }

  /// The compounds from right to left, each with the combinator to its left.
  var compounds: [(conditions: [Condition], combinator: Combinator)] = []

  var specificity = Specificity()

  /// The id, class or type that an element needs to match.
  enum Key: Hashable {
    case id(String)
    case className(String)
    case type(String)
  }

  /// The most specific key of the last compound, for indexing rules; nil if any element may match.
  var key: Key? {
    var type: Key?
    var name: Key?
    for condition in compounds.first?.conditions ?? [] {
      switch condition {
      case .id(let id): return .id(id)
      case .className(let text): name = .className(text)
      case .type(let text): type = .type(text)
      default: break
      }
    }
    return name ?? type
  }
}

/// Determines which elements match selectors, within a total number of steps.
struct SelectorMatcher {
  private let elements: [MarkupDocument.Element]
  /// The remaining steps; below 0 nothing matches.
  private(set) var stepsLeft: Int
  /// The position of each element among the siblings of its type, and their number.
  private var typeRanks: [(rank: Int, count: Int)] = []

  /// The combined depth of nested selectors and of their compounds.
  private static let deepest = 100

  init(_ elements: [MarkupDocument.Element], steps: Int) {
    self.elements = elements
    stepsLeft = steps
  }

  /// Counts steps taken elsewhere.
  mutating func spend(_ steps: Int) { stepsLeft -= steps }

  /// Returns whether an element matches a selector.
  mutating func matches(_ selector: Selector, _ element: Int) -> Bool {
    matches(selector, element, Run())
  }

  /// The constants during the matching of one selector.
  private struct Run {
    var scope: Int?
    var depth = 0

    var deeper: Run { Run(scope: scope, depth: depth + 1) }
  }

  private mutating func matches(_ selector: Selector, _ element: Int, _ run: Run) -> Bool {
    // The result of the part to the left does not depend on how an element was reached.
    var failures: Set<Int> = []
    return matches(selector, at: 0, element, run, &failures)
  }

  private mutating func matchesAny(_ selectors: [Selector], _ element: Int, _ run: Run) -> Bool {
    for selector in selectors where matches(selector, element, run) { return true }
    return false
  }

  private mutating func matches(
    _ selector: Selector, at position: Int, _ element: Int, _ run: Run, _ failures: inout Set<Int>
  ) -> Bool {
    stepsLeft -= 1
    guard stepsLeft > 0 else { return false }
    guard run.depth < Self.deepest else {
      stepsLeft = 0
      return false
    }
    // Two compounds can be matched in only one way.
    let isRemembered = position > 0 && selector.compounds.count > 2
    let key = position * elements.count + element
    if isRemembered, failures.contains(key) { return false }
    if matchesHere(selector, at: position, element, run, &failures) { return true }
    if isRemembered { failures.insert(key) }
    return false
  }

  private mutating func matchesHere(
    _ selector: Selector, at position: Int, _ element: Int, _ run: Run, _ failures: inout Set<Int>
  ) -> Bool {
    for condition in selector.compounds[position].conditions {
      stepsLeft -= 1
      guard stepsLeft > 0, holds(condition, element, run.deeper) else { return false }
    }
    let next = position + 1
    guard next < selector.compounds.count else { return true }
    switch selector.compounds[position].combinator {
    case .child:
      guard let parent = elements[element].parent else { return false }
      return matches(selector, at: next, parent, run.deeper, &failures)
    case .descendant:
      var ancestor = elements[element].parent
      while let current = ancestor {
        if matches(selector, at: next, current, run.deeper, &failures) { return true }
        ancestor = elements[current].parent
      }
      return false
    case .next:
      guard let before = siblings(of: element).prefix(elements[element].rank).last else { return false }
      return matches(selector, at: next, before, run.deeper, &failures)
    case .sibling:
      for sibling in siblings(of: element).prefix(elements[element].rank) {
        if matches(selector, at: next, sibling, run.deeper, &failures) { return true }
      }
      return false
    }
  }

  private func siblings(of element: Int) -> [Int] {
    elements[element].parent.map { elements[$0].children } ?? [element]
  }

  private mutating func holds(_ condition: Selector.Condition, _ element: Int, _ run: Run) -> Bool {
    let markup = elements[element]
    switch condition {
    case .type(let name): return markup.name == name
    case .id(let id): return markup.attribute("id") == id
    case .className(let name): return markup.classes.contains(name[...])
    case .attribute(let attribute):
      for name in attribute.names {
        guard let actual = markup.attribute(name) else { continue }
        stepsLeft -= actual.utf8.count / 64 * max(1, attribute.value.utf8.count)
        if stepsLeft > 0, attribute.holds(actual) { return true }
      }
      return false
    case .root: return markup.parent == nil
    case .scope: return run.scope.map { $0 == element } ?? (markup.parent == nil)
    case .empty: return markup.children.isEmpty && !markup.hasText
    case .link:
      return markup.name == "a" && markup.link != nil
    case .language(let ranges): return speaks(ranges, element)
    case .position(let position): return stands(position, element, run)
    case .any(let selectors): return matchesAny(selectors, element, run)
    case .none(let selectors): return !matchesAny(selectors, element, run)
    case .has(let selectors): return has(selectors, element, run)
    case .always: return true
    case .never: return false
    }
  }

  private func speaks(_ ranges: [String], _ element: Int) -> Bool {
    var current: Int? = element
    while let index = current {
      if let language = elements[index].attribute("lang") ?? elements[index].attribute("xml:lang") {
        let language = CSSReader.folded(language)
        return ranges.contains { $0 == "*" || language == $0 || language.hasPrefix($0 + "-") }
      }
      current = elements[index].parent
    }
    return false
  }

  private mutating func stands(_ position: Selector.Position, _ element: Int, _ run: Run) -> Bool {
    if let among = position.among {
      guard matchesAny(among, element, run) else { return false }
      let (all, rank) = (siblings(of: element), elements[element].rank)
      var index = 1
      for sibling in position.fromEnd ? all.dropFirst(rank + 1) : all.prefix(rank) {
        if matchesAny(among, sibling, run) { index += 1 }
      }
      return position.contains(index)
    }
    let (rank, count) =
      position.ofType ? typeRank(of: element) : (elements[element].rank, siblings(of: element).count)
    return position.contains(position.fromEnd ? count - rank : rank + 1)
  }

  private mutating func typeRank(of element: Int) -> (rank: Int, count: Int) {
    if typeRanks.isEmpty {
      typeRanks = Array(repeating: (0, 1), count: elements.count)
      for parent in elements {
        var counts: [String: Int] = [:]
        for child in parent.children {
          typeRanks[child].rank = counts[elements[child].name, default: 0]
          counts[elements[child].name, default: 0] += 1
        }
        for child in parent.children { typeRanks[child].count = counts[elements[child].name] ?? 1 }
      }
    }
    return typeRanks[element]
  }

  /// Returns whether a relative selector matches an element among the descendants or later siblings.
  private mutating func has(_ selectors: [Selector], _ element: Int, _ run: Run) -> Bool {
    var inner = run
    inner.scope = element
    for selector in selectors {
      let first = selector.compounds.dropLast().last?.combinator ?? .descendant
      let isInside = first == .descendant || first == .child
      var open =
        isInside
        ? elements[element].children : Array(siblings(of: element).dropFirst(elements[element].rank + 1))
      while let candidate = open.popLast() {
        if matches(selector, candidate, inner) { return true }
        guard stepsLeft > 0 else { return false }
        open += elements[candidate].children
      }
    }
    return false
  }
}
