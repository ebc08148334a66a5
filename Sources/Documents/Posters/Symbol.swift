import Colors
import Geometry
import Images

/// The emblem before it has a place.
struct Symbol {
  enum Drawing {
    case path(Path, box: Rect)
    case picture([UInt8], isTinted: Bool)
  }

  let drawing: Drawing?
  /// Width by height, or nil without anything to see.
  let aspect: Double?
  var warnings: [PosterWarning] = []

  init(_ emblem: Emblem, isTinted: Bool) {
    var drawing: Drawing?
    var aspect: Double?
    switch emblem {
    case .none: break
    case .path(let path, _):
      if let box = path.bounds, box.width > 0, box.height > 0, (box.width / box.height).isFinite,
        box.origin.isFinite, box.width.isFinite
      {
        drawing = .path(path, box: box)
        aspect = box.width / box.height
      }
    case .picture(let bytes, _):
      do {
        let size = try Bitmap(encoded: bytes, fitting: PixelSize(width: 512, height: 512)).size
        drawing = .picture(bytes, isTinted: isTinted)
        aspect = Double(size.width) / Double(max(size.height, 1))
      } catch {
        warnings.append(.unreadablePicture(field: "emblem.data", message: error.description))
      }
    }
    self.drawing = drawing
    self.aspect = aspect.map { min(max($0, 0.01), 100) }
  }

  /// Returns the emblem within `rect`, which has its shape.
  func placed(in rect: Rect) -> PosterLayout.PlacedEmblem? {
    switch drawing {
    case nil: return nil
    case .picture(let bytes, let isTinted):
      return isTinted ? .tinted(bytes: bytes, rect) : .picture(bytes: bytes, rect)
    case .path(let path, let box):
      let scale = rect.width / box.width
      let transform = AffineTransform(
        a: scale, b: 0, c: 0, d: scale, tx: rect.minX - box.minX * scale, ty: rect.minY - box.minY * scale)
      return transform.isFinite ? .path(path.transformed(by: transform)) : nil
    }
  }
}
