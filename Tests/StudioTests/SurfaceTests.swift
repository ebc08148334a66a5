import Desktop
import GPU
import Geometry
import Studio
import Testing
import Typography

/// What a window shows is the same whether all of it is drawn or only what changed.
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

  private static func surface(_ typesetter: Typesetter) -> Surface {
    Surface(typesetter: typesetter, shaders: .ofEnvironment(), cacheDirectory: nil)
  }
}
