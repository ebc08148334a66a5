/// What kind of segment comes next.
enum SegmentKind: Int {
  case line, horizontal, vertical, smoothLine, smoothCurve, curve

  /// The table for the kind that follows this one.
  static func table(after kind: SegmentKind?) -> CodeTable.Place {
    switch kind {
    case nil: .kindAtStart
    case .line: .kindAfterLine
    case .horizontal, .vertical: .kindAfterUpright
    case .smoothLine: .kindAfterSmoothLine
    case .smoothCurve: .kindAfterSmoothCurve
    case .curve: .kindAfterCurve
    }
  }
}
