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

  /// Each type of uniform with an expression that checks it in the shader.
  private static let uniforms: [(UniformValue, String)] = [
    (.float(1), "u == 1.0"), (.vec2([1, 2]), "u == vec2(1, 2)"), (.vec3([1, 2, 3]), "u == vec3(1, 2, 3)"),
    (.vec4([1, 2, 3, 4]), "u == vec4(1, 2, 3, 4)"), (.int(-7), "u == -7"),
    (.ivec2([-1, 2]), "u == ivec2(-1, 2)"), (.ivec3([1, -2, 3]), "u == ivec3(1, -2, 3)"),
    (.ivec4([1, 2, 3, -4]), "u == ivec4(1, 2, 3, -4)"),
    // A row vector times the transform, by hand.
    (.mat3(mapping), "u * vec3(1, 10, 100) == vec3(951, 1062, 1173)"),
    (.mat4(mapping), "u * vec4(1, 10, 100, 1) == vec4(964, 1076, 1188, 1300)"),
    (.floats([7, 8, 9]), "u[0] == 7.0 && u[2] == 9.0"),
    (.vec2s([[1, 2], [3, 4]]), "u[0] == vec2(1, 2) && u[1] == vec2(3, 4)"),
    (.vec3s([[1, 2, 3], [4, 5, 6]]), "u[0] == vec3(1, 2, 3) && u[1] == vec3(4, 5, 6)"),
    (.vec4s([[1, 2, 3, 4], [5, 6, 7, 8]]), "u[1] == vec4(5, 6, 7, 8)"),
    (.ints([4, -5]), "u[0] == 4 && u[1] == -5"),
    (.mat4s([.identity, mapping]), "u[0] == mat4(1.0) && u[1][2] == vec4(9, 10, 11, 12)"),
    (.mat3s([.identity, mapping]), "u[0] == mat3(1.0) && u[1][2] == vec3(9, 10, 11)"),
    (.ivec2s([[1, 2], [3, -4]]), "u[0] == ivec2(1, 2) && u[1] == ivec2(3, -4)"),
    (.ivec3s([[1, 2, 3], [4, 5, -6]]), "u[0] == ivec3(1, 2, 3) && u[1] == ivec3(4, 5, -6)"),
    (.ivec4s([[1, 2, 3, 4], [5, 6, 7, -8]]), "u[0] == ivec4(1, 2, 3, 4) && u[1] == ivec4(5, 6, 7, -8)"),
  ]

  /// The numbers from 1 to 16 in row order.
  private static let mapping = Transform3D(
    rows: ([1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12], [13, 14, 15, 16]))

  @Test(arguments: Offscreen.both, uniforms.indices)
  func `every kind of uniform arrives`(kind: DriverDescription.Kind, index: Int) throws {
    let (value, comparison) = Self.uniforms[index]
    let offscreen = try Offscreen.context(kind)
    let target = try Framebuffer(size: PixelSize(width: 1, height: 1), in: offscreen.graphics)
    let array = value.count > 1 ? "[\(value.count)]" : ""
    let fragment = ShaderSource(
      file: "uniforms.frag",
      text: """
        uniform \(value.type.rawValue) u\(array);
        out vec4 result;
        void main() { result = \(comparison) ? vec4(0, 1, 0, 1) : vec4(1, 0, 0, 1); }
        """)
    let program = try Program(vertex: Sample.vertex, fragment: fragment, in: offscreen.graphics)
    let declaration = UniformDeclaration("u", value.type, count: value.count)

    let place = try program.uniforms([declaration], files: ["uniforms.frag"])[0]
    program.set(place, to: value)
    try draw(program, into: target, of: offscreen.graphics)

    #expect(target.readPixels() == [0, 255, 0, 255])
    try offscreen.graphics.check()
  }

  @Test func `what a program reads and nobody sets is refused by its name`() throws {
    let offscreen = try Offscreen.context()
    let fragment = ShaderSource(
      file: "array.frag",
      text: """
        uniform vec2 places[3];
        out vec4 result;
        void main() { result = vec4(places[0], places[1]) + places[2].xyxy; }
        """)
    let program = try Program(vertex: Sample.vertex, fragment: fragment, in: offscreen.graphics)
    func refusal(_ declared: UniformDeclaration...) -> String? {
      do throws(ShaderError) {
        _ = try program.uniforms(declared, files: ["array.frag"])
        return nil
      } catch { return error.description }
    }

    #expect(refusal(UniformDeclaration("places", .vec2, count: 3)) == nil)
    #expect(
      refusal(UniformDeclaration("places", .vec2, count: 2))
        == "array.frag: the program reads 3 elements of the uniform places, of which its paint sets 2")
    #expect(
      refusal(UniformDeclaration("places", .ivec2, count: 3))
        == "array.frag: the uniform places is not the ivec2 that its paint sets")
    #expect(
      refusal(UniformDeclaration("other", .vec2))
        == "array.frag: the program reads the uniform places, which its paint does not set")
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
