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
    /// The library that decodes the kind of picture is missing.
    case noDecoder(PictureKind)
    /// The picture has more pixels than can be decoded of its format; it was not decoded.
    case tooLarge(PixelSize, maximumPixels: Int)
    /// Decoding took longer than the limit and was stopped.
    case tooSlow(seconds: Int)
    /// Decoding took too much memory, or the decoder failed; in its words.
    case undecodable(String)
    /// Decoding was cancelled.
    case stopped
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
    if case .unwritable = reason { return "\(AtomicFile.name(of: path)): \(reason)" }
    return "\(path): \(reason)"
  }
}

extension ImageError.Reason: CustomStringConvertible {
  /// The problem and its remedy, without the name of the file.
  public var description: String {
    switch self {
    case .unreadable(let message): "cannot be read: \(message)"
    case .notAPicture: "not a picture; use PNG, JPEG, WebP, GIF, BMP or TIFF"
    case .noDecoder(let kind):
      "this machine cannot read \(kind.rawValue.uppercased()); install lib\(kind.rawValue), or use PNG"
    case .tooLarge(let size, let maximum):
      "\(size.width) × \(size.height) pixels are too many for a picture that is stored like this; "
        + "make it smaller than \(maximum / 1_000_000) megapixels"
    case .tooSlow(let seconds):
      "decoding it takes longer than \(seconds) seconds; save it anew with another program"
    case .undecodable(let why): "it cannot be decoded: \(why)"
    case .stopped: "nobody waits for it any more"
    case .tooManyBytes(let maximum): "too long a file; make it smaller than \(maximum >> 20) MiB"
    case .damaged(let message): "damaged picture: \(message)"
    case .unwritable(let message): "cannot be written: \(message)"
    case .impossibleSize(let size): "a picture of \(size.width) × \(size.height) pixels cannot be written"
    }
  }
}
