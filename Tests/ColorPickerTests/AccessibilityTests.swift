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
    for node in driver.window.accessibility.all {
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
      #expect(
        control.accessibility.all.contains { $0.actions.contains(.focus) },
        "\(control.accessibility.label) cannot be focused")
    }
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
    let square = driver.panel.square.frame
    func check(_ when: String) throws {
      let color = driver.color
      #expect(try driver.node("Hex").value == driver.hex, "\(when)")
      #expect(try driver.node("New colour").value == driver.hex, "\(when)")
      for channel in [Channel.red, .green, .blue, .okLightness, .okChroma, .okHue] {
        #expect(try driver.text(inField: channel.label) == channel.text(in: color), "\(when)")
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
        "id", "states", "number", "caret", "selection", "role", "label", "value", "range", "step", "actions",
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
