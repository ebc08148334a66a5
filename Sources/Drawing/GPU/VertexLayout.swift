import CEpoxy

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

  /// Creates a layout of tightly packed floats, `counts[i]` of them at location `i`.
  public init(floats counts: Int..., perInstance: Bool = false) {
    isPerInstance = perInstance
    for (location, count) in counts.enumerated() { append(count, at: location) }
  }

  /// Adds `count` components after those there are; bytes and shorts are unsigned and arrive as 0 to 1.
  public mutating func append(_ count: Int, _ component: Component = .float, at location: Int) {
    precondition((1...4).contains(count), "an attribute has one to four components")
    precondition((0..<16).contains(location), "an attribute has a location from 0 to 15")
    attributes.append(Attribute(location: location, count: count, component: component, offset: stride))
    stride += count * component.size
  }

  /// Leaves `count` bytes unused before the next attribute or vertex.
  public mutating func skip(_ count: Int) {
    precondition(count >= 0, "a gap is not negative")
    stride += count
  }
}
