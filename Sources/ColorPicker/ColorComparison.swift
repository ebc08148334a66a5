import Colors
import Controls
import Geometry
import Input
import Scene

/// The new colour beside the previous one; pressing the previous one goes back to it.
final class ColorComparison: PressableControl {
  private var color = RGBA(red: 0, green: 0, blue: 0)
  private var previous = RGBA(red: 0, green: 0, blue: 0)
  private let onReturn: () -> Void

  init(onReturn: @escaping () -> Void) {
    self.onReturn = onReturn
    super.init(label: "Previous colour")
  }

  func show(_ color: RGBA, previous: RGBA) {
    guard color != self.color || previous != self.previous else { return }
    self.color = color
    self.previous = previous
    setNeedsUpdate()
  }

  private var halves: (new: Rect, previous: Rect) {
    let half = (bounds.width / 2).rounded()
    return (
      Rect(x: 0, y: 0, width: half, height: bounds.height),
      Rect(x: half, y: 0, width: bounds.width - half, height: bounds.height)
    )
  }

  override func update(_ interface: Interface) {
    layer.removeSublayers()
    let radius = Theme.fieldRadius
    if color.alpha < 1 || previous.alpha < 1 {
      let ground = Layer(frame: bounds)
      ground.cornerRadius = radius
      ground.contents = .image(.checkerboard)
      layer.addSublayer(ground)
    }
    // Two words or none: one alone would say the wrong thing.
    let widest = interface.line("Previous", style: Theme.secondary).width
    let hasRoomForWords = halves.previous.width >= widest + 20 && bounds.height >= 28
    // Each half is a whole rounded rectangle of which the middle is covered or cut off.
    for (half, fill, word) in [(halves.new, color, "New"), (halves.previous, previous, "Previous")] {
      let window = Layer(frame: half)
      window.masksToBounds = true
      let whole = Rect(x: -half.minX, y: 0, width: bounds.width, height: bounds.height)
      window.addSublayer(Layer(whole, fill: fill, radius: radius))
      if hasRoomForWords {
        let ground = fill.composited(over: RGBA(hex: 0xe6e6e6))
        let (white, black) = (RGBA(hex: 0xffffff), RGBA(hex: 0x000000))
        let ink = wcagContrast(white, ground) >= wcagContrast(black, ground) ? white : black
        let room = Rect(x: 10, y: half.height - 26, width: half.width - 16, height: 20)
        window.addSublayer(Layer(word, style: Theme.secondary, color: ink, in: room, interface))
      }
      layer.addSublayer(window)
    }
    let edge = Layer(frame: bounds)
    edge.setSurface(nil, radius: radius, interface)
    layer.addSublayer(edge)
  }

  override var pressFrame: Rect { halves.previous }
  override var pressKeys: Set<Key> { [.space] }

  override func press(at point: Point?, time: Double) { onReturn() }

  override func perform(_ action: AccessibilityAction, on part: String?, at time: Double) -> Bool {
    part == label && super.perform(action, on: part, at: time)
  }

  override var accessibility: AccessibilityNode {
    func words(_ color: RGBA) -> String { Color(color).text(as: .hex) }
    return AccessibilityNode(
      role: .group, label: "New and previous colour", frame: frame,
      children: [
        AccessibilityNode(
          role: .image, label: "New colour", value: words(color),
          frame: halves.new.offset(by: frame.origin - .zero)),
        AccessibilityNode(
          role: .button, label: label, value: words(previous), actions: [.press, .focus],
          frame: halves.previous.offset(by: frame.origin - .zero), isFocused: isFocused),
      ])
  }
}
