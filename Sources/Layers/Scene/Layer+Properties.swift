public import Colors
public import Geometry

// The model values one by one; LayerValues says what each is.
extension Layer {
  /// The part of the layer's own coordinate system that it covers.
  public var bounds: Rect {
    get { model.bounds }
    set { change(model.bounds, to: newValue, .bounds) { $0.bounds = $1 } }
  }

  /// Where the anchor point lies in the superlayer's coordinates.
  public var position: Point {
    get { model.position }
    set { change(model.position, to: newValue, .position) { $0.position = $1 } }
  }

  /// The point that `position` places and `transform` turns about, in fractions of the bounds.
  public var anchorPoint: Point {
    get { model.anchorPoint }
    set { change(model.anchorPoint, to: newValue, .anchorPoint) { $0.anchorPoint = $1 } }
  }

  /// How far the layer stands before its superlayer's plane; it also decides the drawing order of siblings.
  public var zPosition: Double {
    get { model.zPosition }
    set { change(model.zPosition, to: newValue, .zPosition) { $0.zPosition = $1 } }
  }

  /// A mapping about the anchor point.
  public var transform: Transform3D {
    get { model.transform }
    set { change(model.transform, to: newValue, .transform) { $0.transform = $1 } }
  }

  /// A mapping of all sublayers about the anchor point; an `m34` here gives them one common eye.
  public var sublayerTransform: Transform3D {
    get { model.sublayerTransform }
    set { change(model.sublayerTransform, to: newValue, .sublayerTransform) { $0.sublayerTransform = $1 } }
  }

  /// Whether neither the layer nor its sublayers are drawn or found.
  public var isHidden: Bool {
    get { model.isHidden }
    set { change(model.isHidden, to: newValue) { $0.isHidden = $1 } }
  }

  /// Whether the back is seen when the layer is turned away.
  public var isDoubleSided: Bool {
    get { model.isDoubleSided }
    set { change(model.isDoubleSided, to: newValue) { $0.isDoubleSided = $1 } }
  }

  /// How much of the layer with all its sublayers, as one picture, is seen; values are cut to 0…1.
  public var opacity: Double {
    get { model.opacity }
    set { change(model.opacity, to: min(max(newValue, 0), 1), .opacity) { $0.opacity = $1 } }
  }

  /// Whether contents and sublayers are cut off at the rounded bounds.
  public var masksToBounds: Bool {
    get { model.masksToBounds }
    set { change(model.masksToBounds, to: newValue) { $0.masksToBounds = $1 } }
  }

  /// The colour that fills the rounded bounds; nil for none.
  public var backgroundColor: RGBA? {
    get { model.backgroundColor }
    set { change(model.backgroundColor, to: newValue, .backgroundColor) { $0.backgroundColor = $1 } }
  }

  /// The radius of the corners of bounds, border and shadow, in points.
  public var cornerRadius: Double {
    get { model.cornerRadius }
    set { change(model.cornerRadius, to: newValue, .cornerRadius) { $0.cornerRadius = $1 } }
  }

  /// The width of a border that lies inside the bounds, in points.
  public var borderWidth: Double {
    get { model.borderWidth }
    set { change(model.borderWidth, to: newValue, .borderWidth) { $0.borderWidth = $1 } }
  }

  /// The colour of the border.
  public var borderColor: RGBA {
    get { model.borderColor }
    set { change(model.borderColor, to: newValue, .borderColor) { $0.borderColor = $1 } }
  }

  /// Changing a shadow animates its colour, offset and blur; a shadow that comes or goes does so at once.
  public var shadow: Shadow? {
    get { model.shadow }
    set {
      guard let old = model.shadow, let new = newValue, old.spread == new.spread else {
        return change(model.shadow, to: newValue) { $0.shadow = $1 }
      }
      change(old.color, to: new.color, .shadowColor) { $0.shadow?.color = $1 }
      change(old.offset, to: new.offset, .shadowOffset) { $0.shadow?.offset = $1 }
      change(old.blur, to: new.blur, .shadowBlur) { $0.shadow?.blur = $1 }
    }
  }

  /// The content drawn over the background; a change shows at once.
  public var contents: Contents? {
    get { model.contents }
    set { change(model.contents, to: newValue) { $0.contents = $1 } }
  }

  /// Where the layer stands in its superlayer while nothing is transformed.
  public var frame: Rect {
    get {
      Rect(
        x: position.x - anchorPoint.x * bounds.width, y: position.y - anchorPoint.y * bounds.height,
        width: bounds.width, height: bounds.height)
    }
    set {
      bounds = Rect(origin: bounds.origin, size: newValue.size)
      position = Point(
        newValue.minX + anchorPoint.x * newValue.width, newValue.minY + anchorPoint.y * newValue.height)
    }
  }
}
