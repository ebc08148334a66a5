/// One thing in several kinds that is to be had from the clipboard, until somebody else copies something or the program ends.
///
/// For Wayland, where only who has the keyboard may copy; X11 lets anybody.
public struct ClipboardOffer: Sendable {
  /// One of the kinds.
  public struct Kind: Sendable {
    /// The MIME type; that of plain text is `text/plain`, in UTF-8.
    public let name: String
    /// What is offered, as the type has it.
    public let bytes: [UInt8]

    /// Creates a kind of what is offered.
    public init(_ name: String, _ bytes: [UInt8]) {
      (self.name, self.bytes) = (name, bytes)
    }
  }

  /// The kinds, of which a program that pastes takes one.
  public let kinds: [Kind]
  /// Told why it cannot be had, or nil.
  public let report: @Sendable (_ fault: String?) -> Void

  /// Creates an offer; `report` may be called on any thread.
  public init(_ kinds: [Kind], report: @escaping @Sendable (_ fault: String?) -> Void) {
    (self.kinds, self.report) = (kinds, report)
  }
}
