/// Which of a family's shapes a crown has.
public enum CrownForm: String, Hashable, Sendable, CaseIterable {
  case classic
  case straight
  case hollow
  case leafed
  case ogee
  case branches
  case garland
  case chaplet
  case loops
  case scrolls
  case fan
  case lattice
  case halo
  case pointed
  case spade
  case stepped
  case lobed
  case cup
  case outlined
  case tilted
  case stephane
}
