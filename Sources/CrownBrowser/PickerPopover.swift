import Colors
import Controls
import Geometry
import Input
import Scene

/// The colour picker below its button, or over everything where there is no room.
///
/// The picker routes its own input; the popover hands it on. A press beside the popover takes the keyboard away and so
/// accepts the colour.
final class PickerPopover: Control {
  let panel: PickerPanel
  private let onEnd: () -> Void
  private let ground = Layer()
  private var window = Size.zero
  private var hasEnded = false

  init(
    color: RGBA, recent: [RGBA], interface: Interface, clipboard: Clipboard,
    onChange: @escaping (RGBA) -> Void, onEnd: @escaping () -> Void
  ) {
    panel = PickerPanel(
      options: .init(color: color, hasAlpha: false, format: .hex, recentColors: recent),
      interface: interface, clipboard: clipboard)
    self.onEnd = onEnd
    super.init(label: "Colour picker")
    layer.name = "picker"
    layer.addSublayer(ground)
    layer.addSublayer(panel.layer)
    panel.onChange = { color, _ in onChange(color) }
  }

  func place(in frame: Rect, window: Size, scale: Double) {
    self.window = window
    self.frame = frame
    panel.layOut(size: frame.size, scale: scale)
  }

  override func update(_ interface: Interface) {
    ground.removeSublayers()
    let origin = Vector(frame.minX, frame.minY)
    ground.addSublayer(Layer(card: frame, in: window, interface))
    ground.position = Point.zero - origin
  }

  /// Takes the colour and closes.
  func accept() {
    panel.accept()
    endIfFinished()
  }

  private func hand(_ event: InputEvent, at time: Double) {
    panel.handle(event, at: time)
    endIfFinished()
  }

  private func endIfFinished() {
    guard panel.isFinished, !hasEnded else { return }
    hasEnded = true
    onEnd()
  }

  // MARK: Input

  override var cursor: CursorShape { panel.cursor }
  /// The panel draws the ring of its own controls.
  override var focusFrame: Rect { .zero }

  override func focusLost() { accept() }

  override func pointerDown(_ event: PointerEvent) -> Bool {
    hand(.pointerDown(event.point, event.button, clicks: event.clicks, event.modifiers), at: event.time)
    return true
  }

  override func pointerDragged(_ event: PointerEvent) {
    hand(.pointerMoved(event.point, event.modifiers), at: event.time)
  }

  override func pointerUp(_ event: PointerEvent) {
    hand(.pointerUp(event.point, event.button, event.modifiers), at: event.time)
  }

  override func pointerMoved(_ event: PointerEvent) {
    hand(.pointerMoved(event.point, event.modifiers), at: event.time)
  }

  override func pointerLeft(at time: Double) { hand(.pointerLeft, at: time) }

  override func wheel(_ event: WheelEvent) -> Bool {
    hand(.wheel(event.point, event.notches, event.modifiers), at: event.time)
    return true
  }

  override func key(_ event: KeyEvent) -> Bool {
    if event.key == .character("k"), event.modifiers == .control {
      accept()
    } else {
      hand(.key(event.key, event.modifiers, isRepeat: event.isRepeat), at: event.time)
    }
    return true
  }

  override func insert(_ text: String, at time: Double) -> Bool {
    hand(.text(text), at: time)
    return true
  }

  override var takesText: Bool { true }

  override var accessibility: AccessibilityNode {
    panel.accessibility.offset(by: frame.origin - Point.zero)
  }
}
