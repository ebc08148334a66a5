import Geometry
import Input
import Localization
import Scene
import Typography

@testable import Controls

/// A control that records its events.
final class Recorder: Control {
  var log: [String] = []
  var takes = true
  var keys: Set<Key> = []
  var ownTooltip: Tooltip?
  var menu: Menu?
  var commandList: [Command] = []
  var group: ArrowNavigation?
  var canFocus = true
  var wantsLongPress = false
  var offer: DropProposal?

  convenience init(_ label: String, _ frame: Rect, children: [Control] = []) {
    self.init(label: label)
    self.frame = frame
    for child in children { addChild(child) }
  }

  override var isFocusable: Bool { canFocus }
  override var tooltip: Tooltip? { ownTooltip }
  override var commands: [Command] { commandList }
  override var arrowNavigation: ArrowNavigation? { group }
  override var hasLongPress: Bool { wantsLongPress }
  override var focusRadius: Double { 11 }

  override func pointerDown(_ event: PointerEvent) -> Bool {
    log.append(
      "down \(event.point.x),\(event.point.y) ×\(event.clicks) \(event.modifiers.rawValue) at \(event.time)")
    return takes
  }
  override func pointerDragged(_ event: PointerEvent) {
    log.append("drag \(event.point.x),\(event.point.y) \(event.modifiers.rawValue) at \(event.time)")
  }
  override func pointerUp(_ event: PointerEvent) { log.append("up \(event.point.x),\(event.point.y)") }
  override func pointerCancelled(at time: Double) { log.append("cancel") }
  override func longPressed(_ event: PointerEvent) { log.append("long at \(event.time)") }
  override func wheel(_ event: WheelEvent) -> Bool {
    log.append("wheel \(event.point.x),\(event.point.y) at \(event.time)")
    return takes
  }
  override func key(_ event: KeyEvent) -> Bool {
    guard keys.contains(event.key) else { return false }
    log.append("key \(event.key.name) at \(event.time)")
    return true
  }
  override func insert(_ text: String, at time: Double) -> Bool {
    log.append("text \(text)")
    return takes
  }
  override func contextMenu(for event: PointerEvent) -> Menu? { menu }
  override func proposal(for event: DropEvent) -> DropProposal? { offer }
  override func dragMoved(_ event: DropEvent) { if log.last != "moved" { log.append("moved") } }
  override func dragLeft() { log.append("left") }
  override func drop(_ event: DropEvent) { log.append("drop \(event.point.x),\(event.point.y)") }
  override var accessibility: AccessibilityNode {
    AccessibilityNode(
      role: .button, label: label, actions: [.press, .focus], frame: frame, isFocused: isFocused)
  }
  override func perform(_ action: AccessibilityAction, on part: String?, at time: Double) -> Bool {
    guard action == .press else { return false }
    log.append("pressed")
    return true
  }
}

/// A host with a tree of controls, driven with events.
final class HostDriver {
  let root: Recorder
  let host: ControlHost
  let tree = LayerTree()
  var time = 1.0

  init(size: Size = Size(400, 300), language: Language = .english, _ children: [Control]) {
    root = Recorder("root", Rect(origin: .zero, size: size), children: children)
    root.canFocus = false
    root.takes = false
    host = ControlHost(
      root: root,
      interface: Interface(typesetter: Typesetter(), theme: Theme(.light), scale: 1, language: language))
    tree.root.addSublayer(host.layer)
    host.layOut(size: size)
  }

  func send(_ event: InputEvent, at time: Double? = nil) {
    self.time = time ?? self.time + 0.01
    host.handle(event, at: self.time)
  }

  func key(_ key: Key, _ modifiers: Modifiers = []) { send(.key(key, modifiers, isRepeat: false)) }

  func click(_ point: Point, _ button: PointerButton = .left) {
    send(.pointerMoved(point, []))
    send(.pointerDown(point, button, clicks: 1, []))
    send(.pointerUp(point, button, []))
  }

  func wait(_ seconds: Double) {
    time += seconds
    _ = host.advance(to: time)
  }

  var focus: String? { host.focus?.label }
  var described: AccessibilityNode { host.accessibility() }

  /// All layers that are seen, as a text.
  var picture: String { Self.describe(host.layer) }

  private static func describe(_ layer: Layer) -> String {
    guard !layer.isHidden else { return "" }
    let own = "\(layer.frame) \(layer.cornerRadius) \(layer.opacity)"
    return own + "[" + layer.sublayers.map(describe).joined(separator: " ") + "]"
  }
}

extension AccessibilityNode {
  /// The node and all below it.
  var all: [AccessibilityNode] { [self] + children.flatMap(\.all) }
}
