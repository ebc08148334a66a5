import Text

/// A function from progress in time to progress in value.
public enum TimingFunction: Hashable, Sendable {
  /// Progress that equals time.
  case linear
  /// A Bézier curve, as `cubic-bezier()` has it.
  case cubic(CubicTiming)
  /// Equal jumps, as `steps()` has them.
  case steps(StepTiming)
  /// Straight pieces between stops, as `linear()` has them.
  case pieces(LinearTiming)
  // Kept aside: it is large, and the others are copied often.
  /// The way of a spring, which may overshoot.
  indirect case spring(SpringTiming)

  /// CSS's `ease`: a quick start and a long end.
  public static let ease = TimingFunction.cubic(.ease)
  /// CSS's `ease-in`: a slow start.
  public static let easeIn = TimingFunction.cubic(.easeIn)
  /// CSS's `ease-out`: a slow end.
  public static let easeOut = TimingFunction.cubic(.easeOut)
  /// CSS's `ease-in-out`: slow at both ends.
  public static let easeInEaseOut = TimingFunction.cubic(.easeInEaseOut)

  /// Returns the eased progress for a linear one.
  ///
  /// - Parameters:
  ///   - progress: The linear progress; it may lie outside 0…1.
  ///   - isBefore: Whether a jump at this very progress has not happened yet; only steps use it.
  public func value(at progress: Double, isBefore: Bool = false) -> Double {
    switch self {
    case .linear: progress
    case .cubic(let curve): curve.value(at: progress)
    case .steps(let steps): steps.value(at: progress, isBefore: isBefore)
    case .pieces(let pieces): pieces.value(at: progress)
    case .spring(let spring): spring.state(atProgress: progress).value
    }
  }

  /// Returns the slope at a linear progress, which may lie outside 0…1: the eased progress per linear progress, infinite
  /// where a curve is vertical, 0 on steps.
  public func velocity(at progress: Double) -> Double {
    switch self {
    case .linear: 1
    case .cubic(let curve): curve.velocity(at: progress)
    case .steps: 0
    case .pieces(let pieces): pieces.velocity(at: progress)
    case .spring(let spring): spring.state(atProgress: progress).velocity
    }
  }
}

extension TimingFunction {
  /// Reads CSS text: a keyword, `cubic-bezier()`, `steps()`, `linear()`, or one of our springs,
  /// `spring(mass stiffness damping velocity)`, `spring-response(response bounce)` and
  /// `spring-duration(duration dampingRatio velocity)`.
  ///
  /// Throws with the place of the fault where the text is something else, or a number is not possible.
  public init(parsing text: String) throws(TextError) {
    var parser = TimingParser(text)
    self = try parser.parse()
  }

  /// The function in CSS, which reads back as the same.
  public var text: String {
    switch self {
    case .linear: return "linear"
    case .cubic(.ease): return "ease"
    case .cubic(.easeIn): return "ease-in"
    case .cubic(.easeOut): return "ease-out"
    case .cubic(.easeInEaseOut): return "ease-in-out"
    case .cubic(let curve):
      let numbers = [curve.x1, curve.y1, curve.x2, curve.y2].map { $0.text() }
      return "cubic-bezier(\(numbers.joined(separator: ", ")))"
    case .steps(let steps):
      return steps.jump == .end ? "steps(\(steps.count))" : "steps(\(steps.count), \(steps.jump.rawValue))"
    case .pieces(let pieces):
      let stops = pieces.stops.map { "\($0.output.text()) \(percentText($0.input))" }
      return "linear(\(stops.joined(separator: ", ")))"
    case .spring(let timing):
      let spring = timing.spring
      let numbers = [spring.mass, spring.stiffness, spring.damping, timing.initialVelocity].map { $0.text() }
      return "spring(\(numbers.joined(separator: " ")))"
    }
  }
}

/// The percentage that reads back as the fraction.
private func percentText(_ fraction: Double) -> String {
  let percent = fraction * 100
  for candidate in [percent, percent.nextUp, percent.nextDown] where candidate / 100 == fraction {
    return candidate.text() + "%"
  }
  return percent.text() + "%"
}
