import Files
import Geometry

/// A picture that could not be read or written, and what to do about it.
public struct ImageError: Error, Hashable, CustomStringConvertible {
  /// What kept a picture from being read or written.
  public enum Reason: Hashable, Sendable {
    /// The file could not be opened or read; in the system's words.
    case unreadable(String)
    /// The file is none of the kinds of picture that are read.
    case notAPicture
    /// gdk-pixbuf has no decoder here for the kind of picture.
    case noDecoder(PictureKind)
    /// The picture has more pixels than are allowed; it was not decoded.
    case tooLarge(PixelSize, maximumPixels: Int)
    /// The file has more bytes than are allowed.
    case tooManyBytes(maximum: Int)
    /// The picture is damaged or breaks off; in the decoder's words.
    case damaged(String)
    /// The file could not be written; in the system's words.
    case unwritable(String)
    /// The picture has no pixels or more than the format can hold.
    case impossibleSize(PixelSize)
  }

  /// The file's path, as it was given.
  public let path: String
  /// What kept the picture from being read or written.
  public let reason: Reason

  /// Creates an error from the file's path and the cause.
  public init(path: String, reason: Reason) {
    self.path = path
    self.reason = reason
  }

  public var description: String {
    switch reason {
    case .unreadable(let message): "\(path): cannot be read: \(message)"
    case .notAPicture: "\(path): not a picture; use PNG, JPEG, WebP, GIF, BMP or TIFF"
    case .noDecoder(let kind):
      "\(path): this machine cannot read \(kind.rawValue.uppercased()); "
        + (kind == .webp ? "install the package webp-pixbuf-loader, or use PNG" : "use PNG")
    case .tooLarge(let size, let maximum):
      "\(path): \(size.width) × \(size.height) pixels are too many; make it smaller than \(maximum) pixels"
    case .tooManyBytes(let maximum): "\(path): too long a file; make it smaller than \(maximum >> 20) MiB"
    case .damaged(let message): "\(path): damaged picture: \(message)"
    case .unwritable(let message): "\(AtomicFile.name(of: path)): cannot be written: \(message)"
    case .impossibleSize(let size):
      "\(path): a picture of \(size.width) × \(size.height) pixels cannot be written"
    }
  }
}
