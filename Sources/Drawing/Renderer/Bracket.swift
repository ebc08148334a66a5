import Scene

/// The beginning or end of something in a list; they always come in pairs.
enum Bracket {
  case beginGroup, beginMask, endGroup
}

extension DisplayList.Shape {
  /// The bracket that the item begins or ends, nil for drawn items.
  var bracket: Bracket? {
    switch self {
    case .beginGroup: .beginGroup
    case .beginMask: .beginMask
    case .endGroup: .endGroup
    default: nil
    }
  }
}
