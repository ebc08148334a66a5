public import Geometry
public import Motion

/// The interruptible animation of a poster between its cell and the whole window; it can be thrown, caught and dragged
/// at any time.
///
/// The centre moves on its own springs; the size, and all effects on the wall, follow one progress, 0 in the cell and 1
/// in the whole window. It is a value without a clock: every call passes the time and the current ends, and the state
/// at a time does not depend on earlier queries.
public struct Flight: Hashable, Sendable {
  /// The poster's frames in its cell and in the whole window, in points of the window.
  public struct Ends: Hashable, Sendable {
    /// The frame in the cell.
    public var cell: Rect
    /// The frame in the whole window.
    public var full: Rect

    /// Creates the ends of a flight.
    public init(cell: Rect, full: Rect) {
      self.cell = cell
      self.full = full
    }

    /// Returns the size at a progress, which may exceed 0…1; never less than a point.
    public func size(at progress: Double) -> Size {
      Size(
        width: max(cell.width + growth.dx * progress, 1), height: max(cell.height + growth.dy * progress, 1))
    }

    /// Returns the final position of the centre.
    fileprivate func center(isOpen: Bool) -> Point { isOpen ? full.center : cell.center }

    /// The difference in size between the whole window and the cell.
    var growth: Vector { Vector(full.width - cell.width, full.height - cell.height) }

    /// The same, but never 0, for use as a divisor.
    fileprivate var reach: Vector {
      func apart(_ value: Double) -> Double { value.magnitude < 1e-6 ? 1e-6 : value }
      return Vector(apart(growth.dx), apart(growth.dy))
    }
  }

  /// The poster's position and its change.
  public struct State: Hashable, Sendable {
    /// The poster's centre, in points of the window.
    public var center: Point
    /// The velocity of the centre, in points per second.
    public var velocity: Vector
    /// The progress from the cell (0) to the whole window (1), and its change per second.
    public var progress: Moving
  }

  /// The spring of both directions.
  public var spring: Spring

  /// The initial velocity of a poster at rest, in whole distances per second.
  public var launchVelocity: Double

  /// The size of a physical pixel in points.
  public var pixel: Double

  /// The progress; at rest it tells at which end the poster is.
  private var transition: InteractiveTransition

  /// The animation of the centre.
  private var center: Animated<Point>?

  /// The pointer that holds the poster, which replaces both animations.
  private var grip: FlightGrip?

  /// Whether the poster was open or opening before the pointer grabbed it.
  private var openedBefore = false

  /// Creates a poster at rest; the default spring is UIKit's with 0.5 s, a damping ratio of 0.9 and an initial velocity
  /// of 15.
  public init(
    isOpen: Bool = false, spring: Spring = .flight, launchVelocity: Double = 15, pixel: Double = 1
  ) {
    self.spring = spring
    self.launchVelocity = launchVelocity
    self.pixel = pixel
    transition = InteractiveTransition(isFinished: isOpen)
  }

  // MARK: State

  /// Returns the poster's position at a time in seconds, and its change.
  public func state(at time: Double, between ends: Ends) -> State {
    if let grip { return grip.state(at: time, between: ends) }
    guard let center, time < restTime else { return Self.rest(isOpening == true, ends) }
    return State(
      center: center.value(at: time), velocity: center.velocity(at: time),
      progress: transition.state(at: time))
  }

  /// Returns the poster's frame at a time in seconds.
  public func frame(at time: Double, between ends: Ends) -> Rect {
    if let isOpen = outcome(at: time) { return isOpen ? ends.full : ends.cell }
    let state = state(at: time, between: ends)
    return Rect(center: state.center, size: ends.size(at: state.progress.value))
  }

  private static func rest(_ isOpen: Bool, _ ends: Ends) -> State {
    State(
      center: isOpen ? ends.full.center : ends.cell.center, velocity: .zero,
      progress: Moving(value: isOpen ? 1 : 0))
  }

  /// Whether a pointer holds it.
  public var isHeld: Bool { transition.isHeld }

  /// Whether it is open or opening; nil while it is held.
  public var isOpening: Bool? { transition.target.map { $0 == 1 } }

  /// The time at which it comes to rest: less than a quarter of a pixel from its end, and moving less than that per
  /// second.
  public var restTime: Double { transition.restTime }

  /// Returns whether at a time in seconds it rests in the whole window (true) or in its cell (false); nil while it moves.
  public func outcome(at time: Double) -> Bool? { time >= restTime ? isOpening : nil }

  // MARK: Flying

  /// Starts moving to an end at a time in seconds. A moving poster keeps its velocity; one at rest gets the launch
  /// velocity, starting at `origin` if given.
  public mutating func go(
    toOpen: Bool, from origin: Rect? = nil, at time: Double, between ends: Ends
  ) {
    if var center, time < restTime, !isHeld {
      guard isOpening != toOpen else { return }
      center.go(to: ends.center(isOpen: toOpen), by: .spring(spring), at: time)
      transition.release(
        finishing: toOpen, by: .spring(spring), at: time, tolerance: progressTolerance(ends))
      restTogether(center)
      return
    }
    guard outcome(at: time) != toOpen || origin != nil else { return }
    var start = state(at: time, between: ends)
    if let origin, !isHeld {
      start.center = origin.center
      start.progress.value += (origin.width - ends.size(at: start.progress.value).width) / ends.reach.dx
    }
    if !isHeld {
      start.velocity = (ends.center(isOpen: toOpen) - start.center) * launchVelocity
      start.progress.velocity = ((toOpen ? 1 : 0) - start.progress.value) * launchVelocity
    }
    launch(from: start, toOpen: toOpen, at: time, between: ends)
  }

