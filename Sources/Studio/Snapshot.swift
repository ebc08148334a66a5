import Controls
import GPU
import Geometry
import Images
import Renderer
import Scene
import Typography
import Windowing

/// Draws a window's content into a picture, without a window.
public enum Snapshot {
  /// A picture that cannot be made at the size that was asked for.
  public struct ImpossibleSize: Error, CustomStringConvertible {
    let size: Size
    let scale: Double
    let limit: Int

    public var description: String {
      "a picture of \(words(size.width))x\(words(size.height)) points at scale \(words(scale)) is not possible; "
        + "each side may have from 1 to \(limit) pixels"
    }

    private func words(_ value: Double) -> String {
      Int(exactly: value).map(String.init) ?? String(value)
    }
  }

  /// Plays a script up to a time, without a window and without waiting; returns the size that it ends with.
  static func play(
    _ script: InputScript, into content: any WindowContent, size: Size, scale: Double, until end: Double
  ) -> Size {
    var size = size
    content.layOut(size: size, scale: scale)
    for step in script.steps where step.time <= end {
      _ = content.advance(to: step.time)
      switch step.action {
      case .input(let input): content.handle(input, at: step.time)
      case .resize(let wanted):
        size = wanted
        content.layOut(size: size, scale: scale)
      }
    }
    return size
  }

  /// Lays `content` out for `size` points and returns its picture at `scale` pixels a point.
  public static func bitmap(
    of content: any WindowContent, size: Size, scale: Double, at time: Double = 0, typesetter: Typesetter,
    cacheDirectory: String?
  ) throws -> Bitmap {
    let offscreen = try OffscreenContext()
    let context = offscreen.graphics
    let limit = min(context.maximumTargetSize, 16384)
    let reach = 1.0...Double(limit)
    guard reach.contains(size.width * scale), reach.contains(size.height * scale) else {
      throw ImpossibleSize(size: size, scale: scale, limit: limit)
    }
    content.layOut(size: size, scale: scale)
    _ = content.advance(to: time)
    let pixels = PixelSize(size, scale: scale)
    let framebuffer = try Framebuffer(size: pixels, in: context)
    context.setTarget(framebuffer)
    let surface = Surface(
      typesetter: typesetter, shaders: .ofEnvironment(), cacheDirectory: cacheDirectory)
    _ = try surface.draw(content, in: context, size: pixels, scale: scale, at: time, isForced: true)
    return Bitmap(size: pixels, bytes: framebuffer.readPixels())
  }
}
