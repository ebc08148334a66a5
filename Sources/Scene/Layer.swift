import Colors
import Geometry

/// A rectangle in a tree: where it stands, what it shows, and what stands on it.
///
/// As in Core Animation a layer has its own coordinates (`bounds`), is placed by `position` in those of its
/// superlayer, and turns about `anchorPoint`. Sublayers are drawn in order, sorted by `zPosition`.
public final class Layer {
  /// The part of the layer's own coordinate system that it covers.
  public var bounds = Rect.zero

  /// Where the anchor point lies in the superlayer's coordinates.
  public var position = Point.zero

  /// The point that `position` places and `transform` turns about, in fractions of the bounds.
  public var anchorPoint = Point(0.5, 0.5)

  /// The drawing order among siblings; equal values keep the order of `sublayers`.
  public var zPosition = 0.0

  /// A mapping about the anchor point.
  public var transform = Transform3D.identity

  /// A mapping of all sublayers about the layer's anchor point; an `m34` here gives them one common eye.
  public var sublayerTransform = Transform3D.identity

  public var isHidden = false

  /// How much of the layer and its sublayers is seen, 0…1.
  public var opacity = 1.0

  /// Whether sublayers are cut off at the bounds.
  public var masksToBounds = false

  public var backgroundColor: RGBA?

  public var cornerRadius = 0.0

  /// The width of a border that lies inside the bounds, in points.
  public var borderWidth = 0.0

  public var borderColor = RGBA(red: 0, green: 0, blue: 0)

  public var shadow: Shadow?

  /// What is drawn over the background.
  public var contents: Contents?

  public private(set) var sublayers: [Layer] = []

  public private(set) weak var superlayer: Layer?

  public init() {}

  /// Creates a layer that fills `frame` of its superlayer.
  public convenience init(frame: Rect) {
    self.init()
    self.frame = frame
  }

  /// Where the layer stands in its superlayer while nothing is transformed.
  public var frame: Rect {
    get {
      Rect(
        x: position.x - anchorPoint.x * bounds.width, y: position.y - anchorPoint.y * bounds.height,
        width: bounds.width, height: bounds.height)
    }
    set {
      bounds.size = newValue.size
      position = Point(
        newValue.minX + anchorPoint.x * newValue.width, newValue.minY + anchorPoint.y * newValue.height)
    }
  }

  public func addSublayer(_ layer: Layer) {
    layer.removeFromSuperlayer()
    layer.superlayer = self
    sublayers.append(layer)
  }

  public func removeFromSuperlayer() {
    superlayer?.sublayers.removeAll { $0 === self }
    superlayer = nil
  }
}
