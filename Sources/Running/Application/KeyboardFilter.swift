import Accessibility
import Bus
import Controls
import Geometry
import Input
import Windowing
import Workers

/// Offers a window's keys to assistive tools and the desktop's input method before the content receives them.
///
/// Assistive tools are asked about every key, the input method only while text is typed. Its compositions and committed
/// text arrive as events, in order.
final class KeyboardFilter {
  private enum Message: Sendable {
    case assistiveAnswer(isTaken: Bool)
    case answer(isTaken: Bool)
    case text(String)
    case composition(Composition)
  }

  private var pending = PendingKeys()
  private var asked: KeyStroke?
  private let mail: Mailbox<Message>
  private let assistance: AccessibilityBridge?
  /// Created when text is typed for the first time.
  private lazy var inputMethod: InputMethod? = InputMethod.Kind.ofEnvironment().map { kind in
    InputMethod(kind) { [mail] in
      switch $0 {
      case .text(let text): mail.send(.text(text))
      case .composition(let composition): mail.send(.composition(composition))
      }
    }
  }
  /// The object that takes text, kept until the input method has been told that it no longer does.
  private var typing: AnyObject?
  /// The input method's composition, and the one that the content last received.
  private var composition = Composition.none
  private var shown = Composition.none
  /// Whether the input method is processing a key.
  private var isComposing = false
  private var latest = 0.0
  private var caret: Rect?

  /// `wake` is called on other threads when an answer has arrived.
  init(assistance: AccessibilityBridge?, wake: @escaping @Sendable () -> Void) {
    self.assistance = assistance
    mail = Mailbox(wake: wake)
  }

  // MARK: Events

  /// Returns the events for the content after an event of the window.
  func admit(_ event: TimedWindowEvent) -> [TimedWindowEvent] { inOrder(carryOut(pending.take(event))) }

  /// Returns the events for the content after answers from assistive tools and the input method.
  func takeAnswers(at time: Double) -> [TimedWindowEvent] {
    inOrder(
      mail.takeAll().flatMap { message -> [TimedWindowEvent] in
        switch message {
        case .assistiveAnswer(let isTaken):
          if !isTaken, let asked { return askInputMethod(asked) }
          return carryOut(pending.answer(isTaken: isTaken))
        case .answer(let isTaken):
          isComposing = false
          return show(composition, at: time) + carryOut(pending.answer(isTaken: isTaken))
        case .text(let text):
          guard typing != nil else { return [] }
          return show(.none, at: time) + [TimedWindowEvent(.input(.text(text)), at: time)]
        case .composition(let composition):
          self.composition = composition
          // A key often clears a composition before it shows another one; only the final state counts.
          return isComposing ? [] : show(composition, at: time)
        }
      })
  }

  private func show(_ composition: Composition, at time: Double) -> [TimedWindowEvent] {
    guard composition != shown, typing != nil else { return [] }
    shown = composition
    return [TimedWindowEvent(.input(.composition(composition)), at: time)]
  }

  /// Returns delayed events with times that do not precede those of earlier events.
  private func inOrder(_ events: [TimedWindowEvent]) -> [TimedWindowEvent] {
    events.map { timed in
      latest = max(latest, timed.seconds)
      return TimedWindowEvent(timed.event, at: latest)
    }
  }

  private func carryOut(_ step: PendingKeys.Step) -> [TimedWindowEvent] {
    guard let stroke = step.question else { return step.events }
    asked = stroke
    guard let assistance, assistance.isInUse else { return step.events + askInputMethod(stroke) }
    assistance.ask(
      keysym: stroke.keysym, keycode: stroke.keycode, state: stroke.state, name: stroke.name,
      isPress: stroke.isPress
    ) { [mail] isTaken in mail.send(.assistiveAnswer(isTaken: isTaken)) }
    return step.events
  }

  private func askInputMethod(_ stroke: KeyStroke) -> [TimedWindowEvent] {
    guard typing != nil, let inputMethod else { return carryOut(pending.answer(isTaken: false)) }
    isComposing = true
    inputMethod.ask(
      keysym: stroke.keysym, keycode: stroke.keycode, state: stroke.state, isPress: stroke.isPress
    ) { [mail] isTaken in mail.send(.answer(isTaken: isTaken)) }
    return []
  }

  // MARK: Text input

  /// Follows the place where text is typed in a window, once per turn.
  func follow(_ input: TextInput?, in window: Window) {
    let input = window.hasFocus ? input : nil
    if input?.receiver !== typing {
      if typing != nil { inputMethod?.blur() }
      typing = input?.receiver
      (composition, shown, caret) = (.none, .none, nil)
      if typing != nil { inputMethod?.focus() }
    }
    let hasInputMethod = typing != nil && inputMethod != nil
    window.reportsStrokes = assistance?.isInUse == true || hasInputMethod
    guard hasInputMethod, let frame = input?.caret else { return }
    let (place, scale) = (window.position, window.scale)
    let onScreen = Rect(
      x: (place.x + frame.minX) * scale, y: (place.y + frame.minY) * scale, width: frame.width * scale,
      height: frame.height * scale)
    guard onScreen != caret else { return }
    caret = onScreen
    inputMethod?.setCaret(onScreen)
  }
}

/// Holds keys back until an answer says whether they were taken, and keeps all input in order.
///
/// A stroke precedes the key and the text that it produces. One stroke is asked about at a time; later events wait.
struct PendingKeys {
  private enum Waiting {
    case stroke(KeyStroke, [TimedWindowEvent])
    case event(TimedWindowEvent)
  }

  private var waiting: [Waiting] = []
  private var isAsking = false
  /// Whether the last stroke was taken, so that its key and text are dropped.
  private var swallows = false

  /// The events that can be handled now, and the stroke to ask about next.
  struct Step: Equatable {
    var events: [TimedWindowEvent] = []
    var question: KeyStroke?
  }

  var isEmpty: Bool { waiting.isEmpty }

  /// Adds an event.
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
    // Events of the window are not input, so they do not wait.
    default: return Step(events: [timed])
    }
    if waiting.isEmpty { return Step(events: [timed]) }
    waiting.append(.event(timed))
    return Step()
  }

  /// Processes the answer about the stroke in question.
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
