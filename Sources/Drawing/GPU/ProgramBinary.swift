/// A linked program in a driver's own format.
public struct ProgramBinary: Hashable, Sendable {
  /// The driver's number for its format.
  public var format: UInt32
  /// The program, which only this driver in this version understands.
  public var bytes: [UInt8]

  /// Creates a binary from what a driver gave.
  public init(format: UInt32, bytes: [UInt8]) {
    self.format = format
    self.bytes = bytes
  }
}
