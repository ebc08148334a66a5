/// Events that wait to be taken.
struct EventQueue {
  private var events: [TimedWindowEvent] = []

  mutating func append(_ event: WindowEvent, at seconds: Double) {
    var added = TimedWindowEvent(event, at: seconds)
    // Only the last of several sizes or places in a row is of use; redrawing once is enough as well.
    switch (events.last?.event, event) {
    case (.resized, .resized), (.refreshNeeded, .refreshNeeded), (.moved, .moved): events.removeLast()
    case (.input(.pointerMoved(_, let before)), .input(.pointerMoved(_, let held))) where before == held:
      added.since = events.removeLast().since
    default: break
    }
    events.append(added)
  }

  /// Whether nothing waits but that the pointer has moved.
  var isMotionAlone: Bool {
    !events.isEmpty
      && events.allSatisfy { if case .input(.pointerMoved) = $0.event { true } else { false } }
  }

  mutating func takeAll() -> [TimedWindowEvent] {
    defer { events.removeAll(keepingCapacity: true) }
    return events
  }
}
