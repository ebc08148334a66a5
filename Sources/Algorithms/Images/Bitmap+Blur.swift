public import Colors
public import Geometry
import Glibc

extension Bitmap {
  /// Returns the bitmap blurred by a Gaussian whose standard deviation is so many pixels.
  ///
  /// Pixels count as much as they are opaque, and the outermost go on beyond the edges. The kernel is cut off at four
  /// deviations, which leaves out 0.006 % of its weight; the rest is made whole. The time grows with the deviation.
  ///
  /// - Parameter deviation: The standard deviation of the Gaussian, in pixels; 0 or less returns the bitmap.
  public func blurred(by deviation: Double) -> Bitmap {
    guard deviation > 0, size.width > 0, size.height > 0 else { return self }
    let kernel = Self.gaussian(deviation)
    var pixels = premultiplied
    // Each pass turns rows into columns; after two they are rows again.
    pixels = Self.filtered(pixels, width: size.width, height: size.height, by: kernel)
    pixels = Self.filtered(pixels, width: size.height, height: size.width, by: kernel)
    return Bitmap(size: size, premultiplied: pixels)
  }

  /// Returns so many pixels that show a part of the bitmap, which is given in its pixels; values between the middles of
  /// pixels are bilinear.
  public func sampled(_ part: Rect, size wanted: PixelSize) -> Bitmap {
    guard size.width > 0, size.height > 0, wanted.width > 0, wanted.height > 0 else {
      return Bitmap(size: PixelSize(width: 0, height: 0), bytes: [])
    }
    let source = premultiplied
    let columns = Self.places(part.minX, part.width, count: wanted.width, of: size.width)
    let rows = Self.places(part.minY, part.height, count: wanted.height, of: size.height)
    var result: [SIMD4<Float>] = []
    result.reserveCapacity(wanted.width * wanted.height)
    source.withUnsafeBufferPointer { source in
      for row in rows {
        let (above, below) = (row.low * size.width, row.high * size.width)
        for column in columns {
          let upper =
            source[above + column.low] * (1 - column.share) + source[above + column.high] * column.share
          let lower =
            source[below + column.low] * (1 - column.share) + source[below + column.high] * column.share
          result.append(upper * (1 - row.share) + lower * row.share)
        }
      }
    }
    return Bitmap(size: wanted, premultiplied: result)
  }

  // MARK: Parts of it

  /// The weights from the middle outward.
  private static func gaussian(_ deviation: Double) -> [Float] {
    let reach = Int((4 * deviation).rounded(.up))
    let weights = (0...reach).map { exp(-Double($0 * $0) / (2 * deviation * deviation)) }
    let sum = weights.dropFirst().reduce(weights[0]) { $0 + 2 * $1 }
    return weights.map { Float($0 / sum) }
  }

  /// Returns the rows filtered, as columns.
  private static func filtered(
    _ pixels: [SIMD4<Float>], width: Int, height: Int, by kernel: [Float]
  ) -> [SIMD4<Float>] {
    let reach = kernel.count - 1
    var result = [SIMD4<Float>](repeating: .zero, count: pixels.count)
    var row = [SIMD4<Float>](repeating: .zero, count: width + 2 * reach)
    pixels.withUnsafeBufferPointer { pixels in
      kernel.withUnsafeBufferPointer { kernel in
        result.withUnsafeMutableBufferPointer { result in
          row.withUnsafeMutableBufferPointer { row in
            for y in 0..<height {
              for x in 0..<row.count { row[x] = pixels[y * width + min(max(x - reach, 0), width - 1)] }
              for x in 0..<width {
                var sum = row[x + reach] * kernel[0]
                for step in 1..<kernel.count {
                  sum += (row[x + reach - step] + row[x + reach + step]) * kernel[step]
                }
                result[x * height + y] = sum
              }
            }
          }
        }
      }
    }
    return result
  }

  /// Where the middle of a pixel lies between those of two others.
  private typealias Place = (low: Int, high: Int, share: Float)

  private static func places(_ start: Double, _ length: Double, count: Int, of total: Int) -> [Place] {
    (0..<count).map { index in
      let place = start + (Double(index) + 0.5) / Double(count) * length - 0.5
      let kept = min(max(place, 0), Double(total - 1))
      let low = Int(kept)
      return (low, min(low + 1, total - 1), Float(kept - Double(low)))
    }
  }

  /// Red, green and blue times the opacity, and the opacity, 0…255.
  private var premultiplied: [SIMD4<Float>] {
    bytes.withUnsafeBufferPointer { bytes in
      (0..<bytes.count / 4).map { index in
        let alpha = Float(bytes[4 * index + 3])
        let share = alpha / 255
        return SIMD4(
          Float(bytes[4 * index]) * share, Float(bytes[4 * index + 1]) * share,
          Float(bytes[4 * index + 2]) * share, alpha)
      }
    }
  }

  private init(size: PixelSize, premultiplied pixels: [SIMD4<Float>]) {
    var bytes = [UInt8](repeating: 0, count: 4 * pixels.count)
    bytes.withUnsafeMutableBufferPointer { bytes in
      for (index, pixel) in pixels.enumerated() where pixel.w > 0 {
        let straight = pixel * (255 / pixel.w)
        for channel in 0..<3 {
          bytes[4 * index + channel] = UInt8(min(max(straight[channel], 0), 255) + 0.5)
        }
        bytes[4 * index + 3] = UInt8(min(pixel.w, 255) + 0.5)
      }
    }
    self.init(size: size, bytes: bytes)
  }
}
