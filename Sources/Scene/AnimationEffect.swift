import Geometry
import Motion

#if canImport(Glibc)
  import Glibc
#endif

/// What a running animation does to a layer's values at a time.
indirect enum AnimationEffect {
  case tween(PropertyKey, VectorTween)
  case transformTween(PropertyKey, TransformTween)
  /// A difference that decays to nothing: how a changed value gets to its new place.
  case difference(PropertyKey, SIMD4<Double>, Pace)
  case transformDifference(PropertyKey, TransformDisplacement, Pace)
  case spring(PropertyKey, VectorSpring)
  case transformSpring(PropertyKey, TransformSpring)
  case group([AnimationEffect], Timing)

  /// Bends `values`, whose transforms at rest come apart as `rest` says, to what is seen at `time`.
  func apply(to values: inout LayerValues, rest: RestingTransforms, at time: Double) {
    switch self {
    case .tween(let key, let tween):
      if let value = tween.value(at: time, over: values.vector(key)) { values.set(key, to: value) }
    case .transformTween(let key, let tween):
      if let value = tween.value(at: time, over: values.transform(key)) { values.set(key, to: value) }
    case .difference(let key, let difference, let pace):
      let rest = 1 - pace.progress(at: time)
      values.set(key, to: values.vector(key) + difference * rest)
    case .transformDifference(let key, let difference, let pace):
      Self.displace(&values, key, by: difference * (1 - pace.progress(at: time)), rest)
    case .spring(let key, let spring):
      values.set(key, to: values.vector(key) + spring.state(at: time).displacement)
    case .transformSpring(let key, let spring):
      Self.displace(&values, key, by: spring.state(at: time).displacement, rest)
    case .group(let effects, let timing):
      guard let state = timing.state(at: time) else { return }
      let inner = state.progress * timing.duration
      for effect in effects { effect.apply(to: &values, rest: rest, at: inner) }
    }
  }

  /// Whether it changes where the layer or its sublayers are seen.
  var moves: Bool {
    switch self {
    case .tween(let key, _), .difference(let key, _, _), .spring(let key, _): key.isPlacing
    case .transformTween, .transformDifference, .transformSpring: true
    case .group(let effects, _): effects.contains(where: \.moves)
    }
  }

  private static func displace(
    _ values: inout LayerValues, _ key: PropertyKey, by displacement: TransformDisplacement,
    _ rest: RestingTransforms
  ) {
    let now = values.transform(key)
    // Taken apart once while nothing but this animation bends the transform.
    let base = now == rest[key].matrix ? rest[key].parts : DecomposedTransform(now)
    guard let base else { return }
    values.set(key, to: displacement.applied(to: base).transform)
  }
}

/// A layer's own transforms and what they are made of.
struct RestingTransforms {
  struct Entry {
    var matrix: Transform3D
    /// Nil for a transform that flattens space.
    var parts: DecomposedTransform?

    init(_ matrix: Transform3D) {
      self.matrix = matrix
      parts = matrix.isIdentity ? DecomposedTransform() : DecomposedTransform(matrix)
    }
  }

  var transform: Entry
  var sublayerTransform: Entry

  subscript(key: PropertyKey) -> Entry { key == .sublayerTransform ? sublayerTransform : transform }
}

extension Timing {
  /// Whether it runs once, forward, at its own speed.
  var isPlain: Bool {
    iterations == 1 && repeatDuration == nil && iterationStart == 0 && direction == .normal && !autoreverses
      && speed == 1 && timeOffset == 0 && duration > 0 && duration.isFinite && endDelay >= 0
  }

  /// The eased progress of plain timing in the middle of its run; nil before and after.
  func plainProgress(at time: Double) -> Double? {
    let local = time - beginTime - delay
    guard local >= 0, local < duration else { return nil }
    return easing.value(at: local / duration)
  }
}

/// A motion of numbers through keyframes. A class, so that a frame does not count references to its arrays.
final class VectorTween {
  private let frames: [SIMD4<Double>]
  private let offsets: [Double]
  private let easings: [TimingFunction]
  let pace: Pace
  private let isAdditive: Bool
  private let isCumulative: Bool
  /// Whether it goes once from one value to another: the usual case, in short.
  private let isPlain: Bool

  init(
    frames: [SIMD4<Double>], offsets: [Double], easings: [TimingFunction], pace: Pace, isAdditive: Bool,
    isCumulative: Bool
  ) {
    self.frames = frames
    self.offsets = offsets
    self.easings = easings
    self.pace = pace
    self.isAdditive = isAdditive
    self.isCumulative = isCumulative
    isPlain = frames.count == 2 && easings.isEmpty && pace.isPlain
  }

  /// Returns the value at a time, or nil when the animation has no effect then.
  func value(at time: Double, over underlying: SIMD4<Double>) -> SIMD4<Double>? {
    if isPlain, let fraction = pace.plainProgress(at: time) {
      let value = fraction == 1 ? frames[1] : frames[0] + (frames[1] - frames[0]) * fraction
      return isAdditive ? underlying + value : value
    }
    guard let state = pace.state(at: time), let last = frames.last else { return nil }
    var value = last
    if frames.count > 1 {
      let (index, fraction) = segment(of: state.progress, offsets: offsets, easings: easings)
      let start = frames[index]
      value = fraction == 1 ? frames[index + 1] : start + (frames[index + 1] - start) * fraction
    }
    if isCumulative && state.iteration > 0 && state.iteration.isFinite {
      let cycles = pace.timing.autoreverses ? (state.iteration / 2).rounded(.down) : state.iteration
      value += (pace.timing.autoreverses ? frames[0] : last) * cycles
    }
    return isAdditive ? underlying + value : value
  }
}

