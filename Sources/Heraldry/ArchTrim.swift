/// How an arch is decked.
public enum ArchTrim: String, Hashable, Sendable, CaseIterable {
  case plain
  case pierced
  case lined
  case beaded
  case strung
}
