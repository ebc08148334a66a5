import Files
import Geometry
public import Localization

/// A picture that could not be read or written, and what to do about it.
public struct ImageError: LocalizableError, Hashable {
  /// The reason for a failure to read or write a picture.
  public enum Reason: Hashable, Sendable {
    /// The file could not be opened or read; in the system's words.
    case unreadable(Message)
    /// The file is none of the kinds of picture that are read.
    case notAPicture
    /// The library that decodes this kind of picture is missing.
    case noDecoder(PictureKind)
    /// The picture has more pixels than the decoder accepts for its format; it was not decoded.
    case tooLarge(PixelSize, maximumPixels: Int)
    /// Decoding exceeded the time limit and was stopped.
    case tooSlow(seconds: Int)
    /// Decoding took too much memory, or the decoder failed with this message.
    case undecodable(Message)
    /// Decoding was cancelled.
    case stopped
    /// The file has more bytes than are allowed.
    case tooManyBytes(maximum: Int)
    /// The picture is damaged or breaks off; in the decoder's words.
    case damaged(Message)
    /// The file could not be written; in the system's words.
    case unwritable(Message)
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

  /// The file and the reason.
  public var message: Message {
    var file = path
    if case .unwritable = reason { file = AtomicFile.name(of: path) }
    return Message("{file}: {reason}", ["file": file], parts: ["reason": reason.message])
  }
}

extension ImageError.Reason: CustomStringConvertible {
  /// The problem and its remedy in English, without the file name.
  public var description: String { message.english }

  /// The problem and its remedy, without the file name.
  public var message: Message {
    switch self {
    case .unreadable(let reason): Message("cannot be read: {reason}", parts: ["reason": reason])
    case .notAPicture: Message("not a picture; use PNG, JPEG, WebP, GIF, BMP or TIFF")
    case .noDecoder(let kind):
      Message(
        "this computer cannot read {format}; install {package}, or use PNG",
        ["format": kind.rawValue.uppercased(), "package": "lib\(kind.rawValue)"])
    case .tooLarge(let size, let maximum):
      Message(
        "a picture of {width} × {height} pixels is too large in this format; make it smaller than {limit} megapixels",
        ["width": String(size.width), "height": String(size.height), "limit": String(maximum / 1_000_000)])
    case .tooSlow(let seconds):
      Message(
        "decoding takes longer than {seconds} seconds; save the picture again with another program",
        ["seconds": String(seconds)])
    case .undecodable(let reason): Message("cannot be decoded: {reason}", parts: ["reason": reason])
    case .stopped: Message("decoding was cancelled")
    case .tooManyBytes(let maximum):
      Message("the file is too large; make it smaller than {limit} MiB", ["limit": String(maximum >> 20)])
    case .damaged(let reason): Message("damaged picture: {reason}", parts: ["reason": reason])
    case .unwritable(let reason): Message("cannot be written: {reason}", parts: ["reason": reason])
    case .encoderFailed(let format, let reason):
      Message(
        "{format} cannot be written ({reason}); use PNG, or fewer pixels",
        ["format": format.title, "reason": reason])
    case .outOfMemory: Message("there is not enough memory; lower the resolution")
    case .noEncoder(let format, let library):
      Message(
        "this computer cannot write {format}; install {package}, or use PNG or JPEG",
        ["format": format.title, "package": library])
    case .tooLargeFor(let format, let size):
      if format.mostPixels == .max {
        Message(
          "{width} × {height} pixels are too many for {format}, which has up to {limit} each way; lower the resolution, or use PNG",
          [
            "width": String(size.width), "height": String(size.height), "format": format.title,
            "limit": String(format.longestSide),
          ])
      } else {
        Message(
          "{width} × {height} pixels are too many for {format}, which has up to {limit} each way and {count} million in all; lower the resolution, or use PNG",
          [
            "width": String(size.width), "height": String(size.height), "format": format.title,
            "limit": String(format.longestSide), "count": String(format.mostPixels / 1_000_000),
          ])
      }
    case .impossibleSize(let size):
      Message(
        "a picture of {width} × {height} pixels cannot be written",
        ["width": String(size.width), "height": String(size.height)])
    }
  }
}
