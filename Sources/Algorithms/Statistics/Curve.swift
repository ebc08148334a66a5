public import Motion
import Text

/// The values and slopes of a timing function at some places, as text, JSON or a plot.
///
/// Places are seconds for springs and progress for everything else.
public struct Curve: Hashable, Sendable {
  /// The value and the slope at a place.
  public struct Sample: Hashable, Sendable {
    /// Where: seconds for springs, progress for everything else.
    public let place: Double
    /// The function's value there.
    public let value: Double
    /// Infinite where the curve is vertical.
    public let velocity: Double
  }

  /// The function that is sampled.
  public let function: TimingFunction

  /// The name under which the function was asked for.
  public let name: String

  /// Creates a curve of a function; without a name it is called by the function's text.
  public init(_ function: TimingFunction, name: String? = nil) {
    self.function = function
    self.name = name ?? function.text
  }

  /// Returns the value and the slope at a place.
  public func sample(at place: Double) -> Sample {
    if let spring {
      let state = spring.state(at: place)
      return Sample(place: place, value: state.value, velocity: state.velocity)
    }
    return Sample(place: place, value: function.value(at: place), velocity: function.velocity(at: place))
  }

  /// The spring, when it is one.
  public var spring: SpringTiming? {
    if case .spring(let timing) = function { return timing }
    return nil
  }

  /// The end of the plot: 1, or the time at which a spring has come to rest.
  public var extent: Double {
    guard let spring else { return 1 }
    let response = spring.spring.response
    // One that never rests is looked at for a few swings.
    let settled = spring.settling.isFinite ? spring.settling * 1.15 : response * 6
    return min(max(settled, response / 4), 1e9)
  }

  /// Places at equal distances over the extent, ends included.
  public func places(count: Int) -> [Double] {
    let last = spring.map { $0.settling.isFinite ? max($0.settling, 1e-9) : extent } ?? 1
    return (0..<max(count, 2)).map { last * Double($0) / Double(max(count, 2) - 1) }
  }

  /// Returns one object of JSON whose numbers read back exactly; what is infinite is null.
  public func json(at places: [Double]) -> String {
    let samples = places.map { place -> JSONValue in
      let sample = sample(at: place)
      return ["t": .number(place), "value": .number(sample.value), "velocity": .number(sample.velocity)]
    }
    let report: JSONValue = [
      "easing": .string(name), "samples": .array(samples), "settling": .number(spring?.settling),
      "settlingDuration": .number(spring?.settlingDuration),
    ]
    return report.line
  }

  /// Returns the object of JSON that says why a text is no timing function.
  public static func json(refusing text: String, because error: TextError) -> String {
    let report: JSONValue = [
      "easing": .string(text), "error": .string(error.reason), "at": .number(error.position),
    ]
    return report.line
  }

  /// Returns a table for people to read, a line for each place.
  public func table(at places: [Double]) -> String {
    let unit = spring == nil ? "progress" : "seconds"
    var rows = [[unit, "value", "velocity"]]
    for place in places {
      let sample = sample(at: place)
      rows.append(
        [place, sample.value, sample.velocity].map { Self.cell($0) })
    }
    let widths = (0..<3).map { column in rows.map { $0[column].count }.max() ?? 0 }
    var lines = rows.map { row in
      zip(row, widths).map { String(repeating: " ", count: $1 - $0.count) + $0 }.joined(separator: "  ")
    }
    if let spring {
      lines.append("")
      lines.append("settling           \(Self.cell(spring.settling)) s")
      lines.append("settling duration  \(Self.cell(spring.settlingDuration)) s, as Core Animation has it")
    }
    return lines.joined(separator: "\n")
  }

  /// A number that other programs can read as well.
  private static func cell(_ number: Double) -> String {
    number.text(.fixed(number.magnitude < 1e6 ? 6 : 0))
  }
}
