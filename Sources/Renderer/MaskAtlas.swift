import GPU
import Geometry

/// Coverage masks side by side in one texture, filled shelf by shelf.
final class MaskAtlas {
  static let side = 1024

  let texture: Texture
  private var shelves: [Shelf] = []
  private var usedHeight = 0

  private struct Shelf {
    let top: Int
    let height: Int
    var usedWidth: Int
  }

  init(in context: GraphicsContext) throws(GraphicsError) {
    let side = min(MaskAtlas.side, context.maximumTextureSize)
    texture = try Texture(
      size: PixelSize(width: side, height: side), format: .r8, filter: .nearest, in: context)
  }

  /// Returns a free place for a mask, or nil when the atlas has none left.
  func place(_ size: PixelSize) -> PixelRect? {
    let (width, height) = (size.width, size.height)
    let fitting = shelves.indices.filter {
      shelves[$0].height >= height && shelves[$0].height <= height + height / 2 + 2
        && shelves[$0].usedWidth + width <= texture.size.width
    }
    if let best = fitting.min(by: { shelves[$0].height < shelves[$1].height }) {
      defer { shelves[best].usedWidth += width }
      return PixelRect(x: shelves[best].usedWidth, y: shelves[best].top, width: width, height: height)
    }
    guard width <= texture.size.width, usedHeight + height <= texture.size.height else { return nil }
    shelves.append(Shelf(top: usedHeight, height: height, usedWidth: width))
    usedHeight += height
    return PixelRect(x: 0, y: usedHeight - height, width: width, height: height)
  }

  /// Forgets all masks, so that their places are free again.
  func removeAll() {
    shelves.removeAll()
    usedHeight = 0
  }
}
