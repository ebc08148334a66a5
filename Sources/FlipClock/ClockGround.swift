import Controls
import Geometry
import Input
import Localization

/// What fills the window of a clock: it is moved by dragging, and its keys are the commands of the clock.
final class ClockGround: Control {
  /// Takes what the window should do.
  var onRequest: (ClockFace.Request) -> Void = { _ in }
  /// Called before the window is moved or covered by a press.
  var onPress: () -> Void = {}
  var isFullScreen = false
  var hidesPointer = false
  /// Told of text that no field takes.
  var onText: (String, Double) -> Bool = { _, _ in false }
  /// Returns what a right click offers.
  var makeMenu: () -> Menu? = { nil }
  /// What can be done now.
  var makeCommands: () -> [Command] = { [] }
  private var isMoving = false

  init(_ language: Language) {
    super.init(label: language.localized("Flip clock"))
    layer.name = "panel"
  }

  override var isFocusable: Bool { false }
  override var cursor: CursorShape { hidesPointer ? .hidden : .arrow }
  override var commands: [Command] { makeCommands() }

  override func insert(_ text: String, at time: Double) -> Bool { onText(text, time) }
  override func contextMenu(for event: PointerEvent) -> Menu? { makeMenu() }

  override func pointerDown(_ event: PointerEvent) -> Bool {
    onPress()
    if event.clicks == 2 {
      isMoving = false
      onRequest(.toggleFullScreen)
    } else if !isFullScreen {
      isMoving = true
      onRequest(.beginMoving(event.point))
    }
    return true
  }

  override func pointerDragged(_ event: PointerEvent) {
    if isMoving { onRequest(.move) }
  }

  override func pointerUp(_ event: PointerEvent) { endMoving() }
  override func pointerCancelled(at time: Double) { endMoving() }

  private func endMoving() {
    guard isMoving else { return }
    isMoving = false
    onRequest(.endMoving)
  }
}
