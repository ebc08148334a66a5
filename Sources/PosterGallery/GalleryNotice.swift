import Colors
import Controls
import Geometry
import Input
import Scene

/// A line that says what has just happened, with a way to take it back; it goes by itself.
final class GalleryNotice: Control {
  private(set) var text = ""
  private var actionLabel: String?
  private var action: (() -> Void)?
  private(set) var end = -Double.infinity

  private static let patience = 6.0
  private var buttonRoom = Rect.zero

  init() {
    super.init(label: "Notice")
    layer.name = "notice"
    layer.isHidden = true
  }

  func show(_ text: String, at time: Double, undo action: (() -> Void)? = nil) {
    self.text = text
    actionLabel = action == nil ? nil : "Undo"
    self.action = action
    end = time + Self.patience
  }

  func hide() { end = -.infinity }

  func isShown(at time: Double) -> Bool { time < end }

  override var isFocusable: Bool { false }
  override var cursor: CursorShape { action == nil ? .arrow : .hand }

  /// Puts the notice above the lower edge of a window.
  func place(in room: Size, _ interface: Interface) {
    let textWidth = interface.line(text, style: Theme.body).width
    let actionWidth = actionLabel.map { interface.line($0, style: Theme.strong).width + 24 } ?? 0
    let width = min(textWidth + actionWidth + 32, max(room.width - 32, 1))
    frame = Rect(x: (room.width - width) / 2, y: room.height - 40 - 20, width: width, height: 40)
      .pixelAligned(scale: interface.scale)
    let textRoom = Rect(x: 16, y: 0, width: max(width - 32 - actionWidth, 1), height: 40)
    buttonRoom = Rect(x: textRoom.maxX, y: 0, width: actionWidth + 16, height: 40)
  }

  override func update(_ interface: Interface) {
    let theme = interface.theme
    layer.removeSublayers()
    layer.backgroundColor = theme.raised
    layer.cornerRadius = Theme.cardRadius
    layer.borderWidth = interface.hairline
    layer.borderColor = theme.hairline
    layer.shadow = theme.shadow(elevation: 2)
    let room = Rect(x: 16, y: 0, width: max(buttonRoom.minX - 16, 1), height: 40)
    layer.addSublayer(Layer(text, style: Theme.body, color: theme.ink, in: room, interface))
    guard let actionLabel else { return }
    if isHovered {
      let ground = Rect(x: buttonRoom.minX + 10, y: 6, width: buttonRoom.width - 16, height: 28)
      layer.addSublayer(Layer(ground, fill: theme.pressed, radius: 6))
    }
    layer.addSublayer(
      Layer(
        actionLabel, style: Theme.strong, color: theme.ink,
        in: buttonRoom.offset(by: Vector(2, 0)), alignment: .center, interface))
  }

  override func pointerDown(_ event: PointerEvent) -> Bool { true }

  override func pointerUp(_ event: PointerEvent) {
    let action = self.action
    hide()
    action?()
  }

  override var accessibility: AccessibilityNode {
    AccessibilityNode(role: .text, label: text, actions: action == nil ? [] : [.press], frame: frame)
  }
}
