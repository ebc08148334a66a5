import Scene

/// What begins or ends something in a list; those always come in pairs.
enum Bracket {
  case beginGroup, beginMask, endGroup
}

extension DisplayList.Shape {
  /// What the item begins or ends, nil for what is drawn.
  var bracket: Bracket? {
    switch self {
    case .beginGroup: .beginGroup
    case .beginMask: .beginMask
    case .endGroup: .endGroup
    default: nil
    }
  }
}
