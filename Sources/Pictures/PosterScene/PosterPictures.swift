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
  /// The errors of the background picture, and of the first other picture that cannot be decoded.
  package var failures = Failures()

  package struct Failures: Hashable, Sendable {
    package var background: ImageError?
    package var mark: ImageError?

    package init() {}

    package var isEmpty: Bool { background == nil && mark == nil }
  }

  /// No pictures, which is all that most posters need.
  public static let none = PosterPictures()

  package init() {}

  /// Decodes the pictures of a layout for a page that is drawn on so many pixels.
  ///
  /// Pictures that cannot be decoded are omitted; the page shows its mean colour in place of the background picture.
  package init(
    _ layout: PosterLayout, page: PixelSize, bleed: Double = 0, by decoder: any PictureDecoder
  ) {
    self = Request(layout, page: page, bleed: bleed).pictures(by: decoder)
  }

  /// A request for the pictures of a layout. Equal requests give equal pictures.
  package struct Request: Hashable, Sendable {
    private var background: PosterLayout.PlacedPicture?
    private var marks: [Mark] = []
    private let page: PixelSize

    private struct Mark: Hashable {
      let bytes: [UInt8]
      let size: PixelSize
    }

    /// Creates a request for the pictures of a layout at a size in pixels.
    package init(_ layout: PosterLayout, page: PixelSize, bleed: Double = 0) {
      self.page = page.orOne
      if case .picture(let picture) = layout.paint(on: layout.page.outset(by: bleed)) {
        background = picture.undimmed
      }
      let scale = Double(page.width) / layout.page.width
      for mark in layout.markGroups.flatMap(\.marks) {
        switch mark {
        case .path, .line, .code: break
        case .picture(let bytes, let rect), .tinted(let bytes, let rect, _):
          let size = PixelSize(
            width: Int((rect.width * scale).rounded(.up)), height: Int((rect.height * scale).rounded(.up)))
          marks.append(Mark(bytes: bytes, size: size.orOne))
        }
      }
    }

    /// Whether there is nothing to decode.
    package var isEmpty: Bool { background == nil && marks.isEmpty }

    /// Decodes the requested pictures.
    package func pictures(by decoder: any PictureDecoder) -> PosterPictures {
      var pictures = PosterPictures()
      if let background {
        do throws(ImageError) {
          pictures.background = SharedBitmap(try background.bitmap(acrossSheet: page, by: decoder))
        } catch {
          pictures.failures.background = error
        }
      }
      pictures.marks = marks.map { mark in
        do throws(ImageError) {
          return SharedBitmap(try Bitmap(encoded: mark.bytes, fitting: mark.size, by: decoder))
        } catch {
          pictures.failures.mark = pictures.failures.mark ?? error
          return nil
        }
      }
      return pictures
    }

    /// Returns the pictures of another request that come from the same files, for display until the requested ones are
    /// ready.
    package func like(_ pictures: PosterPictures, of other: Request) -> PosterPictures {
      var result = PosterPictures()
      if background?.bytes == other.background?.bytes, background?.crop == other.background?.crop {
        result.background = pictures.background
        result.failures.background = pictures.failures.background
      }
      if marks.map(\.bytes) == other.marks.map(\.bytes) {
        result.marks = pictures.marks
        result.failures.mark = pictures.failures.mark
      }
      return result
    }
  }
}

extension PixelSize {
  fileprivate var orOne: PixelSize { PixelSize(width: max(1, width), height: max(1, height)) }
}
