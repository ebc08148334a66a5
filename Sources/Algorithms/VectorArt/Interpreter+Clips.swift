import Geometry
import Localization
import PlanarGeometry
import Text

extension Interpreter {
  /// Returns shapes clipped to a rectangle.
  mutating func clipped(
    _ shapes: [Overlay.Shape], to rect: Rect, _ transform: AffineTransform, _ index: Int
  ) throws(SVGDiagnostic) -> [Overlay.Shape] {
    do throws(PathComplexityError) {
      return try canvas.clipped(shapes, to: rect, transform)
    } catch {
      throw document.failure(error.message, index)
    }
  }

  /// Returns shapes clipped by a clip path.
  mutating func clipped(
    _ shapes: [Overlay.Shape], by value: String, _ index: Int, _ state: State
  ) throws(SVGDiagnostic) -> [Overlay.Shape] {
    guard let id = Link.functionID(value) else {
      if !value.trimmed.isEmpty { document.warn(Message("a clip path of this kind is not known"), index) }
      return shapes
    }
    // A link to a missing element clips nothing.
    guard let clip = document.element(id), document.elements[clip].name == "clipPath" else { return shapes }
    guard !state.repeated.contains(clip) else {
      document.warn(Message("this clip path refers to itself; the link back was left out"), clip)
      return shapes
    }
    guard var region = try clipRegion(clip, index, state) else { return [] }
    for position in region.indices { region[position].isClip = true }
    return try overlaid(shapes + region, clipped: true, index)
  }

  /// Returns the area of a clip path, or nil if it is empty.
  private mutating func clipRegion(
    _ clip: Int, _ index: Int, _ state: State
  ) throws(SVGDiagnostic) -> [Overlay.Shape]? {
    guard let own = document.transform(clip, state) else { return nil }
    var inner = State(viewport: state.viewport)
    inner.purpose = .clipping
    inner.depth = state.depth + 1
    inner.repeated = state.repeated + [clip]
    inner.transform = own.concatenating(state.transform)
    inner.style = document.styleFromRoot(clip)
    if document.elements[clip].attribute("clipPathUnits") == "objectBoundingBox" {
      guard let box = try bounds(index, state), box.width > 0, box.height > 0 else { return nil }
      let unit = AffineTransform(a: box.width, b: 0, c: 0, d: box.height, tx: box.minX, ty: box.minY)
      inner.transform = unit.concatenating(inner.transform)
    }
    guard inner.transform.inverted != nil else { return nil }
    var region: [Overlay.Shape] = []
    var content = inner
    content.shapesOnly = true
    try drawChildren(clip, content, into: &region)
    if let next = value("clip-path", clip, inner), Link.functionID(next) != nil {
      region = try clipped(region, by: next, clip, inner)
    }
    return region.isEmpty ? nil : region
  }

  /// Returns shapes clipped by a mask, if the mask has only white and black, or full and zero opacity.
  mutating func masked(
    _ shapes: [Overlay.Shape], _ index: Int, _ state: State
  ) throws(SVGDiagnostic) -> [Overlay.Shape] {
    guard let text = value("mask", index, state), let id = Link.functionID(text),
      let mask = document.element(id), document.elements[mask].name == "mask"
    else { return shapes }
    guard !state.repeated.contains(mask) else {
      document.warn(Message("this mask refers to itself; the link back was left out"), mask)
      return shapes
    }
    guard let own = try maskParts(mask, index, state) else {
      document.warnOnce(
        Message("a mask with half tones was left out; one of black and white alone cuts"), index)
      return shapes
    }
    guard !own.isEmpty else { return [] }
    var region: [Overlay.Shape] = []
    for part in own {
      if part.isWhite {
        region.append(part.shape)
      } else if !region.isEmpty {
        region = try cut(part.shape, outOf: region, index)
      }
    }
    for position in region.indices { region[position].isClip = true }
    return region.isEmpty ? [] : try overlaid(shapes + region, clipped: true, index)
  }

  /// Returns shapes with another one subtracted.
  private mutating func cut(
    _ shape: Overlay.Shape, outOf shapes: [Overlay.Shape], _ index: Int
  ) throws(SVGDiagnostic) -> [Overlay.Shape] {
    guard let hole = try overlaid([shape], clipped: false, index).first, let box = hole.path.bounds
    else { return shapes }
    var extent = box
    for shape in shapes { if let bounds = shape.path.bounds { extent = extent.union(bounds) } }
    var rest = Path(rect: extent.outset(by: max(extent.width, extent.height)))
    rest.append(hole.path)
    let clip = Overlay.Shape(path: rest, rule: .evenOdd, isClip: true)
    return try overlaid(shapes + [clip], clipped: true, index)
  }

