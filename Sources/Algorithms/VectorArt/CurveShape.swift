/// The straight way from the start of a coded curve to its end, in steps.
struct CodedChord {
  let offset: SIMD2<Double>
  let length: Double

  /// Below this squared length, which no chord comes near, it counts as one step to the right, or straight on.
  static let least = 0.3

  @inline(__always) init(_ offset: SIMD2<Double>) {
    let squared = offset.x * offset.x + offset.y * offset.y
    self.offset = squared < CodedChord.least ? SIMD2(1, 0) : offset
    length = squared < CodedChord.least ? 1 : squared.squareRoot()
  }

  /// One step of a half angle's tangent: a handle of a third of the chord moves by two steps of length at most.
  @inline(__always) var step: Double { smaller(3 / length, 0.125) }
}

/// The shape of a coded curve seen along its chord: `PathCodeFormat.md`, “The shape of a curve”.
///
/// Directions are kept as the tangents of half the angle that they make with the chord: what the start turns by to come
/// to the chord, and what the chord turns by to come to the end. For a circular arc both are the same. All lengths are in
/// steps; reader and writer share every line.
struct CurveShape {
  private let length: Double
  /// One step of a half angle's tangent.
  let step: Double
  let start: Double
  let end: Double

  /// Creates the shape of a curve whose chord is seen from its start direction.
  @inline(__always) init(_ chord: CodedChord, endSteps: Double) {
    length = chord.length
    step = chord.step
    start = chord.offset.y / larger(length + chord.offset.x, length * (1.0 / 64))
    end = start + endSteps * step
  }

  /// Creates the shape of a curve with a start direction of its own.
  @inline(__always) init(_ chord: CodedChord, startSteps: Double, endSteps: Double) {
    length = chord.length
    step = chord.step
    start = startSteps * step
    end = start + endSteps * step
  }

  /// Returns the start direction, given the chord.
  @inline(__always) func startDirection(_ chord: CodedChord) -> SIMD2<Double> {
    let scale = 1 / (length * (1 + start * start))
    let (cosine, sine) = ((1 - start * start) * scale, 2 * start * scale)
    let (x, y) = (chord.offset.x, chord.offset.y)
    return SIMD2(x * cosine + y * sine, y * cosine - x * sine)
  }

  /// Returns the direction in which the curve ends that starts in another one.
  @inline(__always) func endDirection(_ direction: SIMD2<Double>) -> SIMD2<Double> {
    let (a, b) = (1 - start * end, start + end)
    let scale = 1 / ((1 + start * start) * (1 + end * end))
    let (cosine, sine) = ((a * a - b * b) * scale, 2 * a * b * scale)
    let (x, y) = (direction.x, direction.y)
    return SIMD2(x * cosine - y * sine, y * cosine + x * sine)
  }

  /// Returns the lengths of both handles, some steps longer than those of a circular arc.
  @inline(__always) func handles(_ steps: SIMD2<Double>) -> SIMD2<Double> {
    let (natural, size) = (naturalHandle, handleSteps)
    return natural + steps * size
  }

  /// The length of both handles of a circular arc, and about that of others.
  @inline(__always) var naturalHandle: Double {
    length * (1.0 / 3) * (1 + (start * start + end * end) * 0.5)
  }

  /// One step of the length of either handle: the flatter it lies to the chord the less it matters.
  @inline(__always) var handleSteps: SIMD2<Double> {
    let tangents = SIMD2(start, end)
    let steepness = SIMD2(larger(start.magnitude, 2 * step), larger(end.magnitude, 2 * step))
    return (1 + tangents * tangents) * 0.7 / steepness
  }
}

/// Like `min` and `max`, in the one form for which processors have an instruction.
@inline(__always) private func smaller(_ a: Double, _ b: Double) -> Double { a < b ? a : b }
@inline(__always) private func larger(_ a: Double, _ b: Double) -> Double { a > b ? a : b }
