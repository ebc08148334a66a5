import Controls
import Geometry

/// A state as AT-SPI numbers it, in `atspi-constants.h`.
enum AccessibleState: Int, CaseIterable {
  case active = 1
  case checked = 4
  case collapsed = 5
  case editable = 7
  case enabled = 8
  case expandable = 9
  case expanded = 10
  case focusable = 11
  case focused = 12
  case horizontal = 14
  case modal = 16
  case multiLine = 17
  case multiselectable = 18
  case resizable = 21
  case selectable = 22
  case selected = 23
  case sensitive = 24
  case showing = 25
  case singleLine = 26
  case vertical = 29
  case visible = 30
  case invalidEntry = 36
  case selectableText = 38
  case checkable = 41
  case opensMenu = 42
  case readOnly = 43

  /// The name of the state in events.
  var name: String {
    switch self {
    case .multiLine: "multi-line"
    case .singleLine: "single-line"
    case .invalidEntry: "invalid-entry"
    case .selectableText: "selectable-text"
    case .readOnly: "read-only"
    case .opensMenu: "has-popup"
    default: "\(self)"
    }
  }
}

extension AccessibleTree {
  /// Returns the states of an object.
  func states(of object: Object) -> Set<AccessibleState> {
    let node = object.node
    let window = window(of: object)
    var result: Set<AccessibleState> = [.visible]
    let opening = objects[window.number]?.node.frame ?? node.frame
    if node.frame.intersection(opening) != nil { result.insert(.showing) }
    if !node.states.contains(.disabled) { result.formUnion([.enabled, .sensitive]) }
    if object.isFocused, window.isActive { result.insert(.focused) }
    let takesFocus = node.actions.contains(.focus) && !node.states.contains(.disabled)
    if takesFocus || node.isFocused { result.insert(.focusable) }
    for (own, state) in Self.statesByName where node.states.contains(own) { result.insert(state) }
    if !result.isDisjoint(with: [.expanded, .collapsed]) { result.insert(.expandable) }
    result.formUnion(Self.states(ofRole: node))
    if node.role == .window {
      result.insert(.resizable)
      if window.isActive { result.insert(.active) }
    }
    return result
  }

  private static let statesByName: [(AccessibilityNode.State, AccessibleState)] = [
    (.selected, .selected), (.checked, .checked), (.expanded, .expanded), (.collapsed, .collapsed),
    (.editable, .editable), (.invalid, .invalidEntry), (.multiselectable, .multiselectable),
    (.opensMenu, .opensMenu),
  ]

  private static func states(ofRole node: AccessibilityNode) -> Set<AccessibleState> {
    switch node.role {
    case .textField: [.selectableText, node.value?.contains("\n") == true ? .multiLine : .singleLine]
    case .text: [.readOnly]
    case .toggle, .radioButton: [.checkable]
    case .menuItem:
      node.states.contains(.checked) ? [.checkable, .selectable, .focusable] : [.selectable, .focusable]
    case .listItem, .cell: [.selectable]
    case .slider, .scrollBar: [node.frame.width >= node.frame.height ? .horizontal : .vertical]
    case .dialog: [.modal]
    default: []
    }
  }

  /// Returns states as the bits of two numbers, the lower ones first.
  static func bits(_ states: Set<AccessibleState>) -> [UInt32] {
    let all = states.reduce(UInt64(0)) { $0 | 1 << UInt64($1.rawValue) }
    return [UInt32(truncatingIfNeeded: all), UInt32(truncatingIfNeeded: all >> 32)]
  }
}
