import Geometry
import Localization
import Scene

/// A sentence that reports a recent event, with an optional action such as Undo.
public struct Notice {
  /// The action of a notice's button.
  public struct Action {
    /// The button's title, such as “Undo”; that of the toolkit's own is in English.
    public var title: String { wording.english }

    let wording: Wording
    /// Performs the action; the argument is the time.
    public var perform: (Double) -> Void

    /// Creates an action.
    ///
    /// - Parameters:
    ///   - title: The title of its button.
    ///   - perform: Called with the time of the press, in seconds.
    public init(_ title: String, perform: @escaping (_ time: Double) -> Void) {
      self.init(.text(title), perform)
    }

    private init(_ wording: Wording, _ perform: @escaping (_ time: Double) -> Void) {
      self.wording = wording
      self.perform = perform
    }

    /// Returns an action “Undo”, which is called with the time of the press, in seconds.
    public static func undo(_ perform: @escaping (_ time: Double) -> Void) -> Action {
      Action(.message(Message("Undo")), perform)
    }
  }

  /// The sentence.
  public var words: String
  /// The button's action; nil for a notice without a button.
  public var action: Action?

  /// Creates a notice from a sentence.
  public init(_ words: String, _ action: Action? = nil) {
    self.words = words
    self.action = action
  }

  /// The time that the notice stays, in seconds: 5, plus 50 milliseconds per character.
  public var duration: Double { 5 + 0.05 * Double(words.count) }
}

/// Shows notices one at a time at a fixed place of the window, or elsewhere if an overlay covers it.
///
/// A notice is not a control: it never has the focus, and its button is also a command while it is shown.
final class NoticePresenter {
  private unowned let host: ControlHost
  let layer = Layer()
  private(set) var history: [Notice] = []
  private var current: Notice?
  private var end = 0.0
  /// The remaining time, while the pointer is over the notice or it waits.
  private var remaining: Double?
  /// Whether the notice waits for an overlay to close that leaves no room for it.
  private var isWaiting = false
  private var frame = Rect.zero
  private var button = Rect.zero
  /// The wrapped text; one line if it fits.
  private var lines: [String] = []

  private static let height = 40.0
  private static let lineHeight = 18.0
  /// The maximum width of a notice; longer lines are hard to read.
  private static let widest = 640.0
  private static let padding = 16.0
  private static let longestHistory = 100

  init(host: ControlHost) {
    self.host = host
    layer.name = "notice"
    layer.isHidden = true
  }

  var nextTime: Double? { current == nil || remaining != nil ? nil : end }

  /// The notice that is shown now.
  var shown: Notice? { current }

  func say(_ notice: Notice) {
    history.append(notice)
    if history.count > Self.longestHistory { history.removeFirst() }
    current = notice
    (remaining, isWaiting) = (nil, false)
    end = host.now + notice.duration
    layOut()
    follow(host.pointer.place)
  }

  func hide() {
    (current, remaining, isWaiting) = (nil, nil, false)
    layer.isHidden = true
  }

  func advance(to time: Double) {
    if current != nil, remaining == nil, end <= time { hide() }
  }

  /// Pauses the notice's timer while the pointer is over it.
  func follow(_ point: Point?) {
    guard current != nil, !isWaiting else { return }
    let isInside = point.map(frame.contains) ?? false
    if isInside, remaining == nil {
      remaining = end - host.now
      draw()
    } else if !isInside, let left = remaining {
      end = host.now + left
      remaining = nil
      draw()
    }
  }

  /// Takes a press; returns whether it was on the notice.
  func press(_ event: PointerEvent) -> Bool {
    guard current != nil, !isWaiting, frame.contains(event.point) else { return false }
    if event.button == .left, button.contains(event.point) { _ = performAction(at: event.time) }
    return true
  }

  /// Performs the notice's action; returns whether there is one.
  func performAction(at time: Double) -> Bool {
    guard let action = current?.action else { return false }
    hide()
    action.perform(time)
    return true
  }

  /// Adapts to overlays that were opened or closed: the notice moves beside them, or waits until they are closed.
  func makeRoom() {
    guard current != nil else { return }
    layOut()
    let waits = !isFree(frame)
    if waits, !isWaiting { remaining = remaining ?? max(end - host.now, 0) }
    if !waits, isWaiting, let left = remaining { (end, remaining) = (host.now + left, nil) }
    isWaiting = waits
    draw()
  }

