import Application
import Colors
import Controls
import Geometry
import Input
import Motion
import Scene

/// Fills a window with layers: a card flies to the pressed point and back with Home, and a hand shows the seconds.
func buildSprings(_ tree: LayerTree, _ input: LayerWindow.InputSource) {
  let card = Layer(frame: Rect(x: 260, y: 200, width: 120, height: 80))
  card.backgroundColor = RGBA(hex: 0xc8102e)
  card.cornerRadius = 10
  let hand = Layer(frame: Rect(x: 318, y: 20, width: 4, height: 60))
  hand.backgroundColor = RGBA(hex: 0x1b1b1b)
  tree.root.addSublayer(card)
  tree.root.addSublayer(hand)

  input.onEvent { event, time in
    tree.transact(Transaction(at: time, action: .spring(.interface))) {
      switch event {
      case .pointerDown(let point, _, _, _): card.position = point
      case .key(.home, _, _): card.position = Point(320, 240)
      default: break
      }
    }
  }
  input.onFrame { time in
    hand.transform = .rotation(time.rounded(.down) * .pi / 30, x: 0, y: 0, z: 1)
    return time.rounded(.down) + 1
  }
}

/// Opens a window of layers, and returns when it closes.
func showSprings() throws {
  try WindowProgram.run("Springs", size: Size(640, 480), buildSprings)
}

/// Opens a window with a control, and returns the control's last value.
func chosenSize() throws -> Double {
  var size = 12.0
  try WindowProgram.run("Size", size: Size(320, 80)) { environment in
    let slider = Slider(label: "Size", range: 6...72, value: size) { value, _, _ in size = value }
    return ControlWindow(
      root: slider, interface: environment.interface, clipboard: environment.clipboard)
  }
  return size
}

/// Returns a picture of a window of layers at a time in seconds, two pixels per point, drawn without a display.
func pictureOfSprings(at time: Double) throws -> Bitmap {
  let (window, size) = (LayerWindow(buildSprings), Size(640, 480))
  window.layOut(size: size, scale: 2)
  _ = window.advance(to: time)
  return try Offscreen(cacheDirectory: nil).picture(of: window, size: size, scale: 2, at: time).bitmap
}

/// Opens a window whose menu (F10) opens a second window, and returns when both have closed.
func showTwoWindows() throws {
  let siblings = SiblingWindows()
  func program(_ title: String) -> WindowProgram<ControlWindow> {
    var settings = WindowSettings(title: title, size: Size(320, 80), minimumSize: Size(160, 60))
    settings.siblings = siblings
    return WindowProgram(settings) { environment in
      ControlWindow(
        root: Slider(label: title, range: 0...1) { _, _, _ in }, interface: environment.interface,
        clipboard: environment.clipboard)
    }
  }
  siblings.add(WindowKind(id: "treble", title: "Treble")) { program("Treble") }
  _ = try program("Bass").run()
}

/// Custom content: a square that turns once per second while the pointer is in the window.
final class TurningSquare: WindowContent {
  let layer = Layer()
  let background = RGBA.white
  var reducesMotion = false
  var cursor: CursorShape { .arrow }
  var isFinished = false
  var accessibility = AccessibilityNode(role: .window, label: "Square", frame: .zero)
  private let square = Layer(frame: Rect(x: 0, y: 0, width: 80, height: 80))
  private var isInside = false

  init() {
    square.backgroundColor = RGBA(hex: 0x2b6cb0)
    layer.addSublayer(square)
  }

  func layOut(size: Size, scale: Double) {
    layer.frame = Rect(origin: .zero, size: size)
    accessibility.frame = layer.frame
    square.position = layer.bounds.center
  }

  func handle(_ event: InputEvent, at time: Double) {
    switch event {
    case .pointerMoved: isInside = true
    case .pointerLeft: isInside = false
    default: break
    }
  }

  func advance(to time: Double) -> Double? {
    guard isInside, !reducesMotion else { return nil }
    square.transform = .rotation(time * 2 * .pi, x: 0, y: 0, z: 1)
    return time
  }

  func close() { isFinished = true }
}

/// Opens a window with the square, and returns when it closes.
func showTurningSquare() throws {
  try WindowProgram.run("Square", size: Size(320, 320)) { _ in TurningSquare() }
}
