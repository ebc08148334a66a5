import Colors
import GPU
import Geometry
import Scene
import Testing
import Text

@testable import Renderer

@Suite struct FirstFrameTests {
  /// Boxes with and without borders and round corners, upright and turned, lines of text, masks and colours that let
  /// something through.
  private func things() -> Layer {
    let root = Layer(frame: Rect(x: 0, y: 0, width: 320, height: 240))
    root.backgroundColor = RGBA(hex: 0x304050)
    for index in 0..<18 {
      let layer = Layer(
        frame: Rect(
          x: Double(index % 6) * 52.25 + 3, y: Double(index / 6) * 70.5 + 4, width: 40.3, height: 52))
      layer.backgroundColor = RGBA(
        red: Double(index) / 18, green: 0.4, blue: 0.7, alpha: index % 3 == 0 ? 1 : 0.6)
      layer.cornerRadius = [0, 6, 20][index % 3]
      layer.borderWidth = [0, 1, 2.5][index / 6]
      layer.borderColor = RGBA(red: 1, green: 0.9, blue: 0.2, alpha: 0.8)
      layer.opacity = index % 5 == 0 ? 0.5 : 1
      if index % 4 == 3 { layer.transform = .rotation(Double(index) * 0.12, x: 0, y: 0, z: 1) }
      if index == 2 { layer.shadow = Shadow(color: .black, offset: Vector(0, 2), blur: 8) }
      root.addSublayer(layer)
      let line = Layer(frame: Rect(x: 4, y: 10, width: 40, height: 20))
      line.contents = .text(TextContents("Keep \(index)", font: Font(size: 11), color: .white, baseline: 12))
      layer.addSublayer(line)
      let disc = Layer(frame: Rect(x: 8, y: 30, width: 20, height: 20))
      disc.contents = .path(PathContents(Path(circle: Point(9, 9), radius: 7.3), color: RGBA(hex: 0xffc000)))
      layer.addSublayer(disc)
    }
    return root
  }

  @Test func `the first frames look as all others do, with fewer programs`() throws {
    let root = things()
    let usual = try Drawing()
    let wanted = try usual.picture(of: root, 640, 480, scale: 2)
    let usualCount = usual.renderer.programs.count
    let drawing = try Drawing(startsQuickly: true)

    let first = try drawing.picture(of: root, 640, 480, scale: 2)
    #expect(first == wanted)
    #expect(drawing.renderer.programs.count <= usualCount - 2)
    let target = try Framebuffer(size: PixelSize(width: 640, height: 480), in: drawing.context)
    drawing.context.setTarget(target)
    while try drawing.renderer.prepareNextPipeline() {}
    #expect(try drawing.picture(of: root, 640, 480, scale: 2) == wanted)
    #expect(drawing.renderer.programs.count > usualCount)
  }
}
