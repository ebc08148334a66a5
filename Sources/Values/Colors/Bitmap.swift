import Geometry

/// A picture in memory: rows from top to bottom, four bytes per pixel (red, green, blue, straight alpha).
public struct Bitmap: Hashable, Sendable, CustomStringConvertible {
  /// The size in pixels.
  public let size: PixelSize

  /// The bytes of all pixels, `4 * width` per row, without padding.
  public var bytes: [UInt8]

  /// Creates a picture.
  ///
  /// - Parameters:
  ///   - size: Its size in pixels.
  ///   - bytes: Four bytes per pixel: red, green, blue and straight alpha, rows from the top without gaps.
  public init(size: PixelSize, bytes: [UInt8]) {
    precondition(size.width >= 0 && size.height >= 0, "a bitmap's sides are not negative")
    precondition(
      bytes.count % 4 == 0 && size.count == bytes.count / 4, "a bitmap has four bytes for each pixel")
    self.size = size
    self.bytes = bytes
  }

  // Untranslated: for developers.
  public var description: String { "Bitmap(\(size.width) × \(size.height))" }

  /// Whether all pixels are opaque.
  public var isOpaque: Bool {
    bytes.withUnsafeBufferPointer { bytes in
      var index = 3
      while index < bytes.count {
        if bytes[index] != 255 { return false }
        index += 4
      }
      return true
    }
  }
}

extension Bitmap {
  /// The widths of the square that the eyedropper can average over, in pixels.
  public static let sampleWidths = [1, 3, 5, 11]

  /// Returns the mean of a square of pixels in linear light, weighted by opacity.
  ///
  /// If only one pixel contributes, the result is its exact colour.
  ///
  /// - Parameters:
  ///   - column: The middle's column, from 0.
  ///   - row: The middle's row, from 0 at the top.
  ///   - width: The side of the square in pixels, odd and positive.
  /// - Returns: Nil if all pixels are transparent or outside the picture.
  public func mean(column: Int, row: Int, over width: Int) -> RGBA? {
    let reach = (width - 1) / 2
    var (sum, weight, only) = (SIMD3<Double>.zero, 0.0, nil as RGBA?)
    var count = 0
    for y in (row - reach)...(row + reach) {
      for x in (column - reach)...(column + reach) {
        guard let color = color(column: x, row: y), color.alpha > 0 else { continue }
        let opaque = color.withAlpha(1)
        let light = Color(opaque).converted(to: .srgbLinear).components
        sum += color.alpha * SIMD3(light.x, light.y, light.z)
        weight += color.alpha
        (only, count) = (opaque, count + 1)
      }
    }
    guard count > 1 else { return only }
    let light = sum / weight
    return Color(in: .srgbLinear, light.x, light.y, light.z).rgba.clipped
  }

  /// Returns the colour of a pixel, counted from 0 at the top left, or nil outside the picture.
  public func color(column: Int, row: Int) -> RGBA? {
    guard (0..<size.width).contains(column), (0..<size.height).contains(row) else { return nil }
    let start = 4 * (row * size.width + column)
    let channels = (0..<4).map { Double(bytes[start + $0]) / 255 }
    return RGBA(red: channels[0], green: channels[1], blue: channels[2], alpha: channels[3])
  }

  /// Returns a square around a pixel, as a magnifier shows it; pixels outside the picture are transparent.
  ///
  /// - Parameters:
  ///   - column: The middle's column, from 0.
  ///   - row: The middle's row, from 0 at the top.
  ///   - side: The side of the square in pixels, odd and positive.
  public func surroundings(column: Int, row: Int, side: Int) -> Bitmap {
    var around: [UInt8] = []
    around.reserveCapacity(4 * side * side)
    for y in (row - side / 2)...(row + side / 2) {
      for x in (column - side / 2)...(column + side / 2) {
        if (0..<size.width).contains(x), (0..<size.height).contains(y) {
          let start = 4 * (y * size.width + x)
          around += bytes[start..<start + 4]
        } else {
          around += [0, 0, 0, 0]
        }
      }
    }
    return Bitmap(size: PixelSize(width: side, height: side), bytes: around)
  }
}