  /// Returns the parts that a mask paints, or nil if they are not only white and black.
  private mutating func maskParts(
    _ mask: Int, _ index: Int, _ state: State
  ) throws(SVGDiagnostic) -> [MaskPart]? {
    var inner = State(viewport: state.viewport)
    inner.purpose = .masking
    inner.depth = state.depth + 1
    inner.repeated = state.repeated + [mask]
    inner.transform = state.transform
    inner.style = document.styleFromRoot(mask)
    inner.isAlphaMask = value("mask-type", mask, inner).map(CSSReader.folded) == "alpha"
    let box = try bounds(index, state)
    if document.elements[mask].attribute("maskContentUnits") == "objectBoundingBox" {
      guard let box, box.width > 0, box.height > 0 else { return [] }
      let unit = AffineTransform(a: box.width, b: 0, c: 0, d: box.height, tx: box.minX, ty: box.minY)
      inner.transform = unit.concatenating(inner.transform)
    }
    guard inner.transform.inverted != nil, value("mask", mask, inner) == nil,
      value("clip-path", mask, inner) == nil
    else {
      return nil
    }
    let saved = maskParts
    maskParts = []
    defer { maskParts = saved }
    var nothing: [Overlay.Shape] = []
    try drawChildren(mask, inner, into: &nothing)
    guard var parts = maskParts else { return nil }
    if let rect = maskRect(mask, box, state) {
      var outside = Path(rect: rect.outset(by: 4 * max(rect.width, rect.height, 1)))
      outside.append(Path(rect: rect))
      parts.append(
        MaskPart(
          shape: Overlay.Shape(path: outside.transformed(by: state.transform), rule: .evenOdd), isWhite: false
        ))
    }
    return parts
  }

  /// Returns the rectangle outside which a mask hides everything.
  private mutating func maskRect(_ mask: Int, _ box: Rect?, _ state: State) -> Rect? {
    let markup = document.elements[mask]
    let names = ["x", "y", "width", "height"]
    guard markup.attribute("maskUnits") != "userSpaceOnUse" else {
      let x = document.length("x", .horizontal, mask, state), y = document.length("y", .vertical, mask, state)
      let width = document.length("width", .horizontal, mask, state),
        height = document.length("height", .vertical, mask, state)
      guard let width, let height, width > 0, height > 0 else { return nil }
      return Rect(x: x ?? 0, y: y ?? 0, width: width, height: height)
    }
    guard let box else { return nil }
    let shares = zip(names, [-0.1, -0.1, 1.2, 1.2]).map { name, usual in
      markup.attribute(name).flatMap { Length($0) }?.resolved(whole: 1, fontSize: 16) ?? usual
    }
    guard shares[2] > 0, shares[3] > 0 else { return nil }
    return Rect(
      x: box.minX + shares[0] * box.width, y: box.minY + shares[1] * box.height, width: shares[2] * box.width,
      height: shares[3] * box.height)
  }

  /// Adds the area that a shape in a mask shows or hides.
  mutating func addMaskPart(_ path: Path, _ index: Int, _ state: State) throws(SVGDiagnostic) {
    let style = state.style
    for (paint, opacity, isStroke) in [
      (style.fill, style.fillOpacity, false), (style.stroke, style.strokeOpacity, true),
    ] {
      let alpha = self.alpha(of: paint, state, index) * opacity * state.opacity
      guard alpha > 0 else { continue }
      let key = colorKey(paint, state)
      let isWhite = state.isAlphaMask || key == 0xFFFFFF
      guard alpha > 1 - 1e-9, isWhite || key == 0 else {
        maskParts = nil
        return
      }
      var drawn = [Overlay.Shape(path: path.transformed(by: state.transform), rule: style.fillRule)]
      if isStroke {
        drawn = []
        try drawStroke(path, index, state, into: &drawn)
      }
      for shape in drawn { maskParts?.append(MaskPart(shape: shape, isWhite: isWhite)) }
    }
  }

  /// Returns the bounds of an element's fills in its own coordinates.
  private mutating func bounds(_ index: Int, _ state: State) throws(SVGDiagnostic) -> Rect? {
    var inner = state
    inner.purpose = .measuring
    inner.transform = .identity
    inner.shapesOnly = false
    var shapes: [Overlay.Shape] = []
    let name = document.elements[index].name
    switch name {
    case "g", "a", "switch": try drawChildren(index, inner, into: &shapes)
    case "svg": try drawNested(index, inner, into: &shapes)
    case "use": try drawUse(index, inner, into: &shapes)
    default: try drawShape(index, inner, into: &shapes)
    }
    var box: Rect?
    for shape in shapes {
      if let bounds = shape.path.bounds { box = box?.union(bounds) ?? bounds }
    }
    return box
  }

  /// Returns shapes as one path without overlaps.
  mutating func overlaid(
    _ shapes: [Overlay.Shape], clipped: Bool, _ index: Int
  ) throws(SVGDiagnostic) -> [Overlay.Shape] {
    do throws(PathComplexityError) {
      let result = try canvas.overlaid(shapes, clipped: clipped)
      for shape in result { try countSegmentsOrFail(shape.path, index) }
      return result
    } catch {
      throw document.failure(error.message, index)
    }
  }

  private mutating func countSegmentsOrFail(_ path: Path, _ index: Int) throws(PathComplexityError) {
    do throws(SVGDiagnostic) {
      try countSegments(path, index)
    } catch {
      throw PathComplexityError(crossings: limits.segments)
    }
  }
}
