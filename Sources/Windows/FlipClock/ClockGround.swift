import Controls
import Geometry
import Input
import Localization

/// Decides what becomes of input that only the ground of a clock gets.
protocol ClockGroundDelegate: AnyObject {
  /// The window should do something.
  func request(_ request: ClockFace.Request)
  /// A press moves the window or covers its monitor, next.
  func groundPressed()
  /// Takes text that no field takes; returns whether it did.
  func type(_ text: String, at time: Double) -> Bool
  /// What can be done now.
  var clockCommands: [Command] { get }
  /// What a right click offers.
  var primaryMenu: Menu { get }
}

/// What fills the window of a clock: it is moved by dragging, and its keys are the commands of the clock.
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
      delegate?.request(.beginMoving(event.point))
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
