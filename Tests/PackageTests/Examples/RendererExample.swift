import Colors
import GPU
import Geometry
import Renderer
import Scene
import Typography
import Windowing

/// Returns a display list as pixels on white, drawn without a window: four bytes each, rows from the top.
func pixels(of list: DisplayList, size: PixelSize) throws -> [UInt8] {
  let offscreen = try OffscreenContext()
  // The context outlives what belongs to it.
  return try withExtendedLifetime(offscreen) {
    let target = try Framebuffer(size: size, in: offscreen.graphics)
    offscreen.graphics.setTarget(target)
    let renderer = try Renderer(context: offscreen.graphics, typesetter: Typesetter())
    try renderer.draw(list, size: size, scale: 1, background: .white)
    return target.readPixels()
  }
}
