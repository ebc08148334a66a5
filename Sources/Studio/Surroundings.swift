import Desktop

/// What the windows of a session share of what lies beyond them: drags from and to other programs, and touchscreens.
struct Surroundings {
  /// What is dragged to other programs; files that were made for them are there as long as the session.
  let outwardDrag = OutwardDrag()
  /// What other programs drag over windows.
  let inwardDrag = InwardDrag()
  let touches = TouchWatch()
}
