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

  /// Makes the attributes of a layout read from a buffer.
  ///
  /// - Parameters:
  ///   - buffer: The buffer.
  ///   - layout: The attributes and where they lie in a vertex.
  ///   - offset: Where the first vertex or instance begins in the buffer, in bytes.
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

/// How the bytes of a buffer become the attributes of a vertex.
public struct VertexLayout: Hashable, Sendable {
  /// The type of an attribute's components.
  public enum Component: Hashable, Sendable {
    /// A single-precision number of four bytes.
    case float
    /// An unsigned byte, which arrives as 0 to 1.
    case byte
    /// An unsigned number of two bytes, which arrives as 0 to 1.
    case short

    var size: Int {
      switch self {
      case .float: 4
      case .short: 2
      case .byte: 1
      }
    }
  }

  /// One `layout(location = …) in` of a vertex shader.
  public struct Attribute: Hashable, Sendable {
    /// The location that the shader names, 0 to 15.
    public var location: Int
    /// The number of components, 1 to 4.
    public var count: Int
    /// The type of each component.
    public var component: Component
    /// The bytes from the beginning of a vertex to the first component.
    public var offset: Int
  }

  /// The attributes in the order in which they were added.
  public private(set) var attributes: [Attribute] = []

  /// The bytes from one vertex to the next.
  public private(set) var stride = 0

  /// Whether one step is an instance rather than a vertex.
  public var isPerInstance: Bool

  /// Creates a layout without attributes.
  public init(perInstance: Bool = false) {
    isPerInstance = perInstance
  }

  /// Creates the layout of a vertex type, with attributes at consecutive locations from `first`.
  ///
  /// Offsets follow from the type itself, including padding: a `SIMD3<Float>` takes the space of four numbers.
  ///
  ///     struct Vertex {
  ///       var place: SIMD3<Float>
  ///       var normal: SIMD3<Float>
  ///     }
  ///     let vertices = try Buffer(corners, in: graphics)  // [Vertex]
  ///     let layout = VertexLayout(\Vertex.place, \.normal)  // layout(location = 0) and 1
  ///     let places = VertexLayout(\SIMD3<Float>.self)  // of a buffer made of a [SIMD3<Float>]
  ///
  /// - Parameters:
  ///   - attributes: Stored properties of a struct, or `\.self` for a single value.
  ///   - first: The location of the first attribute; the others follow.
  ///   - perInstance: Whether attributes advance per instance instead of per vertex.
  public init<Vertex: BitwiseCopyable, each Value: VertexValue>(
    _ attributes: repeat KeyPath<Vertex, each Value>, at first: Int = 0, perInstance: Bool = false
  ) {
    isPerInstance = perInstance
    var location = first
    for path in repeat each attributes { append(path, of: Vertex.self, at: &location) }
    stride = MemoryLayout<Vertex>.stride
  }

  private mutating func append<Vertex, Value: VertexValue>(
    _ path: KeyPath<Vertex, Value>, of _: Vertex.Type, at location: inout Int
  ) {
    guard let offset = MemoryLayout<Vertex>.offset(of: path) else {
      preconditionFailure("an attribute is a stored property")
    }
    precondition((0..<16).contains(location), "an attribute has a location from 0 to 15")
    attributes.append(
      Attribute(location: location, count: Value.floatCount, component: .float, offset: offset))
    location += 1
  }

  /// Creates a layout of tightly packed floats.
  ///
  /// Not for arrays of `SIMD3`, which have padding: use `VertexLayout(\SIMD3<Float>.self)`.
  ///
  /// - Parameters:
  ///   - counts: The number of floats at the locations 0, 1, …; 1 to 4 each.
  ///   - perInstance: Whether it advances once per instance instead of once per vertex.
  public init(floats counts: Int..., perInstance: Bool = false) {
    isPerInstance = perInstance
    for (location, count) in counts.enumerated() { append(count, at: location) }
  }

  /// Adds an attribute after the others.
  ///
  /// - Parameters:
  ///   - count: The number of components, 1…4.
  ///   - component: Their type; bytes and shorts are unsigned and arrive as 0…1.
  ///   - location: The location in the shader, 0…15.
  public mutating func append(_ count: Int, _ component: Component = .float, at location: Int) {
    precondition((1...4).contains(count), "an attribute has one to four components")
    precondition((0..<16).contains(location), "an attribute has a location from 0 to 15")
    attributes.append(Attribute(location: location, count: count, component: component, offset: stride))
    stride += count * component.size
  }

  /// Leaves `count` bytes, 0 or more, unused before the next attribute or vertex.
  public mutating func skip(_ count: Int) {
    precondition(count >= 0, "a gap is not negative")
    stride += count
  }
}

/// The type of a vertex attribute: `Float`, or a vector of `Float`.
public protocol VertexValue: BitwiseCopyable {
  /// The number of floats, 1 to 4.
  static var floatCount: Int { get }
}

extension Float: VertexValue {
  public static var floatCount: Int { 1 }
}

extension SIMD2: VertexValue where Scalar == Float {
  public static var floatCount: Int { 2 }
}

extension SIMD3: VertexValue where Scalar == Float {
  public static var floatCount: Int { 3 }
}

extension SIMD4: VertexValue where Scalar == Float {
  public static var floatCount: Int { 4 }
}
