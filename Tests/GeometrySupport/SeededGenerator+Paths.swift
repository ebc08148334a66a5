public import Geometry
public import TestSupport

extension SeededGenerator {
  public mutating func point(in range: ClosedRange<Double>) -> Point {
    Point(Double.random(in: range, using: &self), Double.random(in: range, using: &self))
  }

  /// A path of lines and curves with all kinds of bends.
  public mutating func path(segments: Int, closed: Bool) -> Path {
    Path { path in
      path.move(to: point(in: 0...100))
      for _ in 0..<segments {
        switch Int.random(in: 0...2, using: &self) {
        case 0: path.line(to: point(in: 0...100))
        case 1: path.quad(to: point(in: 0...100), control: point(in: 0...100))
        default:
          path.cubic(to: point(in: 0...100), control1: point(in: 0...100), control2: point(in: 0...100))
        }
      }
      if closed { path.close() }
    }
  }
}
