import Colors
import Geometry

/// The colours of a picture round one of its pixels.
struct PictureSample {
  /// The widths over which colours can be averaged, in pixels.
  static let widths = [1, 3, 5, 11]

  private let picture: Bitmap

  init(_ picture: Bitmap) { self.picture = picture }

  /// Returns the mean light of `width` pixels in each direction round one, as much as each lets through; nil where all of
  /// them are clear or outside.
  func mean(column: Int, row: Int, over width: Int) -> RGBA? {
    let reach = (width - 1) / 2
    var (sum, weight) = (SIMD3<Double>.zero, 0.0)
    for y in (row - reach)...(row + reach) {
      for x in (column - reach)...(column + reach) {
        guard let color = color(column: x, row: y), color.alpha > 0 else { continue }
        // A single pixel is what it is, to the last bit.
        if width == 1 { return color.withAlpha(1) }
        let light = Color(color.withAlpha(1)).converted(to: .srgbLinear).components
        sum += color.alpha * SIMD3(light.x, light.y, light.z)
        weight += color.alpha
      }
    }
    guard weight > 0 else { return nil }
    let light = sum / weight
    return Color(in: .srgbLinear, light.x, light.y, light.z).rgba.clipped
  }

  /// Returns the colour of a pixel, or nil outside the picture.
  func color(column: Int, row: Int) -> RGBA? {
    guard (0..<picture.size.width).contains(column), (0..<picture.size.height).contains(row) else {
      return nil
    }
    let start = 4 * (row * picture.size.width + column)
    let channels = (0..<4).map { Double(picture.bytes[start + $0]) / 255 }
    return RGBA(red: channels[0], green: channels[1], blue: channels[2], alpha: channels[3])
  }

  /// Returns the pixels round one, `side` in each direction, for the magnifier; what is outside is clear.
  func surroundings(column: Int, row: Int, side: Int) -> Bitmap {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(4 * side * side)
    for y in (row - side / 2)...(row + side / 2) {
      for x in (column - side / 2)...(column + side / 2) {
        if (0..<picture.size.width).contains(x), (0..<picture.size.height).contains(y) {
          let start = 4 * (y * picture.size.width + x)
          bytes += picture.bytes[start..<start + 4]
        } else {
          bytes += [0, 0, 0, 0]
        }
      }
    }
    return Bitmap(size: PixelSize(width: side, height: side), bytes: bytes)
  }
}
