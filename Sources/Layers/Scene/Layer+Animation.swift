import Geometry
import Motion

extension Layer {
  /// Adds an animation that begins at `time`; one with the same key ends unfinished.
  ///
  /// The layer must belong to a tree, which is where time passes; otherwise the animation ends at once, its end
  /// value in place.
  ///
  /// - Parameters:
  ///   - animation: The animation.
  ///   - key: A name by which it can be replaced or removed.
  ///   - time: The time at which its `beginTime` starts to count, in seconds.
  public func add(_ animation: LayerAnimation, forKey key: String, at time: Double) {
    let finalValues = animation.finalValues
    guard let tree else {
      for (property, value) in finalValues { setModel(property, to: value) }
      animation.completion?(AnimationEnd(isFinished: false, time: time))
      return
    }
    let seen = presentation(at: time)
    var springs = SpringTakeover(of: self, at: time)
    for (property, value) in finalValues { setModel(property, to: value) }
    var end = time
    let effect = effect(of: animation, beginningAt: time, seen: seen, &springs, &end)
    // Animations that a spring took over must not count twice.
    removeAnimations(at: time) { springs.taken.contains(ObjectIdentifier($0)) }
    run(
      RunningAnimation(
        key: key, sequence: tree.takeSequence(), effect: effect, startTime: time + animation.startDelay,
        endTime: end, completion: animation.completion, transaction: tree.currentProgress), at: time)
  }

  /// Whether the layer is moved at a time, by hand or by an animation that has begun.
  func moves(at time: Double?) -> Bool {
    if isMoving { return true }
    guard let time, !animations.isEmpty else { return false }
    return animations.contains { $0.startTime <= time && $0.moves }
  }

  // MARK: Implicit actions

  /// Lets a property that was changed from `before` come to its new value as a transaction says.
  func addAction(
    _ transaction: Transaction, _ key: PropertyKey, from before: AnimatedValue, _ resting: RestingTransforms
  ) {
    guard let tree else { return }
    let time = transaction.time
    switch transaction.action {
    case .none: break
    case .eased(let duration, _):
      guard duration > 0, let effect = difference(key, from: before, resting, transaction) else { return }
      run(
        RunningAnimation(
          key: nil, sequence: tree.takeSequence(), effect: effect, startTime: time, endTime: time + duration,
          completion: nil, transaction: tree.currentProgress), at: time)
    case .spring(let spring):
      var springs = SpringTakeover(of: self, at: time)
      var end = time
      let effect = springs.effect(
        key, from: before, to: model.animated(key), resting: resting, velocity: nil, spring, at: time, &end)
      guard let effect else { return }
      removeAnimations(at: time) { springs.taken.contains(ObjectIdentifier($0)) }
      run(
        RunningAnimation(
          key: nil, sequence: tree.takeSequence(), effect: effect, startTime: time, endTime: end,
          completion: nil, transaction: tree.currentProgress), at: time)
    }
  }

  /// Returns the effect that takes what a value differed from its new one to nothing.
  private func difference(
    _ key: PropertyKey, from before: AnimatedValue, _ resting: RestingTransforms, _ transaction: Transaction
  ) -> AnimationEffect? {
    func decaying<Value>(_ difference: Value, to zero: Value) -> Animated<Value> {
      var value = Animated(difference, tolerance: .init(distance: key.imperceptible))
      value.go(to: zero, by: transaction.action, at: transaction.time)
      return value
    }
    guard key.isTransform else {
      return before.vector.map { .approach(key, decaying($0 - model.vector(key), to: .zero)) }
    }
    guard let old = resting[key].parts, let new = self.resting[key].parts else { return nil }
    return .transformApproach(key, decaying(TransformDisplacement(from: new, to: old), to: .zero))
  }

  // MARK: Explicit animations

  private func effect(
    of animation: LayerAnimation, beginningAt time: Double, seen: LayerValues,
    _ springs: inout SpringTakeover,
    _ end: inout Double
  ) -> AnimationEffect {
    var timing = animation.timing
    timing.beginTime += time
    switch animation.kind {
    case .tween(let key, let from, let to):
      end = max(end, timing.end)
      return keyframes(
        key, [from ?? seen.animated(key), to ?? model.animated(key)], [0, 1], [], timing, animation)
    case .keyframes(let key, let values, let offsets, let easings):
      end = max(end, timing.end)
      return keyframes(key, values, offsets, easings, timing, animation)
    case .spring(let key, let from, let to, let velocity, let spring):
      let start = timing.beginTime + timing.delay
      let goal = to ?? model.animated(key)
      let effect = springs.effect(
        key, from: from ?? seen.animated(key), to: goal, resting: nil, velocity: velocity, spring, at: start,
        &end, startsAfresh: from != nil)
      return effect ?? .group([], timing)
    case .group(let members):
      var memberEnd = 0.0
      let effects = members.map { effect(of: $0, beginningAt: 0, seen: seen, &springs, &memberEnd) }
      // A group that only holds springs lasts as long as they do.
      if timing.duration == 0 { timing.duration = memberEnd }
      end = max(end, timing.end)
      return .group(effects, timing)
    }
  }

  private func keyframes(
    _ key: PropertyKey, _ values: [AnimatedValue], _ offsets: [Double], _ easings: [TimingFunction],
    _ timing: Timing, _ animation: LayerAnimation
  ) -> AnimationEffect {
    func effect<Value>(_ frames: [Value]) -> KeyframeEffect<Value> {
      KeyframeEffect(
        frames.indices.map { index in
          Keyframe(
            frames[index], at: offsets[index], easing: index < easings.count ? easings[index] : .linear,
            composition: animation.isAdditive ? .add : .replace)
        }, isCumulative: animation.isCumulative)
    }
    if key.isTransform {
      let frames = values.compactMap(\.transform).map { TransformFrame($0) }
      return .transformKeyframes(key, KeyframeTrack(effect(frames), timing: timing))
    }
    return .keyframes(key, KeyframeTrack(effect(values.compactMap(\.vector)), timing: timing))
  }
}

extension LayerAnimation {
  /// The final values of the layer, so that nothing snaps back at the end.
  fileprivate var finalValues: [(PropertyKey, AnimatedValue)] {
    let returns = timing.autoreverses || timing.direction != .normal
    guard !isAdditive, !returns else { return [] }
    switch kind {
    case .tween(let key, _, let to): return to.map { [(key, $0)] } ?? []
    case .keyframes(let key, let values, _, _): return values.last.map { [(key, $0)] } ?? []
    case .spring(let key, _, let to, _, _): return to.map { [(key, $0)] } ?? []
    case .group(let members): return members.flatMap(\.finalValues)
    }
  }

  /// How long after it was added something begins to happen.
  fileprivate var startDelay: Double {
    timing.fill == .backwards || timing.fill == .both ? 0 : max(0, timing.beginTime + timing.delay)
  }
}

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
