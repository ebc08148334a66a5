public import Geometry

extension Layer {
  /// Returns the mapping from the layer's own coordinates to its superlayer's, with what is seen at `time`.
  ///
  /// A superlayer that does not keep depth flattens it into its plane.
  public func transformToSuperlayer(at time: Double? = nil) -> Transform3D {
    let own = values(at: time).transformToSuperlayer
    guard let superlayer else { return own }
    let mapped = own.concatenating(superlayer.values(at: time).sublayerMapping)
    return superlayer.keepsDepth ? mapped : mapped.flattened
  }

  /// Returns the mapping from the layer's own coordinates to those in which the topmost layer stands.
  ///
  /// Without a time it goes by the model values.
  public func transformToRoot(at time: Double? = nil) -> Transform3D {
    var result = transformToSuperlayer(at: time)
    var layer = superlayer
    while let current = layer {
      result = result.concatenating(current.transformToSuperlayer(at: time))
      layer = current.superlayer
    }
    return result
  }

  func values(at time: Double?) -> LayerValues {
    guard let time else { return model }
    return presentation(at: time)
  }

  /// Returns where a point of this layer is in another one of the same tree, seen along the line of sight.
  ///
  /// Nil when the point lies at or behind the eye, or the other layer is seen edge on.
  public func convert(_ point: Point, to other: Layer, at time: Double? = nil) -> Point? {
    transformToRoot(at: time).project(point).flatMap(other.transformToRoot(at: time).unproject)
  }

  /// Returns where the corners are seen in the topmost layer's superspace, clockwise from the top left; nil when
  /// one lies at or behind the eye.
  public func projectedCorners(at time: Double? = nil) -> [Point]? {
    let transform = transformToRoot(at: time)
    let corners = values(at: time).bounds.corners.compactMap(transform.project)
    return corners.count == 4 ? corners : nil
  }

  /// Returns the frontmost visible layer at a point of the topmost layer's superspace, or nil.
  ///
  /// Without a time it goes by the model values, as one who presses aims at where things will be.
  public func hitTest(_ point: Point, at time: Double? = nil) -> Layer? {
    let own = values(at: time)
    return hitTest(point, own, through: transformToRoot(at: time), at: time)
  }

  private func hitTest(
    _ point: Point, _ own: LayerValues, through mapping: Transform3D, at time: Double?
  ) -> Layer? {
    guard !own.isHidden, own.opacity > 0 else { return nil }
    if !own.isDoubleSided && !keepsDepth && mapping.showsBack(of: own.bounds) { return nil }
    let local = mapping.unproject(point)
    let isInside = !keepsDepth && (local.map(own.bounds.contains) ?? false)
    if own.masksToBounds && !keepsDepth && !isInside { return nil }
    let inner = own.sublayerMapping.concatenating(mapping)
    for sublayer in sublayersFrontToBack(at: time) {
      let values = sublayer.values(at: time)
      let placed = values.transformToSuperlayer.concatenating(own.sublayerMapping)
      let next =
        keepsDepth
        ? values.transformToSuperlayer.concatenating(inner) : placed.flattened.concatenating(mapping)
      if let hit = sublayer.hitTest(point, values, through: next, at: time) { return hit }
    }
    return isInside ? self : nil
  }

  private func sublayersFrontToBack(at time: Double?) -> [Layer] {
    let mapping = values(at: time).sublayerMapping
    func depth(_ layer: Layer) -> Double {
      let values = layer.values(at: time)
      return keepsDepth ? values.depth(through: mapping) : values.zPosition
    }
    return sublayers.enumerated().sorted {
      let (a, b) = (depth($0.element), depth($1.element))
      return a != b ? a > b : $0.offset > $1.offset
    }.map(\.element)
  }
}

extension Transform3D {
  /// Whether a rectangle of the plane z = 0 is seen from behind: its corners run the other way round.
  func showsBack(of rect: Rect) -> Bool {
    // The sign of a homography's turning sense is that of its determinant, while w stays positive.
    let homography =
      m11 * (m22 * m44 - m42 * m24) - m12 * (m21 * m44 - m41 * m24) + m14 * (m21 * m42 - m41 * m22)
    return homography < 0
  }
}
