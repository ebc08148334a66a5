/// How high a crown rises for its width.
public enum Stature: String, Hashable, Sendable, CaseIterable {
  case middle
  case low
  case tall
}
