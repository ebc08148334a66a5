import Files
import Geometry

/// A picture that could not be read or written, and what to do about it.
public struct ImageError: Error, Hashable, CustomStringConvertible {
  /// The reason for a failure to read or write a picture.
  public enum Reason: Hashable, Sendable {
    /// The file could not be opened or read; in the system's words.
    case unreadable(String)
    /// The file is none of the kinds of picture that are read.
    case notAPicture
    /// The library that decodes this kind of picture is missing.
    case noDecoder(PictureKind)
    /// The picture has more pixels than the decoder accepts for its format; it was not decoded.
    case tooLarge(PixelSize, maximumPixels: Int)
    /// Decoding exceeded the time limit and was stopped.
    case tooSlow(seconds: Int)
    /// Decoding took too much memory, or the decoder failed with this message.
    case undecodable(String)
    /// Decoding was cancelled.
    case stopped
    /// The file has more bytes than are allowed.
    case tooManyBytes(maximum: Int)
    /// The picture is damaged or breaks off; in the decoder's words.
    case damaged(String)
    /// The file could not be written; in the system's words.
    case unwritable(String)
    /// The library that writes a format failed; in its words.
    case encoderFailed(PictureFormat, String)
    /// There is not enough memory for the picture.
    case outOfMemory
    /// The library that writes a format is missing, or has no encoder; with the package that has one.
    case noEncoder(PictureFormat, library: String)
    /// The picture has no pixels, or more than can be written in a format.
    case tooLargeFor(PictureFormat, PixelSize)
    /// The picture has no pixels or more than the format can hold.
    case impossibleSize(PixelSize)
  }

  /// The file's path, as it was given.
  public let path: String
  /// The reason for the failure.
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
  /// The problem and its remedy, without the file name.
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
    case .encoderFailed(let format, let message):
      "\(format.title) cannot be written (\(message)); use PNG, or fewer pixels"
    case .outOfMemory: "there is not enough memory; lower the resolution"
    case .noEncoder(let format, let library):
      "this machine cannot write \(format.title); install \(library), or use PNG or JPEG"
    case .tooLargeFor(let format, let size):
      "\(size.width) × \(size.height) pixels are too many for \(format.title), which has up to "
        + "\(format.longestSide) each way"
        + (format.mostPixels == .max ? "" : " and \(format.mostPixels / 1_000_000) million in all")
        + "; lower the resolution, or use PNG"
    case .impossibleSize(let size): "a picture of \(size.width) × \(size.height) pixels cannot be written"
    }
  }
}
