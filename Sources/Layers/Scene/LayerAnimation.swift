public import Motion

/// How and when an animation ended.
public struct AnimationEnd: Hashable, Sendable {
  /// Whether it ran to its end, rather than being removed or replaced.
  public var isFinished: Bool

  /// The exact time of the end, not that of the frame which noticed; a successor begins there.
  public var time: Double

  /// Creates an end; the time is in seconds.
  public init(isFinished: Bool, time: Double) {
    self.isFinished = isFinished
    self.time = time
  }
}

/// A description of a motion, to be added to a layer under a key.
///
/// Animations only bend what is presented; a value given as the end becomes the layer's own value when the
/// animation is added, so nothing snaps back when it ends. (Additive and returning animations leave it alone.)
public struct LayerAnimation {
  indirect enum Kind {
    case tween(PropertyKey, from: AnimatedValue?, to: AnimatedValue?)
    case keyframes(PropertyKey, values: [AnimatedValue], offsets: [Double], easings: [TimingFunction])
    case spring(PropertyKey, from: AnimatedValue?, to: AnimatedValue?, velocity: AnimatedValue?, Spring)
    case group([LayerAnimation])
  }

  var kind: Kind

  /// When it runs, how often, and how time becomes progress; `beginTime` counts from the time of adding.
  public var timing: Timing

  /// Whether values are added to what the layer has, rather than taking its place.
  public var isAdditive = false

  /// Whether each repetition starts from where the last one ended.
  public var isCumulative = false

  /// Called once, when it has ended or was removed.
  public var completion: ((AnimationEnd) -> Void)?

  /// Creates an animation from one value to another.
  ///
  /// - Parameters:
  ///   - property: The animated property.
  ///   - from: The first value; nil is the value on the screen.
  ///   - to: The last value; nil is the layer's own value.
  ///   - timing: The duration, the easing and the repetitions.
  public static func basic<Value>(
    _ property: LayerProperty<Value>, from: Value? = nil, to: Value? = nil,
    timing: Timing = Timing(duration: 0.25, easing: .ease)
  ) -> LayerAnimation {
    LayerAnimation(kind: .tween(property.key, from: from?.animated, to: to?.animated), timing: timing)
  }

  /// Creates a motion through several values.
  ///
  /// - Parameters:
  ///   - property: The property that moves.
  ///   - values: The values, one a keyframe.
  ///   - offsets: The places of the keyframes, 0…1 and rising, as many as values; nil spaces them evenly.
  ///   - easings: The easings of the segments in turn; missing ones are linear.
  ///   - timing: When and how often it is played.
  public static func keyframes<Value>(
    _ property: LayerProperty<Value>, values: [Value], offsets: [Double]? = nil,
    easings: [TimingFunction] = [], timing: Timing
  ) -> LayerAnimation {
    let last = Double(max(values.count - 1, 1))
    let places = offsets ?? values.indices.map { Double($0) / last }
    precondition(places.count == values.count, "each keyframe has one offset")
    return LayerAnimation(
      kind: .keyframes(property.key, values: values.map(\.animated), offsets: places, easings: easings),
      timing: timing)
  }

  /// Creates an animation on a spring, which ends when its motion can no longer be seen.
  ///
  /// - Parameters:
  ///   - property: The animated property.
  ///   - from: The first value; nil continues from the value on the screen with its velocity.
  ///   - to: The last value; nil is the layer's own value.
  ///   - velocity: The first velocity, in the property's unit per second; nil is 0, or the current one without
  ///     `from`. Transforms ignore it.
  ///   - spring: The spring.
  public static func spring<Value>(
    _ property: LayerProperty<Value>, from: Value? = nil, to: Value? = nil, velocity: Value? = nil,
    spring: Spring
  ) -> LayerAnimation {
    LayerAnimation(
      kind: .spring(
        property.key, from: from?.animated, to: to?.animated, velocity: velocity?.animated, spring),
      timing: Timing(duration: 0))
  }

  /// Creates several motions that share one timing; by default they run side by side, each at its own pace.
  ///
  /// - Parameters:
  ///   - members: The motions; their begin times count from that of the group.
  ///   - timing: The group's own timing; nil lasts as long as the longest member.
  public static func group(_ members: [LayerAnimation], timing: Timing? = nil) -> LayerAnimation {
    let longest = members.map { $0.timing.beginTime + max(0, $0.timing.localEnd) }.max() ?? 0
    return LayerAnimation(kind: .group(members), timing: timing ?? Timing(duration: longest))
  }
}
