import Colors
import Geometry
import Images
import Posters
import Scene

/// The pictures of a poster, decoded for one size; decoding takes time and belongs off the frame loop.
public struct PosterPictures: Hashable, Sendable {
  /// The part of the background's picture that is shown, and nothing else of it.
  package var background: SharedBitmap?
  /// The pictures among the marks of the layout, in their order; nil for what cannot be read.
  package var marks: [SharedBitmap?] = []

  /// No pictures, which is all that most posters need.
  public static let none = PosterPictures()

  package init() {}

  /// Decodes the pictures of a layout for a page that is drawn on so many pixels.
  ///
  /// Leaves out pictures that cannot be read: the page then has the background's mean colour.
  package init(_ layout: PosterLayout, page: PixelSize, bleed: Double = 0) {
    self.init()
    if case .picture(let picture) = layout.paint(on: layout.page.outset(by: bleed)) {
      background = picture.bitmap(acrossSheet: page.orOne).map { SharedBitmap($0) }
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
}

extension PixelSize {
  fileprivate var orOne: PixelSize { PixelSize(width: max(1, width), height: max(1, height)) }
}
