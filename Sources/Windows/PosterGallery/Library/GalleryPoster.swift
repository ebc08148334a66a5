import PosterScene
import Catalog
import Controls
import Geometry
import Images
import Posters
import Scene
import Typography

/// A poster ready to be drawn: laid out, with decoded pictures.
struct GalleryPoster: Sendable {
  let layout: PosterLayout
  let pictures: PosterPictures

  /// Reads a document; `room` is the poster's maximum size in pixels. If `room` is nil, no picture is decoded yet.
  init(document: [UInt8], room: PixelSize?, typesetter: Typesetter, by decoder: any PictureDecoder) throws {
    self.init(try Poster(json: document, allowsNewer: true), room: room, typesetter: typesetter, by: decoder)
  }

  init(_ poster: Poster, room: PixelSize?, typesetter: Typesetter, by decoder: any PictureDecoder) {
    layout = PosterLayout(poster, typesetter: typesetter)
    guard let room else {
      pictures = .none
      return
    }
    let fitted = PosterGrid.fitting(
      layout.page.size, in: Size(width: Double(room.width), height: Double(room.height)), scale: 1)
    pictures = PosterPictures(layout, page: PixelSize(fitted, scale: 1), by: decoder)
  }

  init(layout: PosterLayout, pictures: PosterPictures) {
    self.layout = layout
    self.pictures = pictures
  }

  /// Returns the same poster with pictures for another size.
  func sized(for pixels: PixelSize, by decoder: any PictureDecoder) -> GalleryPoster {
    GalleryPoster(layout: layout, pictures: PosterPictures(layout, page: pixels, by: decoder))
  }

  /// Returns the same poster without overlaps in its emblem, for layers that are drawn in many frames.
  func withoutOverlaps() -> GalleryPoster {
    var layout = layout
    layout.removeEmblemOverlaps()
    return GalleryPoster(layout: layout, pictures: pictures)
  }

  /// Returns new layers of the poster; all layers made from it look the same.
  func layers() -> PosterLayers {
    let size = Size(width: layout.page.width, height: layout.page.height)
    let layer = Layer(poster: layout, size: size, pictures: pictures)
    var grounds: [Layer] = []
    if let ground = layer.sublayers.first?.sublayers.first {
      grounds = [ground] + ground.sublayers
    }
    return PosterLayers(layer: layer, size: size, grounds: grounds, of: layout)
  }
}

/// Reads a poster's page size without parsing the poster.
enum GalleryPage {
  /// Returns the page size of a document, found by its name alone; nil if it is not among the first bytes.
  static func size(in document: [UInt8]) -> Size? {
    let head = document.prefix(4096)
    let name = Array("\"page\"".utf8)
    var start = head.startIndex
    while start + name.count < head.endIndex {
      guard let quote = head[start...].firstIndex(of: name[0]), quote + name.count < head.endIndex else {
        return nil
      }
      start = quote + 1
      guard Array(head[quote..<quote + name.count]) == name else { continue }
      let rest = head[(quote + name.count)...].drop { $0 <= 0x20 }
      guard rest.first == UInt8(ascii: ":") else { continue }
      guard let close = rest.firstIndex(of: UInt8(ascii: "}")) else { return nil }
      return size(of: rest[..<close])
    }
    return nil
  }

  private static func size(of members: ArraySlice<UInt8>) -> Size? {
    func number(_ name: String) -> Double? {
      let parts = String(decoding: members, as: UTF8.self).split(separator: "\"\(name)\"", maxSplits: 1)
      guard parts.count == 2 else { return nil }
      return Double(
        parts[1].drop { " :\n\t\r".contains($0) }.prefix { "0123456789.eE+-".contains($0) })
    }
    guard let width = number("width"), let height = number("height"), width > 0, height > 0,
      width.isFinite, height.isFinite
    else { return nil }
    return Size(width: width, height: height)
  }
}
