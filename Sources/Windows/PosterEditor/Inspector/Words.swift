import Colors
import Controls
import Geometry
import Input
import Scene

/// A few lines of text that tell something; nothing can be done with them.
final class Words: Control {
  var text: String {
    didSet { if text != oldValue { setNeedsUpdate() } }
  }
  var isFault = false {
    didSet { if isFault != oldValue { setNeedsUpdate() } }
  }

  private static let lineHeight = 17.0

  init(_ text: String = "") {
    self.text = text
    super.init(label: text)
  }

  override var isFocusable: Bool { false }
  override var cursor: CursorShape { .arrow }

  /// How tall so many lines are.
  static func height(lines: Int) -> Double { lineHeight * Double(lines) }

  override func update(_ interface: Interface) {
    layer.removeSublayers()
    let color = isFault ? interface.theme.fault : interface.theme.secondaryInk
    let lines = interface.wrapped(text, style: Theme.secondaryFigures, width: bounds.width)
    for (index, line) in lines.enumerated() {
      let room = Rect(
        x: 0, y: Double(index) * Self.lineHeight, width: bounds.width, height: Self.lineHeight)
      guard room.maxY <= bounds.height + 1.5 else { break }
      layer.addSublayer(Layer(line, style: Theme.secondaryFigures, color: color, in: room, interface))
    }
  }

  override var accessibility: AccessibilityNode {
    AccessibilityNode(role: .text, label: text, frame: frame)
  }
}
