import Controls
import Geometry

extension Icon {
  /// A pipette.
  static let eyedropper = Icon(
    Path { path in
      path.append(Path(circle: Point(12.3, 3.7), radius: 2.4))
      let parts = [
        // The collar, the glass and the tip.
        [Point(7.4, 4.6), Point(8.6, 3.4), Point(12.6, 7.4), Point(11.4, 8.6)],
        [Point(8.2, 5.8), Point(10.2, 7.8), Point(5.4, 12.6), Point(3.4, 10.6)],
        [Point(3.2, 11.2), Point(4.8, 12.8), Point(2, 14)],
        [Point(9.4, 5.2), Point(11, 3.6), Point(12.4, 5), Point(10.8, 6.6)],
      ]
      for corners in parts { path.append(Path(polygon: corners)) }
    })

  /// An icon of six swatches, for palettes.
  static let swatches = Icon(
    Path { path in
      for place in 0..<6 {
        let (row, column) = place.quotientAndRemainder(dividingBy: 3)
        path.append(
          Path(
            roundedRect: Rect(
              x: 1.5 + 4.75 * Double(column), y: 3.5 + 4.75 * Double(row), width: 3.5, height: 3.5),
            radius: 1))
      }
    })
}
