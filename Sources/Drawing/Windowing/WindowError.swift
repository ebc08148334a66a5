/// The reason why a window cannot open.
public enum WindowError: Error, Hashable, Sendable {
  /// No display is available.
  case noDisplay(String)

  /// The display has no usable context; the texts are the errors of each attempt.
  case noContext([String])

  /// A size that no window can have.
  case impossibleSize(String)

  /// `REGALIA_CONTEXT` has an unknown value.
  case unknownContext(String)

  /// An event loop exists already; a program has one.
  case loopExists
}

extension WindowError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .noDisplay(let reason): "no display to open a window on: \(reason)"
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
