/// A command, offered by menus, shortcuts, the command palette and assistive tools.
public struct Command {
  /// The name in settings and scripts, which never changes between versions.
  public var id: String

  /// The title, in sentence case, such as “New poster”.
  public var title: String

  /// The shortcuts; the first one is shown.
  public var shortcuts: [Shortcut]

  /// The heading in the shortcuts window, and the name of the submenu.
  public var group: String

  /// The heading within the submenu, for mutually exclusive commands; empty for none.
  public var section: String

  /// The icon of its button; nil shows the title.
  public var icon: Icon?

  /// Whether the command is available.
  public var isEnabled: Bool

  /// Whether the command is on; nil for a command that switches nothing.
  public var isChecked: Bool?

  /// Whether holding the key repeats the command.
  public var repeats: Bool

  /// Performs the command; the argument is the time.
  public var action: (Double) -> Void

  /// Creates a command.
  ///
  /// - Parameters:
  ///   - id: The name in settings and scripts, which never changes.
  ///   - title: The title, in sentence case.
  ///   - shortcuts: The shortcuts; the first one is shown.
  ///   - group: The heading in the shortcuts window, and the name of the submenu.
  ///   - section: The heading within the submenu, for mutually exclusive commands; empty for none.
  ///   - icon: The icon of its button; nil shows the title.
  ///   - isEnabled: Whether it is available.
  ///   - isChecked: Whether it is on; nil for a command that switches nothing.
  ///   - repeats: Whether holding the key repeats it.
  ///   - action: Called with the time in seconds.
  public init(
    _ id: String, _ title: String, _ shortcuts: Shortcut..., group: String = "", section: String = "",
    icon: Icon? = nil,
    isEnabled: Bool = true, isChecked: Bool? = nil, repeats: Bool = false,
    action: @escaping (_ time: Double) -> Void
  ) {
    self.id = id
    self.title = title
    self.shortcuts = shortcuts
    self.group = group
    self.section = section
    self.icon = icon
    self.isEnabled = isEnabled
    self.isChecked = isChecked
    self.repeats = repeats
    self.action = action
  }

  /// The shortcut shown beside the title, or an empty text.
  public var shortcutText: String { shortcuts.first?.text ?? "" }
}
