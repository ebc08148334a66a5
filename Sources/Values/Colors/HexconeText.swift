/// HSB, HSL and HWB as text with one decimal, such as `hsb(270 66.7% 60%)`, in whole tenths.
///
/// One decimal is the fewest that preserve every 8-bit colour; integers lose nine in ten. Bytes and
/// integer arithmetic make it fast enough to prove that for all 16,777,216 of them.
package struct HexconeText: Hashable, Sendable {
  package enum Notation: UInt8, Sendable {
    case hsb = 0x62
    case hsl = 0x6c
    case hwb = 0x77
  }

  /// Tenths of a degree, 0..<3600.
  package var hue: Int

  /// Tenths of a percent, 0...1000.
  package var first: Int
  package var second: Int

  /// The maximum length of a text in bytes.
  package static let capacity = 25

  package init(hue: Int, first: Int, second: Int) {
    self.hue = hue
    self.first = first
    self.second = second
  }

  /// Rounds a hue in degrees and two fractions of 1; an absent hue becomes 0.
  package init(hue: Double?, _ first: Double, _ second: Double) {
    var tenths = 0
    if let hue { tenths = Int(hue * 10 + 0.5) }
    self.hue = tenths < 3600 ? tenths : 0
    self.first = Int(unit(first) * 1000 + 0.5)
    self.second = Int(unit(second) * 1000 + 0.5)
  }

  package init(_ hsb: HSB) {
    self.init(hue: hsb.hue, hsb.saturation, hsb.brightness)
  }

  package init(_ hsl: HSL) {
    self.init(hue: hsl.hue, hsl.saturation, hsl.lightness)
  }

  package init(_ hwb: HWB) {
    self.init(hue: hwb.hue, hwb.whiteness, hwb.blackness)
  }

  package var hsb: HSB { HSB(hue: degrees, saturation: share(first), brightness: share(second)) }
  package var hsl: HSL { HSL(hue: degrees, saturation: share(first), lightness: share(second)) }
  package var hwb: HWB { HWB(hue: degrees, whiteness: share(first), blackness: share(second)) }

  private var degrees: Double { Double(hue) / 10 }
  private func share(_ tenths: Int) -> Double { Double(tenths) / 10 / 100 }

  /// Writes the text and returns its number of bytes; `bytes` must have room for `capacity`.
  package func write(_ notation: Notation, to bytes: UnsafeMutablePointer<UInt8>) -> Int {
    bytes[0] = 0x68
    bytes[1] = notation == .hwb ? 0x77 : 0x73
    bytes[2] = notation == .hwb ? 0x62 : notation.rawValue
    bytes[3] = 0x28
    var end = 4
    writeTenths(hue, to: bytes, &end)
    bytes[end] = 0x20
    end &+= 1
    writeTenths(first, to: bytes, &end)
    bytes[end] = 0x25
    bytes[end &+ 1] = 0x20
    end &+= 2
    writeTenths(second, to: bytes, &end)
    bytes[end] = 0x25
    bytes[end &+ 1] = 0x29
    return end &+ 2
  }

  /// Parses a text in exactly the written form, or returns nil.
  package static func read(
    _ bytes: UnsafePointer<UInt8>, count: Int
  ) -> (notation: Notation, text: HexconeText)? {
    guard count >= 11, count <= capacity, bytes[0] == 0x68, bytes[3] == 0x28 else { return nil }
    let notation: Notation
    if bytes[1] == 0x73 {
      if bytes[2] == 0x62 { notation = .hsb } else if bytes[2] == 0x6c { notation = .hsl } else { return nil }
    } else {
      guard bytes[1] == 0x77, bytes[2] == 0x62 else { return nil }
      notation = .hwb
    }
    var position = 4
    let hue = readTenths(bytes, count, &position)
    guard hue >= 0, hue < 3600, position &+ 6 < count, bytes[position] == 0x20 else { return nil }
    position &+= 1
    let first = readTenths(bytes, count, &position)
    guard first >= 0, first <= 1000, position &+ 3 < count, bytes[position] == 0x25,
      bytes[position &+ 1] == 0x20
    else { return nil }
    position &+= 2
    let second = readTenths(bytes, count, &position)
    guard second >= 0, second <= 1000, position &+ 2 == count, bytes[position] == 0x25,
      bytes[position &+ 1] == 0x29
    else { return nil }
    return (notation, HexconeText(hue: hue, first: first, second: second))
  }

  /// Returns the colour of a text in exactly the written form, or nil.
  static func color(_ text: String) -> Color? {
    var text = text
    let read = text.withUTF8 { bytes -> (notation: Notation, text: HexconeText)? in
      bytes.baseAddress.flatMap { Self.read($0, count: bytes.count) }
    }
    guard let read else { return nil }
    return switch read.notation {
    case .hsb: Color(read.text.hsb)
    case .hsl: Color(read.text.hsl)
    case .hwb: Color(read.text.hwb)
    }
  }

  /// The text as a string.
  func string(_ notation: Notation) -> String {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Self.capacity) { buffer in
      guard let bytes = buffer.baseAddress else { return "" }
      let count = write(notation, to: bytes)
      return String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
    }
  }
}

/// Writes 0...3600 tenths, with a decimal unless it is zero.
private func writeTenths(_ tenths: Int, to bytes: UnsafeMutablePointer<UInt8>, _ end: inout Int) {
  let whole = tenths / 10
  let rest = tenths &- whole &* 10
  if whole >= 10 {
    let tens = whole / 10
    if tens >= 10 {
      let hundreds = tens / 10
      bytes[end] = UInt8(truncatingIfNeeded: 0x30 &+ hundreds)
      bytes[end &+ 1] = UInt8(truncatingIfNeeded: 0x30 &+ tens &- hundreds &* 10)
      end &+= 2
    } else {
      bytes[end] = UInt8(truncatingIfNeeded: 0x30 &+ tens)
      end &+= 1
    }
    bytes[end] = UInt8(truncatingIfNeeded: 0x30 &+ whole &- tens &* 10)
  } else {
    bytes[end] = UInt8(truncatingIfNeeded: 0x30 &+ whole)
  }
  end &+= 1
  if rest != 0 {
    bytes[end] = 0x2e
    bytes[end &+ 1] = UInt8(truncatingIfNeeded: 0x30 &+ rest)
    end &+= 2
  }
}

/// Parses one to three digits and an optional decimal as tenths, or returns −1.
private func readTenths(_ bytes: UnsafePointer<UInt8>, _ count: Int, _ position: inout Int) -> Int {
  var value = 0
  var digits = 0
  while position < count, bytes[position] >= 0x30, bytes[position] <= 0x39 {
    value = value &* 10 &+ Int(truncatingIfNeeded: bytes[position] &- 0x30)
    position &+= 1
    digits &+= 1
    if digits > 3 { return -1 }
  }
  if digits == 0 { return -1 }
  value = value &* 10
  if position &+ 1 < count, bytes[position] == 0x2e {
    let digit = bytes[position &+ 1]
    if digit < 0x30 || digit > 0x39 { return -1 }
    value = value &+ Int(truncatingIfNeeded: digit &- 0x30)
    position &+= 2
  }
  return value
}
