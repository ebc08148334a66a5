import Exchange

/// What the windows of a session share of what lies beyond them: drags from and to other programs, and touchscreens.
final class Surroundings {
  /// What is dragged to other programs; files that were made for them are there as long as the session.
  let outwardDrag = OutwardDrag()
  /// What other programs drag over windows.
  let inwardDrag = InwardDrag()
  /// The display's touchscreens, asked for when the first windows have been drawn: nobody has touched these before.
  private lazy var touches = TouchWatch()

  /// Whether a finger is on a touchscreen now.
  var isTouched: Bool { touches?.isTouched ?? false }

  /// Takes in what has been told of touches, which else would wait for the next question.
  func takeTouches() { touches?.takeEvents() }
}
