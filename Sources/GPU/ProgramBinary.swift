/// A linked program in a driver's own format.
public struct ProgramBinary: Hashable, Sendable {
  public var format: UInt32
  public var bytes: [UInt8]

  public init(format: UInt32, bytes: [UInt8]) {
    self.format = format
    self.bytes = bytes
  }
}