  /// Returns whether no overlay covers a rectangle.
  private func isFree(_ place: Rect) -> Bool {
    host.overlays.frames.allSatisfy { $0.intersection(place)?.isEmpty ?? true }
  }

  /// The area for notices; the whole window if the intended area is too small for a line.
  private var room: Rect {
    let window = Rect(origin: .zero, size: host.size)
    guard let room = host.delegate?.noticeRoom?.intersection(window), room.width >= 240, room.height >= 80
    else {
      return window
    }
    return room
  }

  /// Returns the frame of a notice of some size: centred at the lower edge of its area, or else at the upper edge or at
  /// those of the window, where no overlay covers it.
  private func place(of size: Size) -> Rect {
    let window = Rect(origin: .zero, size: host.size)
    let places = [room, window].flatMap { room in
      [room.maxY - size.height - 20, room.minY + 20].map { y in
        Rect(x: room.midX - size.width / 2, y: y, width: size.width, height: size.height)
          .pixelAligned(scale: host.interface.scale)
      }
    }
    return places.first(where: isFree) ?? places[0]
  }

  func layOut() {
    guard let current else { return layer.isHidden = true }
    let interface = host.interface
    let title = current.action?.wording.text(in: host)
    let action = title.map { interface.line($0, style: Theme.strong).width + 24 } ?? 0
    let widest = min(room.width - 32, Self.widest)
    let inner = max(widest - action - 2 * Self.padding, 1)
    let whole = interface.line(current.words, style: Theme.body).width
    lines =
      whole <= inner ? [current.words] : interface.wrapped(current.words, style: Theme.body, width: inner)
    let words = lines.map { interface.line($0, style: Theme.body).width }.max() ?? 0
    let width = min(words + action + 2 * Self.padding, max(widest, 1))
    frame = place(of: Size(width, Self.height + Self.lineHeight * Double(lines.count - 1)))
    button = Rect(
      x: frame.maxX - action - Self.padding, y: frame.minY, width: action > 0 ? action + Self.padding : 0,
      height: frame.height)
    draw()
  }

  /// The height of a line; a single line is centred.
  private var lineHeight: Double { lines.count == 1 ? frame.height : Self.lineHeight }

  private func draw() {
    guard let current else { return }
    let (interface, theme) = (host.interface, host.interface.theme)
    layer.isHidden = isWaiting
    layer.removeSublayers()
    layer.frame = frame
    layer.setSurface(theme.raised, radius: Theme.cardRadius, elevation: 2, interface)
    let buttonRoom = button.offset(by: .zero - frame.origin)
    let end = current.action == nil ? frame.width - Self.padding : buttonRoom.minX
    // The frame was aligned to whole pixels, which must not cut off a sentence that fits.
    let height = lineHeight
    for (index, line) in lines.enumerated() {
      let top = (frame.height - height * Double(lines.count)) / 2 + height * Double(index)
      let room = Rect(x: Self.padding, y: top, width: max(end - Self.padding + 1, 1), height: height)
      layer.addSublayer(Layer(line, style: Theme.body, color: theme.ink, in: room, interface))
    }
    guard let action = current.action else { return }
    if remaining != nil {
      let ground = Rect(
        x: buttonRoom.minX + 10, y: 6, width: buttonRoom.width - 16, height: frame.height - 12)
      layer.addSublayer(Layer(ground, fill: theme.pressed, radius: Theme.fieldRadius))
    }
    layer.addSublayer(
      Layer(
        action.wording.text(in: host), style: Theme.strong, color: theme.ink,
        in: buttonRoom.offset(by: Vector(2, 0)), alignment: .center, interface))
  }

  var accessibility: AccessibilityNode? {
    current.map { notice in
      var node = AccessibilityNode(
        role: .notification, label: notice.words, actions: notice.action == nil ? [] : [.press], frame: frame)
      let height = lineHeight
      node.characterFrames = host.interface.characterFrames(
        of: notice.words, in: lines, style: Theme.body,
        at: frame.origin + Vector(Self.padding, (frame.height - height * Double(lines.count)) / 2),
        lineHeight: height)
      return node
    }
  }
}
