public import Colors
public import Geometry
public import Scene

/// An icon drawn in one colour.
public struct Icon: Hashable, Sendable {
  /// The outline in a square of 16 points.
  public var path: Path

  /// Whether overlapping parts of the path leave holes.
  public var isEvenOdd: Bool

  /// Whether the icon shows a direction of reading, so that it is reflected in a mirrored window.
  public var isDirectional: Bool

  /// The side of the square in which the path is drawn, in points.
  public static let side = 16.0

  /// Creates an icon from an outline in a square of 16 points.
  public init(_ path: Path, isEvenOdd: Bool = false, isDirectional: Bool = false) {
    self.path = path
    self.isEvenOdd = isEvenOdd
    self.isDirectional = isDirectional
  }
}

extension Icon {
  /// A check mark, for an active item.
  public static let check = Icon(
    Path(polygon: [
      Point(2.6, 8.4), Point(4, 7), Point(6.6, 9.6), Point(12, 4.2), Point(13.4, 5.6), Point(6.6, 12.4),
    ]))

  /// A chevron, for a control that opens a list below.
  public static let chevronDown = Icon(
    Path { path in
      path.move(to: Point(5, 6.5))
      path.line(to: Point(8, 10))
      path.line(to: Point(11, 6.5))
      path.close()
    })

  /// A magnifying glass.
  public static let glass = Icon(
    Path { path in
      let center = Point(6.88, 6.88)
      path.append(Path(circle: center, radius: 4.76))
      path.append(Path(circle: center, radius: 3.5))
      path.append(
        Path(polygon: [Point(11.5, 9.54), Point(15.14, 13.18), Point(13.18, 15.14), Point(9.54, 11.5)]))
    }, isEvenOdd: true)

  /// A cross, for clearing a text.
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
    if !icon.isDirectional { layoutDirection = .leftToRight }
    contents = .path(PathContents(icon.path, rule: icon.isEvenOdd ? .evenOdd : .nonZero, color: color))
  }
}

#if canImport(Glibc)
  import Glibc
#endif

extension Icon {
  /// A folder.
  public static let folder = Icon(
    polygon([(1.5, 3), (6, 3), (7.5, 4.8), (14.5, 4.8), (14.5, 13), (1.5, 13)]))

  /// A picture in its frame.
  public static let picture = Icon(
    Path { path in
      path.append(Path(rect: Rect(x: 1.5, y: 2.5, width: 13, height: 11)))
      path.append(Path(rect: Rect(x: 2.8, y: 3.8, width: 10.4, height: 8.4)))
      path.append(Path(circle: Point(5.6, 6.4), radius: 1.3))
      path.append(polygon([(3.4, 11.8), (8.6, 7.2), (12.6, 11.8)]))
    }, isEvenOdd: true)

  /// A sheet with a folded corner, for files of any kind.
  public static let page = Icon(
    Path { path in
      path.append(polygon([(3, 1.5), (9.6, 1.5), (13, 4.9), (13, 14.5), (3, 14.5)]))
      path.append(polygon([(4.3, 2.8), (8.6, 2.8), (8.6, 5.9), (11.7, 5.9), (11.7, 13.2), (4.3, 13.2)]))
    }, isEvenOdd: true)

  /// An arrow up, to the parent folder.
  public static let up = Icon(
    polygon([
      (8, 2.4), (13, 7.4), (11.85, 8.55), (8.8, 5.5), (8.8, 13.6), (7.2, 13.6), (7.2, 5.5), (4.15, 8.55),
      (3, 7.4),
    ]))

  /// Three lines, for the window's menu.
  public static let menu = Icon(bars([3.25, 7.25, 11.25], from: 2, to: 14))

  /// Three dots, for further actions.
  public static let more = Icon(
    Path { path in
      for x in [3.0, 8, 13] { path.append(Path(circle: Point(x, 8), radius: 1.4)) }
    })

