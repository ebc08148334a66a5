import Geometry

extension CubicBezier {
  /// Returns whether both controls lie on the chord, between its ends.
  func isStraight(within distance: Double) -> Bool {
    let chord = end - start
    guard let along = chord.normalized else {
      return start.distance(to: control1) <= distance && start.distance(to: control2) <= distance
    }
    let furthest = chord.length + distance
    func isBeside(_ control: Point) -> Bool {
      let offset = control - start
      if along.cross(offset).magnitude > distance { return false }
      let position = along.dot(offset)
      return !(position < -distance || position > furthest)
    }
    return isBeside(control1) && isBeside(control2)
  }

  /// Returns the part between two parameters; it runs backward where the first is the larger.
  func part(from start: Double, to end: Double) -> CubicBezier {
    let (low, high) = (min(start, end), max(start, end))
    var piece = self
    if high < 1 { piece = piece.split(at: high).0 }
    if low > 0 { piece = piece.split(at: high > 0 ? low / high : 0).1 }
    return start <= end ? piece : piece.reversed
  }

  var reversed: CubicBezier { CubicBezier(end, control2, control1, start) }

  static func line(_ start: Point, _ end: Point) -> CubicBezier {
    CubicBezier(
      start, start.interpolated(to: end, at: 1 / 3), start.interpolated(to: end, at: 2 / 3), end)
  }

  /// The directions at both ends, where controls may lie on the ends; nil for a curve without extent.
  var endTangents: (Vector, Vector)? {
    let (early, late, chord) = (control1 - start, control2 - start, end - start)
    let (earlyLength, lateLength, chordLength) = (early.length, late.length, chord.length)
    let extent = max(earlyLength, lateLength, chordLength)
    guard extent > 0, extent.isFinite else { return nil }
    let least = extent * 1e-9
    let forward = earlyLength > least ? early : lateLength > least ? late : chord
    guard let first = forward.normalized else { return nil }
    var backward = end - control2
    if !(backward.length > least) { backward = end - control1 }
    if !(backward.length > least) { backward = chord }
    return (first, backward.length > least ? backward.normalized ?? first : first)
  }
}
