import Geometry

/// What a decoder may not exceed, and what it met.
final class DecodingLimits {
  let maximumPixels: Int
  let fitting: PixelSize?

  /// The size of the picture as it is kept, before it is turned.
  private(set) var found: PixelSize?

  /// The size of a picture that was refused.
  private(set) var refused: PixelSize?

  init(maximumPixels: Int, fitting: PixelSize?) {
    self.maximumPixels = maximumPixels
    self.fitting = fitting
  }

  /// Returns the size to decode to, or nil to refuse.
  func accept(_ size: PixelSize) -> PixelSize? {
    found = size
    guard let count = size.count, count <= maximumPixels else {
      refused = size
      return nil
    }
    guard let fitting, !fitting.isEmpty, size.width > fitting.width || size.height > fitting.height else {
      return size
    }
    let factor = min(
      Double(fitting.width) / Double(size.width), Double(fitting.height) / Double(size.height))
    return PixelSize(
      width: max(1, Int((Double(size.width) * factor).rounded())),
      height: max(1, Int((Double(size.height) * factor).rounded())))
  }
}
