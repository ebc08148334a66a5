public import Localization
import Text

/// Reads a timing function from CSS text.
struct TimingParser {
  private var reader: CSSReader

  init(_ text: String) {
    reader = CSSReader(text)
  }

  mutating func parse() throws(TextError) -> TimingFunction {
    let start = reader.start
    let function: TimingFunction
    switch reader.next {
    case .function(let name):
      reader.advance()
      function = try call(name, at: start)
    case .word(let name):
      function = try keyword(name, at: start)
      reader.advance()
    default: throw fault(Message("a timing function is missing"))
    }
    guard reader.next == .end else { throw fault(Message("nothing may follow the timing function")) }
    return function
  }

  private func fault(_ reason: Message, at place: Int? = nil) -> TextError {
    TextError(position: reader.text(0..<(place ?? reader.start)).count, reason: reason)
  }

  private func keyword(_ name: String, at start: Int) throws(TextError) -> TimingFunction {
    switch name {
    case "linear": return .linear
    case "ease": return .ease
    case "ease-in": return .easeIn
    case "ease-out": return .easeOut
    case "ease-in-out": return .easeInEaseOut
    case "step-start": return try steps(1, .start, at: start)
    case "step-end": return try steps(1, .end, at: start)
    default: throw fault(Message("no timing function is called {name}", ["name": name]), at: start)
    }
  }

  private mutating func call(_ name: String, at start: Int) throws(TextError) -> TimingFunction {
    switch name {
    case "cubic-bezier": return try cubic()
    case "steps": return try steps()
    case "linear": return try pieces()
    case "spring":
      let numbers = try numbers(3...4, named: [.mass, .stiffness, .damping, .velocity])
      return try spring(at: start, velocity: numbers.count > 3 ? numbers[3] : 0) { () throws(SpringError) in
        try Spring(mass: numbers[0], stiffness: numbers[1], damping: numbers[2])
      }
    case "spring-response": return try designedSpring(at: start)
    case "spring-duration":
      let numbers = try numbers(2...3, named: [.duration, .dampingRatio, .velocity])
      let velocity = numbers.count > 2 ? numbers[2] : 0
      return try spring(at: start, velocity: velocity) { () throws(SpringError) in
        try Spring(duration: numbers[0], dampingRatio: numbers[1], velocity: velocity)
      }
    default: throw fault(Message("no timing function is called {name}", ["name": name + "()"]), at: start)
    }
  }

  private mutating func cubic() throws(TextError) -> TimingFunction {
    var values: [Double] = []
    for index in 0..<4 {
      if index > 0 { try comma() }
      let place = reader.start
      let value = try number(Message("a number is missing"))
      guard index % 2 == 1 || (0...1).contains(value) else {
        throw fault(Message("a control point's x must lie in 0…1"), at: place)
      }
      guard value.magnitude <= 1e100 else { throw fault(Self.tooLarge, at: place) }
      values.append(value)
    }
    try close()
    guard let curve = CubicTiming(values[0], values[1], values[2], values[3]) else {
      throw fault(Message("the control points make no curve"))
    }
    return .cubic(curve)
  }

  private mutating func steps() throws(TextError) -> TimingFunction {
    let place = reader.start
    let value = try number(Message("the number of steps is missing"))
    guard let count = Int(exactly: value) else {
      throw fault(Message("steps must be a whole number"), at: place)
    }
    var jump = StepTiming.Jump.end
    if reader.skip(",") {
      switch reader.next {
      case .word("start"), .word("jump-start"): jump = .start
      case .word("end"), .word("jump-end"): jump = .end
      case .word("jump-none"): jump = .none
      case .word("jump-both"): jump = .both
      default: throw fault(Message("a step position is start, end or jump-start, -end, -none, -both"))
      }
      reader.advance()
    }
    try close()
    return try steps(count, jump, at: place)
  }

  private func steps(_ count: Int, _ jump: StepTiming.Jump, at place: Int) throws(TextError) -> TimingFunction
  {
    guard let steps = StepTiming(count: count, jump: jump) else {
      throw fault(
        jump == .none
          ? Message("write at least 2 steps, because they do not jump at the ends")
          : Message("write from {least} to {most} steps", ["least": "1", "most": "2147483648"]),
        at: place)
    }
    return .steps(steps)
  }

  /// `linear()`: each stop a number with up to two percentages before or after it.
  private mutating func pieces() throws(TextError) -> TimingFunction {
    var stops: [(output: Double, inputs: [Double])] = []
    repeat {
      var output: Double?
      var inputs: [Double] = []
      var outputIsBetween = false
      let start = reader.start
      while true {
        let place = reader.start
        if case .percentage(let value) = reader.next {
          guard inputs.count < 2 else {
            throw fault(Message("a stop has at most two percentages"), at: place)
          }
          inputs.append(try held(value) / 100)
          // The number may stand before or after the percentages, not between them.
          if inputs.count == 2, outputIsBetween {
            throw fault(Message("the number of a stop is before or after its percentages"), at: place)
          }
        } else if case .number(let value) = reader.next {
          guard output == nil else { throw fault(Message("a stop has one number"), at: place) }
          output = try held(value)
          outputIsBetween = inputs.count == 1
        } else {
          break
        }
        reader.advance()
      }
      guard let output else { throw fault(Message("a stop has no number"), at: start) }
      stops.append((output, inputs))
    } while reader.skip(",")
    try close()
    guard let pieces = LinearTiming(stops: Self.placed(stops)) else {
      throw fault(Message("there are no stops"))
    }
    return .pieces(pieces)
  }

