/// Straight pieces between stops, as `linear()` has them.
public struct LinearTiming: Hashable, Sendable {
  /// A place through which the pieces go.
  public struct Stop: Hashable, Sendable {
    /// The progress in time.
    public var input: Double
    /// The progress in value.
    public var output: Double

    /// Creates a stop from both kinds of progress.
    public init(input: Double, output: Double) {
      self.input = input
      self.output = output
    }
  }

  /// The stops; their inputs never fall.
  public let stops: [Stop]

  /// Creates pieces between stops; nil for an empty list, an input that falls, or a number outside ±1e100.
  public init?(stops: [Stop]) {
    guard let first = stops.first else { return nil }
    var last = first.input
    for stop in stops {
      guard stop.input >= last, stop.input.magnitude <= 1e100, stop.output.magnitude <= 1e100 else {
        return nil
      }
      last = stop.input
    }
    self.stops = stops
  }

  /// Returns the progress in value; beyond the stops it goes on along the first or the last piece.
  public func value(at progress: Double) -> Double {
    let (a, b) = piece(at: progress)
    if a.input == b.input { return b.output }
    return a.output + (progress - a.input) / (b.input - a.input) * (b.output - a.output)
  }

  /// Returns the slope, at a stop that of the piece which begins there.
  public func velocity(at progress: Double) -> Double {
    let (a, b) = piece(at: progress)
    guard a.input < b.input else { return 0 }
    return (b.output - a.output) / (b.input - a.input)
  }

  /// The stops between which progress lies, or the two nearest outside all.
  private func piece(at progress: Double) -> (Stop, Stop) {
    guard stops.count > 1 else { return (stops[0], stops[0]) }
    // The last stop at or before the progress, found by halving.
    var low = 0
    var high = stops.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if stops[middle].input <= progress { low = middle } else { high = middle }
    }
    let index = min(low, stops.count - 2)
    return (stops[index], stops[index + 1])
  }
}
