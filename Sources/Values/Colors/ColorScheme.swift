/// Whether what a colour is for is light or dark, as `color-scheme` of CSS has it.
public enum ColorScheme: String, CaseIterable, Sendable {
  /// Dark text on a light ground.
  case light
  /// Light text on a dark ground.
  case dark
}
