public import Geometry
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
    /// The window goes with the pointer from now on, until the button is let go.
    case beginMoving
    case move
    case endMoving
    /// The panel opens and needs so much room, until it closes.
    case makeRoom(Size)
    case giveRoomBack
  }

  public let tree = LayerTree()
  public var layer: Layer { tree.root }
  public let work: Clockwork

  public private(set) var isFinished = false

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

  /// Whether cards change without falling.
  public var reducesMotion: Bool {
    get { interface.reducesMotion }
    set { interface.reducesMotion = newValue }
  }

  /// The reading that the cards show or are falling toward.
  public private(set) var reading = ClockReading(groups: [])

  let interface: Interface
  let stage: CardStage
  let pictures: CardPictures
  private let housings = Layer()
  private let pins = Layer()
  private let captionLayer = Layer()
  private let veil = Layer()
  var panel: ClockPanel?
  let panelLayer = Layer()
  private(set) var size = Size.zero
  private(set) var layout: ClockLayout?

  /// The second whose tick was shown last.
  private var shownSecond = 0
  private var shownRevision: Int?
  private var shownSettings = ClockSettings()
  private var seenLeaps = 0
  private var lastTouch: Double?
  private var isMoving = false

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
    return nextFrameTime(after: time)
  }

  private func follow(to time: Double) {
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
    [tree.nextFrameTime(after: time), nextEvent?.time, dimTime, work.endTime.map { endTime(of: $0) }]
      .compactMap { $0 }.min()
  }

  /// A clock that missed more ticks than this goes to the time it is without showing what was missed.
  private static let mostTicksBehind = 15

  private func ticksBehind(at time: Double) -> Int {
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

  // MARK: Changes

  /// Shows what is not a matter of time: other settings, another score, a clock that was set.
  private func adoptChanges(at time: Double) {
    shownRevision = work.revision
    if shownSettings != work.settings {
      shownSettings = work.settings
      layOut(size: size, scale: interface.scale)
    }
    tree.advance(to: time)
    catchUp(at: time)
  }

  /// Lets each place fall through the cards that were missed, several at a time; what lies far off is shown at once.
  private func catchUp(at time: Double) {
    let second = work.position(at: time).second
    let distance = (second - shownSecond).magnitude
    let hasLeapt = seenLeaps != work.leaps || ticksBehind(at: time) > Self.mostTicksBehind
    seenLeaps = work.leaps
    shownSecond = second
    let next = work.reading(at: second)
    let isFar = hasLeapt && distance > Self.farthestFlip
    guard next.shape == reading.shape, !reducesMotion, !isFar else { return show(next, at: time) }
    for (index, digit) in stage.digits.enumerated() where digit.target != next.characters[index] {
      let path = cards(of: index, from: digit.target, to: next, at: second)
      let pause = min(0.1, 0.4 / Double(max(1, path.count - 1)))
      digit.fall(through: path, from: time, interval: pause * stage.flipDuration / 0.5)
      digit.beginWaiting(at: time)
    }
    setReading(next)
  }

  /// Seconds by which a clock may be wrong and still flip to the right time.
  private static let farthestFlip = 600

  /// Returns the cards that fall at a place until it shows what it should: those of the last turns of its wheel.
  private func cards(of index: Int, from start: Character, to next: ClockReading, at second: Int)
    -> [Character]
  {
    let goal = next.characters[index]
    var path = [goal]
    for back in 1...9 {
      let character: Character
      if let period = next.periods[index], work.mode != .score {
        let earlier = work.reading(at: second - back * period)
        guard earlier.shape == next.shape else { break }
        character = earlier.characters[index]
      } else {
        guard let figure = goal.wholeNumberValue, start.wholeNumberValue != nil, back <= 5 else { break }
        character = Character(String((figure - back + 10) % 10))
      }
      if character == start { return path.reversed() }
      if character != path.last { path.append(character) }
    }
    return [goal]
  }

  /// Shows a reading at once.
  private func show(_ next: ClockReading, at time: Double) {
    let hasNewShape = next.shape != reading.shape || stage.digits.isEmpty
    if hasNewShape {
      stage.deal(next.characters)
      setReading(next)
      placeCards()
    } else {
      setReading(next)
    }
    stage.withoutActions(at: time) {
      for (digit, character) in zip(stage.digits, next.characters) { digit.show(character, at: time) }
    }
  }

  private func setReading(_ next: ClockReading) {
    let hadCaption = !reading.caption.isEmpty
    let isNew = next.caption != reading.caption
    reading = next
    if hadCaption == next.caption.isEmpty { placeCards() } else if isNew { drawCaption() }
  }

  // MARK: Layout

  public func layOut(size: Size, scale: Double) {
    self.size = size
    interface.scale = scale
    interface.theme = Theme(background.luma < 0.5 ? .dark : .light)
    layer.frame = Rect(origin: .zero, size: size)
    veil.frame = layer.bounds
    placeCards()
    panel?.layOut(in: size)
  }

  private func placeCards() {
    guard !size.isEmpty, !stage.digits.isEmpty else { return }
    let settings = work.settings
    let layout = ClockLayout(
      groups: reading.shape, aspect: pictures.aspect(fontFamilies: settings.fontFamilies), size: size,
      scale: interface.scale, hasCaption: !reading.caption.isEmpty)
    self.layout = layout
    guard let card = layout.cards.first else { return }
    stage.light = settings.theme.isDark ? .dark : .light
    pictures.use(
      CardStyle(
        theme: settings.theme, fontFamilies: settings.fontFamilies,
        size: PixelSize(card.size, scale: interface.scale), scale: interface.scale))
    // In a larger window the stage is enlarged and not what stands on it, so that the eye keeps its distance.
    let enlargement = max(
      1, card.height / 2 / Self.tallestHalf, max(size.width, size.height) / 2 / Self.farthestSide)
    stage.layer.transform = .scale(x: enlargement, y: enlargement)
    stage.layer.bounds = Rect(
      x: 0, y: 0, width: size.width / enlargement, height: size.height / enlargement)
    stage.layer.position = Point(size.width / 2, size.height / 2)
    for (digit, frame) in zip(stage.digits, layout.cards) {
      digit.place(
        in: Rect(
          x: frame.minX / enlargement, y: frame.minY / enlargement, width: frame.width / enlargement,
          height: frame.height / enlargement))
      digit.redraw()
    }
    ClockHousing(theme: settings.theme, scale: interface.scale).build(layout.cards, housings, pins)
    drawCaption()
  }

  /// Half a card is at most so tall on the stage, and the stage reaches at most so far to each side, in points;
  /// the eye, 1000 points away, then sees cards at the edge fall without leaning out too far.
  private static let tallestHalf = 200.0
  private static let farthestSide = 480.0

  private func drawCaption() {
    captionLayer.removeSublayers()
    guard let layout, let frame = layout.caption, !reading.caption.isEmpty else { return }
    let theme = work.settings.theme
    let style = TextStyle(
      family: Theme.interfaceFamily, size: layout.captionSize, weight: 500, hasTabularFigures: true)
    let isNotice = work.mode != .timeOfDay && reading.caption == "Time is up"
    guard isNotice else {
      captionLayer.addSublayer(
        Layer(
          reading.caption, style: style, color: theme.caption, in: frame, alignment: .center, interface))
      return
    }
    let strong = TextStyle(family: Theme.interfaceFamily, size: layout.captionSize, weight: 600)
    let width = interface.line(reading.caption, style: strong).width + 2 * layout.captionSize
    let plate = Rect(
      center: frame.center, size: Size(width: min(width, frame.width), height: layout.captionSize * 1.9)
    ).pixelAligned(scale: interface.scale)
    let ground = theme.background.legibleInk
    captionLayer.addSublayer(Layer(plate, fill: ground, radius: plate.height / 2))
    captionLayer.addSublayer(
      Layer(
        reading.caption, style: strong, color: ground.legibleInk, in: plate, alignment: .center, interface))
  }

  // MARK: Dimming, the end

  private var dimTime: Double? {
    guard let delay = work.settings.dimDelay, let lastTouch, veil.opacity == 0, panel == nil else {
      return nil
    }
    return lastTouch + delay
  }

  private func dimIfDue(at time: Double) {
    guard let dimTime, time >= dimTime else { return }
    setVeil(0.66, over: 1.5, at: dimTime)
    tree.advance(to: time)
  }

  private func touch(at time: Double) {
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

  // MARK: Input

  public func handle(_ event: InputEvent, at time: Double) {
    touch(at: time)
    guard shownRevision != nil else { return take(event, at: time) }
    // What is changed begins at the time of the event, not at that of the frame after it.
    follow(to: time)
    take(event, at: time)
    follow(to: time)
  }

  private func take(_ event: InputEvent, at time: Double) {
    if let panel, panel.handle(event, at: time) { return }
    switch event {
    case .pointerDown(_, .left, let clicks, _):
      if clicks == 2 {
        isMoving = false
        onRequest?(.toggleFullScreen)
      } else if !isFullScreen {
        isMoving = true
        onRequest?(.beginMoving)
      }
    case .pointerMoved where isMoving: onRequest?(.move)
    case .pointerUp(_, .left, _) where isMoving:
      isMoving = false
      onRequest?(.endMoving)
    case .key(let key, let modifiers, false): press(key, modifiers, at: time)
    default: break
    }
  }

  private func press(_ key: KeyName, _ modifiers: KeyModifiers, at time: Double) {
    switch (key, modifiers) {
    case (.escape, []): if isFullScreen { onRequest?(.leaveFullScreen) } else { close() }
    case (.character("f"), []), (.function(11), []): onRequest?(.toggleFullScreen)
    case (.character("s"), []): openPanel(at: time)
    case (.space, []): work.toggle(at: time)
    case (.character("l"), []): work.lap(at: time)
    case (.character("r"), []): work.reset(at: time)
    case (.character("q"), .control), (.character("w"), .control): close()
    default: break
    }
  }

  public var cursor: Cursor { panel?.cursor ?? .arrow }

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
