/// One of a program's windows: the id by which it is called and remembered, and what menus call it.
public struct WindowKind: Hashable, Sendable {
  /// The id, such as `gallery`.
  public let id: String
  /// What a menu calls the window, such as “Gallery”.
  public let title: String

  /// Names a window of a program.
  public init(id: String, title: String) {
    self.id = id
    self.title = title
  }
}
