import Controls
import Geometry

extension Icon {
  /// Two sliders.
  static let properties = Icon(
    Path { path in
      for (y, knob) in [(5.0, 10.5), (11.0, 5.5)] {
        path.append(Path(rect: Rect(x: 1.5, y: y - 0.75, width: 13, height: 1.5)))
        path.append(Path(circle: Point(knob, y), radius: 2.6))
      }
    })

  /// Six dots, for a grip.
  static let grip = Icon(
    Path { path in
      for x in [5.5, 10.5] {
        for y in [3.5, 8, 12.5] { path.append(Path(circle: Point(x, y), radius: 1.2)) }
      }
    })

  /// Arrows in all four directions, for moving.
  static let fourWays = Icon(
    Path { path in
      path.append(Path(rect: Rect(x: 7.25, y: 3.5, width: 1.5, height: 9)))
      path.append(Path(rect: Rect(x: 3.5, y: 7.25, width: 3.75, height: 1.5)))
      path.append(Path(rect: Rect(x: 8.75, y: 7.25, width: 3.75, height: 1.5)))
      for (x, y) in [(0.0, -1.0), (0, 1), (-1, 0), (1, 0)] {
        path.move(to: Point(8 + 7 * x, 8 + 7 * y))
        path.line(to: Point(8 + 4 * x - 2.5 * y, 8 + 4 * y + 2.5 * x))
        path.line(to: Point(8 + 4 * x + 2.5 * y, 8 + 4 * y - 2.5 * x))
        path.close()
      }
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
