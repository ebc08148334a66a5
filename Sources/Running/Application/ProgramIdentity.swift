import Files

/// Who a program is: to the desktop, which tells windows apart by it, and to a person who asks about it.
public struct ProgramIdentity: Hashable, Sendable {
  /// What a person reads about a program.
  public struct About: Hashable, Sendable {
    /// The number of its version.
    public var version: String
    /// What it is for, in a sentence.
    public var summary: String
    /// Who made it, and under which licence it may be used, a sentence each.
    public var notices: [String]

    /// Creates what a person reads about a program.
    public init(version: String, summary: String, notices: [String] = []) {
      self.version = version
      self.summary = summary
      self.notices = notices
    }
  }

  /// The name that a person reads, such as “Regalia”.
  public var name: String
  /// The class of its windows under X11, such as `regalia`.
  public var windowClass: String
  /// The name of its desktop file without the ending, such as `page.regalia.Regalia`; nil where it has none.
  ///
  /// Under this name the desktop finds its icon, and other processes call the program.
  public var desktopFile: String?
  /// What a panel about the program shows; nil for no such panel.
  public var about: About?

  /// Creates the identity of a program; without a name it has that of the file that was started.
  public init(
    name: String? = nil, windowClass: String? = nil, desktopFile: String? = nil, about: About? = nil
  ) {
    let file = FilePath(CommandLine.arguments.first ?? "program").name
    self.name = name ?? file
    self.windowClass = windowClass ?? file
    self.desktopFile = desktopFile
    self.about = about
  }
}
