import CEpoxy

/// How the bytes of a buffer become the attributes of a vertex.
public struct VertexLayout: Hashable, Sendable {
  /// What the components of an attribute are made of.
  public enum Component: Hashable, Sendable {
    case float, byte, short

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
    public var location: Int
    public var count: Int
    public var component: Component
    public var offset: Int
  }

  public private(set) var attributes: [Attribute] = []

  /// The bytes from one vertex to the next.
  public private(set) var stride = 0

  /// Whether one step is an instance rather than a vertex.
  public var isPerInstance: Bool

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
