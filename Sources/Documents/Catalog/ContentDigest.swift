/// A content hash: equal bytes have equal digests, and different bytes almost certainly different ones.
///
/// It is the 128-bit FNV-1a hash by Fowler, Noll and Vo; it does not protect against forgery.
public struct ContentDigest: Hashable, Sendable, CustomStringConvertible {
  let value: UInt128

  /// Computes the digest of bytes in linear time.
  public init(_ bytes: [UInt8]) {
    let prime = UInt128(1) << 88 | 0x13B
    var hash: UInt128 = 0x6C62_272E_07BB_0142_62B8_2175_6295_C58D
    for byte in bytes { hash = (hash ^ UInt128(byte)) &* prime }
    value = hash
  }

  /// Reads a digest from its sixteen bytes in a library, or returns nil.
  init?(stored bytes: [UInt8]) {
    guard bytes.count == 16 else { return nil }
    value = bytes.reduce(0) { $0 << 8 | UInt128($1) }
  }

  var stored: [UInt8] { (0..<16).map { UInt8(truncatingIfNeeded: value >> UInt128(120 - 8 * $0)) } }

  /// The digest as 32 hexadecimal digits.
  public var description: String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 32 - digits.utf8.count) + digits
  }
}
