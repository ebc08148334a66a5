import Application
import Controls
import Geometry
import Input
import Scene

/// A knob turned by dragging up and down, with the wheel, the arrow keys, or assistive tools.
final class Knob: Control {
  private(set) var value = 0.0
  private var grip: (point: Point, value: Double)?
  private let onChange: (Double) -> Void

  init(label: String, onChange: @escaping (Double) -> Void) {
    self.onChange = onChange
    super.init(label: label)
  }

  private func turn(to wanted: Double) {
    value = min(max(wanted.rounded(), 0), 100)
    setNeedsUpdate()
    onChange(value)
  }

  // MARK: Input

  override func pointerDown(_ event: PointerEvent) -> Bool {
    grip = (event.point, value)
    return true
  }

  override func pointerDragged(_ event: PointerEvent) {
    guard let grip else { return }
    turn(to: grip.value + (grip.point.y - event.point.y) / 2)
  }

  override func wheel(_ event: WheelEvent) -> Bool {
    turn(to: value + event.notches.dy)
    return true
  }

  override func key(_ event: KeyEvent) -> Bool {
    switch event.key {
    case .up, .right: turn(to: value + 1)
    case .down, .left: turn(to: value - 1)
    case .home: turn(to: 0)
    case .end: turn(to: 100)
    default: return false
    }
    return true
  }

  // MARK: Drawing

  override func update(_ interface: Interface) {
    let theme = interface.theme
    layer.removeSublayers()
    layer.cornerRadius = bounds.width / 2
    layer.backgroundColor = isHovered ? theme.pressed : theme.raised
    layer.borderWidth = 1
    layer.borderColor = theme.hairline
    let pointer = Layer(frame: Rect(x: bounds.midX - 2, y: 10, width: 4, height: bounds.height / 2 - 10))
    pointer.anchorPoint = Point(0.5, 1)
    pointer.position = bounds.center
    pointer.backgroundColor = theme.ink
    pointer.cornerRadius = 2
    // From lower left clockwise to lower right.
    pointer.transform = .rotation((value / 100 - 0.5) * 1.5 * .pi, x: 0, y: 0, z: 1)
    layer.addSublayer(pointer)
  }

  override var focusRadius: Double { bounds.width / 2 }

  // MARK: Accessibility

  override var accessibility: AccessibilityNode {
    var node = AccessibilityNode(
      role: .slider, label: label, value: "\(Int(value)) %", range: .init(0, 100), step: 1,
      actions: [.increment, .decrement, .setValue, .focus], frame: frame, isFocused: isFocused)
    node.number = value
    return node
  }

  override func perform(_ action: AccessibilityAction, on part: String?, at time: Double) -> Bool {
    switch action {
    case .increment: turn(to: value + 1)
    case .decrement: turn(to: value - 1)
    case .setNumber(let number): turn(to: number)
    default: return false
    }
    return true
  }
}

/// A panel with a knob in its centre and the value below.
final class Panel: Control {
  private let caption = Layer()
  private lazy var knob = Knob(label: "Volume") { [unowned self] _ in setNeedsUpdate() }

  init() {
    super.init(label: "Mixer")
    addChild(knob)
    layer.addSublayer(caption)
  }

  override var isFocusable: Bool { false }

  override func layOut(_ interface: Interface) {
    knob.frame = Rect(x: bounds.midX - 60, y: bounds.midY - 76, width: 120, height: 120)
    caption.frame = Rect(x: bounds.midX - 16, y: bounds.midY + 56, width: 80, height: 24)
  }

  override func update(_ interface: Interface) {
    caption.contents = .text(
      TextContents("\(Int(knob.value)) %", font: Theme.body, color: interface.theme.ink, baseline: 16))
  }
}

WindowProgram.main("Knob", size: Size(320, 280)) { environment in
  ControlWindow(root: Panel(), interface: environment.interface, clipboard: environment.clipboard)
}
