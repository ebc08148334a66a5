import GPU
import Geometry
import Glibc
import Scene
import Tessellation

extension Encoder {
  mutating func appendPath(_ path: PathContents, _ item: DisplayList.Item, _ clip: PixelRect?) throws {
    let target = clip.map { $0.intersection(area) } ?? area
    let toPixels = item.transform.concatenating(.scale(x: scale, y: scale))
    guard let outline = ScreenOutline(path, toPixels, on: target) else { return }
    let visible = outline.box.outset(by: 1).intersection(target)
    guard !visible.size.isEmpty else { return }
    let form = form(of: outline, isMoving: item.isMoving)
    switch form {
    case .coverage:
      if try appendCoverage(outline, visible, item, clip) { return }
      if try appendNearest(outline, visible, item, clip, prefersMesh: outline.isLarge) { return }
    case .scaled:
      if try appendScaled(outline, item, clip) { return }
      if try appendNearest(outline, visible, item, clip, prefersMesh: false) { return }
    case .mesh:
      switch try stores.meshes.mesh(of: path, detail: detail(of: outline, isMoving: item.isMoving)) {
      case .mesh(let mesh): return appendMesh(mesh, outline, visible, item, clip)
      case .waits: if try appendNearest(outline, visible, item, clip, prefersMesh: true) { return }
      case .impossible: if try appendCoverage(outline, visible, item, clip) { return }
      }
    }
    // The path must not be missing. A small one takes no longer than a coarser picture of it would.
    let isSmall = Int(outline.longerSide) <= ReducibleCoverage.side
    if isSmall, form == .coverage, try appendCoverage(outline, visible, item, clip, canWait: false) { return }
    try appendCoarse(outline, item, clip)
  }

  private enum Form {
    case coverage, scaled, mesh
  }

  /// `PathTechnique` says by which rules.
  private func form(of outline: ScreenOutline, isMoving: Bool) -> Form {
    if outline.reachesEye { return .coverage }
    switch target.technique {
    case .coverage: return .coverage
    case .mesh: return .mesh
    case .automatic:
      if isMoving { return outline.isLarge ? .mesh : .scaled }
      return outline.affine == nil ? .mesh : .coverage
    }
  }

  /// How finely a mesh is cut: on a moving path nobody sees a tenth of a pixel, and there may be many.
  private func detail(of outline: ScreenOutline, isMoving: Bool) -> LevelOfDetail {
    let isCoarse = isMoving && target.technique == .automatic && outline.affine != nil
    return LevelOfDetail(scale: isCoarse ? outline.scale / 2 : outline.scale)
  }

  // MARK: Coverage

  /// Adds an outline pixel on pixel; false when something of it has to wait for another frame.
  private mutating func appendCoverage(
    _ outline: ScreenOutline, _ visible: PixelRect, _ item: DisplayList.Item, _ clip: PixelRect?,
    canWait: Bool = true
  ) throws -> Bool {
    var whole = (x: 0, y: 0)
    var shape = PixelOutline(
      figure: outline.path.figure, rule: outline.path.rule, mapping: .projective(outline.toPixels))
    var box = visible
    if let affine = outline.affine {
      let (x, y) = (PixelPlace(affine.tx), PixelPlace(affine.ty))
      whole = (x.pixel, y.pixel)
      let mapping = AffineTransform(
        a: affine.a, b: affine.b, c: affine.c, d: affine.d, tx: x.fraction, ty: y.fraction)
      shape.mapping = .affine(mapping)
      guard let own = outline.path.figure.bounds.flatMap({ PixelRect($0, mapping) }) else { return true }
      box = own
    } else {
      // In perspective nothing repeats at another place: the tiles are the target's.
      box = PixelRect(size)
    }
    var isComplete = true
    let seen = visible.offset(x: -whole.x, y: -whole.y)
    pieces.removeAll(keepingCapacity: true)
    try PixelTile.forEach(of: box, touching: seen) { tile in
      if let mask = try stores.masks.mask(of: shape, tile: tile, canWait: canWait) {
        pieces.append(mask)
      } else {
        isComplete = false
      }
    }
    guard isComplete else { return false }
    for mask in pieces {
      addMask(mask, x: Double(whole.x), y: Double(whole.y), outline.path.color, item, clip)
    }
    return true
  }

