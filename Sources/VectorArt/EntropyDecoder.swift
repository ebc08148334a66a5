/// Reads symbols back.
struct EntropyDecoder {
  /// The lowest state; coding begins with it and decoding must end with it.
  static let floor: UInt32 = 1 << 16

  private var state: UInt32 = 0
  private let bytes: [UInt8]
  private let slots = CodeTable.slots
  private(set) var index: Int
  /// Whether more was read than there is.
  private(set) var isExhausted = false

  init(_ bytes: [UInt8], from index: Int) {
    self.bytes = bytes
    self.index = index
    for _ in 0..<3 { state = state << 8 | next() }
    if state < EntropyDecoder.floor || state >= EntropyDecoder.floor << 8 { isExhausted = true }
  }

  /// How many bytes there are.
  var count: Int { bytes.count }

  /// Whether everything was read and came out even.
  var isFinished: Bool { !isExhausted && index == bytes.count && state == EntropyDecoder.floor }

  @inline(__always) private mutating func next() -> UInt32 {
    guard index < bytes.count else {
      isExhausted = true
      return 0
    }
    index += 1
    return UInt32(bytes[index - 1])
  }

  @inline(__always) mutating func symbol(_ place: CodeTable.Place) -> Int {
    let slot = Int(state & (1 << UInt32(CodeTable.bits) - 1))
    let entry = slots[place.rawValue << CodeTable.bits + slot]
    state = (entry >> 11 & 0x7FF) &* (state >> UInt32(CodeTable.bits)) &+ (entry & 0x7FF)
    refill()
    return Int(entry >> 22)
  }

  @inline(__always) mutating func raw(_ count: Int) -> Int {
    var (rest, value) = (count, 0)
    while rest > 0 {
      let part = min(rest, 8)
      rest -= part
      value = value << part | Int(state & (1 << UInt32(part) - 1))
      state >>= UInt32(part)
      refill()
    }
    return value
  }

  @inline(__always) private mutating func refill() {
    while state < EntropyDecoder.floor && !isExhausted { state = state << 8 | next() }
  }
}
