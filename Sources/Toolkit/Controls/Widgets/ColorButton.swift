public import Colors
import Geometry
import Input
public import Scene

/// A button that shows a colour and opens a colour picker.
public final class ColorButton: PressableControl {
  /// The colour that is shown.
  public var color: RGBA {
    didSet { if color != oldValue { setNeedsUpdate() } }
  }

  private let action: (_ time: Double) -> Void

  /// Creates a button of a colour.
  ///
  /// - Parameters:
  ///   - label: The name for assistive tools.
  ///   - color: The colour.
  ///   - action: Called with the time of each press, in seconds.
  public init(_ label: String, color: RGBA, action: @escaping (_ time: Double) -> Void) {
    self.color = color
    self.action = action
    super.init(label: label)
  }

  public override var tooltip: Tooltip? { Tooltip(label) }

  public override func preferredSize(in room: Size, _ interface: Interface) -> Size {
    Size(44, Theme.controlHeight)
  }

  public override func update(_ interface: Interface) {
    let theme = interface.theme
    layer.removeSublayers()
    layer.setSurface(isDown ? theme.pressed : theme.raised, radius: Theme.fieldRadius, interface)
    layer.opacity = isEnabled ? 1 : 0.4
    let inner = bounds.inset(by: 6)
    if color.alpha < 1 {
      let ground = Layer(inner, fill: nil, radius: 3)
      ground.contents = .image(.checkerboard)
      layer.addSublayer(ground)
    }
    let swatch = Layer(frame: inner)
    swatch.setSurface(color, radius: 3, interface)
    layer.addSublayer(swatch)
  }

  public override func press(at point: Point?, time: Double) { action(time) }

  public override var accessibility: AccessibilityNode {
    AccessibilityNode(
      role: .button, label: label, value: Color(color).text(as: .hex), actions: [.press, .focus],
      frame: frame, isFocused: isFocused)
  }
}

extension ImageContents {
  /// Light and middle grey squares of six points, shown behind transparent colours.
  public static let checkerboard = ImageContents(
    SharedBitmap(
      size: PixelSize(width: 2, height: 2),
      bytes: [
        255, 255, 255, 255, 204, 204, 204, 255,
        204, 204, 204, 255, 255, 255, 255, 255,
      ]),
    filter: .nearest, tile: Size(12, 12))
}
