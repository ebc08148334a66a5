import Colors
public import Localization

/// The everyday name of a hue.
public enum HueName: Hashable, Sendable, CaseIterable {
  /// Below 15°, and from 345° on.
  case red
  /// From 15° to below 45°.
  case orange
  /// From 45° to below 75°.
  case yellow
  /// From 75° to below 165°.
  case green
  /// From 165° to below 200°.
  case cyan
  /// From 200° to below 260°.
  case blue
  /// From 260° to below 300°.
  case purple
  /// From 300° to below 345°.
  case pink

  /// The name.
  public var title: Message {
    switch self {
    case .red: Message("Red")
    case .orange: Message("Orange")
    case .yellow: Message("Yellow")
    case .green: Message("Green")
    case .cyan: Message("Cyan")
    case .blue: Message("Blue")
    case .purple: Message("Purple")
    case .pink: Message("Pink")
    }
  }

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
