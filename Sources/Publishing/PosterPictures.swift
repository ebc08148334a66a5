import Colors
import Geometry
import Images
import Posters
import Scene

/// The pictures of a poster, decoded for one size; decoding takes time and belongs off the frame loop.
package struct PosterPictures: Hashable, Sendable {
  /// The part of the background's picture that is shown, and nothing else of it.
  package var background: SharedBitmap?
  /// The pictures among the marks of the layout, in their order; nil for what cannot be read.
  package var marks: [SharedBitmap?] = []

  /// No pictures, which is all that most posters need.
  package static let none = PosterPictures()

  package init() {}

  /// Decodes the pictures of a layout for a page that is drawn on so many pixels.
  ///
  /// What cannot be read is left out: the page then has the background's mean colour.
  package init(_ layout: PosterLayout, page: PixelSize, bleed: Double = 0) {
    self.init()
    if case .picture(let picture) = layout.paint(on: layout.page.outset(by: bleed)) {
      background = PosterPictures.bitmap(picture, page: page)
    }
    let scale = Double(page.width) / layout.page.width
    for mark in layout.markGroups.flatMap(\.marks) {
      switch mark {
      case .path, .line: break
      case .picture(let bytes, let rect), .tinted(let bytes, let rect, _):
        let size = PixelSize(
          width: Int((rect.width * scale).rounded(.up)), height: Int((rect.height * scale).rounded(.up)))
        marks.append((try? Bitmap(encoded: bytes, fitting: size.orOne)).map { SharedBitmap($0) })
      }
    }
  }

  private static func bitmap(_ picture: PosterLayout.PlacedPicture, page: PixelSize) -> SharedBitmap? {
    // The whole picture is as much larger as the part of it that is shown is smaller.
    let whole = PixelSize(
      width: Int(min((Double(page.width) / picture.crop.width).rounded(.up), 30_000)),
      height: Int(min((Double(page.height) / picture.crop.height).rounded(.up), 30_000)))
    guard let bitmap = try? Bitmap(encoded: picture.bytes, fitting: whole.orOne) else { return nil }
    return SharedBitmap(bitmap.cropped(to: picture.crop))
  }
}

extension PixelSize {
  fileprivate var orOne: PixelSize { PixelSize(width: max(1, width), height: max(1, height)) }
}

extension Bitmap {
  /// Returns the pixels within a part of the picture that is given in fractions of it.
  package func cropped(to part: Rect) -> Bitmap {
    func range(_ low: Double, _ high: Double, _ count: Int) -> Range<Int> {
      let start = min(max(Int((low * Double(count)).rounded()), 0), count - 1)
      return start..<min(max(Int((high * Double(count)).rounded()), start + 1), count)
    }
    let columns = range(part.minX, part.maxX, size.width)
    let rows = range(part.minY, part.maxY, size.height)
    if columns.count == size.width && rows.count == size.height { return self }
    var kept: [UInt8] = []
    kept.reserveCapacity(4 * columns.count * rows.count)
    for row in rows {
      let start = 4 * (row * size.width + columns.lowerBound)
      kept += bytes[start..<start + 4 * columns.count]
    }
    return Bitmap(size: PixelSize(width: columns.count, height: rows.count), bytes: kept)
  }
}
