public import Localization

/// The reason why a window cannot open.
public enum WindowError: Error, Hashable, Sendable {
  /// No display is available.
  case noDisplay(Message)

  /// The display has no usable context; the texts are the errors of each attempt.
  case noContext([String])

  /// A size that no window can have.
  case impossibleSize(String)

  /// `REGALIA_CONTEXT` has an unknown value.
  case unknownContext(String)

  /// An event loop exists already; a program has one.
  case loopExists
}

extension WindowError: LocalizableError {
  /// The failure and, where there is one, a remedy.
  public var message: Message {
    switch self {
    case .noDisplay(let reason):
      Message("no display to open a window on: {reason}", parts: ["reason": reason])
    case .noContext(let attempts):
      Message(
        "the window system offers no OpenGL ({attempts}); install the packages libegl1 and libgl1-mesa-dri",
        ["attempts": attempts.joined(separator: "; ")])
    case .impossibleSize(let words): Message("a window cannot have the size {size}", ["size": words])
    case .unknownContext(let name):
      Message(
        "REGALIA_CONTEXT is “{value}”; it can be {names}",
        ["value": name, "names": ContextPreference.names.joined(separator: ", ")])
    case .loopExists: Message("an event loop exists already")
    }
  }
}
