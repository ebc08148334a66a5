import Files

/// A program's identity for the desktop, which distinguishes its windows by it, and for the About panel.
public struct ProgramIdentity: Hashable, Sendable {
  /// The text of the About panel.
  public struct About: Hashable, Sendable {
    /// The version number.
    public var version: String
    /// The purpose, in a sentence.
    public var summary: String
    /// The author and the licence, one sentence each.
    public var notices: [String]

    /// Creates the text of the About panel.
    public init(version: String, summary: String, notices: [String] = []) {
      self.version = version
      self.summary = summary
      self.notices = notices
    }
  }

  /// The display name, such as “Regalia”.
  public var name: String
  /// The window class under X11, such as `regalia`.
  public var windowClass: String
  /// The name of the desktop file without its extension, such as `page.regalia.Regalia`; nil without one.
  ///
  /// The desktop finds the icon by this name, and other processes call the program by it.
  public var desktopFile: String?
  /// The text of the About panel; nil for no such panel.
  public var about: About?

  /// Creates the identity of a program.
  ///
  /// - Parameters:
  ///   - name: The display name; by default the executable's file name.
  ///   - windowClass: The window class under X11; by default the executable's file name.
  ///   - desktopFile: The name of the desktop file without its extension; nil without one.
  ///   - about: The text of the About panel; nil for no such panel.
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
