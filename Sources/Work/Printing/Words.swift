import Colors
import Controls
import Geometry
import Input
import Scene

/// A few lines of static text.
package final class Words: Control {
  /// The words; those that do not fit are in a tooltip.
  package var text: String {
    didSet {
      guard text != oldValue else { return }
      setNeedsUpdate()
      // A form may need another height for it.
      parent?.setNeedsLayout()
    }
  }
  /// Whether they report an error.
  package var isFault = false {
    didSet { if isFault != oldValue { setNeedsUpdate() } }
  }

  /// Whether the text is truncated, so that a tooltip shows all of it.
  private var isCut = false

  private static let lineHeight = 17.0

  package init(_ text: String = "") {
    self.text = text
    super.init(label: text)
  }

  override package var isFocusable: Bool { false }
  override package var cursor: CursorShape { .arrow }

  /// Returns the height of a number of lines.
  package static func height(lines: Int) -> Double { lineHeight * Double(lines) }

  /// Returns the height of the text in a width, of one line to `most` lines.
  package func height(width: Double, most: Int, _ interface: Interface) -> Double {
    let count = interface.wrapped(text, style: Theme.secondaryFigures, width: width).count
    return Self.height(lines: min(max(count, 1), most))
  }

  override package var tooltip: Tooltip? { isCut ? Tooltip(text) : nil }

  override package func neededHeight(atWidth width: Double, _ interface: Interface) -> Double {
    height(width: max(width, 1), most: .max, interface)
  }

  override package func update(_ interface: Interface) {
    layer.removeSublayers()
    let color = isFault ? interface.theme.fault : interface.theme.secondaryInk
    var lines = interface.wrapped(text, style: Theme.secondaryFigures, width: bounds.width)
    let most = max(Int((bounds.height + 1.5) / Self.lineHeight), 1)
    isCut = lines.count > most
    // Truncated text ends with an ellipsis.
    if isCut { lines = Array(lines.prefix(most - 1)) + [lines[(most - 1)...].joined(separator: " ")] }
    for (index, line) in lines.enumerated() {
      let room = Rect(
        x: 0, y: Double(index) * Self.lineHeight, width: bounds.width, height: Self.lineHeight)
      layer.addSublayer(Layer(line, style: Theme.secondaryFigures, color: color, in: room, interface))
    }
  }

  override package var accessibility: AccessibilityNode {
    AccessibilityNode(role: .text, label: text, frame: frame)
  }
}
