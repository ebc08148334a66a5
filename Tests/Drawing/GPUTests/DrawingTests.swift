import Geometry
import Testing
import Windowing

@testable import GPU

@Suite struct DrawingTests {
  private let size = PixelSize(width: 4, height: 3)

  @Test(arguments: Offscreen.both)
  func `what is drawn at the top is read at the top`(kind: DriverDescription.Kind) throws {
    let offscreen = try Offscreen.context(kind)
    let graphics = offscreen.graphics
    let target = try Framebuffer(size: size, in: graphics)
    let program = try Program(vertex: Sample.vertex, fragment: Sample.fragment, in: graphics)
    let buffer = try Buffer(Sample.rectangle(-1, 1 / 3, 0, 1), in: graphics)
    let array = VertexArray(vertices: buffer, layout: VertexLayout(floats: 2), in: graphics)

    graphics.setTarget(target)
    graphics.clear(to: [0, 0, 1, 1])
    program.set(program.uniform("color"), to: SIMD4(1, 0, 0, 1))
    graphics.draw(.triangles, of: array, vertices: 0..<6)

    let pixels = target.readPixels()
    for y in 0..<3 {
      for x in 0..<4 {
        #expect(pixels.pixel(x, y, width: 4) == (y == 0 && x < 2 ? [255, 0, 0, 255] : [0, 0, 255, 255]))
      }
    }
    try graphics.check()
  }

  @Test func `scissor and viewport count rows from the top`() throws {
    let offscreen = try Offscreen.context()
    let graphics = offscreen.graphics
    let target = try Framebuffer(size: size, in: graphics)
    let program = try Program(vertex: Sample.vertex, fragment: Sample.fragment, in: graphics)
    let buffer = try Buffer(Sample.wholeTarget, in: graphics)
    let array = VertexArray(vertices: buffer, layout: VertexLayout(floats: 2), in: graphics)

    graphics.setTarget(target)
    graphics.clear(to: [1, 1, 1, 1])
    graphics.setScissor(PixelRect(x: 0, y: 0, width: 4, height: 1))
    graphics.clear(to: [0, 1, 0, 1])
    graphics.setScissor(nil)
    graphics.setViewport(PixelRect(x: 3, y: 1, width: 1, height: 1))
    program.set(program.uniform("color"), to: SIMD4(0, 0, 0, 1))
    graphics.draw(.triangles, of: array, vertices: 0..<6)

    let pixels = target.readPixels()
    #expect((0..<4).allSatisfy { pixels.pixel($0, 0, width: 4) == [0, 255, 0, 255] })
    #expect(pixels.pixel(3, 1, width: 4) == [0, 0, 0, 255])
    #expect(pixels.pixel(2, 1, width: 4) == [255, 255, 255, 255])
    #expect(pixels.pixel(3, 2, width: 4) == [255, 255, 255, 255])
  }

  @Test func `an empty scissor lets nothing through, a negative one is no fault`() throws {
    let offscreen = try Offscreen.context()
    let target = try Framebuffer(size: size, in: offscreen.graphics)
    offscreen.graphics.setTarget(target)
    offscreen.graphics.clear(to: [1, 1, 1, 1])

    for rect in [PixelRect(x: 1, y: 1, width: 0, height: 2), PixelRect(x: -5, y: 0, width: -1, height: 3)] {
      offscreen.graphics.setScissor(rect)
      offscreen.graphics.clear(to: [0, 0, 0, 1])
    }

    #expect(target.readPixels().allSatisfy { $0 == 255 })
    try offscreen.graphics.check()
  }

  @Test(arguments: [
    (BlendMode.none, [UInt8]([51, 0, 0, 102])), (.over, [51, 153, 0, 255]), (.additive, [51, 255, 0, 255]),
  ])
  func `blends premultiplied colours`(mode: BlendMode, expected: [UInt8]) throws {
    let offscreen = try Offscreen.context()
    let target = try Framebuffer(size: PixelSize(width: 1, height: 1), in: offscreen.graphics)
    let program = try Program(vertex: Sample.vertex, fragment: Sample.fragment, in: offscreen.graphics)
    offscreen.graphics.setTarget(target)
    offscreen.graphics.clear(to: [0, 1, 0, 1])

    offscreen.graphics.setBlending(mode)
    program.set(program.uniform("color"), to: SIMD4(0.2, 0, 0, 0.4))
    try draw(program, into: target, of: offscreen.graphics)

    #expect(target.readPixels() == expected)
  }

