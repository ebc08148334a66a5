import Workers
import Geometry
import Input
import Windowing
import Exchange

/// Receives what other programs drag over one window, as its input.
final class WindowDragReceiver {
  private let window: Window
  private let drag: InwardDrag
  private let mail: Mailbox<InwardDrag.Event>
  /// The number by which the window is heard for.
  private var number: UInt32?

  init(_ window: Window, _ drag: InwardDrag) {
    (self.window, self.drag) = (window, drag)
    mail = Mailbox(wake: { [waker = window.loop.waker] in waker.wake() })
  }

  deinit { if let number { drag.forget(number) } }

  /// Returns what has been dragged over the window since it was last asked for; nothing where there is no X11.
  func takeEvents() -> [InputEvent] {
    guard let current = window.x11Number else { return [] }
    // A window that is opened anew, with its context, is another one for the display.
    if number != current {
      if let number { drag.forget(number) }
      number = current
      drag.listen(for: current, mail)
    }
    return mail.takeAll().map { event in
      switch event {
      case .moved(let dragged, let x, let y): .dragMoved(dragged, point(x, y))
      case .left: .dragLeft
      case .dropped(let dragged, let x, let y): .dropped(dragged, point(x, y))
      }
    }
  }

  /// Says whether what is dragged over the window would be taken where it is now.
  func answer(_ isWelcome: Bool) {
    if let number { drag.answer(isWelcome, for: number) }
  }

  /// Returns where a pixel of the screen is in the window.
  private func point(_ x: Int, _ y: Int) -> Point {
    let (corner, scale) = (window.position, window.scale)
    return Point(Double(x) / scale - corner.x, Double(y) / scale - corner.y)
  }
}
