/// Events that wait to be taken.
struct EventQueue {
  private var events: [TimedWindowEvent] = []

  mutating func append(_ event: WindowEvent, at seconds: Double) {
    // Only the last of several sizes or places in a row is of use; redrawing once is enough as well.
    switch (events.last?.event, event) {
    case (.resized, .resized), (.refreshNeeded, .refreshNeeded), (.moved, .moved): events.removeLast()
    default: break
    }
    events.append(TimedWindowEvent(event, at: seconds))
  }

  mutating func takeAll() -> [TimedWindowEvent] {
    defer { events.removeAll(keepingCapacity: true) }
    return events
  }
}
