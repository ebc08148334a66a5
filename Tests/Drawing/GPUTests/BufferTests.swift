import Geometry
import Testing
import Windowing

@testable import GPU

@Suite struct BufferTests {
  @Test func `storage that is large enough is used again`() throws {
    let offscreen = try Offscreen.context()
    var buffer = Buffer(.stream, in: offscreen.graphics)
    try buffer.upload([UInt8](repeating: 1, count: 10_000))
    let (capacity, object) = (buffer.capacity, buffer.handle.object)

    for count in [1, 9_000, 0, capacity] { try buffer.upload([UInt8](repeating: 2, count: count)) }

    let (laterCapacity, laterObject, byteCount) = (buffer.capacity, buffer.handle.object, buffer.byteCount)
    #expect(capacity >= 10_000)
    #expect(laterCapacity == capacity)
    #expect(laterObject == object)
    #expect(byteCount == capacity)
    try offscreen.graphics.check()
  }

  @Test func `growing a little at a time allocates seldom`() throws {
    let offscreen = try Offscreen.context()
    var buffer = Buffer(.stream, in: offscreen.graphics)
    var capacities: Set<Int> = []

    for count in stride(from: 100, through: 100_000, by: 100) {
      try buffer.upload(bytes: UnsafeRawBufferPointer(start: nil, count: 0))
      try buffer.upload([UInt8](repeating: 0, count: count))
      capacities.insert(buffer.capacity)
    }

    #expect(capacities.count < 12)
  }

  @Test(arguments: [Buffer.Usage.fixed, .stream])
  func `an array of vertices follows its buffer as it grows`(usage: Buffer.Usage) throws {
    let offscreen = try Offscreen.context()
    let graphics = offscreen.graphics
    let target = try Framebuffer(size: PixelSize(width: 1, height: 1), in: graphics)
    let program = try Program(vertex: Sample.vertex, fragment: Sample.fragment, in: graphics)
    var buffer = Buffer(usage, in: graphics)
    let array = VertexArray(vertices: buffer, layout: VertexLayout(floats: 2), in: graphics)
    program.set(program.uniform("color"), to: SIMD4(1, 1, 1, 1))
    graphics.setTarget(target)
    graphics.clear()

    let padding = [Float](repeating: 0, count: 60_000)
    try buffer.upload(padding + Sample.wholeTarget)
    graphics.draw(.triangles, of: array, vertices: 30_000..<30_006)

    #expect(target.readPixels() == [255, 255, 255, 255])
    try graphics.check()
  }
}
