public import Geometry
public import Motion

/// The way of a poster between its cell and the whole window: thrown, caught, dragged and let go at any time.
///
/// Its centre moves on springs of its own; its size, and all that happens to its neighbours, follows one progress,
/// 0 in the cell and 1 when it fills the window. It is a value without a clock: every call hands in the time and
/// where the two ends are now, and between calls the state at a time does not depend on which times were asked.
public struct Flight: Hashable, Sendable {
  /// Where the poster hangs and where it fills the window, in points of the window.
  public struct Ends: Hashable, Sendable {
    /// Where the poster hangs.
    public var cell: Rect
    /// Where it fills the window.
    public var full: Rect

    /// Creates both ends.
    public init(cell: Rect, full: Rect) {
      self.cell = cell
      self.full = full
    }

    /// Returns the size at a progress, which may lie beyond the ends; never less than a point.
    public func size(at progress: Double) -> Size {
      Size(
        width: max(cell.width + growth.dx * progress, 1), height: max(cell.height + growth.dy * progress, 1))
    }

    /// Where the centre comes to rest.
    fileprivate func center(isOpen: Bool) -> Point { isOpen ? full.center : cell.center }

    /// How much larger the poster is when it fills the window.
    var growth: Vector { Vector(full.width - cell.width, full.height - cell.height) }

    /// The same, never 0, to divide by.
    fileprivate var reach: Vector {
      func apart(_ value: Double) -> Double { value.magnitude < 1e-6 ? 1e-6 : value }
      return Vector(apart(growth.dx), apart(growth.dy))
    }
  }

  /// Where the poster is and how that changes.
  public struct State: Hashable, Sendable {
    /// Where the poster's centre is, in points of the window.
    public var center: Point
    /// How fast the centre moves, in points a second.
    public var velocity: Vector
    /// The progress from the cell (0) to the whole window (1), and its change per second.
    public var progress: Moving
  }

  /// What springs it back and forth.
  public var spring: Spring

  /// How fast it leaves an end when nothing pushed it, in ways a second.
  public var launchVelocity: Double

  /// A physical pixel in points.
  public var pixel: Double

  /// Its progress; at rest it says at which end.
  private var transition: InteractiveTransition

  /// Where its centre is on its way to.
  private var center: Animated<Point>?

  /// What holds it, in place of both.
  private var grip: FlightGrip?

  /// Whether the whole window was its end before the pointer took hold of it.
  private var openedBefore = false

  /// Creates a poster at rest; the spring is by default UIKit's of half a second, damped 0.9 and pushed by 15.
  public init(
    isOpen: Bool = false, spring: Spring = .flight, launchVelocity: Double = 15, pixel: Double = 1
  ) {
    self.spring = spring
    self.launchVelocity = launchVelocity
    self.pixel = pixel
    transition = InteractiveTransition(isFinished: isOpen)
  }

  // MARK: What is seen

  /// Returns where the poster is at a time, and how that changes.
  public func state(at time: Double, between ends: Ends) -> State {
    if let grip { return grip.state(at: time, between: ends) }
    guard let center, time < restTime else { return Self.rest(isOpening == true, ends) }
    return State(
      center: center.value(at: time), velocity: center.velocity(at: time),
      progress: transition.state(at: time))
  }

  /// Returns the rectangle that the poster covers.
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

  /// Whether it goes to the whole window or is there; nil while it is held.
  public var isOpening: Bool? { transition.target.map { $0 == 1 } }

  /// The time from which on it rests: it is under a quarter of a pixel from its end, and as slow in a second.
  public var restTime: Double { transition.restTime }

  /// Returns whether it fills the window (true) or hangs in its cell (false) at rest, or nil while it moves.
  public func outcome(at time: Double) -> Bool? { time >= restTime ? isOpening : nil }

  // MARK: Flying

  /// Sends it to an end; what moves keeps its velocity, what rests gets a push, from `origin` when that is given.
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

  /// Puts it at an end at once.
  public mutating func rest(open: Bool) {
    (grip, center) = (nil, nil)
    transition = InteractiveTransition(isFinished: open)
  }

  /// Goes on from where it is when its ends have moved; what rested stays there, and goes along with its end.
  public mutating func retarget(at time: Double, between ends: Ends) {
    guard var center, let isOpening, time < restTime else { return }
    let target = ends.center(isOpen: isOpening)
    guard target != center.target else { return }
    center.go(to: target, by: .spring(spring), at: time)
    restTogether(center)
  }

  /// Moves over when the whole window is elsewhere now, as when the next poster takes it: at rest with a push, and
  /// otherwise with the velocity that it has.
  public mutating func slide(at time: Double, from old: Ends, to ends: Ends) {
    if !isHeld, time < restTime { return retarget(at: time, between: ends) }
    guard outcome(at: time) == true else { return }
    var start = state(at: time, between: old)
    start.velocity = (ends.full.center - start.center) * launchVelocity
    launch(from: start, toOpen: true, at: time, between: ends)
  }

  /// Creates a poster on its way to the whole window, where another has got to and as fast.
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

  /// An edge is off by what the centre is off and half of what the size is off.
  private func progressTolerance(_ ends: Ends) -> Animated<Double>.Tolerance {
    let reach = max(ends.growth.dx.magnitude, ends.growth.dy.magnitude, 1) / 2
    return .init(distance: pixel / 8 / reach, speed: pixel / 8 / reach)
  }

  /// Lets centre and progress come to rest at one time.
  private mutating func restTogether(_ center: Animated<Point>) {
    let end = max(center.restTime, transition.restTime)
    var center = center
    center.rest(notBefore: end)
    transition.rest(notBefore: end)
    self.center = center
  }

  // MARK: Held

  /// Takes hold of it where it is; what was grabbed stays under the pointer.
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

  /// Follows the pointer that holds it.
  public mutating func drag(to pointer: Point, time: Double) {
    guard pointer.isFinite else { return }
    grip?.move(to: pointer, at: time)
  }

  /// Lets it go to the end that it would come nearer to by itself, with the pointer's velocity; returns whether
  /// that is the whole window.
  @discardableResult
  public mutating func release(at time: Double, between ends: Ends) -> Bool {
    guard let grip else { return isOpening ?? false }
    let toOpen = grip.finishes(at: time, between: ends)
    launch(from: grip.state(at: time, between: ends), toOpen: toOpen, at: time, between: ends)
    return toOpen
  }

  /// Lets it go, without the pointer's velocity, to the end at which it was or to which it flew when the pointer took hold of
  /// it; returns whether that is the whole window.
  mutating func cancelDrag(at time: Double, between ends: Ends) -> Bool {
    guard let grip else { return isOpening ?? false }
    var start = grip.state(at: time, between: ends)
    (start.velocity, start.progress.velocity) = (.zero, 0)
    launch(from: start, toOpen: openedBefore, at: time, between: ends)
    return openedBefore
  }
}

extension Spring {
  /// What brings a poster out of the wall: UIKit's spring of 0.5 s, damped 0.9, for a push of 15 ways a second.
  public static let flight: Spring = {
    (try? Spring(duration: 0.5, dampingRatio: 0.9, velocity: 15)) ?? .thrown
  }()
}
