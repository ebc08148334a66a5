/// The windows that the program has, by the names of the commands that open them.
public enum WindowKind: String, Hashable, Sendable, CaseIterable {
  case gallery
  case crowns
  case palettes
  case picker
  case clock

  /// What a menu calls the window.
  public var title: String {
    switch self {
    case .gallery: "Gallery"
    case .crowns: "Crowns"
    case .palettes: "Palettes"
    case .picker: "Colour picker"
    case .clock: "Clock"
    }
  }
}
