public import Geometry
import Input
import Localization
import Scene

/// Two controls side by side with a movable divider between them.
///
/// The divider is focusable: arrow keys move it, Home and End go to the ends.
public final class SplitPane: Control {
  /// The control at the left.
  public let leading: Control
  /// The control at the right.
  public let trailing: Control

  /// The width of the leading side, in points; limited by the minimum widths of both sides.
  public var leadingWidth: Double {
    didSet { if leadingWidth != oldValue { setNeedsLayout() } }
  }

  /// Called with the width that a person chose.
  public var onChange: ((Double, ChangePhase) -> Void)?

  private let minimum: (leading: Double, trailing: Double)
  private lazy var divider = Divider(pane: self)

  /// Creates a pane of two controls side by side.
  ///
  /// - Parameters:
  ///   - label: The name for assistive tools.
  ///   - leading: The control at the left.
  ///   - trailing: The control at the right.
  ///   - leadingWidth: The initial width of the left control, in points.
  ///   - minimumLeading: The minimum width of the left control, in points.
  ///   - minimumTrailing: The minimum width of the right control, in points.
  public init(
    label: String, leading: Control, trailing: Control, leadingWidth: Double, minimumLeading: Double = 120,
    minimumTrailing: Double = 200
  ) {
    self.leading = leading
    self.trailing = trailing
    self.leadingWidth = leadingWidth
    minimum = (minimumLeading, minimumTrailing)
    super.init(label: label)
    addChild(leading)
    addChild(divider)
    addChild(trailing)
  }

  public override var isFocusable: Bool { false }
  /// The usual arrow.
  public override var cursor: CursorShape { .arrow }

  /// Returns a width limited to what is possible now.
  private func possible(_ width: Double) -> Double {
    max(min(width, bounds.width - minimum.trailing), min(minimum.leading, bounds.width / 2))
  }

  public override func layOut(_ interface: Interface) {
    let width = (possible(leadingWidth) * interface.scale).rounded() / interface.scale
    leading.frame = Rect(x: 0, y: 0, width: width, height: bounds.height)
    trailing.frame = Rect(
      x: width + interface.hairline, y: 0, width: max(bounds.width - width - interface.hairline, 0),
      height: bounds.height)
    divider.frame = Rect(x: width - 4, y: 0, width: 8 + interface.hairline, height: bounds.height)
    // The divider is in front of both, and between them in Tab order.
    layer.addSublayer(divider.layer)
  }

  public override func hitTest(_ point: Point) -> Control? {
    divider.frame.contains(point) && !isHidden ? divider : super.hitTest(point)
  }

  fileprivate func move(to width: Double, _ phase: ChangePhase) {
    leadingWidth = possible(width)
    onChange?(leadingWidth, phase)
  }

  public override var accessibility: AccessibilityNode {
    AccessibilityNode(role: .group, label: label, frame: frame)
  }

  /// The line between the two sides.
  private final class Divider: Control {
    private unowned let pane: SplitPane
    private var grip = 0.0
    /// The width when the divider was grabbed.
    private var start = 0.0

    init(pane: SplitPane) {
      self.pane = pane
      super.init(.message(Message("Divider")))
    }

    override var cursor: CursorShape { .horizontalResize }
    override var focusRadius: Double { 2 }

    override func update(_ interface: Interface) {
      layer.removeSublayers()
      let line = Rect(x: 4, y: 0, width: interface.hairline, height: bounds.height)
      layer.addSublayer(Layer(line, fill: interface.theme.hairline))
    }

    override func pointerDown(_ event: PointerEvent) -> Bool {
      (grip, start) = (event.point.x, pane.leadingWidth)
      return true
    }

    override func pointerDragged(_ event: PointerEvent) {
      pane.move(to: frame.minX + 4 + event.point.x - grip, .continuous)
    }

    override func pointerUp(_ event: PointerEvent) { pane.move(to: pane.leadingWidth, .final) }
    override func pointerCancelled(at time: Double) { pane.move(to: start, .final) }

    override func key(_ event: KeyEvent) -> Bool {
      let step = event.modifiers.contains(.shift) ? 64.0 : 16
      switch event.key {
      case .left: pane.move(to: pane.leadingWidth - step, .final)
      case .right: pane.move(to: pane.leadingWidth + step, .final)
      case .home: pane.move(to: 0, .final)
      case .end: pane.move(to: pane.bounds.width, .final)
      default: return false
      }
      return true
    }

    override var accessibility: AccessibilityNode {
      var node = AccessibilityNode(
        role: .slider, label: label, value: "\(Int(pane.leadingWidth)) points",
        range: .init(0, pane.bounds.width), step: 16, actions: [.increment, .decrement, .setValue, .focus],
        frame: frame, isFocused: isFocused)
      node.number = pane.leadingWidth
      return node
    }

    override func perform(_ action: AccessibilityAction, on part: String?, at time: Double) -> Bool {
      switch action {
      case .increment: pane.move(to: pane.leadingWidth + 16, .final)
      case .decrement: pane.move(to: pane.leadingWidth - 16, .final)
      case .setNumber(let number): pane.move(to: number, .final)
      default: return false
      }
      return true
    }
  }
}
