import Geometry

/// The contours of a path without repetition: where it is symmetric, one half.
struct SymmetricOutlines {
  private(set) var outlines: [CodedContour] = []
  /// Where the upright axis stands; nil where too little is symmetric.
  private(set) var axis: Double?

  /// The least number of segments that need not be coded for an axis to be worth its bytes.
  private static let leastSaving = 2

  /// Finds what is its own mirror image within `distance`.
  init(_ all: [CodedContour], within distance: Double) {
    outlines = all
    var most = SymmetricOutlines.leastSaving
    for axis in SymmetricOutlines.axes(of: all) {
      let search = MirrorSearch(all, axis: axis, within: distance)
      if search.savedSegments > most {
        most = search.savedSegments
        (outlines, self.axis) = (search.outlines, axis)
      }
    }
  }

  /// Returns where an axis may be: the middle of all, and the middle that most contours share.
  private static func axes(of outlines: [CodedContour]) -> [Double] {
    let boxes = outlines.compactMap(\.path.bounds)
    guard let first = boxes.first else { return [] }
    let whole = boxes.dropFirst().reduce(first) { $0.union($1) }
    let near = whole.width * 1e-5
    let middles = boxes.map(\.midX).sorted()
    var (best, bestCount) = (whole.midX, 1)
    var low = 0
    for (index, middle) in middles.enumerated() {
      while middle - middles[low] > near { low += 1 }
      if index - low + 1 > bestCount { (best, bestCount) = (middles[(low + index) / 2], index - low + 1) }
    }
    return (best - whole.midX).magnitude <= near ? [whole.midX] : [whole.midX, best]
  }
}
