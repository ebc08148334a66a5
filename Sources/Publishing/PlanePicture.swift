import Studio
public import Colors
import Geometry
import Scene

/// A plane of colours as a picture, drawn by the programs that the picker draws it with.
public enum PlanePicture {
  /// Returns a square of `side` pixels.
  public static func picture(
    of plane: ColorPlane, at level: Double, side: Int, cacheDirectory: String?
  ) throws -> Bitmap {
    let size = PixelSize(width: side, height: side)
    let layer = Layer(frame: Rect(x: 0, y: 0, width: Double(side), height: Double(side)))
    layer.contents = .plane(Plane(plane, at: level))
    let pixels = try Offscreen(cacheDirectory: cacheDirectory).pixels(
      of: layer, size: size, background: RGBA(red: 0, green: 0, blue: 0))
    return Bitmap(size: size, bytes: pixels)
  }
}
