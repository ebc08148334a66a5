import CEpoxy

/// The kinds of object that live in a graphics context.
public enum ObjectKind: String, CaseIterable, Hashable, Sendable {
  /// The kinds of GL objects.
  case program, shader, buffer, texture, framebuffer, renderbuffer, vertexArray, query, fence
}

/// A name that OpenGL gave out, with the kind it belongs to.
struct GraphicsObject: Hashable {
  let kind: ObjectKind
  let name: GLuint

  /// Asks OpenGL for a new name.
  static func generated(_ kind: ObjectKind) -> GraphicsObject {
    var name: GLuint = 0
    switch kind {
    case .program: name = glCreateProgram()
    case .buffer: glGenBuffers(1, &name)
    case .texture: glGenTextures(1, &name)
    case .framebuffer: glGenFramebuffers(1, &name)
    case .renderbuffer: glGenRenderbuffers(1, &name)
    case .vertexArray: glGenVertexArrays(1, &name)
    case .query: glGenQueries(1, &name)
    case .shader, .fence: preconditionFailure("a \(kind.rawValue) is made another way")
    }
    return GraphicsObject(kind: kind, name: name)
  }

  func delete() {
    var name = name
    switch kind {
    case .program: glDeleteProgram(name)
    case .shader: glDeleteShader(name)
    case .buffer: glDeleteBuffers(1, &name)
    case .texture: glDeleteTextures(1, &name)
    case .framebuffer: glDeleteFramebuffers(1, &name)
    case .renderbuffer: glDeleteRenderbuffers(1, &name)
    case .vertexArray: glDeleteVertexArrays(1, &name)
    case .query: glDeleteQueries(1, &name)
    case .fence: break
    }
  }

  /// Whether OpenGL itself knows the name.
  var exists: Bool {
    switch kind {
    case .program: glIsProgram(name) != 0
    case .shader: glIsShader(name) != 0
    case .buffer: glIsBuffer(name) != 0
    case .texture: glIsTexture(name) != 0
    case .framebuffer: glIsFramebuffer(name) != 0
    case .renderbuffer: glIsRenderbuffer(name) != 0
    case .vertexArray: glIsVertexArray(name) != 0
    case .query: glIsQuery(name) != 0
    case .fence: false
    }
  }
}
