public import Controls
public import Geometry
import Input
public import Scene

import Colors
import Motion
import Typography

/// A flip clock: what fills its window.
///
/// Cards fall at the exact times of their ticks, whatever frames are drawn, and between flips nothing changes.
public final class ClockFace: WindowContent {
  /// What only the window can do.
  public enum Request: Hashable, Sendable {
    case toggleFullScreen
    case leaveFullScreen
    /// The window goes with the pointer, which holds it at a point, until the button is let go.
    case beginMoving(Point)
    case move
    case endMoving
    /// The panel opens and needs so much room, until it closes.
    case makeRoom(Size)
    case giveRoomBack
  }

  public let tree = LayerTree()
  public var layer: Layer { tree.root }
  public let work: Clockwork

  public internal(set) var isFinished = false

  /// Whether a countdown came to its end and its notice was seen.
  public private(set) var hasRunOut = false

  /// Takes what the window should do.
  public var onRequest: ((Request) -> Void)?

  /// Called once when a countdown comes to its end.
  public var onTimeUp: (() -> Void)?

  /// Takes settings that were changed in the panel, to remember them.
  public var onSettings: ((ClockSettings) -> Void)?

  /// How many monitors there are to choose from.
  public var monitorCount = 1

  /// The text that is shared with other programs.
  public var clipboard = Clipboard.local()

  /// Whether the window covers its monitor.
  public var isFullScreen = false

  /// Called once a turn, for what other threads have sent.
  public var onMail: (() -> Void)?

  public func receiveMail(at time: Double) { onMail?() }

  /// Whether cards change without falling; the clock's own setting goes before what is set here.
  public var reducesMotion: Bool {
    get { work.settings.reducesMotion ?? interface.reducesMotion }
    set { interface.reducesMotion = newValue }
  }

  /// The reading that the cards show or are falling toward.
  public internal(set) var reading = ClockReading(groups: [])

  let interface: Interface
  let stage: CardStage
  let pictures: CardPictures
  let housings = Layer()
  let pins = Layer()
  let captionLayer = Layer()
  let veil = Layer()
  var panel: ClockPanel?
  let panelLayer = Layer()
  var size = Size.zero
  var layout: ClockLayout?

  /// The second whose tick was shown last.
  var shownSecond = 0
  var shownRevision: Int?
  var shownSettings = ClockSettings()
  var seenLeaps = 0
  private var lastTouch: Double?
  var isMoving = false

  /// Creates a face that stands still until `start(at:)`.
  public init(work: Clockwork, typesetter: Typesetter, scale: Double) {
    self.work = work
    interface = Interface(typesetter: typesetter, theme: Theme(.dark), scale: scale)
    pictures = CardPictures(typesetter: typesetter)
    stage = CardStage(pictures: pictures, tree: tree, flipDuration: 0.5 / min(1, work.rate))
    layer.name = "clock"
    for (part, name) in [
      (housings, "housings"), (stage.layer, "cards"), (pins, "pins"), (captionLayer, "caption"),
      (veil, "veil"), (panelLayer, "panel"),
    ] {
      part.name = name
      layer.addSublayer(part)
    }
    veil.backgroundColor = .black
    veil.opacity = 0
  }

  public var background: RGBA { work.settings.theme.background }

  // MARK: Time

  /// Shows the reading of a time, with all cards at rest.
  public func start(at time: Double) {
    shownSecond = work.position(at: time).second
    shownRevision = work.revision
    shownSettings = work.settings
    seenLeaps = work.leaps
    show(work.reading(at: shownSecond), at: time)
    if lastTouch == nil { lastTouch = time }
  }

  /// Puts the face at a time as if it had run up to it: cards that began to fall before are on their way.
  public func seek(to time: Double) {
    start(at: time - 2 * stage.flipDuration - 1 / work.rate)
    follow(to: time)
  }

  public func advance(to time: Double) -> Double? {
    work.synchronize()
    if shownRevision == nil { start(at: time) }
    follow(to: time)
    hidesPointer = pointerTime.map { time >= $0 } ?? false
    return nextFrameTime(after: time)
  }

