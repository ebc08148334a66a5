import Controls
import Geometry
import Motion
import Posters
import Scene

/// Reorders the lines of the poster, with animation.
final class LineMover {
  private let session: EditorSession
  private let place: PagePlace
  private var draft: PosterDraft { session.draft }
  /// The layers of the lines, and their places on the page.
  private var layers: [(line: Int, layer: Layer, position: Point)] = []
  private var motion = LineMotion()
  /// The number of the current drag, which is a single undo step.
  private var drags = 0
  /// The index at which the line was grabbed.
  private var origin = 0

  /// The opacity of lines while another one is dragged past them.
  private static let passedOpacity = 0.35

  init(_ session: EditorSession, on place: PagePlace) {
    self.session = session
    self.place = place
  }

  private var spring: Spring? { session.interface.reducesMotion ? nil : .interface }

  /// The line that is dragged by its handle, or nil.
  var held: Int? { motion.held?.line }

  func isMoving(at time: Double) -> Bool { motion.isMoving(at: time) }

  /// Returns whether no line is dragged or animated, so that the caret is at its line.
  func isAtRest(at time: Double) -> Bool { held == nil && !isMoving(at: time) }

  /// Sets the layers of the lines and their places, and moves them to their animated positions.
  func take(_ layers: [(line: Int, layer: Layer, position: Point)], at time: Double) {
    self.layers = layers
    show(at: time)
  }

  /// Moves the layers of the lines to their positions at a time.
  func show(at time: Double) {
    for (line, layer, position) in layers {
      // In a single ink the dragged line could not be distinguished from those that it passes.
      layer.opacity = held == nil || held == line ? 1 : Self.passedOpacity
      layer.position = Point(position.x, position.y + motion.offset(of: line, at: time))
    }
  }

  /// Returns the animated frame of a line on the canvas.
  func frame(of line: Int, at time: Double) -> Rect? {
    place.frame(ofLine: line)?.offset(by: Vector(0, motion.offset(of: line, at: time) * place.scale))
  }

  /// Returns the vertical middle of a line's place on the canvas.
  func middle(of line: Int) -> Double? { place.frame(ofLine: line)?.midY }

  /// Grabs a line.
  func hold(_ line: Int) {
    drags += 1
    origin = line
    motion.hold(line, at: 0)
  }

  /// Moves the middle of the dragged line to a height on the canvas; others make room for it.
  func drag(middleTo height: Double, at time: Double) {
    guard let line = held, let own = middle(of: line) else { return }
    let count = draft.edited.text.lines.count
    // The line is exchanged with a neighbour after it passes that one's middle.
    var target = line
    if height < own {
      while target > 0, let above = middle(of: target - 1), height < above { target -= 1 }
    } else {
      while target + 1 < count, let below = middle(of: target + 1), height > below { target += 1 }
    }
    if target != line { reorder(line, to: target, at: time) }
    if let line = held, let own = middle(of: line) { motion.hold(line, at: (height - own) / place.scale) }
  }

  /// Returns the dragged line to the index at which it was grabbed.
  func comeBack(at time: Double) {
    if let line = held, line != origin { reorder(line, to: origin, at: time) }
  }

  /// Releases the dragged line.
  func release(at time: Double) { motion.release(at: time, on: spring) }

  /// Moves a line up or down by a number of places.
  func move(_ line: Int, by step: Int, at time: Double) {
    let target = line + step
    guard draft.edited.text.lines.indices.contains(target), session.mayChange() else { return }
    drags += 1
    reorder(line, to: target, at: time)
  }

  private func reorder(_ line: Int, to target: Int, at time: Double) {
    let count = draft.edited.text.lines.count
    let before = (0..<count).map { middle(of: $0) ?? 0 }
    draft.changeLines(.lineOrder, mergingBy: "drag \(drags)") { $0.moveLine(at: line, to: target) }
    func origin(_ index: Int) -> Int {
      if index == target { return line }
      if line < target { return (line..<target).contains(index) ? index + 1 : index }
      return (target + 1...line).contains(index) ? index - 1 : index
    }
    motion.reorder(
      count: count, origin: origin,
      moved: { new, old in ((middle(of: new) ?? before[old]) - before[old]) / place.scale }, at: time,
      on: spring)
    session.onChange()
  }
}

/// The animated distances of lines from their places, in points of the page.
struct LineMotion {
  private var offsets: [Int: Animated<Double>] = [:]
  /// The line that is dragged by its handle, and its distance from its place.
  private(set) var held: (line: Int, offset: Double)?

  /// A tenth of a point of the page is invisible.
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

  /// Releases the held line; it springs to its place.
  mutating func release(at time: Double, on spring: Spring?) {
    guard let held else { return }
    self.held = nil
    pull(held.line, from: held.offset, velocity: 0, at: time, on: spring)
  }

  /// Updates the distances after lines were reordered: `origin` returns the previous index of a line, `moved` the
  /// distance from the previous place to the new one.
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
