public import Geometry
import Input
import Scene

#if canImport(Glibc)
  import Glibc
#endif

/// A slider: a number chosen along a line.
///
/// The owner sets `value` and is called with a person's choices; a subclass may draw another track. Arrow keys move by
/// a step, with Shift and the page keys by ten, Home and End to the ends; the wheel also moves it while the slider has
/// the focus.
open class Slider: Control {
  /// The direction of increasing values.
  public enum Direction: Hashable, Sendable {
    /// The smallest value is at the left.
    case rightward
    /// The smallest value is at the top.
    case downward
    /// The smallest value is at the bottom.
    case upward
  }

  /// The distribution of values along the line, and the step.
  public enum Scale: Hashable, Sendable {
    /// Linear; a step adds to the value.
    case linear(step: Double)
    /// Logarithmic: equal distances are equal factors; a step multiplies the value.
    case logarithmic(factor: Double)
    /// Linear and cyclic, as for angles.
    case circular(step: Double)
  }

  /// The values that can be chosen; they may change with the available room.
  public var range: ClosedRange<Double> {
    didSet { if range != oldValue { setNeedsUpdate() } }
  }
  /// The direction of increasing values.
  public let direction: Direction
  /// The distribution of values along the line.
  public let scale: Scale

  /// The value that is shown; setting it does not call `onChange`.
  public var value: Double {
    didSet { if value != oldValue { setNeedsUpdate() } }
  }

  /// Returns the value from which steps start, for a value in motion; without it steps start from the value shown.
  public var stepOrigin: (() -> Double)?

  /// Whether small squares at both ends show what the slider does; a press on one moves by a step.
  public var hasSizeMarks = false

  /// Returns the text for assistive tools instead of the number.
  public var valueText: ((Double) -> String)?

  private let onChange: (Double, ChangePhase, _ time: Double) -> Void

  /// Creates a slider; `onChange` is called with each value that a person chooses, and the time.
  ///
  /// - Parameters:
  ///   - label: The name for assistive tools.
  ///   - range: The values at both ends.
  ///   - value: The initial value; nil is the lower end.
  ///   - direction: The direction in which values grow.
  ///   - scale: The distribution of values along the slider, and its step; nil is linear, in a hundred steps.
  ///   - onChange: Called with each value that a person chooses, whether more of the gesture follows, and the time in
  ///     seconds.
  public init(
    label: String, range: ClosedRange<Double>, value: Double? = nil, direction: Direction = .rightward,
    scale: Scale? = nil, onChange: @escaping (_ value: Double, ChangePhase, _ time: Double) -> Void
  ) {
    precondition(range.lowerBound < range.upperBound, "a slider needs room between its ends")
    self.range = range
    self.direction = direction
    self.scale = scale ?? .linear(step: (range.upperBound - range.lowerBound) / 100)
    self.value = value ?? range.lowerBound
    self.onChange = onChange
    super.init(label: label)
  }

  // MARK: Values and positions

  /// The part of the control along which the knob moves.
  open var way: Rect {
    guard direction == .rightward else { return bounds }
    let ends = hasSizeMarks ? (16.0, 22.0) : (0.0, 0.0)
    return bounds.inset(by: EdgeInsets(left: ends.0 + Self.knob / 2, right: ends.1 + Self.knob / 2))
  }

  /// Returns the position of a value along the line: 0 at the start of the range, 1 at its end.
  public func share(of value: Double) -> Double {
    let share: Double
    switch scale {
    case .linear, .circular: share = (value - range.lowerBound) / (range.upperBound - range.lowerBound)
    case .logarithmic:
      share = log(value / range.lowerBound) / log(range.upperBound / range.lowerBound)
    }
    return min(max(share, 0), 1)
  }

  private func value(atShare share: Double) -> Double {
    switch scale {
    case .linear, .circular: range.lowerBound + share * (range.upperBound - range.lowerBound)
    case .logarithmic:
      range.lowerBound * exp(share * log(range.upperBound / range.lowerBound))
    }
  }

  private func value(at point: Point) -> Double {
    let way = self.way
    let along =
      direction == .rightward
      ? (point.x - way.minX) / max(way.width, 1) : (point.y - way.minY) / max(way.height, 1)
    let share = min(max(along, 0), 1)
    return value(atShare: direction == .upward ? 1 - share : share)
  }

  /// The position of the value, in the control's own coordinates.
  public var place: Point {
    let way = self.way
    let share = share(of: value)
    switch direction {
    case .rightward: return Point(way.minX + share * way.width, way.midY)
    case .downward: return Point(way.midX, way.minY + share * way.height)
    case .upward: return Point(way.midX, way.minY + (1 - share) * way.height)
    }
  }

  private func stepped(by steps: Double) -> Double {
    let value = stepOrigin?() ?? self.value
    switch scale {
    case .linear(let step): return min(max(value + steps * step, range.lowerBound), range.upperBound)
    case .logarithmic(let factor):
      let wanted = value * exp(steps * log(factor))
      return min(max(wanted, range.lowerBound), range.upperBound)
    case .circular(let step):
      let turn = range.upperBound - range.lowerBound
      var wanted = value + steps * step
      if !range.contains(wanted) { wanted -= ((wanted - range.lowerBound) / turn).rounded(.down) * turn }
      return min(max(wanted, range.lowerBound), range.upperBound)
    }
  }

  private func choose(_ value: Double, _ phase: ChangePhase, at time: Double) {
    self.value = value
    onChange(value, phase, time)
  }

