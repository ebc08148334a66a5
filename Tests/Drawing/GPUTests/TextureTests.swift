import Geometry
import Testing
import Windowing

@testable import GPU

@Suite struct TextureTests {
  @Test(arguments: Offscreen.both)
  func `what was uploaded is read, parts of it replaced`(kind: DriverDescription.Kind) throws {
    let offscreen = try Offscreen.context(kind)
    let size = PixelSize(width: 3, height: 3)
    var pixels = (0..<36).map { UInt8($0 * 7) }
    let texture = try Texture(size: size, filter: .nearest, pixels: pixels, in: offscreen.graphics)
    // A row of the part is the middle of a longer row.
    let part: [UInt8] = [1, 2, 3, 4, 0, 0, 0, 0, 5, 6, 7, 8]

    try texture.upload(part, to: PixelRect(x: 2, y: 1, width: 1, height: 2), rowBytes: 8)

    pixels.replaceSubrange(20..<24, with: [1, 2, 3, 4])
    pixels.replaceSubrange(32..<36, with: [5, 6, 7, 8])
    #expect(try shown(texture, in: offscreen.graphics) == pixels)
    try offscreen.graphics.check()
  }

  @Test func `one byte a pixel is red, at widths no multiple of four as well`() throws {
    let offscreen = try Offscreen.context()
    let size = PixelSize(width: 3, height: 2)
    let texture = try Texture(
      size: size, format: .r8, filter: .nearest, pixels: [10, 20, 30, 40, 50, 60], in: offscreen.graphics)

    let pixels = try shown(texture, in: offscreen.graphics)

    #expect(stride(from: 0, to: 24, by: 4).map { pixels[$0] } == [10, 20, 30, 40, 50, 60])
  }

  @Test(arguments: [(Texture.Filter.nearest, UInt8(0)), (.linear, 64)])
  func `what is between pixel centres is up to the filter`(filter: Texture.Filter, expected: UInt8) throws {
    let offscreen = try Offscreen.context()
    let size = PixelSize(width: 2, height: 1)
    let texture = try Texture(
      size: size, format: .r8, filter: filter, pixels: [0, 255], in: offscreen.graphics)

    let pixels = try shown(texture, in: offscreen.graphics, size: PixelSize(width: 4, height: 1))

    // The second of four pixels has its centre a quarter of the way from the first texel's to the second's.
    #expect(pixels[4] == expected)
  }

  @Test(arguments: [(Texture.Wrap.clamp, UInt8(255)), (.repeat, 0)])
  func `what is beyond the edge is up to the wrap`(wrap: Texture.Wrap, expected: UInt8) throws {
    let offscreen = try Offscreen.context()
    let size = PixelSize(width: 2, height: 1)
    let texture = try Texture(
      size: size, format: .r8, filter: .nearest, wrap: wrap, pixels: [0, 255], in: offscreen.graphics)

    let pixels = try shown(texture, in: offscreen.graphics, size: PixelSize(width: 4, height: 1), reach: 2)

    #expect(pixels[8] == expected)
  }

  @Test(arguments: [(0, 1), (1, 0), (-1, 1), (1, .max), (.max, .max), (.min, 1)])
  func `an impossible size is refused with what is possible`(width: Int, height: Int) throws {
    let offscreen = try Offscreen.context()
    let (graphics, size) = (offscreen.graphics, PixelSize(width: width, height: height))

    #expect(
      throws: GraphicsError.sizeUnsupported(what: "texture", size: size, limit: graphics.maximumTextureSize)
    ) { _ = try Texture(size: size, in: graphics) }
    #expect(
      throws: GraphicsError.sizeUnsupported(
        what: "framebuffer", size: size, limit: graphics.maximumTargetSize)
    ) { _ = try Framebuffer(size: size, in: graphics) }
    try graphics.check()
  }

  @Test(arguments: [
    PixelRect(x: 0, y: 0, width: 0, height: 1), PixelRect(x: -1, y: 0, width: 1, height: 1),
    PixelRect(x: 2, y: 0, width: 1, height: 1), PixelRect(x: .max, y: .max, width: 1, height: 1),
    PixelRect(x: 0, y: 1, width: 1, height: 2), PixelRect(x: 0, y: 0, width: .max, height: .max),
  ])
  func `a part that is none is refused`(rect: PixelRect) throws {
    let offscreen = try Offscreen.context()
    let size = PixelSize(width: 2, height: 2)
    let texture = try Texture(size: size, in: offscreen.graphics)

    #expect(throws: GraphicsError.outOfBounds(rect, of: size)) {
      try texture.upload([UInt8](repeating: 0, count: 64), to: rect)
    }
  }

  @Test func `too few bytes are refused, with how many are needed`() throws {
    let offscreen = try Offscreen.context()
    let texture = try Texture(size: PixelSize(width: 2, height: 2), in: offscreen.graphics)
    let whole = PixelRect(x: 0, y: 0, width: 2, height: 2)

    #expect(throws: GraphicsError.tooFewBytes(needed: 16, given: 15)) {
      try texture.upload([UInt8](repeating: 0, count: 15))
    }
    #expect(throws: GraphicsError.tooFewBytes(needed: 20, given: 16)) {
      try texture.upload([UInt8](repeating: 0, count: 16), to: whole, rowBytes: 12)
    }
    try offscreen.graphics.check()
  }

  @Test func `uploading leaves what is bound for drawing bound`() throws {
    let offscreen = try Offscreen.context()
    let graphics = offscreen.graphics
    let size = PixelSize(width: 1, height: 1)
    let drawn = try Texture(size: size, pixels: [9, 8, 7, 6], in: graphics)
    graphics.bind(drawn, unit: 0)

    let other = try Texture(size: size, pixels: [1, 1, 1, 1], in: graphics)
    try other.upload([2, 2, 2, 2])

    #expect(try shown(drawn, in: graphics, binding: false) == [9, 8, 7, 6])
  }

  /// Returns the pixels of a target covered with `reach` widths of the texture, the first uploaded row first.
  private func shown(
    _ texture: borrowing Texture, in graphics: GraphicsContext, size: PixelSize? = nil, reach: Float = 1,
    binding: Bool = true
  ) throws -> [UInt8] {
    let target = try Framebuffer(size: size ?? texture.size, in: graphics)
    let vertex = ShaderSource(
      file: "picture.vert",
      text: """
        uniform float reach;
        layout(location = 0) in vec2 place;
        out vec2 where;
        void main() {
          where = vec2(place.x * 0.5 + 0.5, 0.5 - place.y * 0.5) * vec2(reach, 1.0);
          gl_Position = vec4(place, 0.0, 1.0);
        }
        """)
    let fragment = ShaderSource(
      file: "picture.frag",
      text: """
        uniform sampler2D picture;
        in vec2 where;
        out vec4 result;
        void main() {
          result = texture(picture, where);
        }
        """)
    let program = try Program(vertex: vertex, fragment: fragment, in: graphics)
    program.set(program.uniform("reach"), to: reach)
    program.set(program.uniform("picture"), toTextureUnit: 0)
    if binding { graphics.bind(texture, unit: 0) }
    try draw(program, into: target, of: graphics)
    return target.readPixels()
  }
}
