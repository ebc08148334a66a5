import Geometry

extension Layer {
  /// The point that transforms turn about, in the layer's own coordinates.
  var anchor: Point {
    Point(bounds.minX + anchorPoint.x * bounds.width, bounds.minY + anchorPoint.y * bounds.height)
  }

  /// The mapping from the layer's own coordinates to its superlayer's, before that one's `sublayerTransform`.
  public var transformToSuperlayer: Transform3D {
    let anchor = self.anchor
    if transform.isIdentity {
      return .translation(x: position.x - anchor.x, y: position.y - anchor.y, z: zPosition)
    }
    return Transform3D.translation(x: -anchor.x, y: -anchor.y)
      .concatenating(transform)
      .concatenating(.translation(x: position.x, y: position.y, z: zPosition))
  }

  /// The mapping that `sublayerTransform` makes of the layer's own coordinates.
  var sublayerMapping: Transform3D {
    if sublayerTransform.isIdentity { return sublayerTransform }
    let anchor = self.anchor
    return Transform3D.translation(x: -anchor.x, y: -anchor.y)
      .concatenating(sublayerTransform)
      .concatenating(.translation(x: anchor.x, y: anchor.y))
  }

  /// The mapping from the layer's own coordinates to those of the topmost layer's superspace.
  public var transformToRoot: Transform3D {
    var result = transformToSuperlayer
    var layer = superlayer
    while let current = layer {
      result = result.concatenating(current.sublayerMapping).concatenating(current.transformToSuperlayer)
      layer = current.superlayer
    }
    return result
  }

  /// The sublayers in the order in which they are drawn.
  var drawingOrder: [Layer] {
    guard sublayers.contains(where: { $0.zPosition != 0 }) else { return sublayers }
    return sublayers.enumerated().sorted {
      ($0.element.zPosition, $0.offset) < ($1.element.zPosition, $1.offset)
    }.map(\.element)
  }

  /// Returns the frontmost visible layer at a point of the topmost layer's superspace, or nil.
  public func hitTest(_ point: Point) -> Layer? {
    hitTest(point, through: transformToRoot)
  }

  private func hitTest(_ point: Point, through mapping: Transform3D) -> Layer? {
    guard !isHidden, opacity > 0 else { return nil }
    let inside = mapping.unproject(point).map(bounds.contains) ?? false
    if masksToBounds && !inside { return nil }
    let inner = sublayerMapping.concatenating(mapping)
    for sublayer in drawingOrder.reversed() {
      let next = sublayer.transformToSuperlayer.concatenating(inner)
      if let hit = sublayer.hitTest(point, through: next) { return hit }
    }
    return inside ? self : nil
  }
}
