// Untranslated file: names of AT-SPI's events.

import Controls
import Geometry

/// A change that assistive tools receive without having asked.
struct AccessibleEvent: Equatable {
  /// Whom it is about: an object's number, or nil for the application.
  var source: Int?
  /// The last part of the interface, such as `Object` or `Window`.
  var kind: String
  var name: String
  var detail = ""
  var first = 0
  var second = 0
  var value = Value.nothing

  enum Value: Equatable {
    case nothing
    case text(String)
    case number(Double)
    case object(Int)
    case box(Rect)
  }
}

extension AccessibleTree {
  /// Returns what has happened since an earlier tree, in the order in which tools want to hear of it.
  func events(since earlier: AccessibleTree) -> [AccessibleEvent] {
    var events: [AccessibleEvent] = []
    let gone = earlier.windows.filter { old in !windows.contains { $0.id == old.id } }
    for window in gone {
      events += [
        AccessibleEvent(source: window.number, kind: "Window", name: "Destroy"),
        AccessibleEvent(
          kind: "Object", name: "ChildrenChanged", detail: "remove",
          first: earlier.objects[window.number]?.index ?? 0, value: .object(window.number)),
      ]
    }
    for (index, window) in windows.enumerated() {
      let before = earlier.windows.first { $0.id == window.id }
      if before == nil {
        events += [
          AccessibleEvent(
            kind: "Object", name: "ChildrenChanged", detail: "add", first: index,
            value: .object(window.number)),
          AccessibleEvent(
            source: window.number, kind: "Window", name: "Create", value: .text(title(of: window))),
        ]
      }
      if window.isActive != (before?.isActive ?? false) {
        events.append(
          AccessibleEvent(
            source: window.number, kind: "Window", name: window.isActive ? "Activate" : "Deactivate",
            value: .text(title(of: window))))
      }
    }
    for window in windows { compare(window.number, with: earlier, &events) }
    // First what there is, then what has the focus: what is said of a text goes for the one that has it.
    let structure: Set = ["ChildrenChanged", "Create", "Destroy", "Activate", "Deactivate"]
    return events.filter { structure.contains($0.name) } + focusEvents(since: earlier)
      + events.filter { !structure.contains($0.name) }
  }

  private func title(of window: Window) -> String { objects[window.number]?.name ?? "" }

  /// Adds what has changed in an object that was there before, and in all below it.
  private func compare(
    _ number: Int, with earlier: AccessibleTree, _ events: inout [AccessibleEvent]
  ) {
    guard let object = objects[number], let old = earlier.objects[number] else { return }
    func tell(
      _ name: String, _ detail: String = "", first: Int = 0, second: Int = 0,
      _ value: AccessibleEvent.Value = .nothing
    ) {
      events.append(
        AccessibleEvent(
          source: number, kind: "Object", name: name, detail: detail, first: first, second: second,
          value: value))
    }
    if object.name != old.name { tell("PropertyChange", "accessible-name", .text(object.name)) }
    if object.description != old.description {
      tell("PropertyChange", "accessible-description", .text(object.description))
    }
    compareText(object, old, tell)
    if let value = object.amount, value != old.amount {
      tell("PropertyChange", "accessible-value", .number(value))
    }
    compareStates(object, old, earlier, tell)
    if object.node.frame != old.node.frame { tell("BoundsChanged", "", .box(object.node.frame)) }
    let announcements = compareChildren(object, old, earlier, tell)
    events += announcements
    for child in object.children { compare(child, with: earlier, &events) }
  }

  private typealias Telling = (String, String, Int, Int, AccessibleEvent.Value) -> Void

