import Colors
import Files
import Geometry
import Glibc

extension Bitmap {
  /// What most callers can afford: 64 million pixels are 256 MB.
  public static let defaultMaximumPixels = 64_000_000

  /// The file extensions of pictures, for file dialogs that ask for a picture.
  public static let fileEndings = ["png", "jpg", "jpeg", "webp"]

  /// The size to fit in for what is shown in a window, however large it is.
  public static let largestShown = PixelSize(width: 4096, height: 4096)

  /// No longer file is read.
  public static let maximumFileBytes = 256 << 20

  /// Reads a picture, the first frame of a moving one, turned the way its camera says.
  ///
  /// The size is known and checked before anything is decoded. With `fitting`, what is larger is reduced, in
  /// proportion, to fit in there.
  public init(
    contentsOf path: String, maximumPixels: Int = defaultMaximumPixels, fitting: PixelSize? = nil
  ) throws(ImageError) {
    let bytes = try Self.readFile(path)
    do {
      try self.init(encoded: bytes, maximumPixels: maximumPixels, fitting: fitting)
    } catch {
      throw ImageError(path: path, reason: error.reason)
    }
  }

  /// Decodes the bytes of a picture's file.
  public init(
    encoded bytes: [UInt8], maximumPixels: Int = defaultMaximumPixels, fitting: PixelSize? = nil
  ) throws(ImageError) {
    self = try Self.decode(bytes, DecodingLimits(maximumPixels: maximumPixels, fitting: fitting)).bitmap
  }

  /// Returns the size of the picture in the bytes of a file, turned the way its camera says, which it has been decoded for:
  /// what tells its size may be damaged behind that.
  public static func size(
    ofEncoded bytes: [UInt8], maximumPixels: Int = defaultMaximumPixels
  ) throws(ImageError) -> PixelSize {
    let glance = PixelSize(width: 16, height: 16)
    return try decode(bytes, DecodingLimits(maximumPixels: maximumPixels, fitting: glance)).fullSize
  }

  private static func decode(
    _ bytes: [UInt8], _ limits: DecodingLimits
  ) throws(ImageError) -> (bitmap: Bitmap, fullSize: PixelSize) {
    guard let kind = PictureKind(firstBytes: bytes) else {
      throw ImageError(path: "picture", reason: .notAPicture)
    }
    let decoded = try PictureDecoder(kind, limits: limits).decode(bytes)
    guard kind.isComplete(bytes) else {
      throw ImageError(path: "picture", reason: .damaged("it breaks off"))
    }
    return decoded
  }
}

extension Bitmap {
  private static func readFile(_ path: String) throws(ImageError) -> [UInt8] {
    do {
      return try FileBytes.read(path, atMost: maximumFileBytes)
    } catch {
      if case .tooLong = error.reason {
        throw ImageError(path: path, reason: .tooManyBytes(maximum: maximumFileBytes))
      }
      throw ImageError(path: path, reason: .unreadable(error.cause))
    }
  }
}
