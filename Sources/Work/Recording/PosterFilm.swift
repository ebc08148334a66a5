import Application
import Colors
import Files
public import Geometry
public import Images
public import Localization
import PosterScene
public import Posters
public import Typography

/// A film of a poster that plays its animation, or a drawing that plays by itself.
public struct PosterFilm {
  /// The file format.
  public enum Format: Hashable, Sendable {
    /// A drawing that plays in browsers, without frames.
    case svg
    /// Frames, as a file or a folder of pictures.
    case film(FilmFormat)

    /// All formats that are one file.
    public static let files: [Format] = [.svg] + FilmFormat.files.map { .film($0) }

    /// The ending of the file's name; empty for a folder of pictures.
    public var ending: String {
      switch self {
      case .svg: "svg"
      case .film(.pictures): ""
      case .film(let format): format.rawValue
      }
    }

    /// The format of a file or folder of this name, or nil when it ends like a file of another kind.
    public init?(path: String) {
      if FilePath(path).formatEnding == Format.svg.ending, !path.hasSuffix("/") {
        self = .svg
      } else if let format = FilmFormat(path: path) {
        self = .film(format)
      } else {
        return nil
      }
    }

    /// The most frames a second that players show at their speed.
    public var highestRate: Double {
      switch self {
      case .svg: FilmFormat.apng.highestRate
      case .film(let format): format.highestRate
      }
    }
  }

  /// The size of the frames; their shape is the page's.
  public enum Extent: Hashable, Sendable {
    /// The width in pixels.
    case wide(Int)
    /// The height in pixels.
    case high(Int)
  }

  /// The longest side of a film, that of 8K, in pixels.
  public static let largestSide = 7680

  /// The poster.
  public let layout: PosterLayout
  /// The motion and its duration.
  public let animation: PosterAnimation
  /// The title of a drawing.
  public let title: String
  /// The number of frames for each second.
  public var framesPerSecond = 30.0
  /// Whether frames may go into a folder that is in use, in place of earlier ones.
  public var replacesFrames = false
  /// Told of the frames that are done of all; throws to give up. Nil tells the terminal.
  public var onProgress: ((_ done: Int, _ count: Int) throws -> Void)?
  /// The folder in which compiled programs of the graphics driver are kept.
  public var cacheDirectory = UserFolders().programCache
  /// The size of a frame, in pixels.
  public let size: PixelSize
  private let decoder: WatchedDecoder
  private let typesetter: Typesetter

  /// Creates the film of a poster's animation, or of `animation` in its place; a poster without one drops its crown.
  ///
  /// - Throws: A `PosterError` for a refused poster, and a `FilmError` for a film larger than 8K.
  public init(
    of poster: Poster, _ extent: Extent, animation: PosterAnimation? = nil,
    typesetter: Typesetter = Typesetter(), by decoder: any PictureDecoder = DirectDecoder()
  ) throws {
    layout = PosterLayout(poster, typesetter: typesetter)
    if let refusal = layout.refusal { throw refusal }
    self.animation = animation ?? poster.animation ?? PosterAnimation(.drop)
    title = poster.title
    (self.typesetter, self.decoder) = (typesetter, WatchedDecoder(decoder))
    let page = layout.page
    let pixelsPerInch =
      switch extent {
      case .wide(let width): Double(width) * 72 / page.width
      case .high(let height): Double(height) * 72 / page.height
      }
    do {
      size = try PosterPicture.size(of: layout, sheet: PrintSheet(), pixelsPerInch: pixelsPerInch)
    } catch let error as PosterPicture.TooLarge {
      throw FilmError.tooLarge(error.size)
    }
    guard max(size.width, size.height) <= Self.largestSide else { throw FilmError.tooLarge(size) }
  }

  /// The number of frames; the first is at 0, the last is the poster's picture.
  public var frameCount: Int {
    animation.frameCount(framesPerSecond: framesPerSecond)
  }

  /// Writes the film into a file or folder, which hold all of it or what they held before; `-` is standard output.
  ///
  /// The same film has the same bytes each time.
  ///
  /// - Returns: Warnings about what could not be shown as asked.
  public func write(to path: String, as format: Format) throws -> [Message] {
    decoder.forget()
    switch format {
    case .svg:
      let text = AnimatedSVG.document(
        of: layout, PosterEntrance(layout, animation), title: title, width: size.width, by: decoder)
      try AtomicFile.write(text, to: path)
    case .film(let format):
      var writer = FilmWriter(format)
      (writer.replacesFrames, writer.onProgress) = (replacesFrames, onProgress)
      try writer.write(self, to: path)
    }
    var warnings = (layout.warnings + layout.unreadablePictures(by: decoder)).map(\.message)
    if format == .film(.mp4), size.width % 2 + size.height % 2 > 0 {
      warnings.append(
        Message(
          "an .mp4 has even sides, so the last row or column of {width} × {height} pixels is repeated; choose another width to avoid it",
          ["width": "\(size.width)", "height": "\(size.height)"]))
    }
    return warnings
  }
}

extension PosterFilm: FilmFrames {
  package var canvas: PixelSize { size }
  package var hasAlpha: Bool { false }
  package var loops: Bool { animation.loops }

  package func eachFrame(_ body: (FilmFrame) throws -> Void) throws {
    let picture = try PosterPicture(typesetter: typesetter, cacheDirectory: cacheDirectory, by: decoder)
    try picture.forEachFrame(of: layout, animation, size: size, framesPerSecond: framesPerSecond) {
      try body(FilmFrame(number: $0.number, bitmap: $0.bitmap, isRepeated: $0.isRepeated))
    }
  }
}
