import Geometry
import Motion

/// The springs that a layer runs on at a time, to be taken over by a new one with their place and velocity.
struct SpringTakeover {
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
  mutating func effect(
    _ key: PropertyKey, from: AnimatedValue, to: AnimatedValue, resting: RestingTransforms?,
    velocity: AnimatedValue?, _ spring: Spring, at start: Double, _ end: inout Double,
    startsAfresh: Bool = false
  ) -> AnimationEffect? {
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
      let approach = Animated(
        from: displacement, velocity: rate, to: .zero, spring: spring, at: start,
        tolerance: .init(distance: key.imperceptible))
      end = max(end, approach.restTime)
      return .transformApproach(key, approach)
    }
    guard let from = from.vector, let to = to.vector else { return nil }
    let running = takeVector(key)
    let displacement = from - to + (resting == nil ? .zero : running.displacement)
    let speed = velocity?.vector ?? (startsAfresh ? .zero : running.velocity)
    let approach = Animated(
      from: displacement, velocity: speed, to: .zero, spring: spring, at: start,
      tolerance: .init(distance: key.imperceptible))
    end = max(end, approach.restTime)
    return .approach(key, approach)
  }

  private mutating func takeVector(_ key: PropertyKey) -> (
    displacement: SIMD4<Double>, velocity: SIMD4<Double>
  ) {
    var sum = (displacement: SIMD4<Double>.zero, velocity: SIMD4<Double>.zero)
    for animation in layer.animations {
      guard case .approach(key, let running) = animation.effect, running.runningSpring != nil else {
        continue
      }
      sum.displacement += running.value(at: time)
      sum.velocity += running.velocity(at: time)
      taken.insert(ObjectIdentifier(animation))
    }
    return sum
  }

  private mutating func takeTransform(
    _ key: PropertyKey
  ) -> (displacement: TransformDisplacement, velocity: TransformDisplacement) {
    var sum = (displacement: TransformDisplacement.zero, velocity: TransformDisplacement.zero)
    for animation in layer.animations {
      guard case .transformApproach(key, let running) = animation.effect, running.runningSpring != nil else {
        continue
      }
      sum.displacement = sum.displacement + running.value(at: time)
      sum.velocity = sum.velocity + running.velocity(at: time)
      taken.insert(ObjectIdentifier(animation))
    }
    return sum
  }
}
