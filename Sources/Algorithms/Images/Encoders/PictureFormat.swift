public import Geometry

/// A format in which pictures are written.
public enum PictureFormat: String, CaseIterable, Sendable {
  /// Portable Network Graphics, lossless.
  case png
  /// JPEG with colours at full resolution.
  case jpeg
  /// WebP, lossless at the best quality.
  case webp
  /// AVIF with colours at full resolution, lossless at the best quality.
  case avif

  /// The extension of files.
  public var ending: String { self == .jpeg ? "jpg" : rawValue }

  /// The format's name for a person.
  public var title: String {
    switch self {
    case .png: "PNG"
    case .jpeg: "JPEG"
    case .webp: "WebP"
    case .avif: "AVIF"
    }
  }

  /// Whether the quality matters.
  public var hasQuality: Bool { self != .png }

  /// The range of qualities; 100 is the best.
  public static let qualities = 1...100

  /// The quality at which lettering shows no traces of compression.
  public static let usualQuality = 90

  /// The longest side in pixels.
  public var longestSide: Int {
    switch self {
    case .png: PNG.largestSide
    case .jpeg: 65_500
    case .webp: 16_383
    case .avif: 16_384
    }
  }

  /// The largest number of pixels. WebP and AVIF are compressed as a whole, which takes memory and time.
  public var mostPixels: Int {
    switch self {
    case .png, .jpeg: .max
    case .webp: 100_000_000
    case .avif: 36_000_000
    }
  }

  /// Checks that this machine can write a picture of a size.
  ///
  /// - Throws: ``ImageError`` if the library of the format is missing, or the format does not take the size.
  public func check(_ size: PixelSize, path: String) throws(ImageError) {
    let count = size.count ?? .max
    guard !size.isEmpty, max(size.width, size.height) <= longestSide, count <= mostPixels else {
      throw ImageError(
        path: path, reason: .tooLargeFor(self, size))
    }
    do {
      switch self {
      case .png, .jpeg: break
      case .webp: _ = try WebPFile.functions()
      case .avif: _ = try AVIFFile.functions()
      }
    } catch {
      throw ImageError(path: path, reason: error.reason)
    }
  }
}

/// A picture that is written from the top to the bottom; its file appears when it is complete.
public protocol PictureOutput: ~Copyable {
  /// Adds rows, four bytes per pixel; the fourth is ignored by formats without transparency.
  ///
  /// - Throws: ``ImageError`` with the system's reason, such as a full disk.
  mutating func append(_ pixels: [UInt8]) throws(ImageError)

  /// Completes the file after all rows. `goesOn` is asked during long work; if it returns false, nothing is written.
  ///
  /// - Throws: ``ImageError`` with the reason.
  consuming func finish(while goesOn: () -> Bool) throws(ImageError)
}

extension PNGFile: PictureOutput {
  /// Completes the file after all rows, without asking whether it goes on.
  ///
  /// - Throws: ``ImageError`` with the reason.
  public consuming func finish(while goesOn: () -> Bool) throws(ImageError) { try finish() }
}

/// The resolution of a picture as Exif (CIPA DC-008, 4.6), which WebP and AVIF have no other place for.
enum ExifResolution {
  /// Returns a block of Exif for a resolution in pixels per inch.
  static func bytes(pixelsPerInch: Double) -> [UInt8] {
    let thousandths = UInt32(min(max((pixelsPerInch * 1000).rounded(), 1), 4e9))
    var bytes: [UInt8] = Array("II".utf8) + [42, 0, 8, 0, 0, 0, 3, 0]
    // The entries are followed by four bytes for the end of the list; the numbers stand behind them.
    let numbers: UInt32 = 8 + 2 + 3 * 12 + 4
    bytes += entry(0x11A, type: 5, value: numbers) + entry(0x11B, type: 5, value: numbers + 8)
    bytes += entry(0x128, type: 3, value: 2)
    bytes += [0, 0, 0, 0]
    for _ in 0..<2 { bytes += little(thousandths) + little(1000) }
    return bytes
  }

  private static func entry(_ tag: UInt16, type: UInt16, value: UInt32) -> [UInt8] {
    little(UInt32(tag) | UInt32(type) << 16) + little(1) + little(value)
  }
}

/// Returns a number with the lowest byte first.
func little(_ value: UInt32) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }
