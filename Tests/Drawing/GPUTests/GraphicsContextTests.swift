import Geometry
import Testing
import Windowing

@testable import GPU

@Suite struct GraphicsContextTests {
  @Test(arguments: Offscreen.both)
  func `says what it is`(kind: DriverDescription.Kind) throws {
    let graphics = try Offscreen.context(kind).graphics

    #expect(graphics.driver.kind == kind)
    #expect(graphics.driver.major >= 3)
    #expect(
      graphics.driver.shaderHeader.hasPrefix(kind == .embedded ? "#version 300 es\n" : "#version 330 core\n"))
    #expect(graphics.maximumTextureSize >= 2048)
    #expect(!graphics.driver.renderer.isEmpty)
    #expect(graphics.extensions.allSatisfy { $0.hasPrefix("GL_") })
  }

  @Test(arguments: Offscreen.both)
  func `throws the driver's words for an error, once`(kind: DriverDescription.Kind) throws {
    let offscreen = try Offscreen.context(kind)
    let program = try Program(vertex: Sample.vertex, fragment: Sample.fragment, in: offscreen.graphics)

    // An integer for a vector is GL_INVALID_OPERATION.
    program.set(program.uniform("color"), to: 1)

    let error = #expect(throws: GraphicsError.self) { try offscreen.graphics.check() }
    guard case .driver(let words) = error else { throw Unexpected(error) }
    #expect(words.count == 1)
    #expect(
      words[0].contains(offscreen.graphics.errors.hasDebugOutput ? "glUniform" : "GL_INVALID_OPERATION"))
    try offscreen.graphics.check()
  }

  @Test func `throws the name of an error where the driver does not explain itself`() throws {
    let offscreen = try OffscreenContext(debug: false)
    let program = try Program(vertex: Sample.vertex, fragment: Sample.fragment, in: offscreen.graphics)

    program.set(program.uniform("color"), to: 1)

    #expect(throws: GraphicsError.driver(["GL_INVALID_OPERATION"])) { try offscreen.graphics.check() }
    try offscreen.graphics.check()
  }

  @Test func `an injected loss lasts until a new context is made`() throws {
    let lost = try Offscreen.context()
    try lost.graphics.check()

    lost.graphics.injectLoss()

    #expect(lost.graphics.isLost)
    for _ in 0..<3 {
      let error = #expect(throws: GraphicsError.self) { try lost.graphics.check() }
      guard case .contextLost = error else { throw Unexpected(error) }
    }
    let rebuilt = try Offscreen.context()
    try rebuilt.graphics.check()
  }

  @Test func `keeps what is not an error for whoever asks`() throws {
    let offscreen = try Offscreen.context()

    offscreen.graphics.errors.log.append(DebugMessage(severity: .warning, text: "slow"))

    try offscreen.graphics.check()
    #expect(offscreen.graphics.takeDebugMessages() == [DebugMessage(severity: .warning, text: "slow")])
    #expect(offscreen.graphics.takeDebugMessages().isEmpty)
  }

  @Test func `a flood of messages keeps the newest`() {
    let log = DebugLog()

    for number in 0..<1000 { log.append(DebugMessage(severity: .note, text: "\(number)")) }

    #expect(log.messages.count < 1000)
    #expect(log.messages.last?.text == "999")
  }

  @Test func `cannot be described where no context is current`() throws {
    var offscreen: OffscreenContext? = try Offscreen.context()
    #expect(offscreen != nil)
    offscreen = nil

    #expect(throws: GraphicsError.self) { _ = try GraphicsContext(debug: false) }
  }

  @Test func `a fence is reached once the commands before it are done`() throws {
    let offscreen = try Offscreen.context()
    let target = try Framebuffer(size: PixelSize(width: 64, height: 64), in: offscreen.graphics)
    offscreen.graphics.setTarget(target)
    offscreen.graphics.clear(to: [1, 1, 1, 1])

    let isReached = Fence(in: offscreen.graphics)?.wait(atMost: 30)

    #expect(isReached == true)
  }

  private static let hasTimer =
    (try? Offscreen.context()).map { TimerQuery(in: $0.graphics) != nil } ?? false

  @Test(.enabled(if: hasTimer, "the driver has no timer"))
  func `a timer gives a time once the commands are done`() throws {
    let offscreen = try Offscreen.context()
    let timer = TimerQuery(in: offscreen.graphics)
    guard let query = timer else { throw Unexpected(nil) }
    let target = try Framebuffer(size: PixelSize(width: 64, height: 64), in: offscreen.graphics)
    offscreen.graphics.setTarget(target)

    query.begin()
    offscreen.graphics.clear(to: [1, 1, 1, 1])
    query.end()
    offscreen.graphics.finish()

    try offscreen.graphics.check()
    let elapsed = query.elapsed
    #expect(try #require(elapsed) > 0)
  }
}

/// Another outcome than the one that was claimed.
struct Unexpected: Error {
  let outcome: String

  init(_ outcome: Any?) { self.outcome = String(describing: outcome) }
}
