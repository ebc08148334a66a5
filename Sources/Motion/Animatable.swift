public import Geometry

/// A value made of numbers, each of which a spring or a timing function moves independently.
public protocol Animatable: Hashable, Sendable {
  /// The numbers; those that a value does not need are zero.
  associatedtype Components: SIMD & Sendable where Components.Scalar == Double

  /// How the value changes per second.
  associatedtype Velocity: Animatable = Self where Velocity.Components == Components

  var components: Components { get }

  init(components: Components)
}

extension Double: Animatable {
  @inlinable public var components: SIMD2<Double> { SIMD2(self, 0) }

  @inlinable public init(components: SIMD2<Double>) { self = components.x }
}

extension Point: Animatable {
  public typealias Velocity = Vector

  @inlinable public var components: SIMD2<Double> { SIMD2(x, y) }

  @inlinable public init(components: SIMD2<Double>) { self.init(x: components.x, y: components.y) }
}

extension Vector: Animatable {
  @inlinable public var components: SIMD2<Double> { SIMD2(dx, dy) }

  @inlinable public init(components: SIMD2<Double>) { self.init(dx: components.x, dy: components.y) }
}

extension SIMD4<Double>: Animatable {
  @inlinable public var components: SIMD4<Double> { self }

  @inlinable public init(components: SIMD4<Double>) { self = components }
}
