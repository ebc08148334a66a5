import Controls
import Geometry
import Motion
import Posters
import Scene

/// Moves the lines of the poster among each other, and shows them on their way.
final class LineMover {
  private let session: EditorSession
  private let place: PagePlace
  private var draft: PosterDraft { session.draft }
  /// The layers of the lines, and where they belong on the page.
  private var layers: [(line: Int, layer: Layer, position: Point)] = []
  private var motion = LineMotion()
  /// The number of the drag by which a line is moved, all of which is one step.
  private var drags = 0
  /// Which line was taken hold of.
  private var origin = 0

  /// How much is seen of the lines that one is moved past.
  private static let passedOpacity = 0.35

  init(_ session: EditorSession, on place: PagePlace) {
    self.session = session
    self.place = place
  }

  private var spring: Spring? { session.interface.reducesMotion ? nil : .interface }

  /// The line that is held by its handle, or nil.
  var held: Int? { motion.held?.line }

  func isMoving(at time: Double) -> Bool { motion.isMoving(at: time) }

  /// Whether no line is held or on its way, so that the caret stands where its line does.
  func isAtRest(at time: Double) -> Bool { held == nil && !isMoving(at: time) }

  /// Takes the layers of the lines, with where they belong, and puts them where they are seen.
  func take(_ layers: [(line: Int, layer: Layer, position: Point)], at time: Double) {
    self.layers = layers
    show(at: time)
  }

  /// Puts the layers of the lines where they are seen at a time.
  func show(at time: Double) {
    for (line, layer, position) in layers {
      // In one ink the dragged line could not be distinguished from those that it passes.
      layer.opacity = held == nil || held == line ? 1 : Self.passedOpacity
      layer.position = Point(position.x, position.y + motion.offset(of: line, at: time))
    }
  }

  /// Returns where a line is seen on the canvas at a time.
  func frame(of line: Int, at time: Double) -> Rect? {
    place.frame(ofLine: line)?.offset(by: Vector(0, motion.offset(of: line, at: time) * place.scale))
  }

  /// Returns the middle of a line's height on the canvas, where it belongs.
  func middle(of line: Int) -> Double? { place.frame(ofLine: line)?.midY }

  /// Takes hold of a line.
  func hold(_ line: Int) {
    drags += 1
    origin = line
    motion.hold(line, at: 0)
  }

  /// Brings the middle of the line that is held to a height on the canvas; others make room for it.
  func drag(middleTo height: Double, at time: Double) {
    guard let line = held, let own = middle(of: line) else { return }
    let count = draft.edited.text.lines.count
    // It takes the place of the neighbour whose middle it has passed.
    var target = line
    if height < own {
      while target > 0, let above = middle(of: target - 1), height < above { target -= 1 }
    } else {
      while target + 1 < count, let below = middle(of: target + 1), height > below { target += 1 }
    }
    if target != line { reorder(line, to: target, at: time) }
    if let line = held, let own = middle(of: line) { motion.hold(line, at: (height - own) / place.scale) }
  }

  /// Brings the line that is held back among the others to where it was taken from.
  func comeBack(at time: Double) {
    if let line = held, line != origin { reorder(line, to: origin, at: time) }
  }

  /// Lets go of the line that is held.
  func release(at time: Double) { motion.release(at: time, on: spring) }

  /// Moves a line up or down by so many places.
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
