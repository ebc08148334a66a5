import CPixbuf
import Colors
import Files
import Geometry

/// Writes pictures as PNG.
public enum PNG {
  /// Writes a picture so that `path` holds all of it or what it held before.
  ///
  /// Equal pictures give equal bytes. A picture without transparency is written without alpha.
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
      throw ImageError(path: path, reason: .unwritable(error.message))
    }
  }

  /// The most pixels to a side that the format's readers take.
  public static let largestSide = 1_000_000

  /// Returns a picture as the bytes of a PNG file; `compression` goes from 0, quick, to 9, small.
  ///
  /// Throws where the picture has no pixels, or more along a side than `largestSide`.
  public static func encoded(
    _ bitmap: Bitmap, dotsPerInch: Int? = nil, compression: Int = 6
  ) throws(ImageError) -> [UInt8] {
    let size = bitmap.size
    guard !size.isEmpty, size.width <= largestSide, size.height <= largestSide else {
      throw ImageError(path: "PNG", reason: .impossibleSize(size))
    }
    var options = [("compression", String(min(max(compression, 0), 9)))]
    if let dotsPerInch, (1...100_000).contains(dotsPerInch) {
      options += [("x-dpi", String(dotsPerInch)), ("y-dpi", String(dotsPerInch))]
    }
    return try encoded(bitmap, as: "png", options: options)
  }

  /// Returns a picture as the bytes of a file of a kind that gdk-pixbuf calls by this name.
  static func encoded(
    _ bitmap: Bitmap, as kind: String, options: [(String, String)] = []
  ) throws(ImageError) -> [UInt8] {
    let isOpaque = bitmap.isOpaque
    let pixels = isOpaque ? bitmap.withoutAlpha() : bitmap.bytes
    var output: [UInt8] = []
    let message = pixels.withUnsafeBufferPointer { pixels in
      withCStrings(options) { keys, values in
        save(
          pixels, size: bitmap.size, channels: isOpaque ? 3 : 4, kind: kind, keys: keys, values: values,
          to: &output)
      }
    }
    if let message { throw ImageError(path: "PNG", reason: .unwritable(message)) }
    return output
  }

  /// Encodes pixels as a file of `kind` into `output`; returns the library's words when that fails.
  private static func save(
    _ pixels: UnsafeBufferPointer<UInt8>, size: PixelSize, channels: Int, kind: String,
    keys: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>,
    values: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>, to output: inout [UInt8]
  ) -> String? {
    guard
      let pixbuf = gdk_pixbuf_new_from_data(
        pixels.baseAddress, GDK_COLORSPACE_RGB, channels == 4 ? 1 : 0, 8, Int32(size.width),
        Int32(size.height), Int32(size.width * channels), nil, nil)
    else { return "out of memory" }
    let picture = PixbufReference(adopting: pixbuf)
    var error: UnsafeMutablePointer<GError>?
    let saved = withUnsafeMutablePointer(to: &output) { output in
      gdk_pixbuf_save_to_callbackv(
        picture.pointer,
        { bytes, count, _, output in
          guard let bytes, let output else { return 0 }
          let chunk = UnsafeRawBufferPointer(start: bytes, count: Int(count))
          output.assumingMemoryBound(to: [UInt8].self).pointee.append(contentsOf: chunk)
          return 1
        }, output, kind, keys, values, &error)
    }
    return saved != 0 ? nil : takeMessage(of: error)
  }

  /// Calls `body` with two lists of C strings, each ended by a null.
  private static func withCStrings<Result>(
    _ pairs: [(String, String)],
    _ body: (
      UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>, UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
    ) -> Result
  ) -> Result {
    var keys = pairs.map { g_strdup($0.0) } + [nil]
    var values = pairs.map { g_strdup($0.1) } + [nil]
    defer { for string in keys + values { g_free(string) } }
    return keys.withUnsafeMutableBufferPointer { keys in
      values.withUnsafeMutableBufferPointer { values in
        guard let keys = keys.baseAddress, let values = values.baseAddress else {
          preconditionFailure("a list that ends with a null is not empty")
        }
        return body(keys, values)
      }
    }
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
