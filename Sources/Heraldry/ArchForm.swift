/// How an arch rises from the circlet to the top.
public enum ArchForm: String, Hashable, Sendable, CaseIterable {
  case round
  case dipped
  case peaked
  case ogee
  case flat
}