  private func compareText(_ object: Object, _ old: Object, _ tell: Telling) {
    guard let text = object.text, let before = old.text else { return }
    if text != before {
      let change = TextChange(from: before, to: text)
      if !change.removed.isEmpty {
        tell(
          "TextChanged", "delete", change.offset, change.removed.unicodeScalars.count, .text(change.removed))
      }
      if !change.inserted.isEmpty {
        tell(
          "TextChanged", "insert", change.offset, change.inserted.unicodeScalars.count,
          .text(change.inserted))
      }
    }
    // Where the keyboard is not, a caret that moves is nobody's doing.
    guard object.isFocused else { return }
    if object.caret != old.caret, object.caret >= 0 { tell("TextCaretMoved", "", object.caret, 0, .nothing) }
    if object.selection != old.selection { tell("TextSelectionChanged", "", 0, 0, .nothing) }
  }

  private func compareStates(
    _ object: Object, _ old: Object, _ earlier: AccessibleTree, _ tell: Telling
  ) {
    let (states, before) = (states(of: object), earlier.states(of: old))
    guard states != before else { return }
    for state in AccessibleState.allCases where state != .focused {
      let (has, had) = (states.contains(state), before.contains(state))
      if has != had { tell("StateChanged", state.name, has ? 1 : 0, 0, .nothing) }
    }
  }

  /// Tells which children came and went; returns what is to be said of those that came.
  private func compareChildren(
    _ object: Object, _ old: Object, _ earlier: AccessibleTree, _ tell: Telling
  ) -> [AccessibleEvent] {
    compareSelection(object, old, earlier, tell)
    guard object.children != old.children else { return [] }
    let (now, before) = (Set(object.children), Set(old.children))
    for (index, child) in old.children.enumerated().reversed() where !now.contains(child) {
      tell("ChildrenChanged", "remove", index, 0, .object(child))
    }
    for (index, child) in object.children.enumerated() where !before.contains(child) {
      tell("ChildrenChanged", "add", index, 0, .object(child))
    }
    return object.children.filter { !before.contains($0) }.flatMap(all).filter {
      $0.node.role == .notification
    }.flatMap(Self.announcement)
  }

  private func compareSelection(
    _ object: Object, _ old: Object, _ earlier: AccessibleTree, _ tell: Telling
  ) {
    func selected(_ tree: AccessibleTree, _ object: Object) -> [Int] {
      tree.children(of: object).filter { $0.node.states.contains(.selected) }.map(\.number)
    }
    if selected(self, object) != selected(earlier, old) { tell("SelectionChanged", "", 0, 0, .nothing) }
  }

  /// Returns how a notice is announced: as newer tools hear it, and as those before them did.
  private static func announcement(of object: Object) -> [AccessibleEvent] {
    [
      AccessibleEvent(
        source: object.number, kind: "Object", name: "StateChanged", detail: "showing", first: 1),
      // Politely: it waits until what is being said is said.
      AccessibleEvent(
        source: object.number, kind: "Object", name: "Announcement", first: 1, value: .text(object.name)),
    ]
  }

  private func focusEvents(since earlier: AccessibleTree) -> [AccessibleEvent] {
    guard focus != earlier.focus else { return [] }
    var events: [AccessibleEvent] = []
    if let lost = earlier.focus, objects[lost] != nil {
      events.append(
        AccessibleEvent(source: lost, kind: "Object", name: "StateChanged", detail: "focused", first: 0))
    }
    if let focus {
      events.append(
        AccessibleEvent(source: focus, kind: "Object", name: "StateChanged", detail: "focused", first: 1))
    }
    return events
  }
}

/// The text that was removed in one place, and the text that replaced it.
private struct TextChange {
  let offset: Int
  let removed: String
  let inserted: String

  init(from old: AccessibleText, to new: AccessibleText) {
    let shorter = min(old.count, new.count)
    var start = 0
    while start < shorter, old.scalar(at: start) == new.scalar(at: start) { start += 1 }
    var end = 0
    while end < shorter - start,
      old.scalar(at: old.count - 1 - end) == new.scalar(at: new.count - 1 - end)
    { end += 1 }
    offset = start
    removed = old.part(start, old.count - end)
    inserted = new.part(start, new.count - end)
  }
}

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
