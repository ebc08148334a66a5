public import Colors
public import Geometry
public import Scene

/// An icon drawn in one colour.
public struct Icon: Hashable, Sendable {
  /// The outline in a square of 16 points.
  public var path: Path

  /// Whether overlapping parts of the path leave holes.
  public var isEvenOdd: Bool

  /// The side of the square in which the path is drawn, in points.
  public static let side = 16.0

  /// Creates an icon from an outline in a square of 16 points.
  public init(_ path: Path, isEvenOdd: Bool = false) {
    self.path = path
    self.isEvenOdd = isEvenOdd
  }
}

extension Icon {
  /// A check mark, for what is on.
  public static let check = Icon(
    Path(polygon: [
      Point(2.6, 8.4), Point(4, 7), Point(6.6, 9.6), Point(12, 4.2), Point(13.4, 5.6), Point(6.6, 12.4),
    ]))

  /// A chevron, for what opens a list below.
  public static let chevronDown = Icon(
    Path { path in
      path.move(to: Point(5, 6.5))
      path.line(to: Point(8, 10))
      path.line(to: Point(11, 6.5))
      path.close()
    })

  /// A looking glass.
  public static let glass = Icon(
    Path { path in
      let center = Point(6.88, 6.88)
      path.append(Path(circle: center, radius: 4.76))
      path.append(Path(circle: center, radius: 3.5))
      path.append(
        Path(polygon: [Point(11.5, 9.54), Point(15.14, 13.18), Point(13.18, 15.14), Point(9.54, 11.5)]))
    }, isEvenOdd: true)

  /// A cross, for what clears a text.
  public static let cross = Icon(
    Path(polygon: [
      Point(4, 5), Point(5, 4), Point(8, 7), Point(11, 4), Point(12, 5), Point(9, 8), Point(12, 11),
      Point(11, 12), Point(8, 9), Point(5, 12), Point(4, 11), Point(7, 8),
    ]))
}

extension Layer {
  /// Creates a layer with an icon in the middle of a rectangle.
  public convenience init(_ icon: Icon, in room: Rect, color: RGBA) {
    self.init(frame: Rect(center: room.center, size: Size(Icon.side, Icon.side)))
    contents = .path(PathContents(icon.path, rule: icon.isEvenOdd ? .evenOdd : .nonZero, color: color))
  }
}
