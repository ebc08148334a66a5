/// A kind of window: the id in calls and settings, and the title in menus.
public struct WindowKind: Hashable, Sendable {
  /// The id, such as `gallery`.
  public let id: String
  /// The title in menus, such as “Gallery”.
  public let title: String

  /// Creates a kind of window.
  public init(id: String, title: String) {
    self.id = id
    self.title = title
  }
}
