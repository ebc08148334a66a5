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

  /// Creates a path from its contours on both sides, those on one side, and the x coordinate of the axis.
  ///
  /// - Parameters:
  ///   - whole: The contours that reach both sides.
  ///   - half: The contours on one side.
  ///   - axis: The x coordinate of the axis, in points.
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
    // A contour's image has one element more than the contour at most.
    let most = whole.elements.count + 3 * half.elements.count
    let elements = [Path.Element](unsafeUninitializedCapacity: most) { buffer, count in
      guard let base = buffer.baseAddress else { return }
      var next = base + buffer[...].initialize(fromContentsOf: whole.elements)
      half.elements.withUnsafeBufferPointer { unfold($0, to: &next) }
      count = next - base
    }
    return Path(elements: elements)
  }

  private typealias Elements = UnsafeBufferPointer<Path.Element>

  /// Writes contours, and the images of closed ones after them and of open ones as their other halves.
  private func unfold(_ contours: Elements, to next: inout UnsafeMutablePointer<Path.Element>) {
    var first = 0
    for index in contours.indices {
      next.initialize(to: contours[index])
      next += 1
      guard index + 1 == contours.count || contours[index + 1].isMove else { continue }
      let isClosed = contours[index].isClose
      let last = isClosed ? index - 1 : index
      let end = contours[last].end
      if isClosed {
        next.initialize(to: .move(image(end)))
        next += 1
      } else if image(end) != end {
        next.initialize(to: .line(image(end)))
        next += 1
      }
      appendImage(of: contours, from: first, to: last, &next)
      first = index + 1
    }
  }

  /// Writes the mirror image of the segments after the element `first`, run the other way.
  private func appendImage(
    of contours: Elements, from first: Int, to last: Int, _ next: inout UnsafeMutablePointer<Path.Element>
  ) {
    for index in stride(from: last, to: first, by: -1) {
      let start = image(contours[index - 1].end)
      switch contours[index] {
      case .quad(let control, _): next.initialize(to: .quad(control: image(control), end: start))
      case .cubic(let control1, let control2, _):
        next.initialize(to: .cubic(control1: image(control2), control2: image(control1), end: start))
      default: next.initialize(to: .line(start))
      }
      next += 1
    }
    next.initialize(to: .close)
    next += 1
  }

  private func image(_ point: Point) -> Point { Point(2 * axis - point.x, point.y) }
}

extension Path.Element {
  var isMove: Bool {
    if case .move = self { true } else { false }
  }

  fileprivate var isClose: Bool {
    if case .close = self { true } else { false }
  }

  /// Where the element ends; a close ends nowhere.
  fileprivate var end: Point {
    switch self {
    case .move(let point), .line(let point): point
    case .quad(_, let end), .cubic(_, _, let end): end
    case .close: .zero
    }
  }
}
