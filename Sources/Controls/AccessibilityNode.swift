import Colors
import Geometry
import Text

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
    case menu
    case menuItem = "menu-item"
    case list
    case listItem = "list-item"
    case grid
    case cell
    case dialog
    case toggle
    case scrollBar = "scroll-bar"
    case heading
    case notification
  }

  /// The states of a node.
  public enum State: String, Hashable, Sendable, CaseIterable {
    case disabled
    case selected
    case checked
    case expanded
    case collapsed
    case editable
    /// The text is refused.
    case invalid
    /// Several of the children can be selected.
    case multiselectable
    /// Pressing it opens a menu.
    case opensMenu = "opens-menu"
  }

  /// The text of a field and where it is edited.
  public struct TextSelection: Hashable, Sendable {
    /// Where the caret stands, in characters.
    public var caret: Int
    /// What is selected, in characters.
    public var selection: Range<Int>

    public init(caret: Int, selection: Range<Int>) {
      self.caret = caret
      self.selection = selection
    }
  }

  /// The nodes of controls that a node refers to, until all of them have their ids.
  struct Links: Hashable, Sendable {
    /// The control of this node.
    var own: ObjectIdentifier?
    var others: [Relation: ObjectIdentifier] = [:]
  }

  public enum Action: String, Hashable, Sendable {
    case press
    case increment
    case decrement
    case setValue = "set-value"
    case focus
    case showMenu = "show-menu"
  }

  /// How a node refers to others.
  public enum Relation: String, Hashable, Sendable, CaseIterable {
    case labelledBy = "labelled-by"
    case describedBy = "described-by"
  }

  /// The place of a node among others of its kind, also of those that are not in the tree.
  public struct Place: Hashable, Sendable {
    /// From 0.
    public var index: Int
    public var count: Int

    public init(_ index: Int, of count: Int) {
      self.index = index
      self.count = count
    }
  }

  public struct ValueRange: Hashable, Sendable {
    public var minimum: Double
    public var maximum: Double

    public init(_ minimum: Double, _ maximum: Double) {
      self.minimum = minimum
      self.maximum = maximum
    }
  }

  /// Identifies the node among its siblings, or in a whole tree among all nodes; empty where the label does.
  public var id = ""
  public var role: Role
  public var label: String
  /// The value in words, or nil without a value.
  public var value: String?
  /// What is to be said besides, such as why a text is refused.
  public var description: String?
  public var range: ValueRange?
  /// How far increment and decrement go, in the range's unit.
  public var step: Double?
  public var actions: [Action]
  /// Where it stands in the window, in points.
  public var frame: Rect
  public var isFocused: Bool
  public var states: Set<State> = []
  /// The value as a number in the range's unit, or nil for what has none.
  public var number: Double?
  /// Where the text of the value is edited, or nil for what is no editable text.
  public var text: TextSelection?
  public var place: Place?
  /// What stands in an empty field.
  public var placeholder: String?
  /// Where each character of the text stands, in the coordinates of `frame`; empty where that is not known.
  public var characterFrames: [Rect] = []
  /// The nodes of the same window that it refers to, by their ids.
  public var relations: [Relation: [String]] = [:]
  var links = Links()
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
  public var json: String { value(of: self).text }

  private func value(of node: AccessibilityNode) -> JSONValue {
    [
      "id": .string(node.id.isEmpty ? node.label : node.id), "role": .string(node.role.rawValue),
      "label": .string(node.label), "value": .text(node.value), "description": .text(node.description),
      "range": node.range.map { .numbers([$0.minimum, $0.maximum]) } ?? .null, "step": .number(node.step),
      "actions": .array(node.actions.map { .string($0.rawValue) }),
      "frame": .numbers([node.frame.minX, node.frame.minY, node.frame.width, node.frame.height]),
      "focused": .bool(node.isFocused),
      "states": .array(State.allCases.filter(node.states.contains).map { .string($0.rawValue) }),
      "number": .number(node.number), "caret": .number(node.text.map { Double($0.caret) }),
      "selection": node.text.map {
        .numbers([Double($0.selection.lowerBound), Double($0.selection.upperBound)])
      } ?? .null,
      "place": node.place.map { .numbers([Double($0.index + 1), Double($0.count)]) } ?? .null,
      "relations": .array(
        Relation.allCases.flatMap { relation in
          (node.relations[relation] ?? []).map { .string("\(relation.rawValue) \($0)") }
        }),
      "children": .array(node.children.map(value)),
    ]
  }
}
