import Colors
import Geometry
import Text

/// The description of a control for assistive tools.
public struct AccessibilityNode: Hashable, Sendable {
  /// The role of a control; raw values appear in JSON descriptions.
  public enum Role: String, Hashable, Sendable {
    /// A window; the root of a tree.
    case window
    /// Controls that belong together, or a control without another role.
    case group
    /// A number chosen along a line.
    case slider
    /// A two-dimensional slider.
    case slider2D = "slider-2d"
    /// An editable line of text.
    case textField = "text-field"
    /// A button.
    case button
    /// One of several mutually exclusive choices.
    case radioButton = "radio-button"
    /// A picture, described by its label.
    case image
    /// Read-only text.
    case text
    /// A menu.
    case menu
    /// A menu item.
    case menuItem = "menu-item"
    /// Items in one column.
    case list
    /// An item of a list.
    case listItem = "list-item"
    /// Items in rows and columns.
    case grid
    /// An item of a grid.
    case cell
    /// A dialog over a window.
    case dialog
    /// A switch that is on or off.
    case toggle
    /// A scroll bar.
    case scrollBar = "scroll-bar"
    /// The title of the content that follows.
    case heading
    /// A sentence that reports a recent event.
    case notification
  }

  /// The states of a node.
  public enum State: String, Hashable, Sendable, CaseIterable {
    /// The control is disabled.
    case disabled
    /// The item is selected.
    case selected
    /// The control is on.
    case checked
    /// The control is expanded.
    case expanded
    /// The control is collapsed.
    case collapsed
    /// The text is editable.
    case editable
    /// The text is invalid.
    case invalid
    /// Several of the children can be selected.
    case multiselectable
    /// Pressing it opens a menu.
    case opensMenu = "opens-menu"
  }

  /// The caret and selection of a field.
  public struct TextSelection: Hashable, Sendable {
    /// The caret's position, in characters.
    public var caret: Int
    /// The selected range, in characters.
    public var selection: Range<Int>

    /// Creates a selection.
    ///
    /// - Parameters:
    ///   - caret: The number of characters before the caret.
    ///   - selection: The selected characters, by their indices; empty at the caret without a selection.
    public init(caret: Int, selection: Range<Int>) {
      self.caret = caret
      self.selection = selection
    }
  }

  /// References to controls, until every node has its id.
  struct Links: Hashable, Sendable {
    /// The control that this node describes.
    var own: ObjectIdentifier?
    var others: [Relation: ObjectIdentifier] = [:]
  }

  /// An action that an assistive tool can request.
  public enum Action: String, Hashable, Sendable {
    /// Performs the same action as a press of the pointer.
    case press
    /// Increases the value by a step.
    case increment
    /// Decreases the value by a step.
    case decrement
    /// Sets a number or a text.
    case setValue = "set-value"
    /// Takes the focus.
    case focus
    /// Opens the context menu.
    case showMenu = "show-menu"
  }

  /// A relation between nodes.
  public enum Relation: String, Hashable, Sendable, CaseIterable {
    /// The nodes that label this one.
    case labelledBy = "labelled-by"
    /// The nodes that describe this one.
    case describedBy = "described-by"
  }

  /// The position of a node among others of its kind, including those that are not in the tree.
  public struct Place: Hashable, Sendable {
    /// The index, from 0.
    public var index: Int
    /// The number of nodes of this kind.
    public var count: Int

    /// Creates a place among nodes of one kind.
    ///
    /// - Parameters:
    ///   - index: The index, from 0.
    ///   - count: The number of nodes of this kind, itself included.
    public init(_ index: Int, of count: Int) {
      self.index = index
      self.count = count
    }
  }

  /// The range of a value.
  public struct ValueRange: Hashable, Sendable {
    /// The smallest number.
    public var minimum: Double
    /// The largest number.
    public var maximum: Double

    /// Creates a range from its ends, in the unit of the value.
    public init(_ minimum: Double, _ maximum: Double) {
      self.minimum = minimum
      self.maximum = maximum
    }
  }

  /// Identifies the node among its siblings, or in a complete tree among all nodes; when empty, the label identifies
  /// it.
  public var id = ""
  /// The control's role.
  public var role: Role
  /// The control's name.
  public var label: String
  /// The value in words, or nil without a value.
  public var value: String?
  /// Further information, such as why a text is invalid.
  public var description: String?
  /// The range of the value, or nil for a node without a number.
  public var range: ValueRange?
  /// The step of increment and decrement, in the range's unit.
  public var step: Double?
  /// The actions that an assistive tool can request.
  public var actions: [Action]
  /// The frame in the window, in points.
  public var frame: Rect
  /// Whether the control has the focus.
  public var isFocused: Bool
  /// The current states.
  public var states: Set<State> = []
  /// The value as a number in the range's unit, or nil for a node without one.
  public var number: Double?
  /// The caret and selection, or nil for a node without editable text.
  public var text: TextSelection?
  /// The position among others of its kind, or nil where it is irrelevant.
  public var place: Place?
  /// The placeholder of an empty field.
  public var placeholder: String?
  /// The frame of each character of the text, in the coordinates of `frame`; empty when unknown.
  public var characterFrames: [Rect] = []
  /// The ids of related nodes in the same window.
  public var relations: [Relation: [String]] = [:]
  var links = Links()
  /// The children, in the order of Tab.
  public var children: [AccessibilityNode]

  /// Creates a node.
  ///
  /// - Parameters:
  ///   - role: Its kind.
  ///   - label: Its name.
  ///   - value: Its value as text; nil for none.
  ///   - range: The ends of a numeric value.
  ///   - step: The change of one step of a numeric value, in its unit.
  ///   - actions: The actions that assistive tools may request.
  ///   - frame: Its frame in points of the window, or of the parent while the tree is built.
  ///   - isFocused: Whether it has the keyboard focus.
  ///   - children: The nodes inside it.
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
  /// The node and its descendants as JSON, indented by two spaces a level.
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
