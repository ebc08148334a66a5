import Geometry

/// Paths as chords on the integer grid, with the curves that the chords stand for.
struct Flattening {
  /// A curve of the input; a line has its controls on its thirds.
  struct Curve {
    var bezier: CubicBezier
    var isLine: Bool
  }

  /// The extent of the grid in steps, in each direction from its middle.
  static let reach = 0x40_0000

  private(set) var curves: [Curve] = []
  var chords: [Chord] = []
  /// Whether there were more chords than memory should hold.
  var isOverfull: Bool { chords.count > Flattening.mostChords }

  /// The size of a piece of a curve on the window's border, as a part of the window, that is drawn as a line.
  private static let borderPart = 0x1p-12

  private static let mostChords = 3_000_000

  /// The place that the grid's origin stands for.
  let origin: Point
  /// Grid steps per unit, a power of two.
  let scale: Double
  private let tolerance: Double
  /// All that is beyond is moved to its border, which leaves every winding number inside as it was.
  private let window: Rect?

  /// Returns nil where there is nothing to fill.
  init?(_ shapes: [Overlay.Shape], tolerance: Double, window: Rect?) {
    var box: Rect?
    for shape in shapes {
      if let bounds = shape.path.controlBounds { box = box?.union(bounds) ?? bounds }
    }
    guard var box, box.width > 0, box.height > 0 else { return nil }
    self.tolerance = tolerance
    self.window = window.flatMap { $0.contains(box) ? nil : $0 }
    if let window = self.window {
      guard let visible = box.intersection(window) else { return nil }
      box = visible
    }
    let extent = max(box.width, box.height) / 2
    guard extent.isFinite, extent > 1e-290, extent < 1e290 else { return nil }
    let exponent = Int((Double(Flattening.reach) / extent).exponent)
    scale = Double(sign: .plus, exponent: exponent, significand: 1)
    // The middle itself lies on the grid, so that what was on a coarse grid stays on it.
    origin = Point(
      ((box.midX * scale).rounded(.down)) / scale, ((box.midY * scale).rounded(.down)) / scale)
    for (index, shape) in shapes.enumerated() { add(shape.path, shape: Int32(index)) }
    guard !chords.isEmpty else { return nil }
  }

  func snapped(_ point: Point) -> GridPoint {
    GridPoint(step((point.x - origin.x) * scale), step((point.y - origin.y) * scale))
  }

  private func step(_ value: Double) -> Int32 {
    // Differences of huge numbers may be none at all.
    value.isNaN ? 0 : Int32(min(max(value, -0x7f_ffff), 0x7f_ffff).rounded())
  }

  func place(_ point: GridPoint) -> Point {
    Point(Double(point.x) / scale + origin.x, Double(point.y) / scale + origin.y)
  }

  private mutating func add(_ path: Path, shape: Int32) {
    path.forEachSegment(closingOpenSubpaths: true) { segment in
      if isOverfull { return }
      switch segment {
      case .line(let line): addLine(line.start, line.end, shape)
      case .quad(let quad): addCurve(quad.elevated, shape)
      case .cubic(let cubic): addCurve(cubic, shape)
      }
    }
  }

  private mutating func addLine(_ start: Point, _ end: Point, _ shape: Int32) {
    guard start.isFinite, end.isFinite else { return }
    if let window, !(window.holds(start) && window.holds(end)) {
      return addOutside(start, end, window, shape)
    }
    let (a, b) = (snapped(start), snapped(end))
    guard a != b else { return }
    chords.append(
      Chord(start: a, end: b, curve: Int32(curves.count), shape: shape, startTime: 0, endTime: 1))
    curves.append(Curve(bezier: .line(start, end), isLine: true))
  }

  /// Adds a line that leaves the window: the part inside as it is, the rest along the border.
  private mutating func addOutside(_ start: Point, _ end: Point, _ window: Rect, _ shape: Int32) {
    var times = [0.0, 1.0]
    for (from, to, edges) in [
      (start.x, end.x, [window.minX, window.maxX]), (start.y, end.y, [window.minY, window.maxY]),
    ] {
      for edge in edges where (from < edge) != (to < edge) {
        times.append(min(max((edge - from) / (to - from), 0), 1))
      }
    }
    times.sort()
    var previous = window.clamping(start)
    for time in times.dropFirst() {
      let next = window.clamping(time == 1 ? end : start.interpolated(to: end, at: time))
      let (a, b) = (snapped(previous), snapped(next))
      if a != b {
        chords.append(
          Chord(start: a, end: b, curve: Int32(curves.count), shape: shape, startTime: 0, endTime: 1))
        curves.append(Curve(bezier: .line(previous, next), isLine: true))
      }
      previous = next
    }
  }

  private mutating func addCurve(_ bezier: CubicBezier, _ shape: Int32) {
    guard bezier.start.isFinite, bezier.end.isFinite, bezier.control1.isFinite, bezier.control2.isFinite
    else { return }
    if bezier.isStraight(within: 1 / scale) { return addLine(bezier.start, bezier.end, shape) }
    if let window, !window.holds(bezier) { return addOutside(bezier, window, shape, 0) }
    let count = max(bezier.flatteningSteps(tolerance: tolerance), 2)
    var (from, fromTime) = (snapped(bezier.start), 0.0)
    let first = chords.count
    for step in 1...count {
      let time = Double(step) / Double(count)
      let to = snapped(step == count ? bezier.end : bezier.point(at: time))
      if to == from { continue }
      chords.append(
        Chord(
          start: from, end: to, curve: Int32(curves.count), shape: shape, startTime: fromTime,
          endTime: time))
      (from, fromTime) = (to, time)
    }
    guard chords.count > first else { return }
    chords[chords.count - 1].endTime = 1
    curves.append(Curve(bezier: bezier, isLine: false))
  }

  /// Halves a curve that leaves the window until each part is inside, beyond one side, or too small to matter.
  private mutating func addOutside(_ bezier: CubicBezier, _ window: Rect, _ shape: Int32, _ depth: Int) {
    let points = [bezier.start, bezier.control1, bezier.control2, bezier.end]
    let isBeyond =
      points.allSatisfy { $0.x <= window.minX } || points.allSatisfy { $0.x >= window.maxX }
      || points.allSatisfy { $0.y <= window.minY } || points.allSatisfy { $0.y >= window.maxY }
    let reach = max(window.width, window.height) * Flattening.borderPart
    let isSmall = (1...3).allSatisfy {
      (points[$0].x - points[0].x).magnitude < reach && (points[$0].y - points[0].y).magnitude < reach
    }
    if isBeyond || isSmall || depth >= 40 { return addLine(bezier.start, bezier.end, shape) }
    if window.holds(bezier) { return addCurve(bezier, shape) }
    let (first, second) = bezier.split(at: 0.5)
    addOutside(first, window, shape, depth + 1)
    addOutside(second, window, shape, depth + 1)
  }
}

extension Rect {
  /// Returns whether the point is inside or on an edge.
  fileprivate func holds(_ point: Point) -> Bool {
    point.x >= minX && point.x <= maxX && point.y >= minY && point.y <= maxY
  }

  fileprivate func holds(_ bezier: CubicBezier) -> Bool {
    holds(bezier.start) && holds(bezier.control1) && holds(bezier.control2) && holds(bezier.end)
  }
}
