import Colors
import Foundation
import GPU
import Geometry
import Scene
import Testing
import Text

@testable import Renderer

@Suite struct RendererTests {
  @Test(arguments: [GPU.DriverDescription.Kind.embedded, .desktop], [1.0, 1.5, 2, 3])
  func `a box on the pixels covers them whole and no others`(
    kind: DriverDescription.Kind, scale: Double
  ) throws {
    let drawing = try Drawing(kind)
    let layer = Layer(frame: Rect(x: 4, y: 8, width: 20, height: 12))
    layer.backgroundColor = RGBA(hex: 0xc8102e)
    let (width, height) = (Int(40 * scale), Int(30 * scale))

    let picture = try drawing.picture(of: layer, width, height, scale: scale)

    for y in 0..<height {
      for x in 0..<width {
        let isInside =
          (Int(4 * scale)..<Int(24 * scale)).contains(x) && (Int(8 * scale)..<Int(20 * scale)).contains(y)
        #expect(picture[x, y] == (isInside ? [0xc8, 0x10, 0x2e, 255] : [0, 0, 0, 255]))
      }
    }
  }

  @Test func `a large opaque box without a program is the same picture, in its clip and in a group too`()
    throws
  {
    func tree(_ radius: Double) -> Layer {
      let root = Layer(frame: Rect(x: 0, y: 0, width: 400, height: 400))
      let window = Layer(frame: Rect(x: 20, y: 30, width: 340, height: 330))
      window.masksToBounds = true
      window.opacity = 0.5
      let behind = Layer(frame: Rect(x: 0, y: 0, width: 340, height: 330))
      behind.backgroundColor = RGBA(hex: 0x3366aa)
      let box = Layer(frame: Rect(x: -9, y: 11, width: 500, height: 260))
      box.backgroundColor = RGBA(red: 0.3001, green: 0.7003, blue: 0.0999)
      box.cornerRadius = radius
      let mark = Layer(frame: Rect(x: 100, y: 100, width: 9, height: 9))
      mark.backgroundColor = .white
      for layer in [behind, box, mark] { window.addSublayer(layer) }
      root.addSublayer(window)
      let above = Layer(frame: Rect(x: 0, y: 350, width: 400, height: 300))
      above.backgroundColor = RGBA(hex: 0xc8102e)
      above.cornerRadius = radius
      root.addSublayer(above)
      return root
    }
    let drawing = try Drawing()

    // A radius that no pixel shows keeps a box with the program for boxes.
    let filled = try drawing.picture(of: tree(0), 400, 400)
    let draws = drawing.renderer.statistics.draws
    #expect(try filled == drawing.picture(of: tree(1e-6), 400, 400))
    #expect(drawing.renderer.statistics.draws > draws)
    let half = [0.3001, 0.7003, 0.0999].map { ($0 * 255).rounded() * 0.5 }
    #expect(zip(filled[60, 200], half).allSatisfy { abs(Double($0) - $1) <= 1 })
    #expect(filled[5, 399] == [0xc8, 0x10, 0x2e, 255])
  }

  @Test(arguments: [1.0, 1.5, 2, 3])
  func `a hairline is one physical pixel, whole`(scale: Double) throws {
    let drawing = try Drawing()
    let layer = Layer(frame: Rect(x: 4, y: 4, width: 20, height: 20))
    layer.borderWidth = 1 / scale
    layer.borderColor = RGBA(hex: 0xffffff)
    let (start, end) = (Int(4 * scale), Int(24 * scale) - 1)
    let side = Int(32 * scale)

    let picture = try drawing.picture(of: layer, side, side, scale: scale)

    for x in 0..<side {
      let isOn = x == start || x == end
      #expect(picture[x, side / 2] == (isOn ? [255, 255, 255, 255] : [0, 0, 0, 255]))
    }
  }

  @Test func `a disc covers its area`() throws {
    let drawing = try Drawing()
    let layer = Layer(frame: Rect(x: 3.25, y: 2.5, width: 40, height: 40))
    layer.cornerRadius = 20
    layer.backgroundColor = RGBA(hex: 0xffffff)

    let picture = try drawing.picture(of: layer, 48, 48)

    let covered = stride(from: 0, to: picture.bytes.count, by: 4).reduce(0) {
      $0 + Double(picture.bytes[$1]) / 255
    }
    // The edge is taken as straight within a pixel.
    #expect((covered - .pi * 400).magnitude < 3)
  }