  func follow(to time: Double) {
    if shownRevision != work.revision { adoptChanges(at: time) }
    if ticksBehind(at: time) > Self.mostTicksBehind { catchUp(at: time) }
    // Each event has its own exact time, so that frames leave no trace.
    while let event = nextEvent, event.time <= time {
      tree.advance(to: event.time)
      switch event {
      case .tick(let second, let tickTime): tick(second, at: tickTime)
      case .card(let digit, let begin): digit.beginWaiting(at: begin)
      }
    }
    tree.advance(to: time)
    dimIfDue(at: time)
    endIfDue(at: time)
  }

  private enum Event {
    case tick(Int, time: Double)
    case card(FlipDigit, time: Double)

    var time: Double {
      switch self {
      case .tick(_, let time), .card(_, let time): time
      }
    }
  }

  private var nextEvent: Event? {
    var next: Event?
    if let second = work.nextTick(after: shownSecond) {
      next = .tick(second, time: work.time(of: second))
    }
    for digit in stage.digits {
      if let begin = digit.nextBegin, begin < (next?.time ?? .infinity) { next = .card(digit, time: begin) }
    }
    return next
  }

  /// Returns when a frame is needed; now while a card falls, at the next tick otherwise.
  private func nextFrameTime(after time: Double) -> Double? {
    [
      tree.nextFrameTime(after: time), nextEvent?.time, dimTime, hidesPointer ? nil : pointerTime,
      work.endTime.map { endTime(of: $0) },
    ]
    .compactMap { $0 }.min()
  }

  /// A clock that missed more ticks than this goes to the time it is without showing what was missed.
  static let mostTicksBehind = 15

  func ticksBehind(at time: Double) -> Int {
    let behind = work.position(at: time).second - shownSecond
    return work.mode == .timeOfDay && !work.settings.showsSeconds ? behind / 60 : behind
  }

  private func tick(_ second: Int, at time: Double) {
    shownSecond = second
    let next = work.reading(at: second)
    guard next.shape == reading.shape, !reducesMotion else { return show(next, at: time) }
    for (digit, character) in zip(stage.digits, next.characters) where digit.target != character {
      digit.fall(through: [character], from: time, interval: 0.04)
      digit.beginWaiting(at: time)
    }
    setReading(next)
  }

  // MARK: Dimming, the end

  private var dimTime: Double? {
    guard let delay = work.settings.dimDelay, let lastTouch, veil.opacity == 0, panel == nil else {
      return nil
    }
    return lastTouch + delay
  }

  private var hidesPointer = false

  /// When the pointer disappears: before a clock that fills the screen it would only be in the way.
  private var pointerTime: Double? {
    isFullScreen && panel == nil ? lastTouch.map { $0 + Self.pointerDelay } : nil
  }

  private static let pointerDelay = 3.0

  private func dimIfDue(at time: Double) {
    guard let dimTime, time >= dimTime else { return }
    setVeil(0.66, over: 1.5, at: dimTime)
    tree.advance(to: time)
  }

  func touch(at time: Double) {
    lastTouch = time
    if veil.opacity > 0 { setVeil(0, over: 0.2, at: time) }
  }

  private func setVeil(_ opacity: Double, over seconds: Double, at time: Double) {
    let action = reducesMotion ? Transaction.Action.none : .eased(duration: seconds, .easeInEaseOut)
    tree.transact(Transaction(at: time, action: action)) { veil.opacity = opacity }
  }

  private var hasTold = false

  /// How long the notice of a countdown stays, in seconds.
  private static let noticeDuration = 5.0

  private func endTime(of end: Double) -> Double { hasTold ? end + Self.noticeDuration : end }

  private func endIfDue(at time: Double) {
    guard let end = work.endTime, time >= end else {
      hasTold = false
      return
    }
    if !hasTold {
      hasTold = true
      touch(at: time)
      onTimeUp?()
    }
    guard time >= end + Self.noticeDuration else { return }
    hasRunOut = true
    isFinished = true
  }

  // MARK: The window

  public var cursor: CursorShape { panel?.cursor ?? (hidesPointer ? .hidden : .arrow) }

  public func close() { isFinished = true }

  public var accessibility: AccessibilityNode {
    let text = reading.groups.map { String($0) }.joined(separator: ":")
    let words = reading.caption.isEmpty ? text : "\(text), \(reading.caption)"
    let frame = Rect(origin: .zero, size: size)
    return AccessibilityNode(
      role: .window, label: "Flip clock", value: words, frame: frame,
      children: panel.map { [$0.accessibility] } ?? [])
  }
}
