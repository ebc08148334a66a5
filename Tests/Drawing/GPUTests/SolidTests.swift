import CEpoxy
import Geometry
import Testing
import Windowing

@testable import GPU

/// Meshes in space: vertices as Swift values, depth, samples, cameras, and foreign OpenGL code.
@Suite struct SolidTests {
  private struct Vertex: BitwiseCopyable {
    var color: SIMD3<Float>
    var weight: Float
    var place: SIMD3<Float>
  }

  /// A program that transforms vertices by a matrix and paints them in their colours.
  private func solid(_ graphics: GraphicsContext) throws -> Program {
    try Program(
      vertex: ShaderSource(
        file: "solid.vert",
        text: """
          layout(location = 0) in vec3 place;
          layout(location = 1) in vec3 color;
          uniform mat4 camera;
          out vec3 shown;
          void main() {
            shown = color;
            gl_Position = camera * vec4(place, 1.0);
          }
          """),
      fragment: ShaderSource(
        file: "solid.frag",
        text: "in vec3 shown;\nout vec4 result;\nvoid main() { result = vec4(shown, 1.0); }"),
      in: graphics)
  }

  /// Draws squares that face the viewer around their places, in this order.
  private func draw(
    _ squares: [(place: SIMD3<Float>, half: Float, color: SIMD3<Float>)],
    seenBy camera: Transform3D = .identity,
    in graphics: GraphicsContext
  ) throws {
    let corners: [SIMD3<Float>] = [[-1, -1, 0], [1, -1, 0], [-1, 1, 0], [1, 1, 0]]
    let vertices = squares.flatMap { square in
      corners.map { Vertex(color: square.color, weight: 9, place: square.place + $0 * square.half) }
    }
    let triangles = squares.indices.flatMap { index -> [SIMD3<UInt32>] in
      let first = UInt32(4 * index)
      return [[first, first + 1, first + 2], [first + 2, first + 1, first + 3]]
    }
    let buffer = try Buffer(vertices, in: graphics)
    let indices = try Buffer(triangles: triangles, in: graphics)
    let array = VertexArray(
      vertices: buffer, layout: VertexLayout(\Vertex.place, \.color), indices: indices, in: graphics)
    let program = try solid(graphics)
    program.set(program.uniform("camera"), to: camera)
    graphics.draw(.triangles, of: array, indices: 0..<6 * squares.count)
  }

  private let red = SIMD3<Float>(1, 0, 0)
  private let green = SIMD3<Float>(0, 1, 0)

  @Test func `the layout of a Swift value has its padding`() {
    let layout = VertexLayout(\Vertex.place, \.color, at: 2)

    #expect(layout.stride == MemoryLayout<Vertex>.stride)
    #expect(layout.attributes.map(\.location) == [2, 3])
    #expect(layout.attributes.map(\.offset) == [32, 0])
    #expect(layout.attributes.allSatisfy { $0.count == 3 && $0.component == .float })
    let places = VertexLayout(\SIMD3<Float>.self)
    #expect(places.stride == 16 && places.attributes.map(\.count) == [3])
  }

  @Test(arguments: Offscreen.both, [false, true])
  func `what is nearer hides what is farther, whatever order they are drawn in`(
    kind: DriverDescription.Kind, hasDepth: Bool
  ) throws {
    let offscreen = try Offscreen.context(kind)
    let graphics = offscreen.graphics
    let target = try Framebuffer(size: PixelSize(width: 4, height: 4), depth: hasDepth, in: graphics)
    for nearFirst in [true, false] {
      graphics.setTarget(target)
      graphics.clear()
      graphics.clearDepth()
      graphics.setDepthTest(hasDepth ? .nearer : .none)
      // In clip space −1 is nearest.
      let near = (place: SIMD3<Float>(0, 0, -0.5), half: Float(1), color: green)
      let far = (place: SIMD3<Float>(0, 0, 0.5), half: Float(1), color: red)
      try draw(nearFirst ? [near, far] : [far, near], in: graphics)

      let isGreen = hasDepth || !nearFirst
      #expect(target.readPixels().pixel(1, 2, width: 4) == (isGreen ? [0, 255, 0, 255] : [255, 0, 0, 255]))
    }
    // Setting the target disables the depth test.
    graphics.setTarget(target)
    try draw([([0, 0, 0.9], 1, red)], in: graphics)
    #expect(target.readPixels().pixel(1, 2, width: 4) == [255, 0, 0, 255])
    try graphics.check()
  }

