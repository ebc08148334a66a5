import Controls
import Geometry
import Input
import Scene
import Text

/// What the program is: its name, version and licence.
final class AboutPanel: Control {
  private lazy var done = Button("Close", isDefault: true) { [unowned self] in host?.close(self) }

  private static let lines = [
    "Posters, crowns, exact colours and a flip clock.",
    "© 2026 The Regalia authors, under the MIT licence.",
    "The crowns are drawn by Regalia and free to use.",
  ]

  init() {
    super.init(label: "About Regalia")
    addChild(done)
  }

  override var isFocusable: Bool { false }
  override var cursor: CursorShape { .arrow }

  override func preferredSize(in room: Size, _ interface: Interface) -> Size {
    Size(min(380, room.width), 236)
  }

  override func layOut(_ interface: Interface) {
    let width = done.preferredSize(in: bounds.size, interface).width
    done.frame = Rect(
      x: (bounds.width - width) / 2, y: bounds.height - 52, width: width, height: Theme.controlHeight
    ).pixelAligned(scale: interface.scale)
  }

  override func update(_ interface: Interface) {
    let theme = interface.theme
    for old in layer.sublayers where old !== done.layer { old.removeFromSuperlayer() }
    func add(_ words: String, _ style: Font, secondary: Bool, _ y: Double) {
      let room = Rect(x: 16, y: y, width: bounds.width - 32, height: 24)
      layer.addSublayer(
        Layer(
          words, style: style, color: secondary ? theme.secondaryInk : theme.ink, in: room,
          alignment: .center,
          interface))
    }
    add("Regalia", Font(size: 20, weight: 600), secondary: false, 26)
    add("Version \(Version.text)", Theme.secondaryFigures, secondary: true, 56)
    for (index, line) in Self.lines.enumerated() {
      add(line, Theme.body, secondary: index > 0, 92 + 22 * Double(index))
    }
  }

  override var accessibility: AccessibilityNode {
    AccessibilityNode(
      role: .dialog, label: label,
      value: (["Version \(Version.text)"] + Self.lines).joined(separator: "\n"), frame: frame)
  }
}
