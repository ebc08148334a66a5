/// What the program that shows a window can do from there, the same in every window.
public struct ProgramCommands {
  /// Opens the windows of the program, this one's kind included, in the order in which the menu lists them.
  public var windows: [Command]

  /// What concerns the window as a whole or the program, such as full screen, preferences, and what the program is.
  public var others: [Command]

  /// Closes all windows of this process; nil where the window is the only one there can be.
  public var quit: ((_ time: Double) -> Void)?

  /// Creates what a program can do; without arguments that is nothing.
  public init(windows: [Command] = [], others: [Command] = [], quit: ((_ time: Double) -> Void)? = nil) {
    self.windows = windows
    self.others = others
    self.quit = quit
  }
}