  @Test func `opacity and alpha mix with what is behind`() throws {
    let drawing = try Drawing()
    let layer = Layer(frame: Rect(x: 0, y: 0, width: 8, height: 8))
    layer.backgroundColor = RGBA(hex: 0xff0000, alpha: 0.5)
    layer.opacity = 0.5

    let picture = try drawing.picture(of: layer, 8, 8, background: RGBA(hex: 0x0000ff))

    #expect(picture[4, 4] == [64, 0, 191, 255])
  }

  @Test func `a raster is shown texel by texel`() throws {
    let drawing = try Drawing()
    let bytes: [UInt8] = [255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255, 255, 255, 255, 255]
    let layer = Layer(frame: Rect(x: 0, y: 0, width: 4, height: 4))
    layer.contents = .image(
      ImageContents(SharedBitmap(size: PixelSize(width: 2, height: 2), bytes: bytes), filter: .nearest))

    let picture = try drawing.picture(of: layer, 4, 4)

    #expect(picture[0, 0] == [255, 0, 0, 255])
    #expect(picture[3, 1] == [0, 255, 0, 255])
    #expect(picture[1, 2] == [0, 0, 255, 255])
    #expect(picture[2, 3] == [255, 255, 255, 255])
  }

  @Test func `a gradient begins and ends in its colours`() throws {
    let drawing = try Drawing()
    let layer = Layer(frame: Rect(x: 0, y: 0, width: 4, height: 256))
    layer.contents = .gradient(
      Gradient(
        stops: [.init(RGBA(hex: 0xff0000), at: 0), .init(RGBA(hex: 0x0000ff), at: 1)], start: Point(0, 0),
        end: Point(0, 1)))

    let picture = try drawing.picture(of: layer, 4, 256)

    #expect(picture[2, 0][0] >= 254 && picture[2, 255][2] >= 254)
    for y in 1..<256 { #expect(picture[2, y][0] <= picture[2, y - 1][0]) }
  }

  @Test func `text is drawn on its baseline and as wide as it is`() throws {
    let drawing = try Drawing()
    let layer = Layer(frame: Rect(x: 10, y: 0, width: 100, height: 40))
    layer.contents = .text(
      TextContents(
        "HHH", font: Font(size: 20), color: RGBA(hex: 0xffffff), baseline: 30))
    for scale in [1, 2] {
      let picture = try drawing.picture(of: layer, 120 * scale, 50 * scale, scale: Double(scale))
      let rows = (0..<picture.height).filter { y in (0..<picture.width).contains { picture[$0, y][0] > 128 } }
      #expect(rows.max() == 30 * scale - 1)
      // Inter's capitals are 0.727 em high.
      #expect(((rows.first ?? 0) - (30 * scale - Int(14.54 * Double(scale)))).magnitude <= 1)
    }
  }

  @Test func `what is kept from earlier frames changes no pixel`() throws {
    let root = Layer(frame: Rect(x: 0, y: 0, width: 200, height: 100))
    for index in 0..<6 {
      let layer = Layer(frame: Rect(x: Double(index) * 30, y: 10, width: 28, height: 60))
      layer.backgroundColor = RGBA(hex: 0x336699)
      layer.cornerRadius = Double(index)
      layer.shadow = Shadow(color: RGBA(hex: 0, alpha: 0.3), offset: Vector(0, 2), blur: 8)
      layer.contents = .text(
        TextContents("\(index)g", font: Font(size: 13), color: .white, baseline: 20))
      root.addSublayer(layer)
    }
    let drawing = try Drawing()
    let first = try drawing.picture(of: root, 200, 100, background: .white)
    _ = try drawing.plane(hue: 20, side: 50)
    let again = try drawing.picture(of: root, 200, 100, background: .white)

    #expect(again == first)
    #expect(try Drawing().picture(of: root, 200, 100, background: .white) == first)
    // For each a shadow, an inside, an edge and a text, of which no two neighbours are alike.
    #expect(drawing.renderer.statistics.draws <= 24)
  }

  @Test func `more texts than the atlas holds are all drawn in the end`() throws {
    // One page, of a hundred such texts or so.
    let drawing = try Drawing(maskBytes: 1 << 20)
    let layer = Layer(frame: Rect(x: 0, y: 0, width: 400, height: 60))
    func show(_ number: Int) throws -> Picture {
      layer.contents = .text(
        TextContents(
          "\(number) figures", font: Font(size: 40), color: .white, baseline: 45))
      return try drawing.picture(of: layer, 400, 60)
    }
    let first = try show(0)
    for number in 1..<300 {
      _ = try show(number)
      #expect(drawing.renderer.statistics.madeMasks == 1)
    }

    #expect(try show(0) == first)
    // It had been given up; what was drawn just now had not.
    #expect(drawing.renderer.statistics.madeMasks == 1)
    _ = try show(0)
    #expect(drawing.renderer.statistics.madeMasks == 0)
    #expect(first.count(unlike: [0, 0, 0, 255]) > 500)
  }

  @Test func `what is not finite is not drawn and stops nothing`() throws {
    let drawing = try Drawing()
    let good = Layer(frame: Rect(x: 2, y: 2, width: 4, height: 4))
    good.backgroundColor = .white
    let contents: [Contents] = [
      .plane(.hsb(hue: 10)), .path(PathContents(Path { $0.move(to: Point(.nan, 0)) }, color: .white)),
      .path(
        PathContents(
          Path {
            $0.move(to: Point(1e20, 0))
            $0.line(to: Point(1e20 + 20000, 20))
            $0.line(to: Point(1e20, 40))
            $0.close()
          }, color: .white)),
      .text(TextContents("x", font: Font(size: 13), color: .white, baseline: .nan)),
      .text(
        TextContents("x", font: Font(size: .infinity), color: .white, baseline: 9)),
      .gradient(Gradient(stops: [], start: .zero, end: .zero)),
    ]
    for bad in [Double.nan, .infinity, -.infinity, 1e300, 1e18] {
      for content in contents {
        let root = Layer(frame: Rect(x: 0, y: 0, width: 8, height: 8))
        let layer = Layer(frame: Rect(x: bad, y: 0, width: 100, height: bad))
        layer.backgroundColor = .clear
        layer.cornerRadius = bad
        layer.contents = content
        layer.masksToBounds = true
        layer.addSublayer(Layer(frame: Rect(x: bad, y: bad, width: 1, height: 1)))
        layer.sublayers.first?.backgroundColor = .clear
        root.addSublayer(layer)
        root.addSublayer(good)
        let picture = try drawing.picture(of: root, 8, 8)
        #expect(picture[3, 3] == [255, 255, 255, 255], "\(bad), \(content)")
      }
    }
  }

  @Test func `by the programs of another it draws the same, and keeps its own account`() throws {
    let drawing = try Drawing()
    let root = Layer(frame: Rect(x: 0, y: 0, width: 40, height: 30))
    root.backgroundColor = RGBA(hex: 0x336699)
    root.cornerRadius = 7
    let size = PixelSize(width: 40, height: 30)
    let wanted = try drawing.picture(of: root, size.width, size.height)
    let (count, statistics) = (drawing.renderer.programs.count, drawing.renderer.statistics)
    let other = Renderer(programsOf: drawing.renderer)
    var list = DisplayList()
    list.record(root)
    let framebuffer = try Framebuffer(size: size, in: drawing.context)
    drawing.context.setTarget(framebuffer)
    try other.draw(list, size: size, scale: 1, background: RGBA(hex: 0))

    #expect(framebuffer.readPixels() == wanted.bytes)
    #expect(other.programs.count == count)
    #expect(drawing.renderer.statistics == statistics && other.statistics == statistics)
  }

  @Test func `spoiled program binaries are built anew and the picture is the same`() throws {
    let files = FileManager.default
    let folder = files.temporaryDirectory.appending(path: "regalia-programs-\(UUID().uuidString)")
    defer { try? files.removeItem(at: folder) }
    let directory = folder.path(percentEncoded: false)
    let wanted = try Drawing().plane(hue: 100, side: 32)
    #expect(try Drawing(cacheDirectory: directory).plane(hue: 100, side: 32) == wanted)

    let kept = try files.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
    for file in kept { try Data("not a program".utf8).write(to: file) }

    #expect(try Drawing(cacheDirectory: directory).plane(hue: 100, side: 32) == wanted)
    let impossible = (kept.first ?? folder).path(percentEncoded: false) + "/below a file"
    #expect(try Drawing(cacheDirectory: impossible).plane(hue: 100, side: 32) == wanted)
  }
}
