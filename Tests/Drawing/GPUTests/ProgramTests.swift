import Geometry
import Testing
import Windowing

@testable import GPU

@Suite struct ProgramTests {
  @Test(arguments: Offscreen.both, 1...4)
  func `a fault is reported with the line of its own file`(kind: DriverDescription.Kind, line: Int) throws {
    let graphics = try Offscreen.context(kind)
    let lines = (1...4).map { $0 == line ? "float fault\($0) = undeclared;" : "float fine\($0) = 1.0;" }
    let good = ShaderSource(file: "good.glsl", text: "float helper() {\n  return 1.0;\n}")
    let bad = ShaderSource(
      file: "bad.glsl", text: "void main() {\n" + lines.joined(separator: "\n") + "\n}\n")

    let error = #expect(throws: ShaderError.self) {
      _ = try Program(vertex: [Sample.vertex], fragment: [good, bad], in: graphics.graphics)
    }

    #expect(error?.file == "bad.glsl")
    #expect(error?.line == line + 1)
    #expect(error?.description.hasPrefix("bad.glsl:\(line + 1): ") == true)
    #expect(error?.description.contains("undeclared") == true)
    #expect(error?.log.isEmpty == false)
    try graphics.graphics.check()
  }

  @Test func `a fault in the first of several files names the first`() throws {
    let offscreen = try Offscreen.context()
    let bad = ShaderSource(file: "first.glsl", text: "\n\nfloat helper() { return missing; }")

    let error = #expect(throws: ShaderError.self) {
      _ = try Program(vertex: [Sample.vertex], fragment: [bad, Sample.fragment], in: offscreen.graphics)
    }

    #expect(error?.file == "first.glsl")
    #expect(error?.line == 3)
  }

  @Test func `a file of many lines keeps its own numbers`() throws {
    let offscreen = try Offscreen.context()
    let long = ShaderSource(
      file: "long.glsl", text: String(repeating: "\n", count: 2500) + "float a = missing;\n")
    let short = ShaderSource(file: "short.glsl", text: "float b = absent;")

    let error = #expect(throws: ShaderError.self) {
      _ = try Program(
        vertex: [Sample.vertex], fragment: [long, short, Sample.fragment], in: offscreen.graphics)
    }

    #expect(
      Set(error?.complaints.map { "\($0.file):\($0.line ?? 0)" } ?? []) == ["long.glsl:2501", "short.glsl:1"])
  }

  @Test func `what does not link names both files`() throws {
    let offscreen = try Offscreen.context()
    let wanting = ShaderSource(
      file: "wanting.frag",
      text: "in vec3 absent;\nout vec4 result;\nvoid main() { result = vec4(absent, 1.0); }")

    let error = #expect(throws: ShaderError.self) {
      _ = try Program(vertex: Sample.vertex, fragment: wanting, in: offscreen.graphics)
    }

    #expect(error?.file == "plain.vert + wanting.frag")
    #expect(error?.line == nil)
    #expect(error?.description.contains("absent") == true)
  }

  @Test func `an empty source and one with a zero byte are faults, not crashes`() throws {
    let offscreen = try Offscreen.context()
    for text in [
      "", "void main() {\0}", "#version 100\nvoid main() {}", String(repeating: "(", count: 10_000),
    ] {
      let source = ShaderSource(file: "odd.frag", text: text)
      #expect(throws: ShaderError.self) {
        _ = try Program(vertex: Sample.vertex, fragment: source, in: offscreen.graphics)
      }
    }
    try offscreen.graphics.check()
  }

  @Test(arguments: [
    ("0:12(5): error: `x' undeclared", "a", 12, "error: `x' undeclared"),
    ("0(1007) : error C1503: undefined variable \"x\"", "b", 7, "error C1503: undefined variable \"x\""),
    ("ERROR: 0:1003: 'x' : undeclared identifier", "b", 3, "'x' : undeclared identifier"),
    ("0:9: S0001: no such thing", "a", 9, "S0001: no such thing"),
  ])
  func `reads the dialects of the drivers`(log: String, file: String, line: Int, words: String) {
    let error = ShaderError(log: log + "\n\n", lines: LineNumbering(files: ["a", "b"], stride: 1000))

    #expect(error.complaints == [.init(file: file, line: line, words: words)])
  }

  @Test(arguments: [
    "", "\n \n", "0:2001: of a file that is not", "0:0: of no line", "0:99999999999999999999: x",
    "0:9223372036854775807: x", "1:", "(", "Ünsinn",
  ])
  func `a log it cannot read is passed on as it is`(log: String) {
    let error = ShaderError(log: log, lines: LineNumbering(files: ["a", "b"], stride: 1000))

    #expect(error.log == log)
    #expect(error.line == nil)
    #expect(error.file == "b")
    #expect(error.description.hasPrefix("b: "))
  }

  @Test func `a uniform that is not there can be set and does nothing`() throws {
    let offscreen = try Offscreen.context()
    let program = try Program(vertex: Sample.vertex, fragment: Sample.fragment, in: offscreen.graphics)

    let absent = program.uniform("absent")
    program.set(absent, to: Float(1))

    #expect(!absent.isActive)
    #expect(program.uniform("color").isActive)
    try offscreen.graphics.check()
  }

  @Test func `every kind of uniform arrives`() throws {
    let offscreen = try Offscreen.context()
    let target = try Framebuffer(size: PixelSize(width: 1, height: 1), in: offscreen.graphics)
    let fragment = ShaderSource(
      file: "uniforms.frag",
      text: """
        uniform float one;
        uniform vec2 two;
        uniform vec3 three;
        uniform vec4 four;
        uniform int whole;
        uniform float several[3];
        uniform vec4 many[2];
        uniform mat3 small;
        uniform mat4 large;
        uniform mat4 columns;
        out vec4 result;
        void main() {
          bool right = one == 1.0 && two == vec2(1, 2) && three == vec3(1, 2, 3) && four == vec4(1, 2, 3, 4);
          right = right && whole == -7 && several[2] == 9.0 && many[1] == vec4(5, 6, 7, 8);
          right = right && small[0] == vec3(1, 2, 3) && small[2] == vec3(7, 8, 9);
          right = right && large[1] == vec4(5, 6, 7, 8) && large[3][3] == 16.0 && columns[2] == vec4(9);
          result = right ? vec4(0, 1, 0, 1) : vec4(1, 0, 0, 1);
        }
        """)
    let program = try Program(vertex: Sample.vertex, fragment: fragment, in: offscreen.graphics)

    program.set(program.uniform("one"), to: Float(1))
    program.set(program.uniform("two"), to: SIMD2(1, 2))
    program.set(program.uniform("three"), to: SIMD3(1, 2, 3))
    program.set(program.uniform("four"), to: SIMD4(1, 2, 3, 4))
    program.set(program.uniform("whole"), to: Int(-7))
    program.set(program.uniform("several"), to: [7, 8, 9] as [Float])
    program.set(program.uniform("many"), to: [SIMD4(1, 2, 3, 4), SIMD4(5, 6, 7, 8)])
    program.set(program.uniform("small"), toMatrix: (1...9).map(Float.init))
    program.set(program.uniform("large"), toMatrix: (1...16).map(Float.init))
    program.set(
      program.uniform("columns"),
      toColumns: (SIMD4(repeating: 1), SIMD4(repeating: 5), SIMD4(repeating: 9), SIMD4(repeating: 13)))
    try draw(program, into: target, of: offscreen.graphics)

    #expect(target.readPixels() == [0, 255, 0, 255])
    try offscreen.graphics.check()
  }
}

/// Covers all of `target` by `program`.
func draw(
  _ program: borrowing Program, into target: borrowing Framebuffer, of graphics: GraphicsContext
) throws {
  let buffer = try Buffer(Sample.wholeTarget, in: graphics)
  let array = VertexArray(vertices: buffer, layout: VertexLayout(floats: 2), in: graphics)
  graphics.setTarget(target)
  program.use()
  graphics.draw(.triangles, of: array, vertices: 0..<6)
}
