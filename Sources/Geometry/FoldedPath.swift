/// A closed path folded at an upright axis: where it is its own mirror image, only one side of it is kept.
///
/// Symmetric drawings are read, measured and filled in half the time so; `path` unfolds them.
public struct FoldedPath: Hashable, Sendable {
  /// The contours that are what they are, on both sides of the axis.
  public var whole: Path

  /// The contours whose mirror images belong to the path as well.
  ///
  /// An open contour is one half of a ring: its image, run the other way, is the other half, and level lines join
  /// the ends of both.
  public var half: Path

  /// The x coordinate of the axis.
  public var axis: Double

  public init(whole: Path, half: Path, axis: Double) {
    self.whole = whole
    self.half = half
    self.axis = axis
  }

  /// Creates a path of which nothing is folded.
  public init(_ path: Path) { self.init(whole: path, half: Path(), axis: 0) }

  /// About the number of elements of the unfolded path.
  public var elementCount: Int { whole.elements.count + 2 * half.elements.count }

  /// The tight bounding box of the unfolded path, or nil for a path without any point.
  public var bounds: Rect? {
    guard let side = half.bounds else { return whole.bounds }
    let image = Rect(x: 2 * axis - side.maxX, y: side.minY, width: side.width, height: side.height)
    let both = side.union(image)
    return whole.bounds.map { $0.union(both) } ?? both
  }

  /// The unfolded path.
  public var path: Path {
    if half.isEmpty { return whole }
    var elements = whole.elements
    elements.reserveCapacity(elementCount + 2)
    let folded = half.elements
    var first = 0
    for index in folded.indices {
      let isLast = index + 1 == folded.count
      if case .close = folded[index] {
        elements += folded[first...index]
        appendPair(of: folded[first..<index], to: &elements)
        first = index + 1
      } else if isLast || folded[index + 1].isMove {
        elements += folded[first...index]
        appendOtherHalf(of: folded[first...index], to: &elements)
        first = index + 1
      }
    }
    return Path(elements: elements)
  }

  private func image(_ point: Point) -> Point { Point(2 * axis - point.x, point.y) }

  private func appendPair(of contour: ArraySlice<Path.Element>, to elements: inout [Path.Element]) {
    guard let end = contour.last?.end else { return }
    elements.append(.move(image(end)))
    appendImage(of: contour, to: &elements)
    elements.append(.close)
  }

  private func appendOtherHalf(of contour: ArraySlice<Path.Element>, to elements: inout [Path.Element]) {
    guard let end = contour.last?.end else { return }
    if image(end) != end { elements.append(.line(image(end))) }
    appendImage(of: contour, to: &elements)
    elements.append(.close)
  }

  /// Adds the mirror image of a contour, run the other way.
  private func appendImage(of contour: ArraySlice<Path.Element>, to elements: inout [Path.Element]) {
    for index in contour.indices.dropFirst().reversed() {
      guard let start = contour[index - 1].end else { continue }
      switch contour[index] {
      case .quad(let control, _): elements.append(.quad(control: image(control), end: image(start)))
      case .cubic(let control1, let control2, _):
        elements.append(.cubic(control1: image(control2), control2: image(control1), end: image(start)))
      default: elements.append(.line(image(start)))
      }
    }
  }
}

extension Path.Element {
  fileprivate var isMove: Bool {
    if case .move = self { true } else { false }
  }

  /// Where the element ends; nil for a close.
  fileprivate var end: Point? {
    switch self {
    case .move(let point), .line(let point): point
    case .quad(_, let end), .cubic(_, _, let end): end
    case .close: nil
    }
  }
}
