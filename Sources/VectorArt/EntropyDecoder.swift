/// Reads symbols and numbers back: `PathCode.md`, “Symbols” and “Numbers”.
///
/// It is kept in registers while a path is read, so everything but the last few bytes' way is put in line.
struct EntropyDecoder {
  private let bytes: UnsafePointer<UInt8>
  private let count: UInt64
  private let slots: UnsafePointer<UInt32>

  /// What comes next, the first bit highest.
  private var bits: UInt64 = 0

  /// How many of the bits are sure; those after them are right, or zero.
  private var available: UInt64 = 0

  /// Where the next bytes are taken from.
  private var index: UInt64

  private var state: UInt64 = 0

  init(_ bytes: UnsafePointer<UInt8>, count: Int, from index: Int, _ slots: UnsafePointer<UInt32>) {
    self.bytes = bytes
    self.count = UInt64(count)
    self.slots = slots
    self.index = UInt64(index)
    refill()
    state = take(UInt64(CodeTable.bits))
  }

  /// How many bits were used up, of those that are there and others.
  @inline(__always) private var position: UInt64 { index &* 8 &- available }

  /// The place of the next bit, in bytes.
  var offset: Int { Int(min((position + 7) / 8, count)) }

  /// Whether more was read than there is.
  @inline(__always) var isExhausted: Bool { position > count &* 8 }

  /// Whether everything was read and came out even.
  var isFinished: Bool {
    !isExhausted && position + 8 > count * 8 && bits == 0 && state == UInt64(CodeTable.finalState)
  }

  /// Makes at least 56 bits available.
  @inline(__always) mutating func refill() {
    bits |= next &>> available
    index &+= (63 &- available) &>> 3
    available |= 56
  }

  @inline(__always) private var next: UInt64 {
    if index &+ 8 > count { return EntropyDecoder.tail(bytes, index, count) }
    let place = UnsafeRawPointer(bytes + Int(truncatingIfNeeded: index))
    return UInt64(bigEndian: place.loadUnaligned(as: UInt64.self))
  }

  /// Returns the last bytes, followed by zeros.
  @inline(never) private static func tail(
    _ bytes: UnsafePointer<UInt8>, _ index: UInt64, _ count: UInt64
  ) -> UInt64 {
    (index..<index + 8).reduce(0) { $0 << 8 | ($1 < count ? UInt64(bytes[Int($1)]) : 0) }
  }

  /// Takes up to 63 available bits.
  @inline(__always) private mutating func take(_ count: UInt64) -> UInt64 {
    let value = (bits &>> 1) &>> ~count
    bits &<<= count
    available &-= count
    return value
  }

  @inline(__always) private func entry(_ place: CodeTable.Place) -> UInt64 {
    UInt64(slots[Int(truncatingIfNeeded: UInt64(place.rawValue &<< CodeTable.bits) | state)])
  }

  @inline(__always) private mutating func advance(_ entry: UInt64) {
    state = (entry & 0xFFFF) &+ take(entry &>> 16 & 0xFF)
  }

  @inline(__always) mutating func symbol(_ place: CodeTable.Place) -> Int {
    let entry = entry(place)
    if available < UInt64(CodeTable.bits) { refill() }
    advance(entry)
    return Int(truncatingIfNeeded: entry &>> 24)
  }

  /// Reads a number that is not negative.
  @inline(__always) mutating func magnitude(_ place: CodeTable.Place) -> CodedNumber {
    let entry = entry(place)
    let digits = entry &>> 24
    if available < digits &+ UInt64(CodeTable.bits) { refill() }
    advance(entry)
    let value = take(digits &- (digits > 0 ? 1 : 0)) | (1 &<< digits) &>> 1
    return CodedNumber(value: Int(truncatingIfNeeded: value), digits: digits)
  }

  @inline(__always) mutating func signed(_ place: CodeTable.Place) -> CodedNumber {
    let entry = entry(place)
    return signed(entry, digits: entry &>> 24)
  }

  /// Reads a number whose size was coded as a difference to the size of another one.
  @inline(__always) mutating func signed(_ place: CodeTable.Place, beside other: CodedNumber) -> CodedNumber {
    let entry = entry(place)
    let digits = Int64(truncatingIfNeeded: other.digits &+ entry &>> 24 &- UInt64(CodeTable.evenSize))
    return signed(
      entry, digits: UInt64(truncatingIfNeeded: min(max(digits, 0), Int64(CodeTable.mostBits))))
  }

  @inline(__always) private mutating func signed(_ entry: UInt64, digits: UInt64) -> CodedNumber {
    if available < digits &+ UInt64(CodeTable.bits) { refill() }
    advance(entry)
    let rest = Int(truncatingIfNeeded: take(digits))
    let magnitude = rest &>> 1 | Int(truncatingIfNeeded: (1 &<< digits) &>> 1)
    let sign = 0 &- (rest & 1)
    return CodedNumber(value: (magnitude ^ sign) &- sign, digits: digits)
  }
}
