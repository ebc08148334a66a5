import Colors

/// The everyday name of a hue.
public enum HueName: String, Hashable, Sendable, CaseIterable {
  /// Below 15°, and from 345° on.
  case red = "Red"
  /// From 15° to below 45°.
  case orange = "Orange"
  /// From 45° to below 75°.
  case yellow = "Yellow"
  /// From 75° to below 165°.
  case green = "Green"
  /// From 165° to below 200°.
  case cyan = "Cyan"
  /// From 200° to below 260°.
  case blue = "Blue"
  /// From 260° to below 300°.
  case purple = "Purple"
  /// From 300° to below 345°.
  case pink = "Pink"

  /// Names a hue in degrees; 0 and 360 are both red.
  public init(hue: Double) {
    self =
      switch hue {
      case ..<15: .red
      case ..<45: .orange
      case ..<75: .yellow
      case ..<165: .green
      case ..<200: .cyan
      case ..<260: .blue
      case ..<300: .purple
      case ..<345: .pink
      default: .red
      }
  }

  /// Names a value of the hue of a plane by the colour that stands for it: each space counts its degrees in its own way.
  init(_ hue: Double, fixedIn plane: ColorPlane) {
    self.init(hue: HSB(plane.sample(hue)).hue ?? hue)
  }
}
