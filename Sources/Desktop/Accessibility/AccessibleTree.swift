import Controls
import Geometry

/// The windows of the program and all in them as objects with numbers, which stay the same from one tree to the next.
struct AccessibleTree: Sendable {
  /// A node and where it stands in the tree.
  struct Object: Sendable {
    let number: Int
    /// The node; its children are empty here.
    let node: AccessibilityNode
    /// The number of the object above it, or nil for a window.
    let parent: Int?
    /// Its place among its siblings.
    let index: Int
    let children: [Int]
    /// Where the window stands in `windows`.
    let window: Int
    /// Whether it is what has the keyboard.
    let isFocused: Bool
  }

  /// A window without its nodes.
  struct Window: Sendable {
    let id: Int
    let number: Int
    let origin: Point
    let scale: Double
    let isActive: Bool
    let language: String
  }

  private(set) var windows: [Window] = []
  private(set) var objects: [Int: Object] = [:]
  /// The highest number that was ever given; none is given twice.
  private var lastNumber = 0

  init() {}

  /// Creates the tree of what windows show now; what was in `earlier` keeps its number.
  init(_ descriptions: [WindowDescription], after earlier: AccessibleTree) {
    lastNumber = earlier.lastNumber
    for (index, description) in descriptions.enumerated() {
      let before = earlier.windows.first { $0.id == description.id }
      let number = add(
        description.tree, under: nil, at: index, window: index,
        after: before.flatMap { earlier.objects[$0.number] }, in: earlier, mayFocus: true)
      windows.append(
        Window(
          id: description.id, number: number, origin: description.origin, scale: description.scale,
          isActive: description.isActive, language: description.language))
    }
  }

  private mutating func add(
    _ node: AccessibilityNode, under parent: Int?, at index: Int, window: Int, after before: Object?,
    in earlier: AccessibleTree, mayFocus: Bool
  ) -> Int {
    let number = before?.number ?? nextNumber()
    let old = before?.children.compactMap { earlier.objects[$0] } ?? []
    let matches = Self.matches(of: node.children, below: node.id, in: old, below: before?.node.id ?? "")
    // The innermost node that has the focus is the one that has it; of several the last, which is in front.
    let focused = mayFocus ? node.children.lastIndex(where: Self.hasFocus) : nil
    let children = node.children.enumerated().map { place, child in
      add(
        child, under: number, at: place, window: window, after: matches[place], in: earlier,
        mayFocus: place == focused)
    }
    var own = node
    own.children = []
    objects[number] = Object(
      number: number, node: own, parent: parent, index: index, children: children, window: window,
      isFocused: mayFocus && focused == nil && node.isFocused)
    return number
  }

  private mutating func nextNumber() -> Int {
    lastNumber += 1
    return lastNumber
  }

  private static func hasFocus(_ node: AccessibilityNode) -> Bool {
    node.isFocused || node.children.contains(where: hasFocus)
  }

  /// Returns for each node the object that it was before: the one of the same id, else one of the same role and place
  /// that would be gone, as when a button is called otherwise now. A notice with other words is another one.
  private static func matches(
    of nodes: [AccessibilityNode], below path: String, in old: [Object], below oldPath: String
  ) -> [Object?] {
    var free = Dictionary(old.map { (part(of: $0.node.id, below: oldPath), $0) }) { first, _ in first }
    var result = nodes.map { free.removeValue(forKey: part(of: $0.id, below: path)) }
    guard !free.isEmpty else { return result }
    for (index, node) in nodes.enumerated() where result[index] == nil && old.indices.contains(index) {
      let candidate = old[index]
      guard candidate.node.role == node.role, node.role != .notification,
        free.removeValue(forKey: part(of: candidate.node.id, below: oldPath)) != nil
      else { continue }
      result[index] = candidate
    }
    return result
  }

  private static func part(of id: String, below path: String) -> Substring {
    id.hasPrefix(path) ? id.dropFirst(path.count) : id[...]
  }

  // MARK: Asking

  /// The node with the keyboard focus in the frontmost window, or nil.
  var focus: Int? {
    let focused = objects.values.filter { $0.isFocused && windows[$0.window].isActive }
    return focused.map(\.number).min()
  }

  /// Returns the object and all below it.
  func all(below number: Int) -> [Object] {
    guard let object = objects[number] else { return [] }
    return [object] + object.children.flatMap(all)
  }

  func children(of object: Object) -> [Object] { object.children.compactMap { objects[$0] } }

  /// Returns the window that shows an object.
  func window(of object: Object) -> Window { windows[object.window] }

  /// Returns the frontmost object at a point of its window, in points, from the object on down.
  func object(at point: Point, from object: Object) -> Object? {
    for child in children(of: object).reversed() {
      if let hit = self.object(at: point, from: child) { return hit }
    }
    return object.node.frame.contains(point) ? object : nil
  }

  /// Returns the objects of the same window that an object refers to in a relation.
  func related(_ relation: AccessibilityNode.Relation, to object: Object) -> [Object] {
    guard let wanted = object.node.relations[relation] else { return [] }
    return others(in: object.window) { wanted.contains($0.node.id) }
  }

  /// Returns the objects of the same window that refer to an object in a relation.
  func relating(_ relation: AccessibilityNode.Relation, to object: Object) -> [Object] {
    others(in: object.window) { $0.node.relations[relation]?.contains(object.node.id) == true }
  }

  private func others(in window: Int, where matches: (Object) -> Bool) -> [Object] {
    objects.values.filter { $0.window == window && matches($0) }.sorted { $0.number < $1.number }
  }
}
