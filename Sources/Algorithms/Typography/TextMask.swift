import Geometry

/// Text as coverage, one byte a pixel: 0 is outside, 255 wholly inside. One mask serves every ink.
public struct TextMask: Hashable, Sendable {
  /// The extent of the mask; empty when the text draws nothing.
  public let size: PixelSize

  /// The pixel column of the left edge, counted from the pixel at whose left the baseline starts.
  public let left: Int

  /// The pixel row of the upper edge, counted from the baseline; negative above it.
  public let top: Int

  /// The rows from top to bottom, without any bytes between them.
  public let coverage: [UInt8]

  /// Whether the text was larger than the largest mask and has been cut off.
  public let isClipped: Bool

  /// The widest and highest mask in pixels.
  public static let largestSide = 8192

  /// The most pixels of a mask; larger text is drawn from its outline.
  public static let largestArea = 1 << 24
}
