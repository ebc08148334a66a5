/// What a coded contour stands for in a path with an axis: `PathCodeFormat.md`, “Contours”.
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

  @inline(__always) var isHalf: Bool { rawValue >= ContourForm.half.rawValue }
  @inline(__always) var startsOnAxis: Bool { self == .halfFromAxis || self == .halfAlongAxis }
  @inline(__always) var endsOnAxis: Bool { self == .halfToAxis || self == .halfAlongAxis }

  /// The symbol for the form, and for whether the last segment of what is no half ends at the start.
  func symbol(closes: Bool) -> Int { isHalf ? rawValue + 2 : rawValue * 2 + (closes ? 1 : 0) }

  @inline(__always) static func read(_ symbol: Int) -> (form: ContourForm, closes: Bool) {
    symbol < 4
      ? (symbol < 2 ? .whole : .pair, symbol & 1 == 1)
      : (ContourForm(rawValue: symbol - 2) ?? .half, false)
  }
}
