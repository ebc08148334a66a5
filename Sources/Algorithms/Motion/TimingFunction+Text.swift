import Text

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
