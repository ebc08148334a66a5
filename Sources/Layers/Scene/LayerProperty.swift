public import Colors
public import Geometry

/// A property of layers that animations can bend, and the type of its values.
public struct LayerProperty<Value: AnimatableValue>: Hashable, Sendable {
  let key: PropertyKey

  init(_ key: PropertyKey) {
    self.key = key
  }
}

extension LayerProperty<Point> {
  /// Where the anchor point lies in the superlayer's coordinates.
  public static var position: Self { Self(.position) }
  /// The point that is placed and turned about, in fractions of the bounds.
  public static var anchorPoint: Self { Self(.anchorPoint) }
}

extension LayerProperty<Rect> {
  /// The part of the layer's own coordinate system that it covers.
  public static var bounds: Self { Self(.bounds) }
}

extension LayerProperty<Double> {
  /// How far the layer stands before its superlayer's plane, in points.
  public static var zPosition: Self { Self(.zPosition) }
  /// How much of the layer with all its sublayers is seen, 0…1.
  public static var opacity: Self { Self(.opacity) }
  /// The radius of the corners, in points.
  public static var cornerRadius: Self { Self(.cornerRadius) }
  /// The width of the border, in points.
  public static var borderWidth: Self { Self(.borderWidth) }
  /// The distance over which the shadow's edge fades; a layer without a shadow has none to fade.
  public static var shadowBlur: Self { Self(.shadowBlur) }
}

extension LayerProperty<RGBA> {
  /// The colour that fills the rounded bounds; it is interpolated in Oklab.
  public static var backgroundColor: Self { Self(.backgroundColor) }
  /// The colour of the border; it goes through Oklab.
  public static var borderColor: Self { Self(.borderColor) }
  /// The colour of the shadow; it goes through Oklab.
  public static var shadowColor: Self { Self(.shadowColor) }
}

extension LayerProperty<Vector> {
  /// How far the shadow is moved from the layer.
  public static var shadowOffset: Self { Self(.shadowOffset) }
}

extension LayerProperty<Transform3D> {
  /// The mapping about the anchor point.
  public static var transform: Self { Self(.transform) }
  /// The mapping of all sublayers about the anchor point.
  public static var sublayerTransform: Self { Self(.sublayerTransform) }
}

/// Which property it is, whatever its type.
enum PropertyKey: UInt8, Hashable, Sendable, CaseIterable {
  case position, anchorPoint, bounds, zPosition, opacity, cornerRadius, borderWidth
  case backgroundColor, borderColor, shadowColor, shadowOffset, shadowBlur
  case transform, sublayerTransform

  var isTransform: Bool { self == .transform || self == .sublayerTransform }

  /// A distance too small to be seen.
  var imperceptible: Double {
    switch self {
    case .position, .bounds, .zPosition, .cornerRadius, .borderWidth, .shadowOffset, .shadowBlur: 0.02
    default: 1e-4
    }
  }

  /// Whether it decides where the layer or its sublayers are seen.
  var isPlacing: Bool {
    switch self {
    case .position, .anchorPoint, .bounds, .zPosition, .transform, .sublayerTransform: true
    default: false
    }
  }
}

/// A value that can lie between two others: numbers, geometry, colours and transforms.
///
/// Colours go through Oklab, premultiplied; transforms are taken apart as CSS Transforms 2 says.
public protocol AnimatableValue: Sendable {
  /// The value as the numbers that are interpolated.
  var animated: AnimatedValue { get }
}

/// The values that animations calculate with.
public enum AnimatedValue: Hashable, Sendable {
  /// Up to four numbers, each of which goes its own way.
  case vector(SIMD4<Double>)
  /// A mapping, which is taken apart first.
  case transform(Transform3D)

  var vector: SIMD4<Double>? {
    if case .vector(let vector) = self { vector } else { nil }
  }

  var transform: Transform3D? {
    if case .transform(let transform) = self { transform } else { nil }
  }
}

extension Double: AnimatableValue {
  public var animated: AnimatedValue { .vector(SIMD4(self, 0, 0, 0)) }
}

extension Point: AnimatableValue {
  public var animated: AnimatedValue { .vector(SIMD4(x, y, 0, 0)) }
}

