/// A number that stands for a run of bytes: FNV-1a with 128 bits (Fowler, Noll, Vo; RFC 9923).
struct Fingerprint {
  private(set) var value: UInt128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d

  mutating func combine(_ bytes: some Sequence<UInt8>) {
    let prime: UInt128 = 0x0000_0000_0100_0000_0000_0000_0000_013b
    for byte in bytes { value = (value ^ UInt128(byte)) &* prime }
  }

  /// Adds a text and its end, so that "a" and "bc" differ from "ab" and "c".
  mutating func combine(_ text: String) {
    combine(text.utf8)
    combine(CollectionOfOne(0xff))
  }

  /// The number as 32 hexadecimal digits.
  var hexadecimal: String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 32 - digits.count) + digits
  }

  var bytes: [UInt8] {
    (0..<16).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }
}
