import Geometry
import Motion

/// The springs that a layer runs on at a time, to be taken over by a new one with their velocity.
struct Springs {
  private let layer: Layer
  private let time: Double

  /// The animations whose motion was taken over.
  private(set) var taken: Set<ObjectIdentifier> = []

  init(of layer: Layer, at time: Double) {
    self.layer = layer
    self.time = time
  }

  /// Returns the effect that brings a property from `from` to `to`, which is the layer's own value now.
  ///
  /// An implicit action (`resting` given) goes on from what the running springs lack: `from` is then the value at
  /// which they would have come to rest. An explicit one starts from `from` itself.
  mutating func takeOver(
    _ key: PropertyKey, from: AnimatedValue, to: AnimatedValue, resting: RestingTransforms?,
    velocity: AnimatedValue?, _ spring: Spring, at start: Double, _ end: inout Double,
    startsAfresh: Bool = false
  ) -> AnimationEffect? {
    let pace = layer.pace(SpringBasis(spring), start: start)
    if key.isTransform {
      guard let from = from.transform, let to = to.transform,
        let old = resting?[key].parts ?? DecomposedTransform(from), let new = DecomposedTransform(to)
      else { return nil }
      var running = takeTransform(key)
      if startsAfresh { running.velocity = .zero }
      let place = resting == nil ? TransformDisplacement.zero : running.displacement
      let displacement = TransformDisplacement(from: new, to: place.applied(to: old))
      // A velocity has a meaning at a place; seen from the new rest it is the same motion in other numbers.
      let rate = running.velocity.rate(at: running.displacement, seenAt: displacement)
      let result = TransformSpring(pace: pace, displacement: displacement, velocity: rate)
      let parts =
        (0..<16).map { (displacement.linear[$0], rate.linear[$0]) }
        + (0..<3).map { (displacement.turn[$0], rate.turn[$0]) }
      end = max(end, restTime(of: parts, within: 1e-4, spring, start))
      return .transformSpring(key, result)
    }
    guard let from = from.vector, let to = to.vector else { return nil }
    let running = takeVector(key)
    let displacement = from - to + (resting == nil ? .zero : running.displacement)
    let speed = velocity?.vector ?? (startsAfresh ? .zero : running.velocity)
    let parts = (0..<4).map { (displacement[$0], speed[$0]) }
    end = max(end, restTime(of: parts, within: key.imperceptible, spring, start))
    return .spring(
      key, VectorSpring(pace: pace, displacement: displacement, velocity: speed))
  }

  private mutating func takeVector(_ key: PropertyKey) -> (
    displacement: SIMD4<Double>, velocity: SIMD4<Double>
  ) {
    var sum = (displacement: SIMD4<Double>.zero, velocity: SIMD4<Double>.zero)
    for animation in layer.animations {
      guard case .spring(key, let spring) = animation.effect else { continue }
      let state = spring.state(at: time)
      sum.displacement += state.displacement
      sum.velocity += state.velocity
      taken.insert(ObjectIdentifier(animation))
    }
    return sum
  }

  private mutating func takeTransform(
    _ key: PropertyKey
  ) -> (displacement: TransformDisplacement, velocity: TransformDisplacement) {
    var sum = (displacement: TransformDisplacement.zero, velocity: TransformDisplacement.zero)
    for animation in layer.animations {
      guard case .transformSpring(key, let spring) = animation.effect else { continue }
      let state = spring.state(at: time)
      sum.displacement = sum.displacement + state.displacement
      sum.velocity = sum.velocity + state.velocity
      taken.insert(ObjectIdentifier(animation))
    }
    return sum
  }

  private func restTime(
    of parts: [(displacement: Double, velocity: Double)], within distance: Double, _ spring: Spring,
    _ start: Double
  ) -> Double {
    parts.reduce(start) { latest, part in
      guard part.displacement != 0 || part.velocity != 0 else { return latest }
      let motion = RunningSpring(
        spring: spring, from: Moving(value: part.displacement, velocity: part.velocity), toward: 0,
        startTime: start)
      return max(latest, motion.restTime(within: distance))
    }
  }
}

extension PropertyKey {
  /// A distance that nobody sees.
  fileprivate var imperceptible: Double {
    switch self {
    case .position, .bounds, .zPosition, .cornerRadius, .borderWidth, .shadowOffset, .shadowBlur: 0.02
    default: 1e-4
    }
  }
}
