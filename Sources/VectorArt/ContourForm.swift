/// What a coded contour stands for in a path with an axis: `PathCode.md`, “Contours”.
enum ContourForm: Int {
  /// Itself alone.
  case whole
  /// Itself and its mirror image.
  case pair
  /// Half of itself; the mirror image is the other half, and straight lines join both.
  case half
  /// A half whose start, end or both lie on the axis, where no line is needed.
  case halfFromAxis, halfToAxis, halfAlongAxis

  init(startsOnAxis: Bool, endsOnAxis: Bool) {
    switch (startsOnAxis, endsOnAxis) {
    case (false, false): self = .half
    case (true, false): self = .halfFromAxis
    case (false, true): self = .halfToAxis
    case (true, true): self = .halfAlongAxis
    }
  }

  var isHalf: Bool { rawValue >= ContourForm.half.rawValue }
  var startsOnAxis: Bool { self == .halfFromAxis || self == .halfAlongAxis }
  var endsOnAxis: Bool { self == .halfToAxis || self == .halfAlongAxis }
}
