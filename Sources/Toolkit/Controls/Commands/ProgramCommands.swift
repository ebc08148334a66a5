/// The program's commands, the same in every window.
public struct ProgramCommands {
  /// Commands that open the program's windows, including this one's kind, in menu order.
  public var windows: [Command]

  /// Commands for the whole window or the program, such as full screen and preferences.
  public var others: [Command]

  /// Commands that explain the program, such as Help and About, listed after the keyboard shortcuts. The sheet of
  /// shortcuts has a button for the one with the id `window.help`.
  public var explanations: [Command]

  /// Closes all windows of this process; nil where only one window can exist.
  public var quit: ((_ time: Double) -> Void)?

  /// Creates the program's commands.
  ///
  /// - Parameters:
  ///   - windows: The commands that open windows.
  ///   - others: Other commands.
  ///   - explanations: Commands that explain the program.
  ///   - quit: Ends the program, at a time in seconds; nil without such a command.
  public init(
    windows: [Command] = [], others: [Command] = [], explanations: [Command] = [],
    quit: ((_ time: Double) -> Void)? = nil
  ) {
    self.windows = windows
    self.others = others
    self.explanations = explanations
    self.quit = quit
  }
}