extension Vector: AnimatableValue {
  public var animated: AnimatedValue { .vector(SIMD4(dx, dy, 0, 0)) }
}

extension Rect: AnimatableValue {
  public var animated: AnimatedValue { .vector(SIMD4(minX, minY, width, height)) }
}

extension RGBA: AnimatableValue {
  public var animated: AnimatedValue { .vector(blendable) }
}

extension Transform3D: AnimatableValue {
  public var animated: AnimatedValue { .transform(self) }
}

extension RGBA {
  /// Oklab's L, a, b multiplied by alpha, and alpha: what is mixed when a colour is animated.
  var blendable: SIMD4<Double> {
    let oklab = Oklab(self)
    return SIMD4(oklab.lightness * alpha, oklab.a * alpha, oklab.b * alpha, alpha)
  }

  init(blendable v: SIMD4<Double>) {
    guard v.w > 0 else {
      self.init(red: 0, green: 0, blue: 0, alpha: 0)
      return
    }
    self = Oklab(lightness: v.x / v.w, a: v.y / v.w, b: v.z / v.w).rgba(alpha: min(v.w, 1))
  }
}

extension LayerValues {
  /// Returns a property that is no transform as numbers.
  func vector(_ key: PropertyKey) -> SIMD4<Double> {
    switch key {
    case .position: SIMD4(position.x, position.y, 0, 0)
    case .anchorPoint: SIMD4(anchorPoint.x, anchorPoint.y, 0, 0)
    case .bounds: SIMD4(bounds.minX, bounds.minY, bounds.width, bounds.height)
    case .zPosition: SIMD4(zPosition, 0, 0, 0)
    case .opacity: SIMD4(opacity, 0, 0, 0)
    case .cornerRadius: SIMD4(cornerRadius, 0, 0, 0)
    case .borderWidth: SIMD4(borderWidth, 0, 0, 0)
    case .backgroundColor: backgroundColor?.blendable ?? .zero
    case .borderColor: borderColor.blendable
    case .shadowColor: shadow?.color.blendable ?? .zero
    case .shadowOffset: shadow.map { SIMD4($0.offset.dx, $0.offset.dy, 0, 0) } ?? .zero
    case .shadowBlur: SIMD4(shadow?.blur ?? 0, 0, 0, 0)
    case .transform, .sublayerTransform: .zero
    }
  }

  mutating func set(_ key: PropertyKey, to v: SIMD4<Double>) {
    switch key {
    case .position: position = Point(v.x, v.y)
    case .anchorPoint: anchorPoint = Point(v.x, v.y)
    case .bounds: bounds = Rect(x: v.x, y: v.y, width: max(0, v.z), height: max(0, v.w))
    case .zPosition: zPosition = v.x
    case .opacity: opacity = min(max(v.x, 0), 1)
    case .cornerRadius: cornerRadius = max(0, v.x)
    case .borderWidth: borderWidth = max(0, v.x)
    case .backgroundColor: backgroundColor = RGBA(blendable: v)
    case .borderColor: borderColor = RGBA(blendable: v)
    case .shadowColor: shadow?.color = RGBA(blendable: v)
    case .shadowOffset: shadow?.offset = Vector(v.x, v.y)
    case .shadowBlur: shadow?.blur = max(0, v.x)
    case .transform, .sublayerTransform: break
    }
  }

  func transform(_ key: PropertyKey) -> Transform3D {
    key == .sublayerTransform ? sublayerTransform : transform
  }

  mutating func set(_ key: PropertyKey, to value: Transform3D) {
    if key == .sublayerTransform { sublayerTransform = value } else { transform = value }
  }

  /// Sets a property to an animated value of its type.
  mutating func set(_ key: PropertyKey, to value: AnimatedValue) {
    switch value {
    case .vector(let vector) where !key.isTransform: set(key, to: vector)
    case .transform(let transform) where key.isTransform: set(key, to: transform)
    default: preconditionFailure("a property is set to a value of its own type")
    }
  }

  func animated(_ key: PropertyKey) -> AnimatedValue {
    key.isTransform ? .transform(transform(key)) : .vector(vector(key))
  }
}
