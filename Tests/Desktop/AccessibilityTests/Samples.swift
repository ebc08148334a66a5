import Controls
import Geometry

@testable import Accessibility

/// Returns a node at a place, with an id that is its label below `window`.
func node(
  _ role: AccessibilityNode.Role, _ label: String, value: String? = nil,
  actions: [AccessibilityNode.Action] = [], at y: Double = 0, isFocused: Bool = false,
  _ children: [AccessibilityNode] = []
) -> AccessibilityNode {
  var node = AccessibilityNode(
    role: role, label: label, value: value, actions: actions,
    frame: Rect(x: 10, y: y, width: 100, height: 20), isFocused: isFocused, children: children)
  node.id = "window/\(label)"
  return node
}

/// Returns a window of 200 × 200 points at (300, 40) pixels on the screen.
func sampleWindow(
  _ children: [AccessibilityNode], id: Int = 1, scale: Double = 1, isActive: Bool = true
) -> WindowDescription {
  var tree = AccessibilityNode(
    role: .window, label: "Sample", frame: Rect(x: 0, y: 0, width: 200, height: 200), children: children)
  tree.id = "window"
  return WindowDescription(
    id: id, tree: tree, origin: Point(300, 40), scale: scale, isActive: isActive)
}

/// Returns a field with a text, its caret and what is selected.
func field(_ text: String, caret: Int = 0, selection: Range<Int> = 0..<0) -> AccessibilityNode {
  var result = node(.textField, "Field", value: text, actions: [.setValue, .focus], isFocused: true)
  result.states = [.editable]
  result.text = .init(caret: caret, selection: selection)
  return result
}

extension AccessibleTree {
  init(showing nodes: [AccessibilityNode], after earlier: AccessibleTree = AccessibleTree()) {
    self.init([sampleWindow(nodes)], after: earlier)
  }

  /// The number of the object of a label.
  func number(_ label: String) -> Int? { objects.values.first { $0.node.label == label }?.number }
}
