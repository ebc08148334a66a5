public import Controls
public import Geometry
public import Input
public import Scene

/// A window that no display shows, used with the events that a real one would send.
///
/// The parts and messages of one kind of window are in a subclass beside its tests.
open class WindowDriver<Content: WindowContent> {
  /// The content of the window.
  public let content: Content
  /// The time of the last event, in seconds.
  public var time = 1.0
  /// Whether what is asked for beside the frame loop is waited for, as scripts do.
  public let settles: Bool

  /// Lays out what fills a window of `size` points at `scale` pixels a point.
  public init(_ content: Content, size: Size, scale: Double = 1, settles: Bool = true) {
    self.content = content
    self.settles = settles
    content.layOut(size: size, scale: scale)
  }

  // MARK: Input

  /// Sends an event a little later than the last one, and brings the window to that time.
  public func send(_ event: InputEvent) {
    time += 0.01
    _ = content.advance(to: time)
    settle()
    content.handle(event, at: time)
    update()
  }

  /// Lets time pass, in seconds.
  public func wait(_ seconds: Double) {
    time += seconds
    update()
  }

  private func update() {
    content.receiveMail(at: time)
    _ = content.advance(to: time)
    settle()
  }

  /// Waits for what was asked for beside the frame loop, unless that comes as it may.
  public func settle() {
    if settles { content.settle(at: time) }
  }

  /// Presses a key, again and again.
  public func key(_ key: Key, _ modifiers: Modifiers = [], times: Int = 1, isRepeat: Bool = false) {
    for _ in 0..<times { send(.key(key, modifiers, isRepeat: isRepeat)) }
  }

  /// Types a text, a character at a time.
  public func type(_ text: String) {
    for character in text { send(.text(String(character))) }
  }

  /// Moves the pointer to a place in the window.
  public func move(to point: Point, _ modifiers: Modifiers = []) { send(.pointerMoved(point, modifiers)) }

  /// Presses the left button and holds it.
  public func press(_ point: Point, clicks: Int = 1, _ modifiers: Modifiers = []) {
    send(.pointerDown(point, .left, clicks: clicks, modifiers))
  }

  /// Lets go of the left button.
  public func release(_ point: Point, _ modifiers: Modifiers = []) {
    send(.pointerUp(point, .left, modifiers))
  }

  /// Moves the pointer to a place and clicks there.
  public func click(_ point: Point, clicks: Int = 1, _ modifiers: Modifiers = []) {
    move(to: point, modifiers)
    press(point, clicks: clicks, modifiers)
    release(point)
  }

  /// Drags from a place through others, and lets go at the last.
  public func drag(from start: Point, through points: Point...) {
    move(to: start)
    press(start)
    for point in points { move(to: point) }
    release(points.last ?? start)
  }

  /// Turns the wheel over a place; positive is away from the person.
  public func wheel(_ notches: Double, at point: Point, _ modifiers: Modifiers = []) {
    send(.wheel(point, Vector(0, notches), modifiers))
  }

  /// Does what an assistive tool asks of a node.
  public func perform(_ action: AccessibilityAction, on id: String) -> Bool {
    defer { update() }
    return content.perform(action, on: id, at: time)
  }

  // MARK: Output

  /// All nodes for assistive tools.
  public var nodes: [AccessibilityNode] { content.accessibility.all }

  /// Returns the first node of a label and, where one is given, of a role; an error names the one that is missing.
  public func node(_ label: String, _ role: AccessibilityNode.Role? = nil) throws -> AccessibilityNode {
    guard let node = nodes.first(where: { $0.label == label && (role == nil || $0.role == role) }) else {
      throw MissingNode(label: label)
    }
    return node
  }

  /// The current display list.
  public var displayList: DisplayList {
    var list = DisplayList()
    _ = content.advance(to: time)
    list.record(content.layer, at: time)
    return list
  }
}

/// A node that nothing in the window is called like.
public struct MissingNode: Error {
  /// The label that was searched for.
  public let label: String
}

extension AccessibilityNode {
  /// The node and all below it.
  public var all: [AccessibilityNode] { [self] + children.flatMap(\.all) }

  /// The labels and values of the node and of all below it that have letters.
  public var words: [String] {
    all.flatMap { [$0.label] + [$0.value].compactMap(\.self) }.filter { $0.contains(where: \.isLetter) }
  }
}
