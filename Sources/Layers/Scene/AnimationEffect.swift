import Geometry
import Motion

/// The effect of a running animation on a layer's values at a time.
indirect enum AnimationEffect {
  case keyframes(PropertyKey, KeyframeTrack<SIMD4<Double>>)
  case transformKeyframes(PropertyKey, KeyframeTrack<TransformFrame>)
  /// The distance from the layer's own value, which decays to nothing.
  case approach(PropertyKey, Animated<SIMD4<Double>>)
  case transformApproach(PropertyKey, Animated<TransformDisplacement>)
  case group([AnimationEffect], Timing)

  /// Bends what is presented to what is seen at `time`.
  func apply(to values: inout BentValues, at time: Double) {
    switch self {
    case .keyframes(let key, let track):
      guard let state = values.cache.state(of: track.timing, at: time) else { return }
      values[key] = track.effect.value(
        at: state, autoreverses: track.timing.autoreverses, over: values[key])
    case .transformKeyframes(let key, let track):
      guard let state = values.cache.state(of: track.timing, at: time) else { return }
      values.setTransform(
        key,
        to: track.effect.value(
          at: state, autoreverses: track.timing.autoreverses, over: TransformFrame(values.transform(key))
        ).transform)
    case .approach(let key, let displacement):
      values[key] += displacement.value(at: time, &values.cache)
    case .transformApproach(let key, let displacement):
      guard let base = values.parts(key) else { return }
      let displacement = displacement.value(at: time, &values.cache)
      values.setTransform(key, to: displacement.applied(to: base).transform)
    case .group(let effects, let timing):
      guard let state = timing.state(at: time) else { return }
      let inner = state.progress * timing.duration
      for effect in effects { effect.apply(to: &values, at: inner) }
    }
  }

  /// Whether it bends a property of those that a condition holds for.
  func bends(where condition: (PropertyKey) -> Bool) -> Bool {
    switch self {
    case .keyframes(let key, _), .approach(let key, _), .transformKeyframes(let key, _),
      .transformApproach(let key, _):
      condition(key)
    case .group(let effects, _): effects.contains { $0.bends(where: condition) }
    }
  }
}

/// Keyframes and when they play. A class, so that a frame does not count references to its arrays.
final class KeyframeTrack<Value: Interpolatable & Sendable> {
  let effect: KeyframeEffect<Value>
  let timing: Timing

  init(_ effect: KeyframeEffect<Value>, timing: Timing) {
    self.effect = effect
    self.timing = timing
  }
}

/// A layer's values while animations bend them, one after the other.
///
/// Each works on the numbers that those before it made, unlimited: what must stay within limits, such as an opacity,
/// is limited once at the end, so that displacements that cancel each other do cancel.
struct BentValues: ~Copyable {
  private var values: LayerValues
  private let layer: Layer
  private var numbers = InlineArray<14, SIMD4<Double>>(repeating: .zero)
  private var bent: UInt16 = 0
  var cache = MotionCache()

  /// Begins with the model values of a layer.
  init(of layer: Layer) {
    values = layer.model
    self.layer = layer
  }

  /// The numbers of a property that is no transform.
  subscript(key: PropertyKey) -> SIMD4<Double> {
    get { bent & Self.bit(key) == 0 ? values.vector(key) : numbers[Int(key.rawValue)] }
    set {
      bent |= Self.bit(key)
      numbers[Int(key.rawValue)] = newValue
    }
  }

  private static func bit(_ key: PropertyKey) -> UInt16 { 1 << UInt16(key.rawValue) }

  func transform(_ key: PropertyKey) -> Transform3D { values.transform(key) }

  mutating func setTransform(_ key: PropertyKey, to transform: Transform3D) {
    values.set(key, to: transform)
  }

  /// The parts of a transform as it is now; nil when it flattens space.
  func parts(_ key: PropertyKey) -> DecomposedTransform? {
    let now = values.transform(key)
    let resting = layer.resting[key]
    // Decomposed once while only this animation changes the transform.
    return now == resting.matrix ? resting.parts : DecomposedTransform(now)
  }

  /// Ends with what is seen.
  consuming func presented() -> LayerValues {
    for key in PropertyKey.allCases where bent & Self.bit(key) != 0 {
      values.set(key, to: numbers[Int(key.rawValue)])
    }
    return values
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