  /// Fills in the inputs that were left out and lets none fall (CSS Easing 2, 2.2.1).
  private static func placed(_ stops: [(output: Double, inputs: [Double])]) -> [LinearTiming.Stop] {
    var places: [(input: Double?, output: Double)] = []
    var largest = -Double.infinity
    for (index, stop) in stops.enumerated() {
      if stop.inputs.isEmpty {
        let isEnd = index == 0 || index == stops.count - 1
        let input: Double? = isEnd ? max(index == 0 ? 0 : 1, largest) : nil
        largest = input ?? largest
        places.append((input, stop.output))
      }
      for input in stop.inputs {
        largest = max(input, largest)
        places.append((largest, stop.output))
      }
    }
    return spread(places)
  }

  private static func spread(_ places: [(input: Double?, output: Double)]) -> [LinearTiming.Stop] {
    var stops: [LinearTiming.Stop] = []
    var index = 0
    while index < places.count {
      if let input = places[index].input {
        stops.append(LinearTiming.Stop(input: input, output: places[index].output))
        index += 1
        continue
      }
      let end = places[index...].firstIndex { $0.input != nil } ?? places.count
      let from = stops.last?.input ?? 0
      let until = end < places.count ? places[end].input ?? 1 : 1
      let gaps = Double(end - index + 1)
      for place in index..<end {
        let fraction = Double(place - index + 1) / gaps
        stops.append(LinearTiming.Stop(input: from + (until - from) * fraction, output: places[place].output))
      }
      index = end
    }
    return stops
  }

  private mutating func designedSpring(at start: Int) throws(TextError) -> TimingFunction {
    let numbers = try numbers(2...2, named: [.response, .bounce])
    guard numbers[0] >= 1e-6, numbers[0] <= 1e6 else {
      throw fault(Message("a spring's response is between 1e-6 and 1e6 seconds"), at: start)
    }
    guard numbers[1] > -1, numbers[1] <= 1 else {
      throw fault(Message("a spring's bounce is more than −1 and at most 1"), at: start)
    }
    return .spring(SpringTiming(Spring(response: numbers[0], bounce: numbers[1])))
  }

  private func spring(
    at start: Int, velocity: Double, _ make: () throws(SpringError) -> Spring
  ) throws(TextError) -> TimingFunction {
    guard velocity.magnitude <= 1e100 else { throw fault(Message("the velocity is too large"), at: start) }
    do {
      return .spring(SpringTiming(try make(), initialVelocity: velocity))
    } catch {
      throw fault(error.message, at: start)
    }
  }

  /// A parameter of a spring.
  private enum Parameter {
    case mass, stiffness, damping, velocity, duration, dampingRatio, response, bounce

    /// The fault where it is missing.
    var missing: Message {
      switch self {
      case .mass: Message("the mass is missing")
      case .stiffness: Message("the stiffness is missing")
      case .damping: Message("the damping is missing")
      case .velocity: Message("the velocity is missing")
      case .duration: Message("the duration is missing")
      case .dampingRatio: Message("the damping ratio is missing")
      case .response: Message("the response is missing")
      case .bounce: Message("the bounce is missing")
      }
    }
  }

  private static var tooLarge: Message { Message("the number is too large") }

  /// Numbers separated by spaces or commas.
  private mutating func numbers(
    _ count: ClosedRange<Int>, named names: [Parameter]
  ) throws(TextError) -> [Double] {
    var values: [Double] = []
    while values.count < count.upperBound {
      if values.count >= count.lowerBound, reader.skip(")") { return values }
      values.append(try number(names[values.count].missing))
      if values.count < count.upperBound { _ = reader.skip(",") }
    }
    try close()
    return values
  }

  private mutating func number(_ missing: Message) throws(TextError) -> Double {
    guard case .number(let value) = reader.next else { throw fault(missing) }
    guard value.isFinite else { throw fault(Self.tooLarge) }
    reader.advance()
    return value
  }

  private func held(_ value: Double) throws(TextError) -> Double {
    guard value.magnitude <= 1e100 else { throw fault(Self.tooLarge) }
    return value
  }

  private mutating func comma() throws(TextError) {
    guard reader.skip(",") else { throw fault(Message("a comma is missing")) }
  }

  private mutating func close() throws(TextError) {
    guard reader.skip(")") else { throw fault(Message("a closing bracket is missing")) }
  }
}

/// A text that cannot be read, and where it went wrong.
public struct TextError: LocalizableError, Hashable {
  /// The number of characters before the fault.
  public let position: Int

  /// The fault at that place.
  public let reason: Message

  /// Creates an error.
  ///
  /// - Parameters:
  ///   - position: The number of characters before the fault.
  ///   - reason: The reason.
  public init(position: Int, reason: Message) {
    self.position = position
    self.reason = reason
  }

  /// The fault and its place.
  public var message: Message {
    Message(
      "{reason}, at character {place}", ["place": String(position + 1)], parts: ["reason": reason])
  }
}