  @Test func `indices pick vertices, from where they are told to`() throws {
    let offscreen = try Offscreen.context()
    let graphics = offscreen.graphics
    let target = try Framebuffer(size: size, in: graphics)
    let program = try Program(vertex: Sample.vertex, fragment: Sample.fragment, in: graphics)
    let corners: [Float] = [-1, -1, 1, -1, -1, 1, 1, 1]
    let vertices = try Buffer(corners, in: graphics)
    var indices = Buffer(in: graphics)
    let order: [UInt32] = [0, 0, 0, 0, 1, 2, 2, 1, 3]
    try indices.upload(order)
    let array = VertexArray(
      vertices: vertices, layout: VertexLayout(floats: 2), indices: indices, in: graphics)
    graphics.setTarget(target)
    graphics.clear()

    program.set(program.uniform("color"), to: SIMD4(1, 1, 1, 1))
    graphics.draw(.triangles, of: array, indices: 3..<9)

    #expect(target.readPixels().allSatisfy { $0 == 255 })
    try graphics.check()
  }

  @Test func `instances read attributes of their own, bytes as 0 to 1`() throws {
    let offscreen = try Offscreen.context()
    let graphics = offscreen.graphics
    let target = try Framebuffer(size: PixelSize(width: 2, height: 1), in: graphics)
    let vertex = ShaderSource(
      file: "instance.vert",
      text: """
        layout(location = 0) in vec2 place;
        layout(location = 1) in vec4 tint;
        layout(location = 2) in float shift;
        out vec4 passed;
        void main() {
          passed = tint;
          gl_Position = vec4(place.x + shift, place.y, 0.0, 1.0);
        }
        """)
    let fragment = ShaderSource(
      file: "instance.frag", text: "in vec4 passed;\nout vec4 result;\nvoid main() { result = passed; }")
    let program = try Program(vertex: vertex, fragment: fragment, in: graphics)
    let corners = try Buffer(Sample.rectangle(-1, -1, 0, 1), in: graphics)
    let shifts = [0, 1].map { Float($0).bitPattern }
    let tints: [UInt32] = [0xff00_00ff, 0xffff_0000]
    let perInstance = try Buffer([tints[0], shifts[0], tints[1], shifts[1]], usage: .stream, in: graphics)
    var layout = VertexLayout(perInstance: true)
    layout.append(4, .byte, at: 1)
    layout.append(1, at: 2)
    let array = VertexArray(vertices: corners, layout: VertexLayout(floats: 2), in: graphics)
    array.attach(perInstance, layout: layout)

    graphics.setTarget(target)
    program.use()
    graphics.draw(.triangles, of: array, vertices: 0..<6, instances: 2)

    #expect(layout.stride == 8)
    #expect(target.readPixels() == [255, 0, 0, 255, 0, 0, 255, 255])
    try graphics.check()
  }

  @Test func `making and reading other framebuffers disturbs neither target nor scissor`() throws {
    let offscreen = try Offscreen.context()
    let graphics = offscreen.graphics
    let target = try Framebuffer(size: size, in: graphics)
    let other = try Framebuffer(size: PixelSize(width: 1, height: 1), in: graphics)
    graphics.setTarget(target)
    graphics.clear(to: [0, 0, 0, 1])
    graphics.setScissor(PixelRect(x: 0, y: 0, width: 4, height: 1))

    _ = try Framebuffer(size: size, in: graphics)
    _ = other.readPixels()
    graphics.clear(to: [1, 1, 1, 1])

    let pixels = target.readPixels()
    #expect((0..<3).map { pixels.pixel(2, $0, width: 4)[0] } == [255, 0, 0])
    try graphics.check()
  }
}