  // MARK: Input

  /// Called when the knob is grabbed or released, with the time in seconds.
  open func heldChanged(_ isHeld: Bool, at time: Double) {}

  /// The value when the knob was grabbed.
  private var start: Double?

  /// Called when Escape cancels a drag; without it the previous value is restored as a final change.
  public var onCancel: (() -> Void)?

  public override func pointerDown(_ event: PointerEvent) -> Bool {
    if hasSizeMarks, event.point.x < 12 || event.point.x > bounds.width - 18 {
      choose(stepped(by: event.point.x < 12 ? -1 : 1), .final, at: event.time)
      return false
    }
    start = value
    heldChanged(true, at: event.time)
    choose(value(at: event.point), .continuous, at: event.time)
    return true
  }

  public override func pointerDragged(_ event: PointerEvent) {
    choose(value(at: event.point), .continuous, at: event.time)
  }

  public override func pointerUp(_ event: PointerEvent) {
    heldChanged(false, at: event.time)
    choose(value(at: event.point), .final, at: event.time)
  }

  public override func pointerCancelled(at time: Double) {
    heldChanged(false, at: time)
    if let onCancel { onCancel() } else { choose(start ?? value, .final, at: time) }
  }

  /// Moves by steps toward the right or the top.
  private func step(up steps: Double, at time: Double) {
    choose(stepped(by: direction == .downward ? -steps : steps), .final, at: time)
  }

  public override func wheel(_ event: WheelEvent) -> Bool {
    // Without the focus, the wheel scrolls the parent.
    guard isFocused, event.notches.dy != 0 else { return false }
    step(up: event.notches.dy * (event.modifiers.contains(.shift) ? 10 : 1), at: event.time)
    return true
  }

  public override func key(_ event: KeyEvent) -> Bool {
    guard event.modifiers.subtracting(.shift).isEmpty else { return false }
    let step = event.modifiers.contains(.shift) ? 10.0 : 1
    let sideways = direction == .downward ? -step : step
    let isReversed = direction == .upward
    switch event.key {
    case .up: self.step(up: step, at: event.time)
    case .down: self.step(up: -step, at: event.time)
    case .right: self.step(up: sideways, at: event.time)
    case .left: self.step(up: -sideways, at: event.time)
    case .pageUp: self.step(up: 10, at: event.time)
    case .pageDown: self.step(up: -10, at: event.time)
    case .home: choose(isReversed ? range.upperBound : range.lowerBound, .final, at: event.time)
    case .end: choose(isReversed ? range.lowerBound : range.upperBound, .final, at: event.time)
    default: return false
    }
    return true
  }

  // MARK: Appearance

  private static let knob = 14.0

  open override func update(_ interface: Interface) {
    let theme = interface.theme
    layer.removeSublayers()
    let (way, place) = (self.way, self.place)
    let isLevel = direction == .rightward
    let line =
      isLevel
      ? Rect(x: way.minX, y: bounds.midY - 1.5, width: way.width, height: 3)
      : Rect(x: bounds.midX - 1.5, y: way.minY, width: 3, height: way.height)
    layer.addSublayer(Layer(line, fill: theme.hairline, radius: 1.5))
    let filled: Rect
    switch direction {
    case .rightward: filled = Rect(x: line.minX, y: line.minY, width: place.x - line.minX, height: 3)
    case .downward: filled = Rect(x: line.minX, y: line.minY, width: 3, height: place.y - line.minY)
    case .upward: filled = Rect(x: line.minX, y: place.y, width: 3, height: line.maxY - place.y)
    }
    layer.addSublayer(Layer(filled, fill: theme.secondaryInk, radius: 1.5))
    if hasSizeMarks { addSizeMarks(interface) }
    let knob = Layer(frame: Rect(center: place, size: Size(Self.knob, Self.knob)))
    knob.setSurface(
      theme.appearance == .dark ? theme.ink : theme.raised, radius: Self.knob / 2, elevation: 0.5, interface)
    layer.addSublayer(knob)
    layer.opacity = isEnabled ? 1 : 0.4
  }

  private func addSizeMarks(_ interface: Interface) {
    for (center, side) in [(Point(5, bounds.midY), 7.0), (Point(bounds.maxX - 7, bounds.midY), 13.0)] {
      let mark = Layer(
        Rect(center: center, size: Size(side, side)).pixelAligned(scale: interface.scale), fill: nil,
        radius: 2)
      mark.borderWidth = 1
      mark.borderColor = interface.theme.secondaryInk
      layer.addSublayer(mark)
    }
  }

  // MARK: Assistive tools

  open override var accessibility: AccessibilityNode {
    var node = AccessibilityNode(
      role: .slider, label: label, value: valueText?(value) ?? "\((value * 100).rounded() / 100)",
      range: .init(range.lowerBound, range.upperBound), step: stepped(by: 1) - value,
      actions: [.increment, .decrement, .setValue, .focus], frame: frame, isFocused: isFocused)
    node.number = value
    if let step = node.step, step <= 0 { node.step = value - stepped(by: -1) }
    return node
  }

  open override func perform(_ action: AccessibilityAction, on part: String?, at time: Double) -> Bool {
    switch action {
    case .increment: choose(stepped(by: 1), .final, at: time)
    case .decrement: choose(stepped(by: -1), .final, at: time)
    case .setNumber(let number) where number.isFinite:
      choose(min(max(number, range.lowerBound), range.upperBound), .final, at: time)
    default: return false
    }
    return true
  }
}
