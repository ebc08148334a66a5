import Geometry
public import Scene

extension ImageContents {
  /// Light and middle grey squares of six points: the ground behind transparent colours.
  public static let checkerboard = ImageContents(
    SharedBitmap(
      size: PixelSize(width: 2, height: 2),
      bytes: [
        255, 255, 255, 255, 204, 204, 204, 255,
        204, 204, 204, 255, 255, 255, 255, 255,
      ]),
    filter: .nearest, tile: Size(12, 12))
}
