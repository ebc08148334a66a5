public import Colors
public import Geometry

/// Everything that a layer shows, at rest or in the middle of an animation.
public struct LayerValues: Hashable, Sendable {
  /// The part of the layer's own coordinate system that it covers.
  public var bounds = Rect.zero

  /// Where the anchor point lies in the superlayer's coordinates.
  public var position = Point.zero

  /// The point that `position` places and `transform` turns about, in fractions of the bounds.
  public var anchorPoint = Point(0.5, 0.5)

  /// How far the layer stands before its superlayer's plane; it also decides the drawing order of siblings.
  public var zPosition = 0.0

  /// A mapping about the anchor point.
  public var transform = Transform3D.identity

  /// Whether neither the layer nor its sublayers are drawn or found.
  public var isHidden = false

  /// Whether the back is seen when the layer is turned away.
  public var isDoubleSided = true

  /// How much of the layer with all its sublayers, as one picture, is seen, 0…1.
  public var opacity = 1.0

  /// Whether contents and sublayers are cut off at the rounded bounds.
  public var masksToBounds = false

  /// The colour that fills the rounded bounds; nil for none.
  public var backgroundColor: RGBA?
  /// The radius of the corners of bounds, border and shadow, in points.
  public var cornerRadius = 0.0

  /// The width of a border that lies inside the bounds, in points.
  public var borderWidth = 0.0
  /// The colour of the border.
  public var borderColor = RGBA(red: 0, green: 0, blue: 0)
  /// The shadow under the rounded bounds; nil is none.
  public var shadow: Shadow?

  /// The content drawn over the background.
  public var contents: Contents?

  /// A mapping of all sublayers about the layer's anchor point; an `m34` here gives them one common eye.
  public var sublayerTransform = Transform3D.identity

  /// Creates the values of a layer that covers nothing and shows nothing.
  public init() {}

  /// The point that transforms turn about, in the layer's own coordinates.
  var anchor: Point {
    Point(bounds.minX + anchorPoint.x * bounds.width, bounds.minY + anchorPoint.y * bounds.height)
  }

  /// The mapping from the layer's own coordinates to its superlayer's, before that one's `sublayerTransform`.
  var transformToSuperlayer: Transform3D {
    let anchor = self.anchor
    if transform.isIdentity {
      return .translation(x: position.x - anchor.x, y: position.y - anchor.y, z: zPosition)
    }
    return transform.between(
      translationBy: Vector(-anchor.x, -anchor.y), and: Vector(position.x, position.y), z: zPosition)
  }

  /// The mapping that `sublayerTransform` makes of the layer's own coordinates.
  var sublayerMapping: Transform3D {
    if sublayerTransform.isIdentity { return sublayerTransform }
    let anchor = self.anchor
    return sublayerTransform.between(
      translationBy: Vector(-anchor.x, -anchor.y), and: Vector(anchor.x, anchor.y), z: 0)
  }

  /// The mirror image about the upright line through the middle of the bounds.
  var reflection: Transform3D {
    var result = Transform3D.identity
    (result.m11, result.m41) = (-1, bounds.minX + bounds.maxX)
    return result
  }

  /// How near the middle is, along the axis toward the viewer, in a superlayer that maps its sublayers so.
  func depth(through mapping: Transform3D) -> Double {
    transformToSuperlayer.concatenating(mapping).homogeneous(bounds.midX, bounds.midY).z
  }
}

extension Transform3D {
  /// Returns a shift in the plane, then this mapping, then another shift.
  func between(translationBy first: Vector, and last: Vector, z: Double) -> Transform3D {
    translated(x: first.dx, y: first.dy).concatenating(.translation(x: last.dx, y: last.dy, z: z))
  }

  /// The mapping followed by a projection onto the plane z = 0, along the line of sight.
  var flattened: Transform3D {
    var result = self
    (result.m13, result.m23, result.m33, result.m43) = (0, 0, 0, 0)
    return result
  }
}
