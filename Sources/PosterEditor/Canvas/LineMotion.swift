import Motion

/// How far lines stand from their places, in points of the page, while they make room for each other.
struct LineMotion {
  private var offsets: [Int: Animated<Double>] = [:]
  /// The line that is held by its handle, and how far it is from its place.
  private(set) var held: (line: Int, offset: Double)?

  /// A tenth of a point of the page is not seen.
  private static let tolerance = Animated<Double>.Tolerance(distance: 0.1, speed: 1)

  init() {}

  func offset(of line: Int, at time: Double) -> Double {
    if let held, held.line == line { return held.offset }
    return offsets[line]?.value(at: time) ?? 0
  }

  func isMoving(at time: Double) -> Bool { offsets.values.contains { $0.isMoving(at: time) } }

  /// Holds a line at a distance from its place.
  mutating func hold(_ line: Int, at offset: Double) {
    held = (line, offset)
    offsets[line] = nil
  }

  /// Lets go of the line that is held; it springs to its place.
  mutating func release(at time: Double, on spring: Spring?) {
    guard let held else { return }
    self.held = nil
    pull(held.line, from: held.offset, velocity: 0, at: time, on: spring)
  }

  /// Takes note that lines stand elsewhere now: `origin` says which line each was before, `moved` how far the place of a
  /// line lies from where that one was.
  mutating func reorder(
    count: Int, origin: (Int) -> Int, moved: (_ line: Int, _ before: Int) -> Double, at time: Double,
    on spring: Spring?
  ) {
    let before = self
    offsets = [:]
    if let held { self.held = (0..<count).first { origin($0) == held.line }.map { ($0, held.offset) } }
    for line in 0..<count where line != self.held?.line {
      let old = origin(line)
      let start = before.offset(of: old, at: time) - moved(line, old)
      guard abs(start) > Self.tolerance.distance else { continue }
      pull(line, from: start, velocity: before.offsets[old]?.velocity(at: time) ?? 0, at: time, on: spring)
    }
  }

  private mutating func pull(
    _ line: Int, from start: Double, velocity: Double, at time: Double, on spring: Spring?
  ) {
    guard let spring else { return }
    offsets[line] = Animated(
      from: start, velocity: velocity, to: 0, spring: spring, at: time, tolerance: Self.tolerance)
  }
}
