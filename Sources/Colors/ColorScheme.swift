/// Whether what a colour is for is light or dark, as `color-scheme` of CSS has it.
public enum ColorScheme: String, CaseIterable, Sendable {
  case light
  case dark
}
