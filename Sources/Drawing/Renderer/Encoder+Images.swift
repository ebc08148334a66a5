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
    let place = upright(item.transform)
    let isOpaque = image.bitmap.isOpaque && item.opacity == 1
    let shift = place.flatMap(lookup.wholeShift)
    let isSharp = shift != nil || image.filter == .nearest
    let edges = Batch.Paint.image(
      image, isReduced: isReduced && shift == nil, .edges(isWhole: shift != nil))
    guard let place,
      let box = PlacedBox(
        rect, radius: radius, border: 0, margin: isSharp ? .zero : lookup.margin(on: place), place: place)
    else {
      whole.texels = lookup.texels(of: whole.quad)
      return addWhole(whole, rect, edges, item, clip)
    }
    box.forEachInside { area in
      guard isSeen(area, clip) else { return }
      var inside = Instance(target.pixelsToClip, quad: Rect(area))
      inside.fill = SIMD4(repeating: Float(item.opacity))
      if let shift {
        inside.texels = SIMD4(area.offset(x: shift.x, y: shift.y), of: lookup.textureSize)
        add(inside, .image(image, isReduced: false, .texels(isOpaque: isOpaque)), clip, box: area)
      } else {
        inside.texels = lookup.texels(of: SIMD4(box.points(area)))
        add(inside, .image(image, isReduced: isReduced, .inside(isOpaque: isOpaque)), clip, box: area)
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
struct ImageLookup {
  /// The points over which the texels are stretched once.
  let unit: Size
  /// How many texels that are.
  let texels: Size
  /// Where nothing else is mixed in: from the middle of the first texel to that of the last, as fractions.
  private(set) var middles = SIMD4<Float>(-1e9, -1e9, 1e9, 1e9)
  private let origin: Point
  /// How many texels there are, with those beyond the bitmap.
  let textureSize: PixelSize
  /// The part of the bitmap, in texels; nil where it is repeated.
  private let source: Rect?
  /// The same in fractions of its texture.
  private var share = SIMD4<Float>(0, 0, 1, 1)

  /// Creates the lookup of an image that fills a rectangle; nil where there is nothing to be seen.
  init?(_ image: ImageContents, in rect: Rect) {
    let whole = Rect(PixelRect(image.bitmap.size))
    textureSize = BitmapStore.textureSize(of: image)
    source = image.tile == nil ? image.source ?? whole : nil
    guard source?.isFinite ?? true, source?.isEmpty != true else { return nil }
    origin = rect.origin
    let unit = image.tile ?? rect.size
    self.unit = Size(width: max(unit.width, 1e-9), height: max(unit.height, 1e-9))
    texels = source?.size ?? whole.size
    guard let source else { return }
    let (width, height) = (Double(textureSize.width), Double(textureSize.height))
    share = SIMD4<Float>(
      Rect(
        x: source.minX / width, y: source.minY / height, width: source.width / width,
        height: source.height / height))
    let half = SIMD2(Float(min(0.5, source.width / 2) / width), Float(min(0.5, source.height / 2) / height))
    middles = SIMD4(
      share.x + half.x, share.y + half.y, share.x + share.z - half.x, share.y + share.w - half.y)
  }

  /// Returns the place and extent of a rectangle of points, in fractions of its texture.
  func texels(of quad: SIMD4<Float>) -> SIMD4<Float> {
    let (width, height) = (Float(unit.width), Float(unit.height))
    let places = SIMD4(
      (quad.x - Float(origin.x)) / width, (quad.y - Float(origin.y)) / height, quad.z / width, quad.w / height
    )
    return SIMD4(
      share.x + places.x * share.z, share.y + places.y * share.w, places.z * share.z, places.w * share.w)
  }

  /// Returns how many pixels at the edge mix in what lies beyond: half a texel is read as if all of it lay farther in.
  func margin(on place: AffineTransform) -> Vector {
    let perTexel = Vector(unit.width / texels.width * place.a, unit.height / texels.height * place.d)
    return Vector(max(perTexel.dx / 2 - 0.5, 0), max(perTexel.dy / 2 - 0.5, 0))
  }

  /// Returns what leads from a pixel to the one texel that it shows; nil where pixels show parts of several.
  func wholeShift(on place: AffineTransform) -> (x: Int, y: Int)? {
    guard let source else { return nil }
    let corner = place.apply(to: origin)
    func isNear(_ a: Double, _ b: Double) -> Bool { abs(a - b) < 1.0 / 1024 }
    func shift(_ texel: Double, _ pixel: Double) -> Int? {
      guard isNear(texel, texel.rounded()), isNear(pixel, pixel.rounded()) else { return nil }
      return Int(exactly: texel.rounded() - pixel.rounded())
    }
    guard isNear(unit.width * place.a, texels.width), isNear(unit.height * place.d, texels.height),
      let x = shift(source.minX, corner.x), let y = shift(source.minY, corner.y)
    else { return nil }
    return (x, y)
  }
}
