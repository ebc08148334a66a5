/// Bytes that are no path.
public struct PathCodeError: Error, Hashable, CustomStringConvertible {
  public enum Reason: Hashable, Sendable {
    case unknownVersion(UInt8)
    case truncated
    case damaged
  }

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
