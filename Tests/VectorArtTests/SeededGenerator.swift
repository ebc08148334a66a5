import Geometry

/// Random numbers that are the same in every run (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  mutating func point(in range: ClosedRange<Double>) -> Point {
    Point(Double.random(in: range, using: &self), Double.random(in: range, using: &self))
  }

  /// A path of lines and curves with all kinds of bends.
  mutating func path(segments: Int, closed: Bool) -> Path {
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