  /// A plus, for adding.
  public static let plus = Icon(
    Path { path in
      path.append(Path(rect: Rect(x: 7.25, y: 3, width: 1.5, height: 10)))
      path.append(Path(rect: Rect(x: 3, y: 7.25, width: 4.25, height: 1.5)))
      path.append(Path(rect: Rect(x: 8.75, y: 7.25, width: 4.25, height: 1.5)))
    })

  /// A minus, for decreasing.
  public static let minus = Icon(Path(rect: Rect(x: 3, y: 7.25, width: 10, height: 1.5)))

  /// A chevron to the left, for the previous item.
  public static let previous = Icon(chevron(mirrored: false), isDirectional: true)

  /// A chevron to the right, for the next item.
  public static let next = Icon(chevron(mirrored: true), isDirectional: true)

  /// An arrow that turns back to the left, for undo; like GNOME's it is reflected in a mirrored window.
  public static let undo = Icon(arc(mirrored: false), isDirectional: true)

  /// An arrow that turns to the right, for redo.
  public static let redo = Icon(arc(mirrored: true), isDirectional: true)

  /// A filled star, for a favourite.
  public static let star = Icon(starPath(outer: 7, around: Point(8, 8.4)))

  /// The outline of a star, for an item that is not a favourite.
  public static let hollowStar = Icon(
    Path { path in
      path.append(starPath(outer: 7, around: Point(8, 8.4)))
      path.append(starPath(outer: 4.7, around: Point(8, 8.4)))
    }, isEvenOdd: true)

  /// An exclamation mark in a disc, for a warning.
  public static let warning = Icon(
    Path { path in
      path.append(Path(circle: Point(8, 8), radius: 7))
      path.append(Path(polygon: [Point(7, 3.6), Point(9, 3.6), Point(8.7, 9.2), Point(7.3, 9.2)]))
      path.append(Path(circle: Point(8, 11.4), radius: 1.1))
    }, isEvenOdd: true)

  /// A pencil, for editing.
  public static let pencil = Icon(
    polygon([
      (1.8, 14.2), (2.6, 10.9), (10.6, 2.9), (13.1, 5.4), (5.1, 13.4),
    ]).appending(polygon([(11.4, 2.1), (12.5, 1), (15, 3.5), (13.9, 4.6)])))

  /// An arrow that leads out of a tray, for exporting.
  public static let export = Icon(
    polygon([
      (8, 1.2), (11.6, 5), (8.8, 5), (8.8, 10.4), (7.2, 10.4), (7.2, 5), (4.4, 5),
    ]).appending(
      polygon([
        (1.8, 8.6), (3.4, 8.6), (3.4, 12.8), (12.6, 12.8), (12.6, 8.6), (14.2, 8.6), (14.2, 14.4),
        (1.8, 14.4),
      ])))

  /// A printer with its paper.
  public static let print = Icon(
    Path { path in
      path.append(Path(rect: Rect(x: 4, y: 1.6, width: 8, height: 3)))
      path.append(
        polygon([
          (1.5, 5.6), (14.5, 5.6), (14.5, 11.6), (12.4, 11.6), (12.4, 9), (3.6, 9), (3.6, 11.6), (1.5, 11.6),
        ]))
      path.append(Path(rect: Rect(x: 4.6, y: 10, width: 6.8, height: 4.4)))
    })

  /// A bin, for deleting.
  public static let bin = Icon(
    Path { path in
      path.append(Path(rect: Rect(x: 2.5, y: 3.2, width: 11, height: 1.5)))
      path.append(Path(rect: Rect(x: 6, y: 1.4, width: 4, height: 1.2)))
      path.append(polygon([(3.6, 5.6), (12.4, 5.6), (11.7, 14.6), (4.3, 14.6)]))
      path.append(Path(rect: Rect(x: 6.1, y: 7, width: 1, height: 6)))
      path.append(Path(rect: Rect(x: 8.9, y: 7, width: 1, height: 6)))
    }, isEvenOdd: true)

