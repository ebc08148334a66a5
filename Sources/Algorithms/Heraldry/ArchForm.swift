/// How an arch rises from the circlet to the top.
public enum ArchForm: String, Hashable, Sendable, CaseIterable {
  /// A high round rise that is level at the top.
  case round
  /// A rise beyond the middle's height, from which the arch sinks to the middle.
  case dipped
  /// A rise that ends in a point.
  case peaked
  /// A rise that swings inward and then up to a point.
  case ogee
  /// A rise that soon turns level.
  case flat
}
