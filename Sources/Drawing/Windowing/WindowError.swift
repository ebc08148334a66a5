/// Why there is no window.
public enum WindowError: Error, Hashable, Sendable {
  /// There is no display to open a window on.
  case noDisplay(String)

  /// The display is there, but no context to draw with: what each attempt said.
  case noContext([String])

  /// A size that no window can have.
  case impossibleSize(String)

  /// `REGALIA_CONTEXT` holds something unknown.
  case unknownContext(String)

  /// There is an event loop already; a program has one.
  case loopExists
}

extension WindowError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .noDisplay(let words):
      "no display to open a window on (\(words)); is DISPLAY or WAYLAND_DISPLAY set?"
    case .noContext(let attempts):
      "the window system offers no OpenGL to draw with (\(attempts.joined(separator: "; "))); "
        + "install the packages libegl1 and libgl1-mesa-dri"
    case .impossibleSize(let words): "a window cannot have the size \(words)"
    case .unknownContext(let name):
      "REGALIA_CONTEXT is “\(name)”; it may be \(ContextPreference.names.joined(separator: ", "))"
    case .loopExists: "there is an event loop already"
    }
  }
}
