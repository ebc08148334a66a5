public import Colors
import Files
public import Geometry
import Localization
import Synchronization

/// Decodes pictures, in this process or in another one.
public protocol PictureDecoder: Sendable {
  /// Returns the first frame of a picture in sRGB, turned upright by its Exif orientation.
  ///
  /// - Parameters:
  ///   - file: The picture.
  ///   - fitting: The size that a larger picture is reduced to fit, keeping its proportions. Pictures are always
  ///     reduced to at most ``PictureFile/mostKeptPixels``.
  ///   - isStopped: Polled while decoding; true cancels it.
  /// - Throws: ``ImageError`` if the picture is damaged or of a kind that cannot be decoded, or `isStopped` returned
  ///   true.
  func bitmap(
    of file: PictureFile, fitting: PixelSize?, unless isStopped: () -> Bool
  ) throws(ImageError) -> Bitmap
}

/// Decodes pictures in this process, with limits on their size.
///
/// A vulnerability in a decoding library then affects this process. Programs that open untrusted files use a decoder in
/// another process instead.
public struct DirectDecoder: PictureDecoder {
  /// Creates the decoder.
  public init() {}

  public func bitmap(
    of file: PictureFile, fitting: PixelSize?, unless isStopped: () -> Bool
  ) throws(ImageError) -> Bitmap {
    var assembly: PictureAssembly?
    try file.request(fitting: fitting).decode(
      .bytes(file.bytes),
      begin: { size throws(ImageError) in assembly = PictureAssembly(size, orientation: file.orientation) },
      take: { row throws(ImageError) in
        if isStopped() { throw ImageError(path: "picture", reason: .stopped) }
        assembly?.append(UnsafeRawBufferPointer(row))
      })
    guard let assembly else { throw .damaged(Message("the file contains no picture")) }
    return assembly.bitmap
  }
}

/// Wraps a decoder so that it can be cancelled, for instance when a window closes.
public struct StoppableDecoder: PictureDecoder {
  private let decoder: any PictureDecoder
  private let isStopped: @Sendable () -> Bool

  /// Creates a decoder; `isStopped` is polled on the decoding thread.
  public init(_ decoder: any PictureDecoder, unless isStopped: @escaping @Sendable () -> Bool) {
    (self.decoder, self.isStopped) = (decoder, isStopped)
  }

  public func bitmap(
    of file: PictureFile, fitting: PixelSize?, unless isStopped: () -> Bool
  ) throws(ImageError) -> Bitmap {
    try decoder.bitmap(of: file, fitting: fitting) { self.isStopped() || isStopped() }
  }
}

/// Wraps a decoder and records the outcome for each picture.
public final class WatchedDecoder: PictureDecoder {
  private let decoder: any PictureDecoder
  private let outcomes = Mutex<[(bytes: [UInt8], failure: ImageError?)]>([])

  /// Creates a decoder with an empty record.
  public init(_ decoder: any PictureDecoder) { self.decoder = decoder }

  /// Clears the record, which holds the bytes of all pictures.
  public func forget() { outcomes.withLock { $0.removeAll() } }

  /// Returns the reason why a picture cannot be decoded, or nil. A picture in the record is not decoded again.
  ///
  /// - Parameter bytes: A picture file.
  public func failure(of bytes: [UInt8]) -> ImageError? {
    let known = outcomes.withLock { outcomes in outcomes.first { $0.bytes == bytes } }
    if let known { return known.failure }
    do throws(ImageError) {
      _ = try Bitmap(encoded: bytes, fitting: PixelSize(width: 16, height: 16), by: self)
      return nil
    } catch {
      return error
    }
  }

  public func bitmap(
    of file: PictureFile, fitting: PixelSize?, unless isStopped: () -> Bool
  ) throws(ImageError) -> Bitmap {
    do throws(ImageError) {
      let bitmap = try decoder.bitmap(of: file, fitting: fitting, unless: isStopped)
      note(nil, of: file.bytes)
      return bitmap
    } catch {
      note(error, of: file.bytes)
      throw error
    }
  }

