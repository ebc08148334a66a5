import Colors
import Foundation
import Geometry
import Scene
import Testing
import Text

import Controls

@testable import ColorPicker

@Suite struct AccessibilityTests {
  @Test(arguments: [Size(320, 360), Size(440, 560), Size(1600, 1000)])
  func `every focusable control is named, can be focused and stands in the window`(size: Size) throws {
    let driver = try PanelDriver(hasAlpha: true, recent: ["red", "blue"], size: size)
    let window = Rect(origin: .zero, size: size)
    for node in driver.window.accessibility(titled: "Picker").all {
      #expect(!node.label.isEmpty)
      #expect(window.holds(node.frame), "\(node.label)")
      #expect(!node.frame.isEmpty, "\(node.label)")
      if let range = node.range {
        #expect(range.minimum < range.maximum)
        #expect((node.step ?? 0) > 0, "\(node.label) has a range and no step")
        #expect(node.actions.contains(.setValue))
      }
    }
    for control in driver.panel.controls where control.isFocusable {
      let focusable = control.accessibility.all.filter { $0.actions.contains(.focus) }
      #expect(!focusable.isEmpty, "nothing in \(control.label) can be focused")
    }
    for node in driver.window.accessibility.all where node.actions.contains(.focus) {
      #expect(driver.window.host.perform(.focus, on: node.id, at: 2), "\(node.id)")
      #expect(driver.focused?.frame.holds(node.frame) == true, "\(node.id)")
    }
  }

  @Test(arguments: [Size(320, 360), Size(440, 560), Size(1600, 1000)])
  func `the menu of the window can be opened with the pointer alone`(size: Size) throws {
    let driver = try PanelDriver(size: size)
    let button = try #require(driver.window.accessibility.all.first { $0.label == "Menu" })

    driver.click(button.frame.center)

    let menu = try #require(driver.window.accessibility.all.first { $0.role == .menu })
    #expect(menu.children.contains { $0.label == "Keyboard shortcuts" })
  }

  @Test func `the ids are different and stay the same whatever the colour is`() throws {
    let driver = try PanelDriver(hasAlpha: true, recent: ["red", "blue"])
    let before = driver.window.accessibility.all.map(\.id)
    driver.click(driver.panel.plane.square.frame.center)

    #expect(Set(before).count == before.count)
    #expect(driver.window.accessibility.all.map(\.id) == before)
  }

  @Test func `values can be set by assistive tools`() throws {
    let driver = try PanelDriver(hasAlpha: true, recent: ["#00ff00"])
    func perform(_ action: AccessibilityAction, _ label: String, _ role: AccessibilityNode.Role) throws {
      let node = try #require(driver.window.accessibility.all.first { $0.label == label && $0.role == role })
      #expect(driver.window.host.perform(action, on: node.id, at: 3), "\(label)")
    }
    try perform(.setText("#c8102e"), "Hex", .textField)
    #expect(driver.hex == "#c8102e")
    try perform(.setNumber(120), "Hue", .slider)
    #expect(driver.color.hue == 120)
    try perform(.setNumber(50), "Alpha", .slider)
    #expect(driver.color.alpha == 0.5)
    try perform(.setNumber(25), "Saturation", .slider)
    #expect((driver.color.saturation - 0.25).magnitude < 1e-9)
    try perform(.increment, "Red", .textField)
    try perform(.press, "Recent colour 1", .button)
    #expect(driver.hex == "#00ff00")
    try perform(.press, "Choose", .button)

    #expect(driver.panel.accepted == RGBA(hex: 0x00ff00))
  }

  @Test func `exactly one node has the focus, wherever Tab goes`() throws {
    let driver = try PanelDriver(hasAlpha: true, recent: ["red", "blue"])
    for _ in 0..<30 {
      driver.key(.tab)
      let leaves = driver.window.accessibility.all.filter { node in
        node.isFocused && !node.children.contains(where: \.isFocused)
      }
      #expect(leaves.count == 1, "\(leaves.map(\.label)) at \(driver.focused?.label ?? "nothing")")
    }
  }

  @Test func `values are never stale, in the middle of a drag and after it`() throws {
    let driver = try PanelDriver(hasAlpha: true)
    let square = driver.panel.plane.square.frame
    func check(_ when: String) throws {
      let color = driver.color
      #expect(try driver.node("Hex").value == driver.hex, "\(when)")
      #expect(try driver.node("New colour").value?.hasPrefix(driver.hex + ", ") == true, "\(when)")
      for channel in [Channel.red, .green, .blue, .okLightness, .okChroma, .okHue] {
        #expect(try driver.text(inField: channel.label.english) == channel.text(in: color), "\(when)")
      }
      let words = "saturation \((color.saturation * 100).text(.fixed(0))) %"
      #expect(try driver.node("Saturation and brightness").value?.hasPrefix(words) == true, "\(when)")
    }

    driver.press(square.center)
    for step in 0..<10 {
      driver.move(to: Point(square.minX + Double(step) * 31, square.minY + Double(step) * 17))
      try check("in step \(step)")
    }
    driver.release(Point(square.minX + 30, square.minY + 40))
    try check("after")
    driver.key(.character("z"), .control)
    try check("after undo")
  }

  @Test func `the description is JSON with every key at every node`() throws {
    let driver = try PanelDriver("rgb(1 2 3 / 0.5)", hasAlpha: true, recent: ["red"])
    let object = try JSONSerialization.jsonObject(with: Data(driver.window.accessibility.json.utf8))

    func check(_ value: Any) throws {
      let node = try #require(value as? [String: Any])
      let keys = [
        "id", "states", "number", "caret", "selection", "place", "relations", "description", "role", "label",
        "value",
        "range", "step", "actions",
        "frame", "focused", "children",
      ]
      #expect(Set(node.keys) == Set(keys))
      #expect((node["frame"] as? [Double])?.count == 4)
      for child in try #require(node["children"] as? [Any]) { try check(child) }
    }
    try check(object)
  }

  @Test(arguments: ["\"", "\\", "\n\t\r\u{0}\u{1f}", "“ä🇩🇪”", "\u{2028}"])
  func `any text is written as JSON`(text: String) throws {
    let node = AccessibilityNode(role: .text, label: text, value: text, frame: .zero)
    let read = try JSONSerialization.jsonObject(with: Data(node.json.utf8)) as? [String: Any]

    #expect(read?["label"] as? String == text)
    #expect(read?["value"] as? String == text)
  }
}
