/// Bytes that are no path.
public struct PathCodeError: Error, Hashable, CustomStringConvertible {
  /// What is wrong with the bytes.
  public enum Reason: Hashable, Sendable {
    /// The first byte names a version of the code that this program does not know.
    case unknownVersion(UInt8)
    /// The bytes end before the path does.
    case truncated
    /// The bytes mean nothing that a path could be.
    case damaged
  }

  /// What is wrong with the bytes.
  public let reason: Reason

  /// How many bytes had been read by then.
  public let offset: Int

  public var description: String {
    switch reason {
    case .unknownVersion(let version): "path code version \(version) is not known"
    case .truncated: "the path code ends too early, at byte \(offset)"
    case .damaged: "the path code is damaged before byte \(offset)"
    }
  }
}
