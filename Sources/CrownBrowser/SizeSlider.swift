import Controls
import Colors
import Geometry
import Input
import Scene

/// A slider for the size of the cells, from the smallest to one that fills the window.
final class SizeSlider: Control {
  /// The place of the knob, 0…1; equal steps are equal factors.
  private var position = 0.0
  private var cell = 16.0
  private let onChoose: (Double, Double) -> Void
  private let onStep: (Int, Double) -> Void

  /// Creates a slider that reports a share of its way, or so many steps, and when that was.
  init(onChoose: @escaping (Double, Double) -> Void, onStep: @escaping (Int, Double) -> Void) {
    self.onChoose = onChoose
    self.onStep = onStep
    super.init(label: "Size")
  }

  func show(position: Double, cell: Double) {
    let position = min(max(position, 0), 1)
    guard position != self.position || cell != self.cell else { return }
    (self.position, self.cell) = (position, cell)
    setNeedsUpdate()
  }

  private static let knob = 14.0

  private var way: Rect { bounds.inset(by: EdgeInsets(left: 16 + Self.knob / 2, right: 22 + Self.knob / 2)) }

  override func update(_ interface: Interface) {
    let theme = interface.theme
    layer.removeSublayers()
    let way = self.way
    let x = way.minX + position * way.width
    let line = Rect(x: way.minX, y: bounds.midY - 1.5, width: way.width, height: 3)
    layer.addSublayer(Layer(line, fill: theme.hairline, radius: 1.5))
    layer.addSublayer(
      Layer(
        Rect(x: line.minX, y: line.minY, width: x - line.minX, height: 3), fill: theme.secondaryInk,
        radius: 1.5
      ))
    for (center, side) in [(Point(5, bounds.midY), 7.0), (Point(bounds.maxX - 7, bounds.midY), 13.0)] {
      let mark = Layer(
        Rect(center: center, size: Size(side, side)).pixelAligned(scale: interface.scale), fill: nil,
        radius: 2)
      mark.borderWidth = 1
      mark.borderColor = theme.secondaryInk
      layer.addSublayer(mark)
    }
    let knob = Layer(
      Rect(center: Point(x, bounds.midY), size: Size(Self.knob, Self.knob)),
      fill: theme.appearance == .dark ? theme.ink : theme.raised, radius: Self.knob / 2)
    knob.borderWidth = interface.hairline
    knob.borderColor = theme.hairline
    knob.shadow = theme.shadow(elevation: 0.5)
    layer.addSublayer(knob)
  }

  private func choose(_ event: PointerEvent) {
    onChoose(min(max((event.point.x - way.minX) / max(way.width, 1), 0), 1), event.time)
  }

  override func pointerDown(_ event: PointerEvent) -> Bool {
    if event.point.x < 12 {
      onStep(-1, event.time)
    } else if event.point.x > bounds.width - 18 {
      onStep(1, event.time)
    } else {
      choose(event)
    }
    return true
  }

  override func pointerDragged(_ event: PointerEvent) { choose(event) }

  override func wheel(_ event: WheelEvent) -> Bool {
    onStep(event.notches.dy > 0 ? 1 : -1, event.time)
    return true
  }

  override func key(_ event: KeyEvent) -> Bool {
    guard event.modifiers.isEmpty else { return false }
    switch event.key {
    case .right, .up: onStep(1, event.time)
    case .left, .down: onStep(-1, event.time)
    case .home: onChoose(0, event.time)
    case .end: onChoose(1, event.time)
    default: return false
    }
    return true
  }

  override func perform(_ action: AccessibilityAction, on part: String?, at time: Double) -> Bool {
    switch action {
    case .increment: onStep(1, time)
    case .decrement: onStep(-1, time)
    default: return false
    }
    return true
  }

  override var accessibility: AccessibilityNode {
    AccessibilityNode(
      role: .slider, label: label, value: "\(Int(cell.rounded())) points", range: .init(0, 100), step: 10,
      actions: [.increment, .decrement, .focus], frame: frame, isFocused: isFocused)
  }
}
