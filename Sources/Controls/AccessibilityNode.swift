import Colors
import Geometry

/// What assistive tools are told about a control.
public struct AccessibilityNode: Hashable, Sendable {
  public enum Role: String, Hashable, Sendable {
    case window
    case group
    case slider
    /// A field in the plane, moved in two directions.
    case slider2D = "slider-2d"
    case textField = "text-field"
    case button
    case radioButton = "radio-button"
    case image
    case text
  }

  public enum Action: String, Hashable, Sendable {
    case press
    case increment
    case decrement
    case setValue = "set-value"
    case focus
  }

  public struct ValueRange: Hashable, Sendable {
    public var minimum: Double
    public var maximum: Double

    public init(_ minimum: Double, _ maximum: Double) {
      self.minimum = minimum
      self.maximum = maximum
    }
  }

  public var role: Role
  public var label: String
  /// The value in words, or nil for what has none.
  public var value: String?
  public var range: ValueRange?
  /// How far increment and decrement go, in the range's unit.
  public var step: Double?
  public var actions: [Action]
  /// Where it stands in the window, in points.
  public var frame: Rect
  public var isFocused: Bool
  public var children: [AccessibilityNode]

  public init(
    role: Role, label: String, value: String? = nil, range: ValueRange? = nil, step: Double? = nil,
    actions: [Action] = [], frame: Rect, isFocused: Bool = false, children: [AccessibilityNode] = []
  ) {
    self.role = role
    self.label = label
    self.value = value
    self.range = range
    self.step = step
    self.actions = actions
    self.frame = frame
    self.isFocused = isFocused
    self.children = children
  }
}

extension AccessibilityNode {
  /// The node and all below it as JSON, indented by two spaces a level.
  public var json: String { json(indent: "") }

  private func json(indent: String) -> String {
    let inner = indent + "  "
    var members = [
      "\"role\": \(JSONText.quoted(role.rawValue))",
      "\"label\": \(JSONText.quoted(label))",
      "\"value\": \(value.map(JSONText.quoted) ?? "null")",
      "\"range\": \(range.map { "[\(JSONText.number($0.minimum)), \(JSONText.number($0.maximum))]" } ?? "null")",
      "\"step\": \(step.map(JSONText.number) ?? "null")",
      "\"actions\": [\(actions.map { JSONText.quoted($0.rawValue) }.joined(separator: ", "))]",
      "\"frame\": [\([frame.minX, frame.minY, frame.width, frame.height].map(JSONText.number).joined(separator: ", "))]",
      "\"focused\": \(isFocused)",
    ]
    if children.isEmpty {
      members.append("\"children\": []")
    } else {
      let nodes = children.map { inner + "  " + $0.json(indent: inner + "  ") }
      members.append("\"children\": [\n\(nodes.joined(separator: ",\n"))\n\(inner)]")
    }
    return "{\n" + members.map { inner + $0 }.joined(separator: ",\n") + "\n\(indent)}"
  }
}
