/// What kind of segment comes next.
enum SegmentKind: Int {
  case line
  /// A curve with a start direction of its own.
  case curve
  /// A curve that goes on in the direction that is there.
  case smoothCurve

  /// The table for the kind that follows this one.
  static func table(after kind: SegmentKind?) -> CodeTable.Place {
    switch kind {
    case nil: .kindAtStart
    case .line: .kindAfterLine
    case .curve: .kindAfterCurve
    case .smoothCurve: .kindAfterSmoothCurve
    }
  }
}
