import GPU
import Geometry
import Scene

extension Encoder {
  mutating func appendImage(
    _ image: ImageContents, in rect: Rect, radius: Double, _ item: DisplayList.Item, _ clip: PixelRect?
  ) {
    guard let lookup = ImageLookup(image, in: rect) else { return }
    var whole = shaped(item, rect, radius: radius)
    // Where texels are read: not beyond the middles of the outermost ones.
    whole.stroke = lookup.middles
    let isReduced = isReduced(image, lookup.texels, over: lookup.unit, item.transform)
    let edges = Batch.Paint.image(image, isReduced: isReduced, .edges)
    let place = upright(item.transform)
    let isOpaque = image.bitmap.isOpaque && item.opacity == 1
    // Half a texel at the edge is read as if all of it lay farther in.
    let margin = place.map { place in
      let perTexel = Vector(
        lookup.unit.width / lookup.texels.width * place.a, lookup.unit.height / lookup.texels.height * place.d
      )
      return image.filter == .nearest || lookup.isWhole(on: place, rect)
        ? Vector.zero : Vector(max(perTexel.dx / 2 - 0.5, 0), max(perTexel.dy / 2 - 0.5, 0))
    }
    guard let place,
      let box = PlacedBox(rect, radius: radius, border: 0, margin: margin ?? .zero, place: place)
    else {
      whole.texels = lookup.texels(of: whole.quad)
      return add(whole, edges, clip)
    }
    if isSeen(box.inside, clip) {
      var inside = Instance(pixelsToClip, quad: Rect(box.inside))
      inside.shape.w = Float(item.opacity)
      if let first = lookup.firstTexel(on: place, rect, at: box.inside) {
        inside.texels = SIMD4(
          Float(first.x), Float(first.y), Float(box.inside.width), Float(box.inside.height))
        add(inside, .image(image, isReduced: false, .texels(isOpaque: isOpaque)), clip)
      } else {
        inside.texels = lookup.texels(of: SIMD4(box.points(box.inside)))
        add(inside, .image(image, isReduced: isReduced, .inside(isOpaque: isOpaque)), clip)
      }
    }
    addStrips(of: box, whole, edges, clip) { $0.texels = lookup.texels(of: $0.quad) }
  }

  /// Returns whether there are more texels than pixels that show them.
  private func isReduced(
    _ image: ImageContents, _ texels: Size, over unit: Size, _ transform: Transform3D
  ) -> Bool {
    guard image.filter == .linear else { return false }
    guard let affine = transform.planeAffine else { return true }
    let (right, down) = (Vector(affine.a, affine.b).length * scale, Vector(affine.c, affine.d).length * scale)
    return texels.width > unit.width * right * 1.001 || texels.height > unit.height * down * 1.001
  }
}

/// Which texels of a bitmap are shown where in a layer's points.
private struct ImageLookup {
  /// The points over which the texels are stretched once.
  let unit: Size
  /// How many texels that are.
  let texels: Size
  /// Where nothing else is mixed in: from the middle of the first texel to that of the last, as fractions.
  private(set) var middles = SIMD4<Float>(-1e9, -1e9, 1e9, 1e9)
  private let origin: Point
  /// The part of the bitmap, in texels; nil where it is repeated.
  private let source: Rect?
  /// The same in fractions of the bitmap.
  private var share = SIMD4<Float>(0, 0, 1, 1)

  /// Creates the lookup of an image that fills a rectangle; nil where there is nothing to be seen.
  init?(_ image: ImageContents, in rect: Rect) {
    let (width, height) = (Double(image.bitmap.size.width), Double(image.bitmap.size.height))
    source = image.tile == nil ? image.source ?? Rect(x: 0, y: 0, width: width, height: height) : nil
    guard source?.isFinite ?? true, source?.isEmpty != true else { return nil }
    origin = rect.origin
    let unit = image.tile ?? rect.size
    self.unit = Size(width: max(unit.width, 1e-9), height: max(unit.height, 1e-9))
    texels = source?.size ?? Size(width: width, height: height)
    guard let source else { return }
    share = SIMD4<Float>(
      Rect(
        x: source.minX / width, y: source.minY / height, width: source.width / width,
        height: source.height / height))
    let half = SIMD2(Float(min(0.5, source.width / 2) / width), Float(min(0.5, source.height / 2) / height))
    middles = SIMD4(
      share.x + half.x, share.y + half.y, share.x + share.z - half.x, share.y + share.w - half.y)
  }

  /// Returns the place and extent of a rectangle of points, in fractions of the bitmap.
  func texels(of quad: SIMD4<Float>) -> SIMD4<Float> {
    let (width, height) = (Float(unit.width), Float(unit.height))
    let places = SIMD4(
      (quad.x - Float(origin.x)) / width, (quad.y - Float(origin.y)) / height, quad.z / width, quad.w / height
    )
    return SIMD4(
      share.x + places.x * share.z, share.y + places.y * share.w, places.z * share.z, places.w * share.w)
  }

  /// Whether each pixel shows one texel.
  func isWhole(on place: AffineTransform, _ rect: Rect) -> Bool {
    guard let source else { return false }
    let corner = place.apply(to: rect.origin)
    func isNear(_ a: Double, _ b: Double) -> Bool { abs(a - b) < 1.0 / 1024 }
    return isNear(unit.width * place.a, texels.width) && isNear(unit.height * place.d, texels.height)
      && isNear(corner.x, corner.x.rounded()) && isNear(corner.y, corner.y.rounded())
      && isNear(source.minX, source.minX.rounded()) && isNear(source.minY, source.minY.rounded())
  }

  /// Returns the texel that the first of some pixels shows; nil where pixels show parts of several.
  func firstTexel(on place: AffineTransform, _ rect: Rect, at pixels: PixelRect) -> (x: Int, y: Int)? {
    guard let source, isWhole(on: place, rect) else { return nil }
    let corner = place.apply(to: rect.origin)
    return (
      pixels.x - Int(corner.x.rounded()) + Int(source.minX.rounded()),
      pixels.y - Int(corner.y.rounded()) + Int(source.minY.rounded())
    )
  }
}
