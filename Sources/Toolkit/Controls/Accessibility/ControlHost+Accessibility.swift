import Geometry

extension ControlHost {
  /// Returns the tree for assistive tools: the window, its controls and its overlays, with frames as they are seen in
  /// the window. The window has no label yet, since only its owner knows the title.
  ///
  /// Node ids are paths that stay the same while a control lives, such as `window/Search`.
  public func accessibility(value: String? = nil) -> AccessibilityNode {
    var window = AccessibilityNode(
      role: .window, label: "", value: value, frame: Rect(origin: .zero, size: size))
    window.id = "window"
    let place = viewPlace
    window.children = describe(root).children.map { $0.placed(place) }
    for control in [root, overlays.control] {
      window.children += nodes(below: control, in: place.place(of: control))
    }
    if let notice = notices.accessibility { window.children.append(notice.placed(place)) }
    let tree = window.withUniqueIDs(below: "window")
    var ids: [ObjectIdentifier: String] = [:]
    tree.gatherIDs(in: &ids)
    return tree.related(by: ids)
  }

  /// Returns a control's own description in its parent's coordinates. The control describes its parts as if it had its
  /// parent's direction.
  private func describe(_ control: Control) -> AccessibilityNode {
    let node = control.accessibility
    guard control.isReflected else { return node }
    let frame = control.frame
    return node.placed(CoordinatePlace(isReflected: true, origin: Point(frame.minX + frame.maxX, 0)))
  }

  /// Returns the nodes of the children of a control whose coordinates lie at a place in what is seen.
  private func nodes(below control: Control, in place: CoordinatePlace) -> [AccessibilityNode] {
    control.children.filter { !$0.isHidden && !$0.frame.isEmpty }.map { child in
      var node = describe(child).placed(place)
      if node.id.isEmpty { node.id = child.id }
      if !child.isEnabled { node.states.insert(.disabled) }
      node.links.own = ObjectIdentifier(child)
      node.links.others[.labelledBy] = child.labelledBy.map(ObjectIdentifier.init)
      node.links.others[.describedBy] = child.describedBy.map(ObjectIdentifier.init)
      node.children += nodes(below: child, in: place.place(of: child))
      return node
    }
  }

  /// Performs an assistive tool's request.
  ///
  /// - Parameters:
  ///   - action: The request.
  ///   - id: The id of the node.
  ///   - time: The time in seconds.
  /// - Returns: Whether it was done.
  @discardableResult public func perform(_ action: AccessibilityAction, on id: String, at time: Double)
    -> Bool
  {
    defer { settle() }
    switch action {
    case .copyText(let words):
      clipboard.write(words)
      return true
    case .cutText(let words, let rest):
      guard perform(.setText(rest), on: id, at: time) else { return false }
      clipboard.write(words)
      return true
    case .pasteText(let before, let after):
      guard let words = clipboard.read() else { return false }
      return perform(.setText(before + words + after), on: id, at: time)
    default: break
    }
    if let notice = notices.accessibility, id == "window/\(notice.label)" {
      return action == .press && notices.performAction(at: time)
    }
    var taken: [String: Int] = [:]
    countIDs(of: root.accessibility.children, in: &taken)
    for parent in [root, overlays.control] {
      if let (control, part) = find(id, below: parent, path: "window", &taken) {
        guard control.chain.allSatisfy(\.isEnabled) else { return false }
        if control.perform(action, on: part, at: time) { return true }
        if action == .focus, control.isFocusable, focusRouter.allows(control) {
          setFocus(control, byKeyboard: true)
          return true
        }
        return false
      }
    }
    return false
  }

  /// Returns the control that a node belongs to, and the part of the control that it describes.
  private func find(
    _ id: String, below control: Control, path: String, _ taken: inout [String: Int]
  ) -> (Control, String?)? {
    for child in control.children where !child.isHidden && !child.frame.isEmpty {
      let node = child.accessibility
      let own = node.id.isEmpty ? child.id : node.id
      let count = taken[own, default: 0]
      taken[own] = count + 1
      let childPath = "\(path)/\(own)" + (count == 0 ? "" : "#\(count + 1)")
      if id == childPath { return (child, nil) }
      guard id.hasPrefix(childPath + "/") else { continue }
      var inner: [String: Int] = [:]
      countIDs(of: node.children, in: &inner)
      if let found = find(id, below: child, path: childPath, &inner) { return found }
      return (child, String(id.dropFirst(childPath.count + 1)))
    }
    return nil
  }
}

/// Counts the ids that a control's own nodes already use.
private func countIDs(of nodes: [AccessibilityNode], in taken: inout [String: Int]) {
  for node in nodes { taken[node.id.isEmpty ? node.label : node.id, default: 0] += 1 }
}

extension AccessibilityNode {
  /// Returns the node and its descendants in the coordinates around those in which they are.
  func placed(_ place: CoordinatePlace) -> AccessibilityNode {
    guard place != CoordinatePlace() else { return self }
    var result = self
    result.frame = place.outer(frame)
    result.characterFrames = characterFrames.map(place.outer)
    result.children = children.map { $0.placed(place) }
    return result
  }

  /// Returns the node with paths as ids; the second of two siblings with the same id gets the suffix `#2`.
  func withUniqueIDs(below path: String) -> AccessibilityNode {
    var result = self
    var taken: [String: Int] = [:]
    result.children = children.map { child in
      let own = child.id.isEmpty ? child.label : child.id
      let count = taken[own, default: 0]
      taken[own] = count + 1
      var child = child
      child.id = "\(path)/\(own)" + (count == 0 ? "" : "#\(count + 1)")
      return child.withUniqueIDs(below: child.id)
    }
    return result
  }

  /// Adds the id of each control's node.
  fileprivate func gatherIDs(in ids: inout [ObjectIdentifier: String]) {
    if let own = links.own { ids[own] = id }
    for child in children { child.gatherIDs(in: &ids) }
  }

  /// Returns the node and its descendants with resolved relations.
  ///
  /// A field's description gets a node of its own after the field, unless another control shows it. A group loses its
  /// label when its parent or one of its children has the same, since the label would be read twice. A heading and the
  /// nodes up to the next heading become a group with the heading's label.
  fileprivate func related(by ids: [ObjectIdentifier: String]) -> AccessibilityNode {
    var result = self
    result.links = Links()
    for (relation, other) in links.others where ids[other] != nil {
      result.relations[relation] = ids[other].map { [$0] }
    }
    result.children = children.flatMap { child -> [AccessibilityNode] in
      var node = child.related(by: ids)
      if node.role == .group, ([self] + node.children).contains(where: { $0.label == node.label }) {
        node.label = ""
      }
      guard node.role == .textField, let words = node.description, node.relations[.describedBy] == nil else {
        return [node]
      }
      var note = AccessibilityNode(role: .text, label: words, frame: node.frame)
      note.id = node.id + " note"
      node.relations[.describedBy] = [note.id]
      return [node, note]
    }
    if result.children.contains(where: { $0.role == .heading }) { result.groupByHeadings() }
    return result
  }

  private mutating func groupByHeadings() {
    let all = children
    children = []
    for child in all {
      if child.role == .heading {
        var group = AccessibilityNode(role: .group, label: child.label, frame: child.frame, children: [child])
        group.id = child.id + " section"
        children.append(group)
      } else if let last = children.indices.last, children[last].children.first?.role == .heading {
        children[last].children.append(child)
        children[last].frame = children[last].frame.union(child.frame)
      } else {
        children.append(child)
      }
    }
  }
}