  /// Jumps to an end.
  public mutating func rest(open: Bool) {
    (grip, center) = (nil, nil)
    transition = InteractiveTransition(isFinished: open)
  }

  /// Continues from its current position after its ends have moved; a poster at rest moves along with its end.
  public mutating func retarget(at time: Double, between ends: Ends) {
    guard var center, let isOpening, time < restTime else { return }
    let target = ends.center(isOpen: isOpening)
    guard target != center.target else { return }
    center.go(to: target, by: .spring(spring), at: time)
    restTogether(center)
  }

  /// Moves to another frame in the whole window, for example when the next poster replaces it: from rest with the
  /// launch velocity, otherwise with its current velocity.
  public mutating func slide(at time: Double, from old: Ends, to ends: Ends) {
    if !isHeld, time < restTime { return retarget(at: time, between: ends) }
    guard outcome(at: time) == true else { return }
    var start = state(at: time, between: old)
    start.velocity = (ends.full.center - start.center) * launchVelocity
    launch(from: start, toOpen: true, at: time, between: ends)
  }

  /// Creates a flight to the whole window with this one's position, shifted by a distance, and its velocity.
  public func joined(by distance: Vector, at time: Double, _ old: Ends, to ends: Ends) -> Flight {
    var result = self
    var start = state(at: time, between: old)
    start.center = start.center + distance
    start.progress = Moving(value: 1)
    result.launch(from: start, toOpen: true, at: time, between: ends)
    return result
  }

  private mutating func launch(from start: State, toOpen: Bool, at time: Double, between ends: Ends) {
    grip = nil
    let center = Animated(
      from: start.center, velocity: start.velocity, to: ends.center(isOpen: toOpen), spring: spring, at: time,
      tolerance: .init(distance: pixel / 8, speed: pixel / 8))
    transition.hold(at: start.progress.value, velocity: start.progress.velocity)
    transition.release(
      finishing: toOpen, by: .spring(spring), at: time, tolerance: progressTolerance(ends))
    restTogether(center)
  }

  /// The error of an edge is that of the centre plus half of that of the size.
  private func progressTolerance(_ ends: Ends) -> Animated<Double>.Tolerance {
    let reach = max(ends.growth.dx.magnitude, ends.growth.dy.magnitude, 1) / 2
    return .init(distance: pixel / 8 / reach, speed: pixel / 8 / reach)
  }

  /// Makes centre and progress come to rest at the same time.
  private mutating func restTogether(_ center: Animated<Point>) {
    let end = max(center.restTime, transition.restTime)
    var center = center
    center.rest(notBefore: end)
    transition.rest(notBefore: end)
    self.center = center
  }

  // MARK: Dragging

  /// Grabs the poster at a time in seconds; the grabbed point stays under the pointer.
  public mutating func grab(
    at pointer: Point, _ handle: FlightGrip.Handle, time: Double, between ends: Ends
  ) {
    guard pointer.isFinite else { return }
    let state = state(at: time, between: ends)
    openedBefore = isOpening ?? openedBefore
    center = nil
    grip = FlightGrip(handle, at: pointer, state, time: time, between: ends)
    transition.hold(at: state.progress.value)
  }

  /// Follows the pointer that holds it, at a time in seconds.
  public mutating func drag(to pointer: Point, time: Double) {
    guard pointer.isFinite else { return }
    grip?.move(to: pointer, at: time)
  }

  /// Releases the poster with the pointer's velocity, toward the end nearer to the position where that would bring it;
  /// returns whether that is the whole window.
  @discardableResult
  public mutating func release(at time: Double, between ends: Ends) -> Bool {
    guard let grip else { return isOpening ?? false }
    let toOpen = grip.finishes(at: time, between: ends)
    launch(from: grip.state(at: time, between: ends), toOpen: toOpen, at: time, between: ends)
    return toOpen
  }

  /// Releases the poster without velocity, to the end at which it was or toward which it moved when it was grabbed;
  /// returns whether that is the whole window.
  mutating func cancelDrag(at time: Double, between ends: Ends) -> Bool {
    guard let grip else { return isOpening ?? false }
    var start = grip.state(at: time, between: ends)
    (start.velocity, start.progress.velocity) = (.zero, 0)
    launch(from: start, toOpen: openedBefore, at: time, between: ends)
    return openedBefore
  }
}

extension Spring {
  /// The spring that opens a poster: UIKit's with 0.5 s, a damping ratio of 0.9 and an initial velocity of 15 distances
  /// per second.
  public static let flight: Spring = {
    (try? Spring(duration: 0.5, dampingRatio: 0.9, velocity: 15)) ?? .thrown
  }()
}
