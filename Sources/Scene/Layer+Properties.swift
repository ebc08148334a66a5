public import Colors
public import Geometry

// The model values one by one; LayerValues says what each is.
extension Layer {
  public var bounds: Rect {
    get { model.bounds }
    set { change(\.bounds, to: newValue, .bounds) }
  }

  public var position: Point {
    get { model.position }
    set { change(\.position, to: newValue, .position) }
  }

  public var anchorPoint: Point {
    get { model.anchorPoint }
    set { change(\.anchorPoint, to: newValue, .anchorPoint) }
  }

  public var zPosition: Double {
    get { model.zPosition }
    set { change(\.zPosition, to: newValue, .zPosition) }
  }

  public var transform: Transform3D {
    get { model.transform }
    set { change(\.transform, to: newValue, .transform) }
  }

  public var sublayerTransform: Transform3D {
    get { model.sublayerTransform }
    set { change(\.sublayerTransform, to: newValue, .sublayerTransform) }
  }

  public var isHidden: Bool {
    get { model.isHidden }
    set { change(\.isHidden, to: newValue) }
  }

  public var isDoubleSided: Bool {
    get { model.isDoubleSided }
    set { change(\.isDoubleSided, to: newValue) }
  }

  public var opacity: Double {
    get { model.opacity }
    set { change(\.opacity, to: min(max(newValue, 0), 1), .opacity) }
  }

  public var masksToBounds: Bool {
    get { model.masksToBounds }
    set { change(\.masksToBounds, to: newValue) }
  }

  public var backgroundColor: RGBA? {
    get { model.backgroundColor }
    set { change(\.backgroundColor, to: newValue, .backgroundColor) }
  }

  public var cornerRadius: Double {
    get { model.cornerRadius }
    set { change(\.cornerRadius, to: newValue, .cornerRadius) }
  }

  public var borderWidth: Double {
    get { model.borderWidth }
    set { change(\.borderWidth, to: newValue, .borderWidth) }
  }

  public var borderColor: RGBA {
    get { model.borderColor }
    set { change(\.borderColor, to: newValue, .borderColor) }
  }

  /// Changing a shadow animates its colour, offset and blur; a shadow that comes or goes does so at once.
  public var shadow: Shadow? {
    get { model.shadow }
    set {
      guard let old = model.shadow, let new = newValue, old.spread == new.spread else {
        return change(\.shadow, to: newValue)
      }
      change(\.shadow.orNone.color, to: new.color, .shadowColor)
      change(\.shadow.orNone.offset, to: new.offset, .shadowOffset)
      change(\.shadow.orNone.blur, to: new.blur, .shadowBlur)
    }
  }

  public var contents: Contents? {
    get { model.contents }
    set { change(\.contents, to: newValue) }
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

extension Shadow? {
  /// The shadow, or one that nobody sees.
  fileprivate var orNone: Shadow {
    get { self ?? Shadow(color: RGBA(red: 0, green: 0, blue: 0, alpha: 0), offset: .zero, blur: 0) }
    set { self = newValue }
  }
}
