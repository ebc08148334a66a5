/// Asks under Wayland for what another program has copied, of which only the thread of the windows knows.
public struct ClipboardRequest: Sendable {
  /// Something that was copied, or where it comes from.
  enum Answer {
    case nothing
    case bytes(String, [UInt8])
    /// A file from which it is read and which is to be closed.
    case file(String, Int32)
  }

  let kinds: [String]
  let answer: @Sendable (Answer) -> Void
}
