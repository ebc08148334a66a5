/// The everyday name of a hue.
public enum HueName: String, Hashable, Sendable, CaseIterable {
  case red = "Red"
  case orange = "Orange"
  case yellow = "Yellow"
  case green = "Green"
  case cyan = "Cyan"
  case blue = "Blue"
  case purple = "Purple"
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
}
