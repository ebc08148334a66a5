import Motion

/// A timing that animations of one layer share, so that what changes together is eased once a frame.
///
/// It remembers the last answer; that saves work and changes no result.
final class Pace {
  let timing: Timing

  /// Whether it runs once, forward, at its own speed: the usual case, in short.
  let isPlain: Bool

  private var plainTime = Double.nan
  private var plainAnswer: Double?
  private var stateTime = Double.nan
  private var stateAnswer: Timing.State?

  init(_ timing: Timing) {
    self.timing = timing
    isPlain = timing.isPlain
  }

  /// The eased progress of plain timing in the middle of its run; nil before and after.
  func plainProgress(at time: Double) -> Double? {
    if time != plainTime {
      plainAnswer = timing.plainProgress(at: time)
      plainTime = time
    }
    return plainAnswer
  }

  /// The eased progress of an animation that runs once; 0 before its start and 1 after its end.
  func progress(at time: Double) -> Double {
    plainProgress(at: time) ?? (time - timing.beginTime - timing.delay < 0 ? 0 : 1)
  }

  func state(at time: Double) -> Timing.State? {
    if time != stateTime {
      stateAnswer = timing.state(at: time)
      stateTime = time
    }
    return stateAnswer
  }
}

/// A spring that motions of one layer share since the time at which they began together.
final class SpringPace {
  let basis: SpringBasis
  let start: Double
  private var time = Double.nan
  private var answer = SpringBasis.Response(position: SIMD2(1, 0), velocity: SIMD2(0, 1))

  init(_ basis: SpringBasis, start: Double) {
    self.basis = basis
    self.start = start
  }

  func response(at time: Double) -> SpringBasis.Response {
    if time != self.time {
      answer = basis.response(after: time - start)
      self.time = time
    }
    return answer
  }
}

extension Layer {
  /// Returns the pace of an animation that runs with the same timing, or a new one.
  func pace(_ timing: Timing) -> Pace {
    for animation in animations {
      if let pace = animation.effect.pace, pace.timing == timing { return pace }
    }
    return Pace(timing)
  }

  /// Returns the pace of a spring that began at the same time with the same constants, or a new one.
  func pace(_ basis: SpringBasis, start: Double) -> SpringPace {
    for animation in animations {
      if let pace = animation.effect.springPace, pace.start == start, pace.basis == basis { return pace }
    }
    return SpringPace(basis, start: start)
  }
}

extension AnimationEffect {
  fileprivate var pace: Pace? {
    switch self {
    case .tween(_, let tween): tween.pace
    case .transformTween(_, let tween): tween.pace
    case .difference(_, _, let pace), .transformDifference(_, _, let pace): pace
    case .spring, .transformSpring, .group: nil
    }
  }

  fileprivate var springPace: SpringPace? {
    switch self {
    case .spring(_, let spring): spring.pace
    case .transformSpring(_, let spring): spring.pace
    default: nil
    }
  }
}
