import CPNG
import Colors
import Files
import Geometry
import Localization

/// Writes pictures as PNG.
public enum PNG {
  /// Writes a picture so that `path` holds all of it or what it held before.
  ///
  /// Equal pictures give equal bytes. A picture without transparency is written without alpha.
  ///
  /// - Parameters:
  ///   - bitmap: The picture, not premultiplied.
  ///   - path: The file.
  ///   - dotsPerInch: The resolution that readers use for its printed size; nil leaves it out.
  ///   - compression: The effort, from 0 (quick) to 9 (small).
  /// - Throws: ``ImageError`` for a picture without pixels or with more than ``largestSide`` along a side, and if the
  ///   file cannot be written.
  public static func write(
    _ bitmap: Bitmap, to path: String, dotsPerInch: Int? = nil, compression: Int = 6
  ) throws(ImageError) {
    let bytes: [UInt8]
    do {
      bytes = try encoded(bitmap, dotsPerInch: dotsPerInch, compression: compression)
    } catch {
      throw ImageError(path: path, reason: error.reason)
    }
    do {
      try AtomicFile.write(bytes, to: path)
    } catch {
      throw ImageError(path: path, reason: .unwritable(error.reason))
    }
  }

  /// The most pixels to a side that the format's readers take.
  public static let largestSide = 1_000_000

  /// Returns a picture as the bytes of a PNG file.
  ///
  /// - Parameters:
  ///   - bitmap: The picture.
  ///   - dotsPerInch: The resolution that the file states, or nil for no statement.
  ///   - compression: The effort, from 0, quick, to 9, small.
  /// - Throws: ``ImageError`` if the picture has no pixels, or more along a side than ``largestSide``.
  public static func encoded(
    _ bitmap: Bitmap, dotsPerInch: Int? = nil, compression: Int = 6
  ) throws(ImageError) -> [UInt8] {
    let size = bitmap.size
    guard !size.isEmpty, size.width <= largestSide, size.height <= largestSide else {
      throw ImageError(path: "PNG", reason: .impossibleSize(size))
    }
    let isOpaque = bitmap.isOpaque
    let output = Output()
    let handle = try PNGHandle(isWriter: true, context: Unmanaged.passUnretained(output).toOpaque()) {
      context, bytes, count in
      let output = Unmanaged<Output>.fromOpaque(context).takeUnretainedValue()
      output.bytes.append(contentsOf: UnsafeRawBufferPointer(start: bytes, count: count))
      return count
    }
    let pixelsPerMetre = dotsPerInch.flatMap { (1...100_000).contains($0) ? $0 : nil } ?? 0
    let isWell = (isOpaque ? bitmap.withoutAlpha() : bitmap.bytes).withUnsafeBufferPointer { pixels in
      pixels.baseAddress.map {
        regalia_png_encode(
          handle.png, $0, UInt32(size.width), UInt32(size.height), isOpaque ? 3 : 4,
          Int32(min(max(compression, 0), 9)), UInt32((Double(pixelsPerMetre) * 1000 / 25.4).rounded()))
      } ?? 0
    }
    guard isWell != 0 else {
      throw ImageError(path: "PNG", reason: .unwritable(Message(verbatim: handle.message)))
    }
    return output.bytes
  }

  private final class Output {
    var bytes: [UInt8] = []
  }
}

extension Bitmap {
  /// Returns the colours alone, three bytes a pixel.
  fileprivate func withoutAlpha() -> [UInt8] {
    let count = bytes.count / 4
    return [UInt8](unsafeUninitializedCapacity: 3 * count) { colors, initialized in
      bytes.withUnsafeBufferPointer { bytes in
        for pixel in 0..<count {
          colors[3 * pixel] = bytes[4 * pixel]
          colors[3 * pixel + 1] = bytes[4 * pixel + 1]
          colors[3 * pixel + 2] = bytes[4 * pixel + 2]
        }
      }
      initialized = 3 * count
    }
  }
}
