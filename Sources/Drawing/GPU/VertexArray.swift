import CEpoxy

/// Which buffers feed which attributes, deleted with its owner.
///
/// The buffers stay with their owners and must live as long as something is drawn from the array.
public struct VertexArray: ~Copyable {
  let handle: Handle

  /// Creates an array with no attributes, for shaders that go by `gl_VertexID` alone.
  public init(in context: GraphicsContext) {
    handle = Handle(.vertexArray, in: context)
    // A name becomes an object when it is first bound.
    glBindVertexArray(handle.name)
    glBindVertexArray(0)
  }

  /// Creates an array that reads vertices from one buffer.
  public init(vertices: borrowing Buffer, layout: VertexLayout, in context: GraphicsContext) {
    self.init(in: context)
    attach(vertices, layout: layout)
  }

  /// Creates an array that reads vertices from one buffer in the order that the indices of another give.
  public init(
    vertices: borrowing Buffer, layout: VertexLayout, indices: borrowing Buffer, in context: GraphicsContext
  ) {
    self.init(vertices: vertices, layout: layout, in: context)
    attachIndices(indices)
  }

  /// Lets the attributes of `layout` read from `buffer`.
  ///
  /// The first vertex or instance lies `offset` bytes into the buffer.
  public func attach(_ buffer: borrowing Buffer, layout: VertexLayout, offset: Int = 0) {
    glBindVertexArray(handle.name)
    glBindBuffer(GLenum(GL_ARRAY_BUFFER), buffer.handle.name)
    for attribute in layout.attributes {
      let location = GLuint(attribute.location)
      glEnableVertexAttribArray(location)
      glVertexAttribPointer(
        location, GLint(attribute.count), attribute.component.type, attribute.component.isNormalized,
        GLsizei(layout.stride), UnsafeRawPointer(bitPattern: offset + attribute.offset))
      glVertexAttribDivisor(location, layout.isPerInstance ? 1 : 0)
    }
    glBindVertexArray(0)
  }

  /// Lets indexed drawing read its indices from `buffer`.
  public func attachIndices(_ buffer: borrowing Buffer) {
    glBindVertexArray(handle.name)
    glBindBuffer(GLenum(GL_ELEMENT_ARRAY_BUFFER), buffer.handle.name)
    glBindVertexArray(0)
  }
}

extension VertexLayout.Component {
  var type: GLenum {
    switch self {
    case .float: GLenum(GL_FLOAT)
    case .byte: GLenum(GL_UNSIGNED_BYTE)
    case .short: GLenum(GL_UNSIGNED_SHORT)
    }
  }

  var isNormalized: GLboolean { self == .float ? 0 : 1 }
}
