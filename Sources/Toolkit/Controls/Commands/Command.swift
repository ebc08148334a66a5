/// A command: menus, shortcuts, the command palette and assistive tools offer it.
public struct Command {
  /// The name in settings and scripts; it is the same in every version.
  public var id: String

  /// What a person reads, in sentence case, such as “New poster”.
  public var title: String

  /// The keys that do it, the one to show first.
  public var shortcuts: [Shortcut]

  /// The heading under which the window of shortcuts lists it, and the name of its submenu.
  public var group: String

  /// The heading within its submenu, for commands of which one is on; empty for none.
  public var section: String

  /// The icon of a button that performs it; nil shows the title.
  public var icon: Icon?

  /// Whether it can be done now.
  public var isEnabled: Bool

  /// Whether it is on, for a command that switches something; otherwise nil.
  public var isChecked: Bool?

  /// Whether a held key repeats it.
  public var repeats: Bool

  /// Performs the command; the argument is the time.
  public var action: (Double) -> Void

  /// Creates a command; the first shortcut is the one that is shown.
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

  /// The shortcut that is shown beside the title, or an empty text.
  public var shortcutText: String { shortcuts.first?.text ?? "" }
}
