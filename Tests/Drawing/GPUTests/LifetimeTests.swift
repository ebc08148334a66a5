import Geometry
import Testing
import Windowing

@testable import GPU

@Suite struct LifetimeTests {
  @Test func `a program, and with it its shaders, is gone with its owner`() throws {
    let offscreen = try Offscreen.context()
    let name = try {
      let program = try Program(vertex: Sample.vertex, fragment: Sample.fragment, in: offscreen.graphics)
      let object = program.handle.object
      #expect(object.exists)
      #expect(offscreen.graphics.liveObjects == [.program: 1])
      return object
    }()

    try expectGone([name], in: offscreen.graphics)
  }

  @Test func `a buffer is gone with its owner`() throws {
    let offscreen = try Offscreen.context()
    let name = try {
      let buffer = try Buffer([Float](repeating: 1, count: 3), in: offscreen.graphics)
      let object = buffer.handle.object
      #expect(object.exists)
      return object
    }()

    try expectGone([name], in: offscreen.graphics)
  }

  @Test func `a texture is gone with its owner`() throws {
    let offscreen = try Offscreen.context()
    let name = try {
      let texture = try Texture(size: PixelSize(width: 3, height: 5), in: offscreen.graphics)
      let object = texture.handle.object
      #expect(object.exists)
      return object
    }()

    try expectGone([name], in: offscreen.graphics)
  }

  @Test func `a framebuffer and its texture are gone with their owner`() throws {
    let offscreen = try Offscreen.context()
    let before = ObjectKind.allCases.flatMap { existing($0) }
    let during = try {
      let size = PixelSize(width: 8, height: 8)
      let target = try Framebuffer(size: size, in: offscreen.graphics)
      let given = target.size
      #expect(given == size)
      return ObjectKind.allCases.flatMap { existing($0) }
    }()

    #expect(during.count == before.count + 2)
    try expectGone(during, in: offscreen.graphics)
  }

  @Test func `a vertex array, a query and a fence are gone with their owners`() throws {
    let offscreen = try Offscreen.context()
    let name = {
      let array = VertexArray(in: offscreen.graphics)
      let object = array.handle.object
      #expect(object.exists)
      let fence = Fence(in: offscreen.graphics)
      let query = TimerQuery(in: offscreen.graphics)
      let (hasFence, hasQuery) = (fence != nil, query != nil)
      #expect(hasFence)
      if hasQuery { #expect(offscreen.graphics.liveObjects[.query] == 1) }
      #expect(offscreen.graphics.liveObjects[.fence] == 1)
      return object
    }()

    try expectGone([name], in: offscreen.graphics)
  }

  @Test func `what failed to be made leaves nothing behind`() throws {
    let offscreen = try Offscreen.context()
    let broken = ShaderSource(file: "broken.frag", text: "void main() { nonsense }")
    let tooLarge = PixelSize(width: offscreen.graphics.maximumTextureSize + 1, height: 1)
    let small = PixelSize(width: 4, height: 4)

    #expect(throws: ShaderError.self) {
      _ = try Program(vertex: Sample.vertex, fragment: broken, in: offscreen.graphics)
    }
    #expect(throws: GraphicsError.self) { _ = try Texture(size: tooLarge, in: offscreen.graphics) }
    #expect(throws: GraphicsError.self) { _ = try Framebuffer(size: tooLarge, in: offscreen.graphics) }
    #expect(throws: GraphicsError.self) { _ = try Texture(size: small, pixels: [1], in: offscreen.graphics) }
    let refused = ProgramBinary(format: 1, bytes: [1, 2, 3])
    let program = Program(binary: refused, in: offscreen.graphics)
    let isRefused = program == nil
    #expect(isRefused)

    try expectGone([], in: offscreen.graphics)
    #expect(ObjectKind.allCases.flatMap { existing($0) }.isEmpty)
  }

  @Test func `what is freed while another context is current is deleted in its own`() throws {
    let first = try Offscreen.context()
    let texture = try Texture(size: PixelSize(width: 2, height: 2), in: first.graphics)
    let name = texture.handle.object
    let second = try Offscreen.context()
    let other = try Texture(size: PixelSize(width: 2, height: 2), in: second.graphics)
    let otherName = other.handle.object
    #expect(otherName == name, "the names collide, else this proves nothing")

    _ = consume texture

    #expect(otherName.exists)
    first.makeCurrent()
    try expectGone([name], in: first.graphics)
    second.makeCurrent()
    #expect(otherName.exists)
  }

  @Test func `what outlives its context is no fault`() throws {
    var offscreen: OffscreenContext? = try Offscreen.context()
    let graphics = try #require(offscreen?.graphics)
    var texture: Texture? = try Texture(size: PixelSize(width: 2, height: 2), in: graphics)

    offscreen = nil
    let isStillOwned = texture != nil
    texture = nil

    #expect(isStillOwned)
    #expect(graphics.liveObjects.isEmpty)
  }

  /// The objects of a kind that OpenGL knows; it gives out small names first.
  private func existing(_ kind: ObjectKind) -> [GraphicsObject] {
    (1..<64).map { GraphicsObject(kind: kind, name: $0) }.filter(\.exists)
  }

  private func expectGone(_ objects: [GraphicsObject], in context: GraphicsContext) throws {
    for object in objects { #expect(!object.exists) }
    #expect(context.liveObjects.isEmpty)
    try context.check()
  }
}
