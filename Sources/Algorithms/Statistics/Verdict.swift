/// The result of a comparison.
public enum Verdict: String, Hashable, Sendable {
  /// No change that matters, or faster.
  case unchanged = "no change"
  /// A change that matters, for the worse.
  case slower
  /// The measurements do not tell; more of them, or a quieter machine, would.
  case undecided

  /// Judges an estimate by the smallest ratio that matters, such as 1.05.
  ///
  /// It is unchanged when the whole interval lies below the limit; slower when the estimate lies above the limit
  /// and the whole interval above 1; undecided otherwise.
  public init(_ estimate: RatioConfidenceInterval, limit: Double) {
    if estimate.interval.upperBound <= limit {
      self = .unchanged
    } else if estimate.ratio > limit && estimate.interval.lowerBound > 1 {
      self = .slower
    } else {
      self = .undecided
    }
  }

  /// Judges several at once: slower when one is, else undecided when one is.
  public init(_ verdicts: some Sequence<Verdict>) {
    var result = Verdict.unchanged
    for verdict in verdicts where result != .slower {
      if verdict != .unchanged { result = verdict }
    }
    self = result
  }

  /// The code that a program which judges leaves with.
  public var exitCode: Int32 {
    switch self {
    case .unchanged: 0
    case .slower: 1
    case .undecided: 4
    }
  }
}
