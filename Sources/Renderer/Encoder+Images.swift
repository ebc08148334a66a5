import GPU
import Geometry
import Scene

extension Encoder {
  mutating func appendImage(
    _ image: ImageContents, in rect: Rect, radius: Double, _ item: DisplayList.Item, _ clip: PixelRect?
  ) {
    let (width, height) = (Double(image.bitmap.size.width), Double(image.bitmap.size.height))
    let source = image.tile == nil ? image.source ?? Rect(x: 0, y: 0, width: width, height: height) : nil
    guard source?.isFinite ?? true, source?.isEmpty != true else { return }
    var instance = shaped(item, rect, radius: radius)
    let unit = image.tile ?? rect.size
    instance.texels = SIMD4(rect: rect, unit: unit, from: instance.quad)
    // Where texels are read: not beyond the middles of the outermost ones.
    instance.stroke = SIMD4(-1e9, -1e9, 1e9, 1e9)
    if let source {
      let share = SIMD4<Float>(
        Rect(
          x: source.minX / width, y: source.minY / height, width: source.width / width,
          height: source.height / height))
      let texels = instance.texels
      instance.texels = SIMD4(
        share.x + texels.x * share.z, share.y + texels.y * share.w, texels.z * share.z, texels.w * share.w)
      let half = SIMD2(Float(min(0.5, source.width / 2) / width), Float(min(0.5, source.height / 2) / height))
      instance.stroke = SIMD4(
        share.x + half.x, share.y + half.y, share.x + share.z - half.x, share.y + share.w - half.y)
    }
    let texels = source?.size ?? Size(width: width, height: height)
    add(instance, .image(image, isReduced: isReduced(image, texels, over: unit, item.transform)), clip)
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

extension SIMD4<Float> {
  /// Creates the texture coordinates of `quad` when one `unit` of points from the rectangle's corner is one texture.
  fileprivate init(rect: Rect, unit: Size, from quad: SIMD4<Float>) {
    let (width, height) = (Float(Swift.max(unit.width, 1e-9)), Float(Swift.max(unit.height, 1e-9)))
    self.init(
      (quad.x - Float(rect.minX)) / width, (quad.y - Float(rect.minY)) / height, quad.z / width,
      quad.w / height)
  }
}
