public import Geometry
public import Input

/// What the pointer did over a control.
public struct PointerEvent: Hashable, Sendable {
  /// The place in the control's own coordinates.
  public var point: Point

  /// The button that was pressed or let go, or that is held; `.left` while none is.
  public var button: PointerButton

  /// Which press of a series in one place this is, from 1; 0 while no button is held.
  public var clicks: Int

  /// The keys that were held.
  public var modifiers: Modifiers

  /// Whether a finger on a touchscreen did it.
  public var isTouch = false

  /// When it was, in the seconds that the host is handed.
  public var time: Double

  /// Creates an event at a place; the time is in seconds.
  public init(
    at point: Point, _ button: PointerButton = .left, clicks: Int = 0, modifiers: Modifiers = [], time: Double
  ) {
    self.point = point
    self.button = button
    self.clicks = clicks
    self.modifiers = modifiers
    self.time = time
  }

  /// Returns the event in the coordinates of something whose origin stands at `origin`.
  public func relative(to origin: Point) -> PointerEvent {
    var result = self
    result.point = point - (origin - .zero)
    return result
  }
}

/// A turn of the wheel over a control.
public struct WheelEvent: Hashable, Sendable {
  /// The place in the control's own coordinates.
  public var point: Point

  /// Positive y is away from the person, positive x rightward.
  public var notches: Vector

  /// The keys that were held.
  public var modifiers: Modifiers
  /// When it was, in the seconds that the host is handed.
  public var time: Double

  /// Creates an event at a place; the time is in seconds.
  public init(at point: Point, _ notches: Vector, modifiers: Modifiers = [], time: Double) {
    self.point = point
    self.notches = notches
    self.modifiers = modifiers
    self.time = time
  }

  /// Returns the event in the coordinates of something whose origin stands at `origin`.
  public func relative(to origin: Point) -> WheelEvent {
    var result = self
    result.point = point - (origin - .zero)
    return result
  }
}

/// A key that was pressed or repeats.
public struct KeyEvent: Hashable, Sendable {
  /// The key, by what it does or types.
  public var key: Key
  /// The keys that were held with it.
  public var modifiers: Modifiers
  /// Whether the key was held long enough to repeat.
  public var isRepeat: Bool
  /// When it was, in the seconds that the host is handed.
  public var time: Double

  /// Creates an event; the time is in seconds.
  public init(_ key: Key, _ modifiers: Modifiers = [], isRepeat: Bool = false, time: Double) {
    self.key = key
    self.modifiers = modifiers
    self.isRepeat = isRepeat
    self.time = time
  }
}

/// Something that is dragged over a control, or dropped on it.
public struct DropEvent: Hashable, Sendable {
  /// What is dragged.
  public enum Content: Hashable, Sendable {
    /// Files of another program, by their paths.
    case files([String])
    /// A text of another program.
    case text(String)
    /// Something of this window: a kind that the controls of the window agree upon, and its identifiers.
    case items(kind: String, ids: [String])
  }

  /// What is dragged.
  public var content: Content
  /// The place in the control's own coordinates.
  public var point: Point
  /// When it was, in the seconds that the host is handed.
  public var time: Double

  /// Creates an event at a place; the time is in seconds.
  public init(_ content: Content, at point: Point, time: Double) {
    self.content = content
    self.point = point
    self.time = time
  }
}

extension DropEvent.Content {
  /// Creates what another program drags.
  public init(_ content: DraggedContent) {
    switch content {
    case .files(let paths): self = .files(paths)
    case .text(let text): self = .text(text)
    }
  }
}

/// What a drop would do here, shown while something is dragged over the place.
public struct DropProposal: Hashable, Sendable {
  /// What will happen, such as “Use as ground”; or, for something refused, why.
  public var words: String

  /// Where the target is, in the control's own coordinates; nil for all of the control.
  public var frame: Rect?

  /// Whether the drop is accepted.
  public var isAccepted: Bool

  /// Creates a proposal from the words that are shown.
  public init(_ words: String, frame: Rect? = nil, isAccepted: Bool = true) {
    self.words = words
    self.frame = frame
    self.isAccepted = isAccepted
  }
}
