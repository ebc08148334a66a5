// Untranslated file: names of AT-SPI's roles.

import Controls

/// A role as AT-SPI numbers it, in `atspi-constants.h`.
enum AccessibleRole: UInt32 {
  case checkBox = 7
  case checkMenuItem = 8
  case dialog = 16
  case frame = 23
  case image = 27
  case label = 29
  case list = 31
  case listItem = 32
  case menu = 33
  case menuItem = 35
  case panel = 39
  case pushButton = 43
  case radioButton = 44
  case scrollBar = 48
  case slider = 51
  case spinButton = 52
  case application = 75
  case entry = 79
  case heading = 83
  case listBox = 98
  case notification = 101

  /// The name of the role in AT-SPI.
  var name: String {
    switch self {
    case .checkBox: "check box"
    case .checkMenuItem: "check menu item"
    case .dialog: "dialog"
    case .frame: "frame"
    case .image: "image"
    case .label: "label"
    case .list: "list"
    case .listItem: "list item"
    case .menu: "menu"
    case .menuItem: "menu item"
    case .panel: "panel"
    case .pushButton: "push button"
    case .radioButton: "radio button"
    case .scrollBar: "scroll bar"
    case .slider: "slider"
    case .spinButton: "spin button"
    case .application: "application"
    case .entry: "entry"
    case .heading: "heading"
    case .listBox: "list box"
    case .notification: "notification"
    }
  }

  /// Creates the role that tells most about a node.
  init(of node: AccessibilityNode) {
    self =
      switch node.role {
      case .window: .frame
      // Its two values are sliders below it.
      case .group, .slider2D: .panel
      case .slider: .slider
      case .textField: node.range == nil ? .entry : .spinButton
      case .button: .pushButton
      case .radioButton: .radioButton
      case .image: .image
      case .text: .label
      case .menu: .menu
      case .menuItem: node.states.contains(.checked) ? .checkMenuItem : .menuItem
      case .list: .list
      // AT-SPI's tables have rows and columns of their own; a grid of one sort of thing is a list in lines.
      case .grid: .listBox
      case .listItem, .cell: .listItem
      case .dialog: .dialog
      case .toggle: .checkBox
      case .scrollBar: .scrollBar
      case .heading: .heading
      case .notification: .notification
      }
  }
}
