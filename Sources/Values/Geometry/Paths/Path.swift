/// Lines and curves, in points; each sub-path begins with a move.
public struct Path: Hashable, Sendable {
  /// A step of a path; it starts where the one before ended.
  public enum Element: Hashable, Sendable {
    /// Begins a sub-path at a point.
    case move(Point)
    /// A straight line to a point.
    case line(Point)
    /// A Bézier curve of degree two.
    case quad(control: Point, end: Point)
    /// A Bézier curve of degree three.
    case cubic(control1: Point, control2: Point, end: Point)
    /// A straight line back to the start of the sub-path.
    case close
  }

  /// All steps in drawing order.
  public private(set) var elements: [Element]

  /// The end of the last element, or nil in an empty path.
  public private(set) var currentPoint: Point?

  private var subpathStart: Point?

  /// Creates an empty path.
  public init() {
    elements = []
  }

  /// Creates a path by what a closure adds to an empty one.
  public init(_ build: (inout Path) -> Void) {
    self.init()
    build(&self)
  }

  /// Creates a path from elements that stand as adding them one by one would leave them: every sub-path begins with
  /// a move, also after a close.
  public init(elements: [Element]) {
    self.elements = elements
    guard let last = elements.last else { return }
    let start = elements.lastIndex { if case .move = $0 { true } else { false } }
    guard let start, case .move(let point) = elements[start] else {
      preconditionFailure("a sub-path begins with a move")
    }
    subpathStart = point
    switch last {
    case .move(let end), .line(let end), .quad(_, let end), .cubic(_, _, let end): currentPoint = end
    case .close: currentPoint = point
    }
    assert(elements.count == elements.reduce(into: Path()) { $0.append($1) }.elements.count)
  }

  /// Whether there is not a single step.
  public var isEmpty: Bool { elements.isEmpty }

  /// Makes room for as many elements, so that adding them moves none.
  public mutating func reserveCapacity(_ count: Int) { elements.reserveCapacity(count) }

  /// Begins a sub-path at a point.
  public mutating func move(to point: Point) {
    elements.append(.move(point))
    currentPoint = point
    subpathStart = point
  }

  /// Adds a straight line; without a current point it begins a sub-path there.
  public mutating func line(to point: Point) {
    guard currentPoint != nil else { return move(to: point) }
    reopen()
    elements.append(.line(point))
    currentPoint = point
  }

  /// Adds a curve of degree two; without a current point it begins a sub-path at the control point.
  public mutating func quad(to end: Point, control: Point) {
    if currentPoint == nil { move(to: control) }
    reopen()
    elements.append(.quad(control: control, end: end))
    currentPoint = end
  }

  /// Adds a curve of degree three; without a current point it begins a sub-path at the first control point.
  public mutating func cubic(to end: Point, control1: Point, control2: Point) {
    if currentPoint == nil { move(to: control1) }
    reopen()
    elements.append(.cubic(control1: control1, control2: control2, end: end))
    currentPoint = end
  }

  /// Closes the sub-path with a straight line to its start.
  public mutating func close() {
    guard let start = subpathStart, elements.last != .close else { return }
    elements.append(.close)
    currentPoint = start
  }

  /// Adds a step, as the method for its kind does.
  public mutating func append(_ element: Element) {
    switch element {
    case .move(let point): move(to: point)
    case .line(let point): line(to: point)
    case .quad(let control, let end): quad(to: end, control: control)
    case .cubic(let control1, let control2, let end): cubic(to: end, control1: control1, control2: control2)
    case .close: close()
    }
  }

  /// Adds all steps of another path, which keeps its sub-paths.
  public mutating func append(_ other: Path) {
    for element in other.elements { append(element) }
  }

  /// After a close the next segment begins a sub-path of its own where the closed one began.
  private mutating func reopen() {
    if elements.last == .close, let currentPoint { move(to: currentPoint) }
  }

  /// Returns the path with all its points mapped.
  public func transformed(by transform: AffineTransform) -> Path {
    var result = Path()
    result.elements.reserveCapacity(elements.count)
    for element in elements {
      switch element {
      case .move(let point): result.move(to: transform.apply(to: point))
      case .line(let point): result.line(to: transform.apply(to: point))
      case .quad(let control, let end):
        result.quad(to: transform.apply(to: end), control: transform.apply(to: control))
      case .cubic(let control1, let control2, let end):
        result.cubic(
          to: transform.apply(to: end), control1: transform.apply(to: control1),
          control2: transform.apply(to: control2))
      case .close: result.close()
      }
    }
    return result
  }

  public static func == (a: Path, b: Path) -> Bool { a.elements == b.elements }

  public func hash(into hasher: inout Hasher) { hasher.combine(elements) }
}
