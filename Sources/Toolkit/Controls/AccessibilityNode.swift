import Colors
import Geometry
import Text

/// What assistive tools are told about a control.
public struct AccessibilityNode: Hashable, Sendable {
  /// What a control is, by the words that descriptions in JSON use.
  public enum Role: String, Hashable, Sendable {
    /// A window; the root of a tree.
    case window
    /// Controls that belong together, or what has no other role.
    case group
    /// A number that is chosen along a line.
    case slider
    /// A field in the plane, moved in two directions.
    case slider2D = "slider-2d"
    /// A line of text that can be edited.
    case textField = "text-field"
    /// What does something when it is pressed.
    case button
    /// One of several choices that exclude each other.
    case radioButton = "radio-button"
    /// A picture, described by its label.
    case image
    /// Text that is read and not edited.
    case text
    /// A list of things to do.
    case menu
    /// A line of a menu.
    case menuItem = "menu-item"
    /// Things below each other.
    case list
    /// One thing of a list.
    case listItem = "list-item"
    /// Things in rows and columns.
    case grid
    /// One thing of a grid.
    case cell
    /// What lies over a window and asks for an answer.
    case dialog
    /// What is on or off.
    case toggle
    /// The bar that scrolls something.
    case scrollBar = "scroll-bar"
    /// The title of what follows.
    case heading
    /// A sentence that tells what has just happened.
    case notification
  }

  /// The states of a node.
  public enum State: String, Hashable, Sendable, CaseIterable {
    /// The control cannot be used now.
    case disabled
    /// The thing is chosen among others.
    case selected
    /// What can be on or off is on.
    case checked
    /// What can be opened is open.
    case expanded
    /// What can be opened is closed.
    case collapsed
    /// The text can be changed.
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

    /// Creates a selection; both are counted in characters.
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

  /// What an assistive tool can ask of a node.
  public enum Action: String, Hashable, Sendable {
    /// What a press of the pointer does.
    case press
    /// To go up by a step.
    case increment
    /// To go down by a step.
    case decrement
    /// To take a number or a text.
    case setValue = "set-value"
    /// To take the keyboard.
    case focus
    /// To open the menu that the right button opens.
    case showMenu = "show-menu"
  }

  /// How a node refers to others.
  public enum Relation: String, Hashable, Sendable, CaseIterable {
    /// By the nodes that say what this one is called.
    case labelledBy = "labelled-by"
    /// By the nodes that say more of this one.
    case describedBy = "described-by"
  }

  /// The place of a node among others of its kind, also of those that are not in the tree.
  public struct Place: Hashable, Sendable {
    /// From 0.
    public var index: Int
    /// How many there are in all.
    public var count: Int

    /// Creates a place, counted from 0.
    public init(_ index: Int, of count: Int) {
      self.index = index
      self.count = count
    }
  }

  /// The numbers that a value can have.
  public struct ValueRange: Hashable, Sendable {
    /// The smallest number.
    public var minimum: Double
    /// The largest number.
    public var maximum: Double

    /// Creates a range from both ends.
    public init(_ minimum: Double, _ maximum: Double) {
      self.minimum = minimum
      self.maximum = maximum
    }
  }

  /// Identifies the node among its siblings, or in a whole tree among all nodes; empty where the label does.
  public var id = ""
  /// What the control is.
  public var role: Role
  /// What the control is called.
  public var label: String
  /// The value in words, or nil without a value.
  public var value: String?
  /// What is to be said besides, such as why a text is refused.
  public var description: String?
  /// The numbers that the value can have, or nil for what has none.
  public var range: ValueRange?
  /// How far increment and decrement go, in the range's unit.
  public var step: Double?
  /// What an assistive tool can ask of the control.
  public var actions: [Action]
  /// Where it stands in the window, in points.
  public var frame: Rect
  /// Whether the control has the keyboard.
  public var isFocused: Bool
  /// The states that hold now.
  public var states: Set<State> = []
  /// The value as a number in the range's unit, or nil for what has none.
  public var number: Double?
  /// Where the text of the value is edited, or nil for what is no editable text.
  public var text: TextSelection?
  /// The place among others of its kind, or nil where that says nothing.
  public var place: Place?
  /// What stands in an empty field.
  public var placeholder: String?
  /// Where each character of the text stands, in the coordinates of `frame`; empty where that is not known.
  public var characterFrames: [Rect] = []
  /// The nodes of the same window that it refers to, by their ids.
  public var relations: [Relation: [String]] = [:]
  var links = Links()
  /// What stands in the control, in the order of Tab.
  public var children: [AccessibilityNode]

  /// Creates a node; its frame is in points of the window, or of the parent while the tree is built.
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
