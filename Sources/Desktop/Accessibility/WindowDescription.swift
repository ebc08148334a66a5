public import Controls
public import Geometry

/// The description of a window for assistive tools, at one time.
public struct WindowDescription: Hashable, Sendable {
  /// Tells the windows of a program apart for as long as they live.
  public var id: Int
  /// The controls of the window, as its content describes them.
  public var tree: AccessibilityNode
  /// Where the top left corner of the window's contents lies on the screen, in pixels.
  public var origin: Point
  /// Pixels a point.
  public var scale: Double
  /// Whether the window has the keyboard.
  public var isActive: Bool
  /// The language of the texts, as BCP 47 has it.
  public var language: String

  /// Creates a description; the origin is in pixels of the screen, and the scale in pixels per point.
  public init(
    id: Int, tree: AccessibilityNode, origin: Point, scale: Double, isActive: Bool, language: String = "en"
  ) {
    self.id = id
    self.tree = tree
    self.origin = origin
    self.scale = scale
    self.isActive = isActive
    self.language = language
  }
}

/// The request of an assistive tool to a window of the program.
public struct AccessibilityRequest: Hashable, Sendable {
  /// The window's id.
  public var window: Int
  /// The id of the node in the window's tree.
  public var node: String
  /// The action on the node.
  public var action: AccessibilityAction

  /// Creates a request for a node of a window.
  public init(window: Int, node: String, action: AccessibilityAction) {
    self.window = window
    self.node = node
    self.action = action
  }
}
