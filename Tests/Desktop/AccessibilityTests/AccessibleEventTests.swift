import Controls
import Testing

@testable import Accessibility

@Suite struct AccessibleEventTests {
  /// Returns the events for replacing nodes, without changes of position.
  private func told(
    _ old: [AccessibilityNode], _ new: [AccessibilityNode]
  ) -> (events: [AccessibleEvent], tree: AccessibleTree) {
    let earlier = AccessibleTree(showing: old)
    let tree = AccessibleTree(showing: new, after: earlier)
    return (tree.events(since: earlier), tree)
  }

  @Test func `nothing is told of what stays as it is`() {
    #expect(told([field("calm")], [field("calm")]).events.isEmpty)
  }

  @Test func `a new window is told of with its name, then that it has the keyboard, then its focus`() {
    let tree = AccessibleTree(showing: [node(.button, "Open", isFocused: true)])
    let events = tree.events(since: AccessibleTree())

    #expect(events.map(\.name) == ["ChildrenChanged", "Create", "Activate", "StateChanged"])
    #expect(events.map(\.kind) == ["Object", "Window", "Window", "Object"])
    #expect(events[0].source == nil)
    #expect(events[2].value == .text("Sample"))
    #expect(events[3].detail == "focused")
    #expect(events[3].source == tree.number("Open"))
  }

  @Test func `typing tells what was put in where, and where the caret is`() {
    let (events, tree) = told([field("clm", caret: 1)], [field("calm", caret: 2)])
    let source = tree.number("Field")

    #expect(
      events == [
        AccessibleEvent(
          source: source, kind: "Object", name: "TextChanged", detail: "insert", first: 1, second: 1,
          value: .text("a")),
        AccessibleEvent(source: source, kind: "Object", name: "TextCaretMoved", first: 2),
      ])
  }

  @Test func `what replaces a part of a text is told as taken out and put in, in scalars`() {
    let (events, _) = told([field("e\u{302}tre")], [field("être ou")])

    #expect(events.map(\.detail) == ["delete", "insert"])
    #expect(events.map(\.value) == [.text("e\u{302}tre"), .text("être ou")])
  }

  @Test func `the focus goes from one to the other, after what has come`() {
    let (events, tree) = told(
      [node(.menuItem, "Open", isFocused: true)],
      [node(.menuItem, "Open"), node(.menu, "Menu", isFocused: true)])

    #expect(events.map(\.name) == ["ChildrenChanged", "StateChanged", "StateChanged"])
    #expect(events.map(\.source) == [tree.windows[0].number, tree.number("Open"), tree.number("Menu")])
    #expect(events.map(\.first) == [1, 0, 1])
  }

  @Test func `a notice is announced`() {
    let (events, tree) = told([], [node(.notification, "Saved.")])

    #expect(events.map(\.name) == ["ChildrenChanged", "StateChanged", "Announcement"])
    #expect(events.last?.value == .text("Saved."))
    #expect(events.last?.source == tree.number("Saved."))
  }

  @Test func `a notice that takes another one's place is announced`() {
    let (events, tree) = told([node(.notification, "Printing")], [node(.notification, "Printed.")])

    #expect(
      events.map(\.name) == ["ChildrenChanged", "ChildrenChanged", "StateChanged", "Announcement"])
    #expect(events.last?.value == .text("Printed.") && events.last?.source == tree.number("Printed."))
  }

  @Test func `a value, a state and a name are each told of once`() {
    var (old, new) = (node(.slider, "Hue", value: "0°"), node(.slider, "Hue", value: "15°"))
    (old.range, new.range) = (.init(0, 360), .init(0, 360))
    (old.number, new.number) = (0, 15)
    new.states = [.disabled]
    var toggle = node(.toggle, "Bold")
    let plain = toggle
    toggle.states = [.checked]
    let (events, _) = told([old, plain, node(.button, "Star")], [new, toggle, node(.button, "Unstar")])

    #expect(
      events.map { "\($0.name) \($0.detail) \($0.first)" } == [
        "PropertyChange accessible-value 0", "StateChanged enabled 0", "StateChanged sensitive 0",
        "StateChanged checked 1", "PropertyChange accessible-name 0",
      ])
  }

  @Test func `a window that is gone is told of`() {
    let earlier = AccessibleTree(showing: [])
    let tree = AccessibleTree(showing: [], after: earlier)

    #expect(tree.events(since: earlier).isEmpty)
    let closed = AccessibleTree([WindowDescription](), after: earlier)
    #expect(closed.events(since: earlier).map(\.name) == ["Destroy", "ChildrenChanged"])
  }
}
