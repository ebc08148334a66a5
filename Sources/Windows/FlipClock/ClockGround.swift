import Controls
import Geometry
import Input
import Localization

/// Handles input that reaches the background of a clock.
protocol ClockGroundDelegate: AnyObject {
  /// The face requests an action from its window.
  func request(_ request: ClockFace.Request)
  /// A press is about to move the window or toggle full screen.
  func groundPressed()
  /// Handles text that no field accepts; returns whether it did.
  func type(_ text: String, at time: Double) -> Bool
  /// The available commands.
  var clockCommands: [Command] { get }
  /// The context menu.
  var primaryMenu: Menu { get }
}

/// The background of a clock: dragging it moves the window, and its keys are the clock's commands.
final class ClockGround: Control {
  weak var delegate: (any ClockGroundDelegate)?
  var isFullScreen = false
  var hidesPointer = false
  private var isMoving = false

  init(_ language: Language) {
    super.init(label: language.localized("Flip clock"))
    layer.name = "panel"
  }

  override var isFocusable: Bool { false }
  override var cursor: CursorShape { hidesPointer ? .hidden : .arrow }
  override var commands: [Command] { delegate?.clockCommands ?? [] }

  override func insert(_ text: String, at time: Double) -> Bool {
    delegate?.type(text, at: time) ?? false
  }
  override func contextMenu(for event: PointerEvent) -> Menu? { delegate?.primaryMenu }

  override func pointerDown(_ event: PointerEvent) -> Bool {
    delegate?.groundPressed()
    if event.clicks == 2 {
      isMoving = false
      delegate?.request(.toggleFullScreen)
    } else if !isFullScreen {
      isMoving = true
      // The window moves as it is seen.
      delegate?.request(.beginMoving(host?.reflected(convert(toWindow: event.point)) ?? event.point))
    }
    return true
  }

  override func pointerDragged(_ event: PointerEvent) {
    if isMoving { delegate?.request(.move) }
  }

  override func pointerUp(_ event: PointerEvent) { endMoving(.endMoving) }
  override func pointerCancelled(at time: Double) { endMoving(.cancelMoving) }

  private func endMoving(_ request: ClockFace.Request) {
    guard isMoving else { return }
    isMoving = false
    delegate?.request(request)
  }
}
