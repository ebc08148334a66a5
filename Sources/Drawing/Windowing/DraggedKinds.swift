public import Input

/// Which kinds of what other programs drag are understood, and what their bytes mean.
public struct DraggedKinds: Sendable {
  /// The media types, the best first.
  public let names: [String]
  /// Returns what the bytes of a kind are, or nil; on any thread.
  public let content: @Sendable (_ kind: String, _ bytes: [UInt8]) -> DraggedContent?

  /// Creates kinds from their media types, the best first, and what makes something of their bytes.
  public init(
    _ names: [String], content: @escaping @Sendable (_ kind: String, _ bytes: [UInt8]) -> DraggedContent?
  ) {
    (self.names, self.content) = (names, content)
  }
}
