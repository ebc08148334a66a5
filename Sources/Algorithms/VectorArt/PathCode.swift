import Geometry

/// The compact binary form of a filled path; `PathCodeFormat.md` describes every bit.
public enum PathCode {
  /// The version that is written; all up to it are read.
  static let version: UInt8 = 4

  /// How far, in pixels, a decoded outline may be from the original where the path's larger side is 1024 pixels.
  ///
  /// A twentieth of a pixel is allowed in all; the rest is for arcs and strokes, which import draws as cubics.
  public static let precision = 0.044

  /// Returns the code of a closed path for the non-zero rule, right to `precision`.
  ///
  /// Coordinates reach to 10³⁰; beyond that there is nothing to code.
  ///
  /// `extent` is the length that counts as 1024 pixels; it is the larger side of the path's box where not given.
  public static func encode(_ path: Path, extent: Double? = nil) -> [UInt8] {
    guard path.controlBounds != nil, let box = path.bounds else { return sealed([version]) }
    let side = max(box.width, box.height)
    let length = extent ?? side
    let farthest = max(box.minX.magnitude, box.maxX.magnitude, box.minY.magnitude, box.maxY.magnitude)
    guard length > 0, side > 0, side < 1e30, farthest < 1e30 else { return sealed([version]) }
    let pixel = max(length / 1024, side * 1e-9, farthest * 1e-12)
    return PathEncoder.smallest(path, pixel: pixel)
  }

  /// Returns the path that `bytes` stand for; each sub-path is closed.
  ///
  /// Throws where the bytes are damaged, break off, or are of a version that is not known.
  public static func decode(_ bytes: [UInt8]) throws(PathCodeError) -> Path { try decodeFolded(bytes).path }

  /// Returns the path that `bytes` stand for, folded where it is its own mirror image: less than half the work.
  ///
  /// Throws as `decode(_:)` does.
  public static func decodeFolded(_ bytes: [UInt8]) throws(PathCodeError) -> FoldedPath {
    try checkSeal(bytes)
    if bytes.count == 2 { return FoldedPath(Path()) }
    guard bytes[0] == version else { return FoldedPath(try EarlierPathCode.path(bytes.dropLast())) }
    return try bytes.withUnsafeBufferPointer { all throws(PathCodeError) in
      try PathDecoder.path(UnsafeBufferPointer(rebasing: all.dropLast()))
    }
  }

  /// Throws where `bytes` are of a version that is not known, or do not fit their check: a small part of the work of
  /// decoding, which finds all other faults.
  public static func checkSeal(_ bytes: [UInt8]) throws(PathCodeError) {
    guard let version = bytes.first else { throw PathCodeError(reason: .truncated, offset: 0) }
    guard (1...self.version).contains(version) else {
      throw PathCodeError(reason: .unknownVersion(version), offset: 0)
    }
    let isWhole = bytes.withUnsafeBufferPointer { all in
      let content = UnsafeBufferPointer(rebasing: all.dropLast())
      return content.count > 0 && check(content) == all[content.count]
    }
    guard isWhole else { throw PathCodeError(reason: .damaged, offset: bytes.count) }
  }

  /// Returns the bytes with their check at the end.
  static func sealed(_ bytes: [UInt8]) -> [UInt8] { bytes + [bytes.withUnsafeBufferPointer(check)] }

  /// Returns a CRC of 8 bits with the polynomial x⁸ + x² + x + 1, which finds every burst of up to 8 wrong bits.
  ///
  /// The powers of x repeat after 127 by this polynomial, so bytes that lie 127 apart count alike: they are added up
  /// first. Of the sums eight are taken at a time, each by the table for its distance from the last ("slicing",
  /// Kounavis and Berry 2005).
  static func check(_ bytes: UnsafeBufferPointer<UInt8>) -> UInt8 {
    guard bytes.count > 2 * period else { return remainder(bytes) }
    // The sums end where the bytes end.
    let head = bytes.count % period
    var sums = [UInt8](repeating: 0, count: period - head) + bytes[..<head]
    sums[head == 0 ? 0 : period - head] ^= 0xFF
    return sums.withUnsafeMutableBufferPointer { sums in
      for start in stride(from: head, to: bytes.count, by: period) {
        for index in 0..<period { sums[index] ^= bytes[start &+ index] }
      }
      return remainder(UnsafeBufferPointer(sums), after: 0)
    }
  }

  /// After how many bytes, and bits, the remainders of one bit repeat.
  private static let period = 127

  private static func remainder(_ bytes: UnsafeBufferPointer<UInt8>, after first: UInt8 = 0xFF) -> UInt8 {
    checks.withUnsafeBufferPointer { checks in
      var sum = first
      var index = 0
      while index + 8 <= bytes.count {
        var next = checks[7 << 8 | Int(sum ^ bytes[index])]
        for place in 1..<8 { next ^= checks[(7 - place) << 8 | Int(bytes[index + place])] }
        sum = next
        index += 8
      }
      for byte in bytes[index...] { sum = checks[Int(sum ^ byte)] }
      return sum
    }
  }

  /// The check of each byte that 0 to 7 zero bytes follow.
  private static let checks: [UInt8] = {
    var table: [UInt8] = (0..<256).map { start in
      (0..<8).reduce(UInt8(start)) { value, _ in value & 0x80 != 0 ? value << 1 ^ 7 : value << 1 }
    }
    for index in 256..<8 * 256 { table.append(table[Int(table[index - 256])]) }
    return table
  }()
}
