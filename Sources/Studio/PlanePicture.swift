public import Colors
import GPU
import Geometry
import Images
import Renderer
import Scene
import Typography
import Windowing

/// A plane of colours as a picture, drawn by the programs that the picker draws it with.
public enum PlanePicture {
  /// Returns a square of `side` pixels.
  public static func picture(
    of plane: ColorPlane, at level: Double, side: Int, cacheDirectory: String?
  ) throws -> Bitmap {
    let offscreen = try OffscreenContext()
    let context = offscreen.graphics
    let size = PixelSize(width: side, height: side)
    let framebuffer = try Framebuffer(size: size, in: context)
    context.setTarget(framebuffer)
    let renderer = try Renderer(
      context: context, typesetter: Typesetter(), shaders: .ofEnvironment(), cacheDirectory: cacheDirectory)
    let layer = Layer(frame: Rect(x: 0, y: 0, width: Double(side), height: Double(side)))
    layer.contents = .plane(Plane(plane, at: level))
    var list = DisplayList()
    list.record(layer)
    try renderer.draw(list, size: size, scale: 1, background: RGBA(red: 0, green: 0, blue: 0))
    try context.check()
    return Bitmap(size: size, bytes: framebuffer.readPixels())
  }
}
