import Colors
import Controls
import Exchange
import GPU
import Geometry
import Localization
import Scene
import Windowing
import Workers

/// Carries drags out of one window: draws the drag image, and converts positions to the screen.
final class WindowDragCarrier: DragCarrier {
  private let window: Window
  private let surface: Surface
  private let drag: OutwardDrag
  private let faults: Mailbox<Message>

  init(_ window: Window, _ surface: Surface, _ drag: OutwardDrag) {
    (self.window, self.surface, self.drag) = (window, surface, drag)
    faults = Mailbox(wake: { [waker = window.loop.waker] in waker.wake() })
  }

  /// Takes the messages about files that could not be created.
  func takeFaults() -> [Message] { faults.takeAll() }

  func isOverWindow(_ point: Point) -> Bool {
    // Without X11 nothing can be dragged out of the window.
    guard window.x11Number != nil else { return true }
    return Rect(origin: .zero, size: window.size).contains(point) && window.isUnderPointer
  }

  func begin(_ offer: DragOffer, card: (DragReception) -> (layer: Layer, size: Size)) {
    guard let number = window.x11Number else { return }
    var pictures: [DragReception: Bitmap] = [:]
    for reception in DragReception.allCases {
      let (layer, size) = card(reception)
      pictures[reception] = picture(of: layer, size: size)
    }
    drag.begin(offer, pictures: pictures, window: number) { [faults] in faults.send($0) }
  }

  /// Returns the pixels of a layer, or nil if drawing fails; the drag then continues without an image.
  private func picture(of layer: Layer, size: Size) -> Bitmap? {
    let (context, pixels) = (window.graphics, PixelSize(size, scale: window.scale))
    guard let framebuffer = try? Framebuffer(size: pixels, in: context) else { return nil }
    context.setTarget(framebuffer)
    defer { context.setTarget(window: window.pixelSize) }
    var list = DisplayList()
    list.record(layer)
    let budget = surface.uploadBudget
    surface.uploadBudget = nil
    defer { surface.uploadBudget = budget }
    do {
      try surface.draw(
        list, in: context, size: pixels, scale: window.scale, background: RGBA(red: 0, green: 0, blue: 0))
    } catch { return nil }
    return Bitmap(size: pixels, bytes: framebuffer.readPixels())
  }

  func move(to point: Point) {
    let (corner, scale) = (window.position, window.scale)
    drag.move(
      x: Int(((corner.x + point.x) * scale).rounded()), y: Int(((corner.y + point.y) * scale).rounded()))
  }

  func comeBack() { drag.comeBack() }
  func drop() { drag.drop() }
  func cancel() { drag.cancel() }
}