  /// Adds an outline from the coverage at the next power of two of its scale; false when that has to wait.
  private mutating func appendScaled(
    _ outline: ScreenOutline, _ item: DisplayList.Item, _ clip: PixelRect?
  ) throws -> Bool {
    let octave = outline.octave
    guard let mask = try stores.masks.mask(of: outline.path, octave: octave) else { return false }
    addScaled(mask, octave, outline, item, clip)
    return true
  }

  private mutating func addScaled(
    _ mask: MaskStore.Mask, _ octave: Int, _ outline: ScreenOutline, _ item: DisplayList.Item,
    _ clip: PixelRect?
  ) {
    let unit = exp2(-Double(octave))
    // From middle to middle of the outermost texels, which are empty: beyond them a look between texels would mix in
    // what is or was beside the mask in the atlas.
    let quad = Rect(
      x: (Double(mask.left) + 0.5) * unit, y: (Double(mask.top) + 0.5) * unit,
      width: Double(mask.size.width - 1) * unit, height: Double(mask.size.height - 1) * unit)
    guard let page = mask.page, !quad.isEmpty else { return }
    var instance = Instance(outline.toPixels.concatenating(target.pixelsToClip), quad: quad)
    let texelsPerPixel = 1 / (unit * max(outline.scale, 1e-9))
    instance.shape.x = Float(SoftenedCoverage.share(texelsPerPixel: texelsPerPixel))
    let (width, height) = (Float(page.size.width), Float(page.size.height))
    instance.texels = SIMD4(
      (Float(mask.place.x) + 0.5) / width, (Float(mask.place.y) + 0.5) / height,
      Float(mask.place.width - 1) / width, Float(mask.place.height - 1) / height)
    let box = outline.affine.flatMap { PixelRect(quad, $0) }
    addMask(on: page, instance, box: box, outline.path.color, item, clip)
  }

  // MARK: Substitutes for what has to wait

  /// Adds an outline from a mesh or mask that exists already; returns false without one.
  private mutating func appendNearest(
    _ outline: ScreenOutline, _ visible: PixelRect, _ item: DisplayList.Item, _ clip: PixelRect?,
    prefersMesh: Bool
  ) throws -> Bool {
    let mesh = stores.meshes.nearestMesh(of: outline.path, detail: LevelOfDetail(scale: outline.scale))
    let scaled = stores.masks.nearestMask(of: outline.path, octave: outline.octave)
    if let mesh, prefersMesh || scaled == nil {
      appendMesh(mesh, outline, visible, item, clip)
      return true
    }
    if let scaled {
      addScaled(scaled.mask, scaled.octave, outline, item, clip)
      return true
    }
    // A mesh costs less than the coverage of something large.
    guard prefersMesh, !outline.reachesEye,
      case .mesh(let mesh) = try stores.meshes.mesh(
        of: outline.path, detail: LevelOfDetail(scale: outline.scale))
    else { return false }
    appendMesh(mesh, outline, visible, item, clip)
    return true
  }

  /// Adds an outline from a small coverage; adds nothing when even that has to wait.
  private mutating func appendCoarse(
    _ outline: ScreenOutline, _ item: DisplayList.Item, _ clip: PixelRect?
  ) throws {
    guard let bounds = outline.path.figure.bounds else { return }
    // Half the side of what it is reduced from: many of them fit in one frame.
    let octave = min(outline.octave, ReducibleCoverage.octave(of: bounds) - 1)
    guard let mask = try stores.masks.mask(of: outline.path, octave: octave, canWait: false) else { return }
    addScaled(mask, octave, outline, item, clip)
  }

  // MARK: Meshes

  private mutating func appendMesh(
    _ mesh: StoredMesh, _ outline: ScreenOutline, _ visible: PixelRect, _ item: DisplayList.Item,
    _ clip: PixelRect?
  ) {
    guard let block = mesh.block else { return }
    // A pixel more on each side, for the strips along the edges.
    let full = outline.box.outset(by: 1)
    let isWhole = max(full.width, full.height) <= MeshSheets.largestWhole
    let region = isWhole ? full : visible
    guard
      let place = sheets.place(mesh, block, region: region, isWhole: isWhole, outline.toPixels)
    else { return }
    let quad = Rect(
      x: Double(region.x), y: Double(region.y), width: Double(region.width), height: Double(region.height))
    var instance = Instance(target.pixelsToClip, quad: quad)
    instance.fill = SIMD4(premultiplied: outline.path.color)
    instance.shape.w = Float(item.opacity)
    // In texels: how large the sheet will be is not known before all is on it.
    instance.texels = SIMD4(place.place, of: PixelSize(width: 1, height: 1))
    add(instance, .mesh(sheet: place.sheet), clip, box: region)
  }
}

