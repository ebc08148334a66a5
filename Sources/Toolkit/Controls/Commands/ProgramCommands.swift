/// The program's commands, the same in every window.
public struct ProgramCommands {
  /// Commands that open the program's windows, including this one's kind, in menu order.
  public var windows: [Command]

  /// Commands for the whole window or the program, such as full screen, preferences and About.
  public var others: [Command]

  /// Closes all windows of this process; nil where only one window can exist.
  public var quit: ((_ time: Double) -> Void)?

  /// Creates the program's commands.
  ///
  /// - Parameters:
  ///   - windows: The commands that open windows.
  ///   - others: Other commands.
  ///   - quit: Ends the program, at a time in seconds; nil without such a command.
  public init(windows: [Command] = [], others: [Command] = [], quit: ((_ time: Double) -> Void)? = nil) {
    self.windows = windows
    self.others = others
    self.quit = quit
  }
}
