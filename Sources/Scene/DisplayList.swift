import Colors
import Geometry

/// What is to be drawn, back to front: a value that the same tree at the same time always gives.
public struct DisplayList: Hashable, Sendable {
  /// One thing to draw.
  public struct Item: Hashable, Sendable {
    public var shape: Shape

    /// The mapping from the layer's own coordinates to points of the view.
    public var transform: Transform3D

    /// How much of it is seen, 0…1.
    public var opacity: Double

    /// What it is cut off at, in points of the view, or nil for nothing.
    public var clip: Rect?
  }

  /// A thing that a renderer knows how to draw, in the layer's own coordinates.
  public enum Shape: Hashable, Sendable {
    /// A filled rounded rectangle with a border inside its edge.
    case box(Rect, radius: Double, fill: RGBA?, borderWidth: Double, borderColor: RGBA)
    case shadow(Shadow, under: Rect, radius: Double)
    case image(ImageContents, in: Rect, radius: Double)
    case gradient(Gradient, in: Rect, radius: Double)
    case plane(Plane, in: Rect)
    /// A line of text that starts at the point on its baseline.
    case text(TextContents, at: Point)
    case path(PathContents)
  }

  public var items: [Item] = []

  public init() {}

  /// Replaces the items by those of `root`, reusing the storage.
  public mutating func record(_ root: Layer) {
    items.removeAll(keepingCapacity: true)
    append(root, through: .identity, opacity: 1, clip: nil)
  }

  private mutating func append(
    _ layer: Layer, through superspace: Transform3D, opacity: Double, clip: Rect?
  ) {
    let opacity = opacity * layer.opacity
    guard !layer.isHidden, opacity > 0 else { return }
    let transform = layer.transformToSuperlayer.concatenating(superspace)
    func add(_ shape: Shape) {
      items.append(Item(shape: shape, transform: transform, opacity: opacity, clip: clip))
    }
    appendOwnShapes(of: layer, add)
    guard !layer.sublayers.isEmpty else { return }
    var inner = clip
    if layer.masksToBounds {
      guard let visible = layer.boundingBox(through: transform).intersecting(clip) else { return }
      inner = visible
    }
    let space = layer.sublayerMapping.concatenating(transform)
    for sublayer in layer.drawingOrder {
      append(sublayer, through: space, opacity: opacity, clip: inner)
    }
  }

  private func appendOwnShapes(of layer: Layer, _ add: (Shape) -> Void) {
    let (bounds, radius) = (layer.bounds, layer.cornerRadius)
    if let shadow = layer.shadow { add(.shadow(shadow, under: bounds, radius: radius)) }
    let border = layer.borderWidth
    let hasContents = layer.contents != nil
    if layer.backgroundColor != nil || (border > 0 && !hasContents) {
      add(
        .box(
          bounds, radius: radius, fill: layer.backgroundColor, borderWidth: hasContents ? 0 : border,
          borderColor: layer.borderColor))
    }
    switch layer.contents {
    case nil: break
    case .image(let image): add(.image(image, in: bounds, radius: radius))
    case .gradient(let gradient): add(.gradient(gradient, in: bounds, radius: radius))
    case .plane(let plane): add(.plane(plane, in: bounds))
    case .text(let text): add(.text(text, at: Point(bounds.minX, bounds.minY + text.baseline)))
    case .path(let path): add(.path(path))
    }
    if border > 0 && hasContents {
      add(.box(bounds, radius: radius, fill: nil, borderWidth: border, borderColor: layer.borderColor))
    }
  }
}

extension Layer {
  /// Returns the upright box around the bounds after a mapping.
  func boundingBox(through transform: Transform3D) -> Rect {
    let corners = bounds.corners.compactMap(transform.project)
    guard let first = corners.first else { return .zero }
    return corners.dropFirst().reduce(Rect(first, first)) { $0.union(Rect($1, $1)) }
  }
}

extension Rect {
  /// Returns what is left of the rectangle inside `clip`, where nil cuts nothing.
  func intersecting(_ clip: Rect?) -> Rect? {
    clip.map { intersection($0) } ?? self
  }
}