extension ScreenOutline {
  fileprivate var isLarge: Bool {
    // Of small ones, of which there may be thousands, nobody counts the elements.
    guard longerSide > PathTechnique.largestScaledSide else { return false }
    return longerSide > PathTechnique.largestScaledSideOfMany
      || path.figure.outline.elementCount <= PathTechnique.manyElements
  }

  /// The power of two at which coverage has as many texels for each pixel as it needs; less where that would be too
  /// large to be kept.
  fileprivate var octave: Int {
    let wanted = ScreenOutline.octave(scale * SoftenedCoverage.texelsPerPixel)
    guard longerSide > PathTechnique.largestScaledSide / 2, let bounds = path.figure.bounds else {
      return wanted
    }
    return min(wanted, ReducibleCoverage.octave(of: bounds, within: MaskStore.largestSide - 4))
  }

  fileprivate static func octave(_ scale: Double) -> Int {
    Int(min(max(log2(max(scale, 1e-9)).rounded(.up), -40), 40))
  }
}

/// A coordinate as a whole pixel and a fraction of one, rounded to 1/4096.
///
/// The rounding makes the same fraction, and so the same coverage, of places that lie whole pixels apart.
struct PixelPlace: Equatable {
  let pixel: Int
  let fraction: Double

  init(_ place: Double) {
    let rounded = (place * 4096).rounded() / 4096
    let whole = rounded.rounded(.down)
    pixel = Int(min(max(whole, -1e12), 1e12))
    fraction = rounded - whole
  }
}

/// A path as it is seen on a target.
struct ScreenOutline {
  let path: PathContents

  /// From the path's points to pixels.
  let toPixels: Transform3D

  /// The same when there is no perspective.
  let affine: AffineTransform?

  /// The pixels that it may touch; all of them when parts of it lie at the eye or behind it.
  let box: PixelRect

  let reachesEye: Bool

  /// The length of the box's longer side.
  var longerSide: Double { Double(max(box.width, box.height)) }

  /// The most pixels that a point of the path is long.
  let scale: Double

  /// Anything nearer to the eye than this is not sent to the GPU.
  private static let nearest = 1.0 / 64

  /// Creates the outline on a target; nil when there is nothing to be seen of it.
  init?(_ path: PathContents, _ toPixels: Transform3D, on target: PixelRect) {
    guard let bounds = path.figure.bounds, bounds.width > 0, bounds.height > 0 else { return nil }
    self.path = path
    self.toPixels = toPixels
    affine = toPixels.planeAffine
    if let affine {
      guard let box = PixelRect(bounds, affine) else { return nil }
      self.box = box
      reachesEye = false
      scale = affine.maximumScale
    } else {
      let corners = bounds.corners.map { toPixels.homogeneous($0.x, $0.y) }
      guard corners.contains(where: { $0.w > 0 }) else { return nil }
      let seen = corners.allSatisfy { $0.w >= ScreenOutline.nearest } ? corners.map { $0 / $0.w } : []
      let (columns, rows) = (seen.lazy.map(\.x), seen.lazy.map(\.y))
      if let left = columns.min(), let right = columns.max(), let top = rows.min(), let bottom = rows.max() {
        guard let box = PixelRect(left: left, top: top, right: right, bottom: bottom) else { return nil }
        self.box = box
        reachesEye = false
        scale = bounds.corners.lazy.map { toPixels.scale(at: $0) }.max() ?? 0
      } else {
        box = target
        reachesEye = true
        scale = 0
      }
    }
    guard scale.isFinite else { return nil }
  }
}

extension Transform3D {
  /// The most that a short line at a point of the plane z = 0 is lengthened.
  fileprivate func scale(at point: Point) -> Double {
    let image = homogeneous(point.x, point.y)
    let (x, y) = (image.x / image.w, image.y / image.w)
    let derivative = AffineTransform(
      a: (m11 - x * m14) / image.w, b: (m12 - y * m14) / image.w, c: (m21 - x * m24) / image.w,
      d: (m22 - y * m24) / image.w, tx: 0, ty: 0)
    return derivative.maximumScale
  }
}
