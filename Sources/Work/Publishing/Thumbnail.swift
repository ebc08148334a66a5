public import Catalog
public import Colors
import Geometry
public import Images
import PosterScene
public import Posters
public import Typography

/// The thumbnail of a file in file managers: the page of a document, or the first posters of a library.
public struct Thumbnail {
  private static let ground: UInt8 = 0x1c
  private static let mostPosters = 6

  private let picture: PosterPicture
  private let typesetter: Typesetter
  private let decoder: WatchedDecoder
  /// The longest side of the picture, in pixels.
  private let side: Int

  /// Creates a renderer of thumbnails.
  ///
  /// - Parameters:
  ///   - side: The longer side of a thumbnail, in pixels, at least 1.
  ///   - typesetter: The typesetter of the posters' text.
  ///   - cacheDirectory: The folder in which compiled shaders are kept; nil compiles them each time.
  ///   - decoder: The decoder of the posters' pictures.
  /// - Throws: `OffscreenContextError` without EGL or a driver of OpenGL ES 3.0.
  public init(
    side: Int, typesetter: Typesetter = Typesetter(), cacheDirectory: String?,
    by decoder: any PictureDecoder = DirectDecoder()
  ) throws {
    self.decoder = WatchedDecoder(decoder)
    picture = try PosterPicture(
      typesetter: typesetter, cacheDirectory: cacheDirectory, by: self.decoder)
    self.typesetter = typesetter
    self.side = side
  }

  /// Returns a picture of a poster's page.
  ///
  /// - Throws: `PosterError` if the poster is refused, or the error of graphics.
  public func bitmap(of poster: Poster) throws -> Bitmap {
    let layout = try layout(of: poster)
    let size = fitted(layout.page.size, width: Double(side), height: Double(side))
    return Bitmap(size: size, bytes: try picture.pixels(of: layout, size: size))
  }

  /// Returns a warning for each picture of a poster that cannot be shown. Pictures that were already drawn are not
  /// decoded again.
  public func unreadablePictures(of poster: Poster) -> [PosterWarning] {
    PosterLayout(poster, typesetter: typesetter).unreadablePictures(by: decoder)
  }

  /// Returns a gallery with the first posters of a library, three in a row and each as high as the others; nil
  /// without a poster that can be shown.
  ///
  /// - Throws: `LibraryError` if the library cannot be read, or the error of graphics.
  public func bitmap(of library: Library) throws -> Bitmap? {
    var layouts: [PosterLayout] = []
    for key in try library.posterKeys() where layouts.count < Self.mostPosters {
      guard let record = try library.posters([key]).first?.1,
        let poster = try? record.poster(),
        let layout = try? layout(of: poster)
      else { continue }
      layouts.append(layout)
    }
    return layouts.isEmpty ? nil : try gallery(of: layouts)
  }

  private func layout(of poster: Poster) throws -> PosterLayout {
    let layout = PosterLayout(poster, typesetter: typesetter)
    if let refusal = layout.refusal { throw refusal }
    return layout
  }

  private func fitted(_ page: Size, width: Double, height: Double) -> PixelSize {
    let scale = min(width / page.width, height / page.height)
    return PixelSize(
      width: max(1, Int((page.width * scale).rounded())), height: max(1, Int((page.height * scale).rounded()))
    )
  }

  private func gallery(of layouts: [PosterLayout]) throws -> Bitmap {
    let size = PixelSize(width: side, height: max(1, side * 3 / 4))
    var bytes = [UInt8](repeating: Self.ground, count: size.width * size.height * 4)
    for alpha in stride(from: 3, to: bytes.count, by: 4) { bytes[alpha] = 255 }
    let perRow = layouts.count == 4 ? 2 : 3
    let rows = stride(from: 0, to: layouts.count, by: perRow).map { first in
      Array(layouts[first..<min(first + perRow, layouts.count)])
    }
    let gap = Double(side) / 24
    let height = (Double(size.height) - gap) / Double(rows.count) - gap
    for (row, layouts) in rows.enumerated() {
      let width = (Double(side) - gap) / Double(layouts.count) - gap
      let sizes = layouts.map { fitted($0.page.size, width: width, height: height) }
      let all = sizes.reduce(gap * Double(sizes.count - 1)) { $0 + Double($1.width) }
      var x = (Double(side) - all) / 2
      let middle = gap + (height + gap) * Double(row) + height / 2
      for (layout, poster) in zip(layouts, sizes) {
        let pixels = try picture.pixels(of: layout, size: poster)
        let left = max(0, min(Int(x), size.width - poster.width))
        let top = max(0, min(Int(middle) - poster.height / 2, size.height - poster.height))
        for line in 0..<poster.height {
          let target = ((top + line) * size.width + left) * 4
          let source = line * poster.width * 4
          bytes.replaceSubrange(
            target..<target + poster.width * 4, with: pixels[source..<source + poster.width * 4])
        }
        x += Double(poster.width) + gap
      }
    }
    return Bitmap(size: size, bytes: bytes)
  }
}
