import Geometry
import Scene

/// The ring around the focused control.
final class FocusRing {
  let layer = Layer()

  private static let width = 2.0
  /// The distance from the control to the ring's outer edge: a gap of one point, and the ring's width.
  private static let reach = 3.0

  init() {
    layer.name = "focus ring"
    layer.isHidden = true
  }

  /// Puts the ring around a control, in the layer that the control or an ancestor names, or else in `standard`.
  func place(around control: Control?, isVisible: Bool, in standard: Layer, _ interface: Interface) {
    guard let control, isVisible || control.alwaysShowsFocus, !control.focusFrame.isEmpty,
      !control.chain.contains(where: \.isHidden)
    else {
      layer.isHidden = true
      return
    }
    let holder = control.chain.first { $0.focusRingContainer != nil }
    let container = holder?.focusRingContainer ?? standard
    if layer.superlayer !== container { container.addSublayer(layer) }
    let around = control.convert(toWindow: control.focusFrame).outset(by: Self.reach)
      .pixelAligned(scale: interface.scale)
    layer.isHidden = false
    layer.frame = holder?.convert(fromWindow: around) ?? around
    layer.cornerRadius = control.focusRadius + Self.reach
    layer.borderWidth = Self.width
    layer.borderColor = interface.theme.highlight
  }
}
