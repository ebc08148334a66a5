import Input
import Windowing

/// Keeps keys back until somebody has said whether he takes them, and keeps the order of all that is done.
///
/// A stroke comes before the key and the text that it leads to. One stroke is asked about at a time; what follows waits.
struct PendingKeys {
  private enum Waiting {
    case stroke(KeyStroke, [TimedWindowEvent])
    case event(TimedWindowEvent)
  }

  private var waiting: [Waiting] = []
  private var isAsking = false
  /// Whether the last stroke was taken, with what is still to come of it.
  private var swallows = false

  /// What can be handled now, and the stroke to ask about next.
  struct Step: Equatable {
    var events: [TimedWindowEvent] = []
    var question: KeyStroke?
  }

  var isEmpty: Bool { waiting.isEmpty }

  /// Takes what has happened.
  mutating func take(_ timed: TimedWindowEvent) -> Step {
    switch timed.event {
    case .stroke(let stroke):
      swallows = false
      waiting.append(.stroke(stroke, []))
      return advance()
    case .input(.key), .input(.text):
      if case .stroke(let stroke, let events) = waiting.last {
        waiting[waiting.count - 1] = .stroke(stroke, events + [timed])
        return Step()
      }
      if waiting.isEmpty, swallows { return Step() }
    case .input: break
    // What happens to the window is not the person's and waits for nothing.
    default: return Step(events: [timed])
    }
    if waiting.isEmpty { return Step(events: [timed]) }
    waiting.append(.event(timed))
    return Step()
  }

  /// Takes the answer about the stroke that was asked about.
  mutating func answer(isTaken: Bool) -> Step {
    guard isAsking, case .stroke(_, let events) = waiting.first else { return Step() }
    isAsking = false
    waiting.removeFirst()
    if waiting.isEmpty { swallows = isTaken }
    var step = advance()
    if !isTaken { step.events.insert(contentsOf: events, at: 0) }
    return step
  }

  private mutating func advance() -> Step {
    var step = Step()
    while let first = waiting.first {
      switch first {
      case .event(let event):
        step.events.append(event)
        waiting.removeFirst()
      case .stroke(let stroke, _):
        if !isAsking {
          isAsking = true
          step.question = stroke
        }
        return step
      }
    }
    return step
  }
}
