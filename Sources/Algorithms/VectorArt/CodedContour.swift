import Geometry

/// A contour that is coded, with what it is to the path's axis; a half is a chain, not a ring.
struct CodedContour {
  typealias Segment = Contour.Segment

  var segments: [Segment]
  var form = ContourForm.whole

  private var contour: Contour { Contour(segments: segments, isClosed: !form.isHalf) }

  /// Whether the way goes on without a corner from one segment into the next.
  func isSmooth(after index: Int, sine: Double) -> Bool { contour.isSmooth(after: index, sine: sine) }

  /// Returns the contour in as few segments as stay within `tolerance`.
  func refitted(within tolerance: Double) -> CodedContour {
    CodedContour(segments: contour.refitted(within: tolerance).segments, form: form)
  }

  var path: Path { contour.path }

  static func outlines(of path: Path) -> [CodedContour] {
    path.rings.map { CodedContour(segments: $0.segments) }
  }
}