  /// Records an outcome. A picture that failed at any size counts as failed.
  private func note(_ failure: ImageError?, of bytes: [UInt8]) {
    outcomes.withLock { outcomes in
      if let place = outcomes.firstIndex(where: { $0.bytes == bytes }) {
        outcomes[place].failure = outcomes[place].failure ?? failure
      } else {
        outcomes.append((bytes, failure))
      }
    }
  }
}

extension Bitmap {
  /// The file extensions of pictures, for file dialogs that ask for a picture.
  public static let fileEndings = ["png", "jpg", "jpeg", "webp"]

  /// The size to which pictures for display in a window are reduced.
  public static let largestShown = PixelSize(width: 4096, height: 4096)

  /// The limit on a file's length, in bytes.
  public static let maximumFileBytes = 256 << 20

  /// Decodes a picture file.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - fitting: The size that a larger picture is reduced to fit, keeping its proportions, or nil.
  ///   - decoder: The decoder; use one in another process for untrusted files.
  /// - Throws: ``ImageError`` if the file cannot be read, exceeds ``maximumFileBytes``, or cannot be decoded.
  public init(
    contentsOf path: String, fitting: PixelSize? = nil, by decoder: any PictureDecoder = DirectDecoder()
  ) throws(ImageError) {
    let bytes = try Self.readFile(path)
    do {
      try self.init(encoded: bytes, fitting: fitting, by: decoder)
    } catch {
      throw ImageError(path: path, reason: error.reason)
    }
  }

  /// Decodes the bytes of a picture file.
  ///
  /// - Parameters:
  ///   - bytes: The whole file.
  ///   - fitting: The size that a larger picture is reduced to fit, keeping its proportions, or nil.
  ///   - decoder: The decoder; use one in another process for untrusted files.
  /// - Throws: ``ImageError`` if the picture is damaged or of a kind that cannot be decoded.
  public init(
    encoded bytes: [UInt8], fitting: PixelSize? = nil, by decoder: any PictureDecoder = DirectDecoder()
  ) throws(ImageError) {
    self = try decoder.bitmap(of: PictureFile(bytes), fitting: fitting, unless: { false })
  }

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

/// Assembles a picture from its stored rows and turns it upright.
package struct PictureAssembly: Sendable {
  private let stored: PixelSize
  private let orientation: PictureOrientation
  private var bytes: [UInt8]
  private var y = 0

  /// Starts a picture of a stored size.
  package init(_ stored: PixelSize, orientation: PictureOrientation) {
    (self.stored, self.orientation) = (stored, orientation)
    bytes = [UInt8](repeating: 0, count: 4 * stored.width * stored.height)
  }

  /// Whether all rows have been added.
  package var isComplete: Bool { y == stored.height }

  /// Adds the next row, four bytes per pixel.
  package mutating func append(_ row: UnsafeRawBufferPointer) {
    precondition(y < stored.height && row.count == 4 * stored.width, "rows are those of the picture")
    defer { y += 1 }
    let (width, height) = (stored.width, stored.height)
    // The position of the row's first pixel, and the step to the next pixel.
    let (first, step): (Int, Int) =
      switch orientation {
      case .upright: (y * width, 1)
      case .mirrored: (y * width + width - 1, -1)
      case .upsideDown: ((height - 1 - y) * width + width - 1, -1)
      case .flipped: ((height - 1 - y) * width, 1)
      case .transposed: (y, height)
      case .quarterClockwise: (height - 1 - y, height)
      case .transversed: ((width - 1) * height + height - 1 - y, -height)
      case .quarterCounterclockwise: ((width - 1) * height + y, -height)
      }
    bytes.withUnsafeMutableBytes { bytes in
      guard step != 1 else {
        UnsafeMutableRawBufferPointer(rebasing: bytes[4 * first..<4 * (first + width)]).copyMemory(from: row)
        return
      }
      for x in 0..<width {
        let pixel = row.loadUnaligned(fromByteOffset: 4 * x, as: UInt32.self)
        bytes.storeBytes(of: pixel, toByteOffset: 4 * (first + x * step), as: UInt32.self)
      }
    }
  }

  /// The upright picture.
  package var bitmap: Bitmap { Bitmap(size: orientation.shown(stored), bytes: bytes) }
}