  /// Two pages, for a copy.
  public static let copies = Icon(
    Path { path in
      path.append(Path(rect: Rect(x: 5.5, y: 1.5, width: 8.5, height: 10.5)))
      path.append(Path(rect: Rect(x: 7, y: 3, width: 5.5, height: 7.5)))
      path.append(
        polygon([(2, 4.5), (4.2, 4.5), (4.2, 13.2), (10.5, 13.2), (10.5, 14.6), (2, 14.6)]))
    }, isEvenOdd: true)

  /// A book of pictures, for an album.
  public static let album = Icon(
    Path { path in
      path.append(Path(rect: Rect(x: 1.5, y: 3, width: 13, height: 10.5)))
      path.append(Path(rect: Rect(x: 3, y: 4.5, width: 10, height: 7.5)))
      path.append(polygon([(4, 11), (6.6, 7.4), (8.4, 9.6), (9.8, 8.2), (12, 11)]))
      path.append(Path(circle: Point(10.6, 6.4), radius: 1))
    }, isEvenOdd: true)

  /// Four corners, for full screen.
  public static let fullScreen = Icon(
    Path { path in
      for (x, y) in [(1.0, 1.0), (-1, 1), (1, -1), (-1, -1)] {
        let points = [(-6.2, -6.2), (-1.8, -6.2), (-1.8, -4.7), (-4.7, -4.7), (-4.7, -1.8), (-6.2, -1.8)]
        path.append(polygon(points.map { (8 + $0.0 * x, 8 + $0.1 * y) }))
      }
    })

  /// A cogwheel, for settings.
  public static let settings = Icon(
    Path { path in
      let teeth = 8
      let corners = (0..<teeth * 4).map { index in
        let angle = (Double(index) - 0.5) * 2 * .pi / Double(teeth * 4)
        let radius = index % 4 < 2 ? 7.0 : 5.4
        return Point(8 + radius * cos(angle), 8 + radius * sin(angle))
      }
      path.append(Path(polygon: corners))
      path.append(Path(circle: Point(8, 8), radius: 2.3))
    }, isEvenOdd: true)

  /// A triangle to the right, for starting.
  public static let play = Icon(polygon([(4, 2.4), (13.4, 8), (4, 13.6)]))

  /// Two bars, for pausing.
  public static let pause = Icon(
    Path { path in
      path.append(Path(rect: Rect(x: 4, y: 2.6, width: 2.8, height: 10.8)))
      path.append(Path(rect: Rect(x: 9.2, y: 2.6, width: 2.8, height: 10.8)))
    })

  // MARK: Shapes

  private static func polygon(_ points: [(Double, Double)]) -> Path {
    Path(polygon: points.map { Point($0.0, $0.1) })
  }

  private static func bars(_ tops: [Double], from left: Double, to right: Double) -> Path {
    Path { path in
      for top in tops { path.append(Path(rect: Rect(x: left, y: top, width: right - left, height: 1.5))) }
    }
  }

  private static func chevron(mirrored: Bool) -> Path {
    polygon(
      [(10.2, 2.6), (11.4, 3.8), (7.2, 8), (11.4, 12.2), (10.2, 13.4), (4.8, 8)].map {
        (mirrored ? 16 - $0.0 : $0.0, $0.1)
      })
  }

  private static func arc(mirrored: Bool) -> Path {
    func place(_ x: Double, _ y: Double) -> Point { Point(mirrored ? 16 - x : x, y) }
    return Path { path in
      // The head, and a curved tail of constant width behind it.
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

  private static func starPath(outer: Double, around center: Point) -> Path {
    Path(
      polygon: (0..<10).map { index in
        let angle = Double(index) * .pi / 5 - .pi / 2
        let radius = index.isMultiple(of: 2) ? outer : outer * 0.42
        return Point(center.x + radius * cos(angle), center.y + radius * sin(angle))
      })
  }
}

extension Path {
  fileprivate func appending(_ other: Path) -> Path {
    var result = self
    result.append(other)
    return result
  }
}
