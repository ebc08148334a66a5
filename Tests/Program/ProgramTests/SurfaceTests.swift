import GPU
import Geometry
import Application
import TestSupport
import Testing
import Typography

/// A window shows the same picture whether it is drawn completely or only its changes.
@Suite struct SurfaceTests {
  @Test(arguments: ["picker-drag", "clock", "gallery-scroll"])
  func `what changed, drawn over what the target keeps, is the whole picture`(name: String) throws {
    let offscreen = try Offscreen(cacheDirectory: nil)
    defer { withExtendedLifetime(offscreen) {} }
    let context = offscreen.context.graphics
    let scene = try #require(DemoScene.named(name))
    let size = Size(640, 480)
    let pixels = PixelSize(size, scale: 1)
    let typesetter = Typesetter()
    let content = try scene.content(typesetter, size: size, scale: 1)
    var playback = Playback(of: scene.script(for: content), into: content, size: size, scale: 1)
    let kept = try Framebuffer(size: pixels, in: context)
    let whole = try Framebuffer(size: pixels, in: context)
    let (surface, other) = (Self.surface(typesetter), Self.surface(typesetter))
    for frame in 0..<60 {
      let time = Double(frame) / 30
      playback.play(until: time)
      context.setTarget(kept)
      if frame == 40 {
        // Something else is drawn there.
        context.clear()
        surface.forgetTarget()
      }
      _ = try surface.draw(
        content, in: context, size: pixels, scale: 1, at: time, isForced: true, isWhole: frame == 0,
        keepsPicture: true)
      guard frame.isMultiple(of: 4) || frame > 55 else { continue }
      context.setTarget(whole)
      _ = try other.draw(content, in: context, size: pixels, scale: 1, at: time, isForced: true)
      #expect(kept.readPixels() == whole.readPixels(), "frame \(frame)")
    }
  }

  @Test(
    arguments: Sweep.sample(
      [(1.0, true), (1.0, false), (1.25, false), (1.25, true), (2.0, true), (2.0, false)], 3))
  func `a wall that is scrolled is the whole picture, although parts of it are drawn`(
    scale: Double, keepsPicture: Bool
  ) throws {
    let offscreen = try Offscreen(cacheDirectory: nil)
    defer { withExtendedLifetime(offscreen) {} }
    let context = offscreen.context.graphics
    let scene = try #require(DemoScene.named("gallery-scroll"))
    var size = Size(480, 360)
    let typesetter = Typesetter()
    let content = try scene.content(typesetter, size: size, scale: scale)
    var playback = Playback(of: scene.script(for: content), into: content, size: size, scale: scale)
    let (surface, other) = (Self.surface(typesetter), Self.surface(typesetter))
    var partial = 0
    var (kept, whole) = (try Target(size, scale, context), try Target(size, scale, context))
    for frame in 0..<64 {
      if frame == 32 {
        // A window that is resized shows something else, and all of it is drawn.
        size = Size(450, 380)
        content.layOut(size: size, scale: scale)
        (kept, whole) = (try Target(size, scale, context), try Target(size, scale, context))
      }
      let time = Double(frame) / 60
      playback.play(until: time)
      context.setTarget(kept.framebuffer)
      if !keepsPicture { context.clear() }
      if frame == 16 {
        context.clear()
        surface.forgetTarget()
      }
      if frame == 48 { surface.reset() }
      _ = try surface.draw(
        content, in: context, size: kept.framebuffer.size, scale: scale, at: time, isForced: true,
        isWhole: frame == 0 || frame == 32, keepsPicture: keepsPicture)
      let vertices = surface.statistics.vertices
      context.setTarget(whole.framebuffer)
      _ = try other.draw(
        content, in: context, size: whole.framebuffer.size, scale: scale, at: time, isForced: true)
      // Drawing in parts leads to other vertices.
      if vertices != other.statistics.vertices { partial += 1 }
      #expect(kept.framebuffer.readPixels() == whole.framebuffer.readPixels(), "frame \(frame)")
    }

    #expect(partial > 40)
  }

  @Test func `a frame in which nothing changes draws nothing where the target keeps its picture`() throws {
    let offscreen = try Offscreen(cacheDirectory: nil)
    defer { withExtendedLifetime(offscreen) {} }
    let context = offscreen.context.graphics
    let scene = try #require(DemoScene.named("picker"))
    let pixels = PixelSize(width: 480, height: 400)
    let typesetter = Typesetter()
    let content = try scene.content(typesetter, size: Size(480, 400), scale: 1)
    content.layOut(size: Size(480, 400), scale: 1)
    _ = content.advance(to: 0)
    let kept = try Framebuffer(size: pixels, in: context)
    let surface = Self.surface(typesetter)
    context.setTarget(kept)
    var draws: [Int] = []
    for frame in 0..<3 {
      _ = try surface.draw(
        content, in: context, size: pixels, scale: 1, at: 0, isForced: true, isWhole: frame == 0,
        keepsPicture: true)
      draws.append(surface.statistics.draws)
    }

    #expect(draws[0] > 10)
    #expect(draws[1...] == [0, 0])
  }

  /// A framebuffer that is replaced by another one.
  private final class Target {
    let framebuffer: Framebuffer

    init(_ size: Size, _ scale: Double, _ context: GraphicsContext) throws {
      framebuffer = try Framebuffer(size: PixelSize(size, scale: scale), in: context)
    }
  }

  private static func surface(_ typesetter: Typesetter) -> Surface {
    Surface(typesetter: typesetter, shaders: .ofEnvironment(), cacheDirectory: nil)
  }
}