  /// A pinhole camera: a point at (x, y) and distance d appears at x / (d · tan(angle / 2)) of half the height.
  @Test func `a camera puts places on the pixels where a pinhole does`() throws {
    let offscreen = try Offscreen.context()
    let graphics = offscreen.graphics
    let size = PixelSize(width: 120, height: 80)
    let target = try Framebuffer(size: size, depth: true, in: graphics)
    let eye = SIMD3(1.0, 2, 9)
    let camera =
      Transform3D.lookAt(from: eye, to: SIMD3(1, 2, 0))
      * .perspective(fieldOfView: .pi / 2, aspect: 1.5, near: 1, far: 20, depth: .minusOneToOne)

    for place in [SIMD3(1.0, 2, 0), SIMD3(4, 4, 1), SIMD3(-3, 0, 2), SIMD3(2, -4, -6)] {
      graphics.setTarget(target)
      graphics.clear()
      graphics.clearDepth()
      graphics.setDepthTest(.nearer)
      try draw([(SIMD3<Float>(place), 0.3, green)], seenBy: camera, in: graphics)

      // The tangent of half a right angle is 1.
      let distance = eye.z - place.z
      let (right, up) = ((place.x - eye.x) / distance, (place.y - eye.y) / distance)
      let (x, y) = (60 + 40 * right, 40 - 40 * up)
      let pixels = target.readPixels()
      #expect(pixels.pixel(Int(x), Int(y), width: 120) == [0, 255, 0, 255])
      let seen = (0..<80).flatMap { row in (0..<120).map { ($0, row) } }
        .filter { pixels.pixel($0.0, $0.1, width: 120)[1] > 0 }
      let half = 40 * 0.3 / distance
      #expect(
        seen.allSatisfy { abs(Double($0.0) + 0.5 - x) < half + 1 && abs(Double($0.1) + 0.5 - y) < half + 1 })
    }
    // Nothing nearer than the near plane or beyond the far plane is drawn.
    graphics.clear()
    try draw([([1, 2, 8.1], 0.3, green), ([1, 2, -11.2], 9, green)], seenBy: camera, in: graphics)
    #expect(target.readPixels().allSatisfy { $0 == 0 })
    try graphics.check()
  }

  @Test(arguments: Offscreen.both)
  func `four samples a pixel give an edge shares of a quarter`(kind: DriverDescription.Kind) throws {
    let offscreen = try Offscreen.context(kind)
    let graphics = offscreen.graphics
    let size = PixelSize(width: 16, height: 16)
    var levels: [Int: Set<UInt8>] = [:]
    for samples in [1, 4] {
      let target = try Framebuffer(size: size, format: .bgra8, depth: true, samples: samples, in: graphics)
      graphics.setTarget(target)
      graphics.clear(to: [0, 0, 0, 1])
      graphics.clearDepth()
      graphics.setDepthTest(.nearer)
      try draw(
        [([0, 0, 0], 0.6, green)], seenBy: .rotation(0.4, x: 0, y: 0, z: 1), in: graphics)
      let pixels = target.readPixels()
      levels[samples] = Set(stride(from: 1, to: pixels.count, by: 4).map { pixels[$0] })

      // The texture and a copy show the same pixels; the scissor clips neither of them.
      graphics.setScissor(PixelRect(x: 0, y: 0, width: 1, height: 1))
      target.resolve()
      let copy = try Framebuffer(size: size, in: graphics)
      graphics.setTarget(copy)
      graphics.copy(target)
      #expect(copy.readPixels() == target.readPixels())
    }

    #expect(levels[1] == [0, 255])
    // Drivers round halves up or down.
    let shares = levels[4] ?? []
    #expect(shares.count >= 4)
    #expect(shares.allSatisfy { abs(Double($0) / 255 * 4 - (Double($0) / 255 * 4).rounded()) < 0.01 })
    let error = #expect(throws: GraphicsError.self) {
      _ = try Framebuffer(size: size, samples: 4000, in: graphics)
    }
    #expect(
      error?.description.contains("4000 samples a pixel are not possible; this driver allows 1 to ") == true)
    try graphics.check()
  }

  @Test func `depth and samples are given back with their framebuffer`() throws {
    let offscreen = try Offscreen.context()
    let graphics = offscreen.graphics
    do {
      let target = try Framebuffer(
        size: PixelSize(width: 8, height: 8), depth: true, samples: 4, in: graphics)
      #expect(graphics.liveObjects == [.texture: 1, .framebuffer: 2, .renderbuffer: 2])
      _ = target.readPixels()
    }
    #expect(graphics.liveObjects.isEmpty)
    try graphics.check()
  }

  @Test(arguments: Offscreen.both)
  func `other code may leave any state behind`(kind: DriverDescription.Kind) throws {
    struct Failure: Error {}
    let offscreen = try Offscreen.context(kind)
    let graphics = offscreen.graphics
    let target = try Framebuffer(size: PixelSize(width: 9, height: 5), depth: true, in: graphics)
    let other = try Framebuffer(size: PixelSize(width: 2, height: 2), in: graphics)
    let program = try solid(graphics)
    let texture = try Texture(
      size: PixelSize(width: 2, height: 1), pixels: [255, 0, 0, 255, 0, 255, 0, 255], in: graphics)
    func picture() throws -> [UInt8] {
      graphics.setTarget(target)
      graphics.clear(to: [0, 0, 1, 1])
      graphics.clearDepth()
      graphics.setDepthTest(.nearer)
      try draw([([0.3, 0, 0], 0.5, green), ([0, 0.2, 0.5], 0.7, red)], in: graphics)
      return target.readPixels()
    }
    let expected = try picture()
    program.use()
    graphics.bind(texture, unit: 3, readingNearest: true)

    #expect(throws: Failure.self) {
      try graphics.withForeignState { () throws(Failure) in
        var name: GLint = -1
        glGetIntegerv(GLenum(GL_CURRENT_PROGRAM), &name)
        #expect(name == 0)
        glGetIntegerv(GLenum(GL_VERTEX_ARRAY_BINDING), &name)
        #expect(name == 0)
        for capability in [
          GL_BLEND, GL_CULL_FACE, GL_SCISSOR_TEST, GL_STENCIL_TEST, GL_DITHER, GL_DEPTH_TEST,
        ] {
          #expect(glIsEnabled(GLenum(capability)) == 0)
          glEnable(GLenum(capability))
        }
        glScissor(0, 0, 1, 1)
        glViewport(1, 1, 2, 2)
        glColorMask(0, 1, 0, 0)
        glDepthMask(0)
        glDepthFunc(GLenum(GL_NEVER))
        glPixelStorei(GLenum(GL_PACK_ALIGNMENT), 8)
        glPixelStorei(GLenum(GL_UNPACK_ALIGNMENT), 8)
        glPixelStorei(GLenum(GL_PACK_ROW_LENGTH), 33)
        glBindFramebuffer(GLenum(GL_FRAMEBUFFER), other.handle.name)
        glUseProgram(program.handle.name)
        throw Failure()
      }
    }

    let isInUse = program.isInUse
    #expect(!isInUse)
    #expect(try picture() == expected)
    try graphics.check()
  }
}
