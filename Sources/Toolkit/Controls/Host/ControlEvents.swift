public import Geometry
public import Input

/// A pointer event over a control.
public struct PointerEvent: Hashable, Sendable {
  /// The position in the control's own coordinates.
  public var point: Point

  /// The button that was pressed, released or held; `.left` if no button is held.
  public var button: PointerButton

  /// The number of this press in a series at one place, from 1; 0 while no button is held.
  public var clicks: Int

  /// The modifiers that were held.
  public var modifiers: Modifiers

  /// Whether the event comes from a touchscreen.
  public var isTouch = false

  /// The time of the event, in the host's seconds.
  public var time: Double

  /// Creates an event.
  ///
  /// - Parameters:
  ///   - point: The position in the control, in points.
  ///   - button: The button that was pressed, released or held.
  ///   - clicks: The number of this press in a series at one place, from 1; 0 while no button is held.
  ///   - modifiers: The keys that are held.
  ///   - time: The time in seconds.
  public init(
    at point: Point, _ button: PointerButton = .left, clicks: Int = 0, modifiers: Modifiers = [], time: Double
  ) {
    self.point = point
    self.button = button
    self.clicks = clicks
    self.modifiers = modifiers
    self.time = time
  }

  /// Returns an event of the window in the coordinates of a control.
  func converted(to control: Control) -> PointerEvent {
    var result = self
    result.point = control.convert(fromWindow: point)
    return result
  }
}

/// A wheel event over a control.
public struct WheelEvent: Hashable, Sendable {
  /// The position in the control's own coordinates.
  public var point: Point

  /// The distance in notches; positive y is away from the person, positive x rightward.
  public var notches: Vector

  /// The modifiers that were held.
  public var modifiers: Modifiers
  /// The time of the event, in the host's seconds.
  public var time: Double

  /// Creates an event.
  ///
  /// - Parameters:
  ///   - point: The position in the control, in points.
  ///   - notches: The distance in notches; positive y is away from the person, positive x rightward.
  ///   - modifiers: The keys that are held.
  ///   - time: The time in seconds.
  public init(at point: Point, _ notches: Vector, modifiers: Modifiers = [], time: Double) {
    self.point = point
    self.notches = notches
    self.modifiers = modifiers
    self.time = time
  }

  /// Returns an event of the window in the coordinates of a control, in which rightward is along its x axis.
  func converted(to control: Control) -> WheelEvent {
    var result = self
    result.point = control.convert(fromWindow: point)
    if control.isMirrored { result.notches.dx = -notches.dx }
    return result
  }
}

/// A key that was pressed or repeats.
public struct KeyEvent: Hashable, Sendable {
  /// The key, by its function or character.
  public var key: Key
  /// The modifiers that were held.
  public var modifiers: Modifiers
  /// Whether the key was held long enough to repeat.
  public var isRepeat: Bool
  /// The time of the event, in the host's seconds.
  public var time: Double

  /// Creates an event; the time is in seconds.
  public init(_ key: Key, _ modifiers: Modifiers = [], isRepeat: Bool = false, time: Double) {
    self.key = key
    self.modifiers = modifiers
    self.isRepeat = isRepeat
    self.time = time
  }

  /// Returns the event for a control: in a mirrored one, the left arrow key is the one along its x axis.
  func converted(to control: Control) -> KeyEvent {
    guard key == .left || key == .right, control.mirrorsArrowKeys else { return self }
    var result = self
    result.key = key == .left ? .right : .left
    return result
  }
}

/// Content dragged over a control, or dropped on it.
public struct DropEvent: Hashable, Sendable {
  /// The dragged content.
  public enum Content: Hashable, Sendable {
    /// The paths of another program's files.
    case files([String])
    /// Another program's text.
    case text(String)
    /// Items of this window: a kind known to the window's controls, and identifiers.
    case items(kind: String, ids: [String])
  }

  /// The dragged content.
  public var content: Content
  /// The position in the control's own coordinates.
  public var point: Point
  /// The time of the event, in the host's seconds.
  public var time: Double

  /// Creates an event.
  ///
  /// - Parameters:
  ///   - content: The dragged data.
  ///   - point: The position in the control, in points.
  ///   - time: The time in seconds.
  public init(_ content: Content, at point: Point, time: Double) {
    self.content = content
    self.point = point
    self.time = time
  }
}

extension DropEvent.Content {
  /// Creates content from another program's drag.
  public init(_ content: DraggedContent) {
    switch content {
    case .files(let paths): self = .files(paths)
    case .text(let text): self = .text(text)
    }
  }
}

extension InputEvent {
  /// Returns the event with its place in the window moved by a function.
  func moved(by move: (Point) -> Point) -> InputEvent {
    switch self {
    case .pointerDown(let point, let button, let clicks, let modifiers):
      .pointerDown(move(point), button, clicks: clicks, modifiers)
    case .pointerMoved(let point, let modifiers): .pointerMoved(move(point), modifiers)
    case .pointerUp(let point, let button, let modifiers): .pointerUp(move(point), button, modifiers)
    case .wheel(let point, let notches, let modifiers): .wheel(move(point), notches, modifiers)
    case .dragMoved(let content, let point): .dragMoved(content, move(point))
    case .dropped(let content, let point): .dropped(content, move(point))
    case .pointerLeft, .key, .text, .composition, .dragLeft: self
    }
  }
}

/// The effect of a drop, shown during a drag.
public struct DropProposal: Hashable, Sendable {
  /// The effect, such as “Use as ground”, or the reason for a refusal.
  public var words: String

  /// The target in the control's own coordinates; nil for the whole control.
  public var frame: Rect?

  /// Whether the drop is accepted.
  public var isAccepted: Bool

  /// Creates a proposal from the text that is shown.
  public init(_ words: String, frame: Rect? = nil, isAccepted: Bool = true) {
    self.words = words
    self.frame = frame
    self.isAccepted = isAccepted
  }
}
