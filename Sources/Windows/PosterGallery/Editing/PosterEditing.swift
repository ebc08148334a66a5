public import Application
public import Controls
public import Geometry
public import Posters
public import Publishing

/// An editor that is open in the place of the poster that fills the window.
///
/// The wall gets it from the program, by ``PosterEditors``, and so needs no module of editors. It hands in the time and the
/// mail.
public protocol PosterEditing: AnyObject {
  /// The control that shows the poster, in the room of the whole window.
  var control: Control { get }
  /// The control that takes the keyboard first.
  var firstFocus: Control { get }
  /// The poster as it is now.
  var poster: Poster { get }
  /// Where the page is seen now, in points of the control.
  var pageFrame: Rect { get }
  /// Where in the window messages stand, beside bars and panels.
  var noticeRoom: Rect { get }
  /// Begins to type.
  func begin(_ start: TypingStart, at time: Double)
  /// Lets the page come from where it was seen, in points of the control, at a velocity of its edges in points a second.
  func arrive(from place: Rect, velocity: SIMD4<Double>, at time: Double)
  /// Lets the page go to where it will be seen, in points of the control.
  func leave(to place: Rect, at time: Double)
  /// Returns whether nothing moves any more.
  func hasSettled(at time: Double) -> Bool
  /// Asks whether what takes long is to be given up; returns whether it asked. `close` is called once it was given up.
  func asksToStop(then close: @escaping () -> Void) -> Bool
  /// Saves what is not yet; returns what has become of the poster, or nil where it may not be left.
  func finish() -> EditedResult?
  /// Does what is due; returns when it wants to be asked again, or nil.
  func advance(to time: Double) -> Double?
  /// Takes in what has come from other threads; called once a turn.
  func receiveMail(at time: Double)
}

/// The program's factory of the editors that open on the wall.
public struct PosterEditors: Sendable {
  /// Opens a document; `back` is called when the person goes back to the poster.
  public var open:
    @Sendable (EditedDocument, WindowEnvironment, _ back: @escaping (_ time: Double) -> Void) ->
      any PosterEditing

  /// Creates editors from what opens a document.
  public init(
    open:
      @escaping @Sendable (EditedDocument, WindowEnvironment, @escaping (Double) -> Void) ->
      any PosterEditing
  ) { self.open = open }
}
