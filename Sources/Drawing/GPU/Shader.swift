import CEpoxy

/// One stage of a program, needed only until the program is linked.
struct Shader: ~Copyable {
  enum Stage {
    case vertex, fragment
  }

  let handle: Handle

  init(_ stage: Stage, _ sources: [ShaderSource], in context: GraphicsContext) throws(ShaderError) {
    let type = GLenum(stage == .vertex ? GL_VERTEX_SHADER : GL_FRAGMENT_SHADER)
    handle = Handle(GraphicsObject(kind: .shader, name: glCreateShader(type)), in: context)
    let lines = LineNumbering(sources)
    Self.give(Self.text(of: sources, header: context.driver.shaderHeader, lines: lines), to: handle.name)
    glCompileShader(handle.name)
    var isCompiled: GLint = 0
    glGetShaderiv(handle.name, GLenum(GL_COMPILE_STATUS), &isCompiled)
    if isCompiled == 0 {
      context.forgetErrors()
      throw ShaderError(log: Self.log(of: handle.name), lines: lines)
    }
  }

  /// Returns the text a driver compiles; each piece counts its own lines.
  static func text(of sources: [ShaderSource], header: String, lines: LineNumbering) -> String {
    var text = header
    for (index, source) in sources.enumerated() {
      text += lines.directive(index)
      text += source.text
      if !source.text.hasSuffix("\n") { text += "\n" }
    }
    return text
  }

  private static func give(_ text: String, to name: GLuint) {
    var text = text
    text.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { characters in
        var start = characters.baseAddress
        var length = GLint(characters.count)
        glShaderSource(name, 1, &start, &length)
      }
    }
  }

  private static func log(of name: GLuint) -> String {
    var length: GLint = 0
    glGetShaderiv(name, GLenum(GL_INFO_LOG_LENGTH), &length)
    return driverText(length: length) { glGetShaderInfoLog(name, length, $0, $1) }
  }
}

/// Returns the text that `fill` writes into a buffer of `length` bytes, with the count it reports.
func driverText(
  length: GLint, _ fill: (UnsafeMutablePointer<GLsizei>, UnsafeMutablePointer<GLchar>?) -> Void
) -> String {
  guard length > 0 else { return "" }
  let bytes = [GLchar](unsafeUninitializedCapacity: Int(length)) { buffer, count in
    var written: GLsizei = 0
    fill(&written, buffer.baseAddress)
    count = Int(written)
  }
  return String(decoding: bytes.lazy.map { UInt8(bitPattern: $0) }, as: UTF8.self)
}
