import Colors
import GPU
import Geometry
import Scene
import Testing
import Text

@testable import Renderer

/// Pipelines prepared between frames avoid compiling within them.
@Suite struct PipelineTests {
  /// Returns a tree that every program except those of shader fills has to paint.
  private func everything() -> Layer {
    let root = Layer(frame: Rect(x: 0, y: 0, width: 400, height: 300))
    func add(_ x: Double, _ y: Double, _ side: Double = 100, _ change: (Layer) -> Void) {
      let layer = Layer(frame: Rect(x: x, y: y, width: side, height: side))
      change(layer)
      root.addSublayer(layer)
    }
    var path = Path()
    path.move(to: Point(0, 0))
    path.line(to: Point(90, 10))
    path.quad(to: Point(20, 80), control: Point(90, 90))
    path.close()
    let ink = RGBA(hex: 0x40a0ff)
    let pixels = SharedBitmap(
      Bitmap(size: PixelSize(width: 130, height: 130), bytes: [UInt8](repeating: 200, count: 130 * 130 * 4)))
    add(0, 0) { $0.backgroundColor = ink }
    add(0, 0) {
      $0.backgroundColor = ink.withAlpha(0.5)
      $0.cornerRadius = 12
      $0.shadow = Shadow(color: .black, offset: Vector(0, 2), blur: 8)
    }
    add(100, 0, 130) { $0.contents = .image(ImageContents(pixels)) }
    add(100, 0, 110) { $0.contents = .image(ImageContents(pixels)) }
    add(100, 0, 190) { $0.contents = .image(ImageContents(pixels)) }
    add(200, 0) {
      $0.contents = .gradient(
        Gradient(stops: [.init(ink, at: 0), .init(.white, at: 1)], start: .zero, end: Point(1, 1)))
    }
    add(300, 0) {
      $0.contents = .text(TextContents("Ágfj", font: Font(size: 30), color: ink, baseline: 40))
    }
    add(0, 100) { $0.contents = .path(PathContents(path, color: ink)) }
    add(100, 100) {
      $0.contents = .path(PathContents(path, color: ink))
      $0.isMoving = true
    }
    add(200, 100) {
      $0.contents = .path(PathContents(path, color: ink))
      var turn = Transform3D.rotation(0.5, x: 0, y: 1, z: 0)
      turn.m34 = -0.001
      $0.transform = turn
    }
    add(300, 100) {
      $0.opacity = 0.5
      $0.backgroundColor = ink
      $0.addSublayer(Layer(frame: Rect(x: 10, y: 10, width: 20, height: 20)))
      $0.sublayers[0].backgroundColor = .white
      $0.transform = .rotation(0.3, x: 0, y: 0, z: 1)
    }
    add(0, 200) {
      $0.backgroundColor = ink
      let mask = Layer(frame: Rect(x: 5, y: 5, width: 40, height: 30))
      mask.backgroundColor = .white
      $0.mask = mask
    }
    return root
  }

  @Test func `no frame links a program when all have been made ready`() throws {
    let drawing = try Drawing()
    let target = try Framebuffer(size: PixelSize(width: 400, height: 300), in: drawing.context)
    drawing.context.setTarget(target)
    while try drawing.renderer.prepareNextPipeline() { try drawing.context.check() }
    try drawing.context.check()
    let ready = drawing.renderer.programs.count

    _ = try drawing.picture(of: everything(), 400, 300)

    #expect(drawing.renderer.hasAllPipelines)
    #expect(ready > 10)
    #expect(drawing.renderer.programs.count == ready)
  }

  @Test func `a picture is the same whatever has been made ready before`() throws {
    let root = everything()
    let fresh = try Drawing().picture(of: root, 400, 300)
    let drawing = try Drawing()
    let target = try Framebuffer(size: PixelSize(width: 400, height: 300), in: drawing.context)
    var hasMore = true
    while hasMore {
      drawing.context.setTarget(target)
      hasMore = try drawing.renderer.prepareNextPipeline()
      #expect(drawing.context.target.size == target.size)
      if drawing.renderer.programs.count % 5 == 0 {
        #expect(try drawing.picture(of: root, 400, 300) == fresh)
      }
    }

    #expect(try drawing.picture(of: root, 400, 300) == fresh)
  }

  @Test func `what groups are drawn into goes at rest, and is made ready after the next frame`() throws {
    let drawing = try Drawing()
    let size = PixelSize(width: 1000, height: 700)
    let target = try Framebuffer(size: size, in: drawing.context)
    drawing.context.setTarget(target)
    func drawFrame() throws {
      try drawing.renderer.draw(DisplayList(), size: size, scale: 1, background: .black)
    }
    func prepare() throws {
      while drawing.renderer.canPrepare { try drawing.renderer.prepareNextPipeline() }
    }
    #expect(drawing.renderer.canPrepare)
    try prepare()
    try drawFrame()
    try prepare()
    #expect(!drawing.renderer.canPrepare)

    drawing.renderer.forgetUnused()
    #expect(!drawing.renderer.canPrepare)
    try drawFrame()
    #expect(drawing.renderer.canPrepare && drawing.renderer.hasAllPipelines)

    let before = target.readPixels()
    try prepare()
    #expect(target.readPixels() == before)
    try drawFrame()
    #expect(!drawing.renderer.canPrepare)
  }

  @Test func `a target that takes long to make stays at rest`() throws {
    let drawing = try Drawing()
    let targets = GroupTargets(in: drawing.context)
    for (side, stays) in [(900, false), (1100, true)] {
      targets.startFrame(size: PixelSize(width: side, height: side))
      #expect(!targets.isPrepared)
      try targets.prepare()
      #expect(targets.isPrepared)
      targets.rest()
      #expect(targets.isPrepared == stays)
    }
  }
}
