public import Geometry

/// A value made of numbers, each of which a spring or a timing function moves independently.
public protocol Animatable: Hashable, Sendable {
  /// The numbers; those that a value does not need are zero.
  associatedtype Components: SIMD & Sendable where Components.Scalar == Double

  /// How the value changes per second.
  associatedtype Velocity: Animatable = Self where Velocity.Components == Components

  /// The value as numbers.
  var components: Components { get }

  /// Creates the value that the numbers stand for.
  init(components: Components)
}

extension Double: Animatable {
  /// The number itself in the first place.
  @inlinable public var components: SIMD2<Double> { SIMD2(self, 0) }

  /// Creates the number that stands in the first place.
  @inlinable public init(components: SIMD2<Double>) { self = components.x }
}

extension Point: Animatable {
  public typealias Velocity = Vector

  /// Both coordinates, x first.
  @inlinable public var components: SIMD2<Double> { SIMD2(x, y) }

  /// Creates the point with these coordinates.
  @inlinable public init(components: SIMD2<Double>) { self.init(x: components.x, y: components.y) }
}

extension Vector: Animatable {
  /// Both coordinates, the one along x first.
  @inlinable public var components: SIMD2<Double> { SIMD2(dx, dy) }

  /// Creates the displacement with these coordinates.
  @inlinable public init(components: SIMD2<Double>) { self.init(dx: components.x, dy: components.y) }
}

extension SIMD4<Double>: Animatable {
  /// The vector itself.
  @inlinable public var components: SIMD4<Double> { self }

  /// Creates the vector itself.
  @inlinable public init(components: SIMD4<Double>) { self = components }
}
