/// The windows that the program has, by the names of the commands that open them.
public enum WindowKind: String, Hashable, Sendable, CaseIterable {
  /// The wall of posters.
  case gallery
  /// The grid of crowns.
  case crowns
  /// The palettes of the library.
  case palettes
  /// The colour picker.
  case picker
  /// The flip clock.
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
