/// How high a crown rises for its width.
public enum Stature: String, Hashable, Sendable, CaseIterable {
  /// As high as is usual in the family.
  case middle
  /// Lower than is usual.
  case low
  /// Higher than is usual.
  case tall
}
