import Controls
import Geometry

extension Icon {
  /// An arrow that turns back to the left.
  static let undo = Icon(arc(mirrored: false))
  /// An arrow that turns on to the right.
  static let redo = Icon(arc(mirrored: true))

  private static func arc(mirrored: Bool) -> Path {
    func place(_ x: Double, _ y: Double) -> Point { Point(mirrored ? 16 - x : x, y) }
    return Path { path in
      // The head, and a bow of constant width behind it.
      path.move(to: place(1.5, 6))
      path.line(to: place(6, 2))
      path.line(to: place(6, 5.1))
      path.line(to: place(9.5, 5.1))
      path.cubic(to: place(14.2, 9.5), control1: place(12.2, 5.1), control2: place(14.2, 7))
      path.cubic(to: place(9.5, 13.9), control1: place(14.2, 12), control2: place(12.2, 13.9))
      path.line(to: place(5.5, 13.9))
      path.line(to: place(5.5, 12.2))
      path.line(to: place(9.5, 12.2))
      path.cubic(to: place(12.4, 9.5), control1: place(11.2, 12.2), control2: place(12.4, 11))
      path.cubic(to: place(9.5, 6.8), control1: place(12.4, 8), control2: place(11.2, 6.8))
      path.line(to: place(6, 6.8))
      path.line(to: place(6, 10))
      path.close()
    }
  }

  /// Three dots.
  static let more = Icon(
    Path { path in
      for x in [3.0, 8, 13] { path.append(Path(circle: Point(x, 8), radius: 1.4)) }
    })

  /// Two tracks with knobs.
  static let properties = Icon(
    Path { path in
      for (y, knob) in [(5.0, 10.5), (11.0, 5.5)] {
        path.append(Path(rect: Rect(x: 1.5, y: y - 0.75, width: 13, height: 1.5)))
        path.append(Path(circle: Point(knob, y), radius: 2.6))
      }
    })

  /// Six dots by which something is held.
  static let grip = Icon(
    Path { path in
      for x in [5.5, 10.5] {
        for y in [3.5, 8, 12.5] { path.append(Path(circle: Point(x, y), radius: 1.2)) }
      }
    })

  static let plus = Icon(
    Path { path in
      path.append(Path(rect: Rect(x: 7.25, y: 3, width: 1.5, height: 10)))
      path.append(Path(rect: Rect(x: 3, y: 7.25, width: 4.25, height: 1.5)))
      path.append(Path(rect: Rect(x: 8.75, y: 7.25, width: 4.25, height: 1.5)))
    })

  /// An arrow up and one down.
  static let lineSize = Icon(
    Path { path in
      path.append(Path(rect: Rect(x: 7.25, y: 5, width: 1.5, height: 6)))
      for (tip, base) in [(2.0, 5.0), (14.0, 11.0)] {
        path.move(to: Point(8, tip))
        path.line(to: Point(11, base))
        path.line(to: Point(5, base))
        path.close()
      }
    })
}
