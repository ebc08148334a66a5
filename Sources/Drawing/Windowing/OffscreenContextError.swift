/// Why there is no way to draw without a window here, and what to do about it.
public struct OffscreenContextError: Error, Hashable, Sendable {
  /// The result of each attempt.
  public var attempts: [String]
}

extension OffscreenContextError: CustomStringConvertible {
  public var description: String {
    "no OpenGL context can be made for drawing without a window (\(attempts.joined(separator: "; "))); "
      + "install the packages libegl1 and libgl1-mesa-dri"
  }
}
