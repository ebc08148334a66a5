public import Application
public import Controls
public import Geometry
public import Posters
public import Publishing

/// An editor that is open in place of a poster in the whole window.
///
/// The program provides it by ``PosterEditors``, so the gallery does not depend on the editor's module. The gallery passes
/// the time and messages to it.
public protocol PosterEditing: AnyObject {
  /// The control that shows the poster and fills the window.
  var control: Control { get }
  /// The control that is focused first.
  var firstFocus: Control { get }
  /// The current poster.
  var poster: Poster { get }
  /// The page's current frame, in points of the control.
  var pageFrame: Rect { get }
  /// The area for notices in the window, without bars and panels.
  var noticeRoom: Rect { get }
  /// Begins typing.
  func begin(_ start: TypingStart, at time: Double)
  /// Animates the page from its frame in the gallery, in points of the control, with the velocity of its edges in points
  /// per second.
  func arrive(from place: Rect, velocity: SIMD4<Double>, at time: Double)
  /// Animates the page to its frame in the gallery, in points of the control.
  func leave(to place: Rect, at time: Double)
  /// Returns whether all animations have ended.
  func hasSettled(at time: Double) -> Bool
  /// Asks whether to cancel a long operation, if one is running; returns whether it asked. `close` is called after the
  /// operation was cancelled.
  func asksToStop(then close: @escaping () -> Void) -> Bool
  /// Saves unsaved changes; returns the resulting poster, or nil if the editor must not be closed.
  func finish() -> EditedResult?
  /// Performs work that is due; returns when to call it again, or nil.
  func advance(to time: Double) -> Double?
  /// Receives messages from other threads; called once per turn.
  func receiveMail(at time: Double)
}

/// The program's factory of the editors that open in the gallery.
public struct PosterEditors: Sendable {
  /// Opens a document; `back` is called when the person returns to the poster.
  public var open:
    @Sendable (EditedDocument, WindowEnvironment, _ back: @escaping (_ time: Double) -> Void) ->
      any PosterEditing

  /// Creates a factory from a function that opens a document.
  public init(
    open:
      @escaping @Sendable (EditedDocument, WindowEnvironment, @escaping (Double) -> Void) ->
      any PosterEditing
  ) { self.open = open }
}
