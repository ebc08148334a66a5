import GPU
import Geometry
import Scene

/// The textures of rasters, each kept while its raster lives.
final class RasterStore {
  private final class Entry {
    weak var raster: Raster?
    let texture: Texture

    init(_ raster: Raster, _ texture: consuming Texture) {
      self.raster = raster
      self.texture = texture
    }
  }

  private struct Key: Hashable {
    let raster: ObjectIdentifier
    let filter: ImageContents.Filter
    let isTiled: Bool
  }

  private let context: GraphicsContext
  private var entries: [Key: Entry] = [:]
  private let budget: UploadBudget

  init(in context: GraphicsContext, budget: UploadBudget) {
    self.context = context
    self.budget = budget
  }

  func startFrame() {
    if entries.contains(where: { $0.value.raster == nil }) {
      entries = entries.filter { $0.value.raster != nil }
    }
  }

  /// Makes the texture of an image ready for drawing on texture unit 0.
  func bind(_ image: ImageContents) throws(GraphicsError) {
    let key = Key(
      raster: ObjectIdentifier(image.raster), filter: image.filter, isTiled: image.tile != nil)
    if let known = entries[key], known.raster === image.raster { return context.bind(known.texture, unit: 0) }
    let texture = try Texture(
      size: image.raster.size, filter: image.filter == .linear ? .linear : .nearest,
      wrap: image.tile == nil ? .clamp : .repeat, pixels: premultiplied(image.raster.bytes), in: context)
    let entry = Entry(image.raster, texture)
    entries[key] = entry
    budget.spend(image.raster.bytes.count)
    context.bind(entry.texture, unit: 0)
  }

  private func premultiplied(_ bytes: [UInt8]) -> [UInt8] {
    var result = bytes
    for pixel in stride(from: 0, to: result.count, by: 4) where result[pixel + 3] != 255 {
      let alpha = Int(result[pixel + 3])
      for channel in pixel..<pixel + 3 { result[channel] = UInt8((Int(result[channel]) * alpha + 127) / 255) }
    }
    return result
  }
}
