public import Geometry

extension Point: Interpolatable {
  // `interpolated(to:at:)` is Point's own.

  @inlinable public func adding(_ value: Point) -> Point { Point(x: x + value.x, y: y + value.y) }

  @inlinable public func accumulating(_ value: Point, times: Double) -> Point {
    Point(x: x.accumulating(value.x, times: times), y: y.accumulating(value.y, times: times))
  }
}

extension Vector: Interpolatable {
  @inlinable public func interpolated(to other: Vector, at fraction: Double) -> Vector {
    Vector(dx: dx.interpolated(to: other.dx, at: fraction), dy: dy.interpolated(to: other.dy, at: fraction))
  }

  @inlinable public func adding(_ value: Vector) -> Vector { self + value }

  @inlinable public func accumulating(_ value: Vector, times: Double) -> Vector {
    Vector(dx: dx.accumulating(value.dx, times: times), dy: dy.accumulating(value.dy, times: times))
  }
}

extension Size: Interpolatable {
  @inlinable public func interpolated(to other: Size, at fraction: Double) -> Size {
    Size(
      width: width.interpolated(to: other.width, at: fraction),
      height: height.interpolated(to: other.height, at: fraction))
  }

  @inlinable public func adding(_ value: Size) -> Size {
    Size(width: width + value.width, height: height + value.height)
  }

  @inlinable public func accumulating(_ value: Size, times: Double) -> Size {
    Size(
      width: width.accumulating(value.width, times: times),
      height: height.accumulating(value.height, times: times))
  }
}

extension Rect: Interpolatable {
  @inlinable public func interpolated(to other: Rect, at fraction: Double) -> Rect {
    Rect(
      origin: origin.interpolated(to: other.origin, at: fraction),
      size: size.interpolated(to: other.size, at: fraction))
  }

  @inlinable public func adding(_ value: Rect) -> Rect {
    Rect(origin: origin.adding(value.origin), size: size.adding(value.size))
  }

  @inlinable public func accumulating(_ value: Rect, times: Double) -> Rect {
    Rect(
      origin: origin.accumulating(value.origin, times: times),
      size: size.accumulating(value.size, times: times))
  }
}

extension Path: Interpolatable {
  /// Whether the other path has the same elements but for the places of their points.
  public func hasSameStructure(as other: Path) -> Bool {
    elements.count == other.elements.count
      && zip(elements, other.elements).allSatisfy { pair in Path.combined(pair.0, pair.1) { a, _ in a } != nil
      }
  }

  /// Returns the morph between paths of equal structure; others change over in the middle.
  public func interpolated(to other: Path, at fraction: Double) -> Path {
    combined(with: other) { $0.interpolated(to: $1, at: fraction) } ?? (fraction < 0.5 ? self : other)
  }

  public func adding(_ value: Path) -> Path { combined(with: value) { $0.adding($1) } ?? value }

  public func accumulating(_ value: Path, times: Double) -> Path {
    combined(with: value) { $0.accumulating($1, times: times) } ?? self
  }

  private func combined(with other: Path, _ points: (Point, Point) -> Point) -> Path? {
    guard elements.count == other.elements.count else { return nil }
    var path = Path()
    for (a, b) in zip(elements, other.elements) {
      guard let element = Path.combined(a, b, points) else { return nil }
      path.append(element)
    }
    return path
  }

  private static func combined(_ a: Element, _ b: Element, _ points: (Point, Point) -> Point) -> Element? {
    switch (a, b) {
    case (.move(let p), .move(let q)): .move(points(p, q))
    case (.line(let p), .line(let q)): .line(points(p, q))
    case (.quad(let c, let p), .quad(let d, let q)): .quad(control: points(c, d), end: points(p, q))
    case (.cubic(let c1, let c2, let p), .cubic(let d1, let d2, let q)):
      .cubic(control1: points(c1, d1), control2: points(c2, d2), end: points(p, q))
    case (.close, .close): .close
    default: nil
    }
  }
}