/// A motion of a transform through keyframes.
final class TransformTween {
  private let frames: [Transform3D]
  /// The ways between neighbouring frames, nil where one of them flattens space.
  private let ways: [TransformWay?]
  private let offsets: [Double]
  private let easings: [TimingFunction]
  let pace: Pace
  private let isAdditive: Bool
  private let isPlain: Bool

  init(
    frames: [Transform3D], offsets: [Double], easings: [TimingFunction], pace: Pace, isAdditive: Bool
  ) {
    self.frames = frames
    ways = zip(frames, frames.dropFirst()).map { TransformWay(from: $0, to: $1) }
    isPlain = frames.count == 2 && easings.isEmpty && pace.isPlain
    self.offsets = offsets
    self.easings = easings
    self.pace = pace
    self.isAdditive = isAdditive
  }

  func value(at time: Double, over underlying: Transform3D) -> Transform3D? {
    if isPlain, let way = ways[0], let fraction = pace.plainProgress(at: time), fraction != 0, fraction != 1 {
      let value = way.transform(at: fraction)
      return isAdditive ? value.concatenating(underlying) : value
    }
    guard let state = pace.state(at: time), let last = frames.last else { return nil }
    var value = last
    if frames.count > 1 {
      let (index, fraction) = segment(of: state.progress, offsets: offsets, easings: easings)
      if fraction == 0 {
        value = frames[index]
      } else if fraction == 1 {
        value = frames[index + 1]
      } else if let way = ways[index] {
        value = way.transform(at: fraction)
      } else {
        value = frames[fraction < 0.5 ? index : index + 1]
      }
    }
    return isAdditive ? value.concatenating(underlying) : value
  }
}

/// The way from one transform to another, with what every point of it needs.
struct TransformWay {
  private let start: DecomposedTransform
  private let end: DecomposedTransform
  /// The rotation a quarter turn from the start, on the great circle to the end.
  private let quarter: SIMD4<Double>
  private let angle: Double

  init?(from start: Transform3D, to end: Transform3D) {
    guard let start = DecomposedTransform(start), let end = DecomposedTransform(end) else { return nil }
    self.start = start
    self.end = end
    let a = start.rotation.vector
    var b = end.rotation.vector
    var dot = (a * b).sum()
    // The shorter way round.
    if dot < 0 { (b, dot) = (-b, -dot) }
    let across = b - a * dot
    let sine = (across * across).sum().squareRoot()
    quarter = sine > 0 ? across / sine : .zero
    angle = atan2(sine, dot)
  }

  func transform(at fraction: Double) -> Transform3D {
    var middle = start
    middle.perspective += (end.perspective - start.perspective) * fraction
    middle.translation += (end.translation - start.translation) * fraction
    middle.skew += (end.skew - start.skew) * fraction
    middle.scale += (end.scale - start.scale) * fraction
    if angle > 0 {
      let turn = start.rotation.vector * cos(angle * fraction) + quarter * sin(angle * fraction)
      middle.rotation = Quaternion(x: turn.x, y: turn.y, z: turn.z, w: turn.w)
    }
    return middle.transform
  }
}

extension Quaternion {
  fileprivate var vector: SIMD4<Double> { SIMD4(x, y, z, w) }
}

/// Returns the segment in which a progress lies and the eased fraction of it.
private func segment(
  of progress: Double, offsets: [Double], easings: [TimingFunction]
) -> (index: Int, fraction: Double) {
  var index = 0
  while index + 2 < offsets.count && offsets[index + 1] <= progress { index += 1 }
  let length = offsets[index + 1] - offsets[index]
  let fraction = length > 0 ? (progress - offsets[index]) / length : 1
  return (index, index < easings.count ? easings[index].value(at: fraction) : fraction)
}

/// Numbers on a spring, as what they still lack to the layer's own value.
struct VectorSpring {
  var pace: SpringPace
  var displacement: SIMD4<Double>
  var velocity: SIMD4<Double>

  func state(at time: Double) -> (displacement: SIMD4<Double>, velocity: SIMD4<Double>) {
    let response = pace.response(at: time)
    return (
      displacement * response.position.x + velocity * response.position.y,
      displacement * response.velocity.x + velocity * response.velocity.y
    )
  }
}

/// A transform on a spring, as what it still lacks to the layer's own.
struct TransformSpring {
  var pace: SpringPace
  var displacement: TransformDisplacement
  var velocity: TransformDisplacement

  func state(at time: Double) -> (displacement: TransformDisplacement, velocity: TransformDisplacement) {
    let response = pace.response(at: time)
    return (
      displacement * response.position.x + velocity * response.position.y,
      displacement * response.velocity.x + velocity * response.velocity.y
    )
  }
}
