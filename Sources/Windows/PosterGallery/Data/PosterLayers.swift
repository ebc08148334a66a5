public import Geometry
public import Scene

/// A poster as layers: a root that covers `size`, to be shown in any size by a transform.
public struct PosterLayers {
  /// The root.
  public let layer: Layer
  /// The size of the root, in its own points.
  public let size: Size

  /// The layers whose corners are those of the poster, and how many of their units one of the root is.
  private let grounds: [Layer]
  private let unit: Double

  /// Creates a poster of layers; without grounds its corners are square.
  public init(layer: Layer, size: Size, grounds: [Layer] = [], unit: Double = 1) {
    self.layer = layer
    self.size = size
    self.grounds = grounds
    self.unit = unit
  }

  /// The radius of a poster's corners, in points of the window.
  public static let cornerRadius = 2.0

  /// Places the layers so that they cover a rectangle of their superlayer, whose points are the window's.
  public func fit(_ frame: Rect) {
    layer.anchorPoint = Point(0, 0)
    layer.bounds = Rect(origin: .zero, size: size)
    layer.position = frame.origin
    let scale = Vector(frame.width / size.width, frame.height / size.height)
    layer.transform = .scale(x: scale.dx, y: scale.dy)
    for ground in grounds {
      ground.cornerRadius = Self.cornerRadius / min(scale.dx, scale.dy) * unit
    }
  }
}
