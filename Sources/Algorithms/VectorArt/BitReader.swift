/// Decodes symbols and numbers: `PathCodeFormat.md`, “Symbols” and “Numbers”.
///
/// It stays in registers while a path is read, so all frequent code is inlined. Only escapes are checked: callers make
/// bits available first, and check from time to time whether they read past the end.
struct BitReader {
  /// The content, followed by enough zeros for all reads before `isExhausted` is checked again.
  private let bytes: UnsafeRawPointer
  private let count: Int
  private let slots: UnsafePointer<CodeEntry>

  /// The next bits, the first one highest.
  private var bits: UInt64 = 0

  /// The number of valid bits; the bits after them are correct or zero.
  private var available: UInt64 = 0

  /// The index of the next bytes to load.
  private var index: Int

  /// The number of zero bytes after the content.
  static let padding = 96

  init(_ bytes: UnsafeRawPointer, count: Int, from index: Int, _ slots: UnsafePointer<CodeEntry>) {
    self.bytes = bytes
    self.count = count
    self.slots = slots
    self.index = index
    refill()
  }

  /// The number of bits read, including those past the end.
  @inline(__always) private var position: Int { index &* 8 &- Int(truncatingIfNeeded: available) }

  /// The position of the next bit, in bytes.
  var offset: Int { min((position + 7) / 8, count) }

  /// The number of remaining bits.
  @inline(__always) var rest: Int { count &* 8 &- position }

  /// Whether the reader has read past the end.
  var isExhausted: Bool { rest < 0 }

  /// Whether further reading might exceed the zeros after the content.
  @inline(__always) var isBeyondEnd: Bool { index > count &+ 8 }

  /// Whether the content ended exactly, with zero padding.
  var isFinished: Bool { (0..<8).contains(rest) && bits == 0 }

  /// The error if reading cannot continue.
  var failure: PathCodeError {
    PathCodeError(reason: isExhausted ? .truncated : .damaged, offset: offset)
  }

  /// Makes at least 56 bits available.
  @inline(__always) mutating func refill() {
    bits |= UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)) &>> available
    index &+= Int(truncatingIfNeeded: (63 &- available) &>> 3)
    available |= 56
  }

  @inline(__always) private func entry(_ place: CodeTable.Place) -> CodeEntry {
    slots[place.offset &+ Int(truncatingIfNeeded: bits &>> UInt64(64 - place.width))]
  }

  @inline(__always) private mutating func skip(_ entry: CodeEntry) {
    bits &<<= entry.totalShift
    available &-= entry.total
  }

  /// Reads a symbol of at most six bits.
  @inline(__always) mutating func symbol(_ place: CodeTable.Place) -> Int {
    let entry = entry(place)
    skip(entry)
    return entry.symbol
  }

  @inline(__always) mutating func bit() -> Int {
    defer {
      bits &<<= 1
      available &-= 1
    }
    return Int(truncatingIfNeeded: bits &>> 63)
  }

  /// Reads one number, of at most 23 bits unless it is an escape.
  @inline(__always) mutating func number(_ place: CodeTable.Place) -> Int {
    let entry = entry(place)
    var digits = digits(after: entry, place)
    skip(entry)
    guard !entry.isEscape else { return Int(escaped(1).0) }
    return digits.next(entry.firstShift)
  }

  /// Reads two numbers, of at most 41 bits unless they are an escape.
  @inline(__always) mutating func pair(_ place: CodeTable.Place) -> SIMD2<Double> {
    pair(entry(place), isFirstPositive: place.isFirstPositive)
  }

  @inline(__always) private mutating func pair(_ entry: CodeEntry, isFirstPositive: Bool) -> SIMD2<Double> {
    let word = bits
    skip(entry)
    guard !entry.isEscape else {
      let numbers = escaped(2)
      return SIMD2(numbers.0, numbers.1)
    }
    return entry.pair(word, isFirstPositive: isFirstPositive)
  }

  /// Makes bits available and reads a segment; its end is read unless it is known.
  @inline(__always) mutating func segment(_ table: inout Int, isEndKnown: Bool) -> CodedSegment {
    refill()
    let kindEntry = slots[table &+ Int(truncatingIfNeeded: bits &>> 62)]
    skip(kindEntry)
    var segment = CodedSegment(kind: kindEntry.symbol)
    table = CodeTable.Place.kindAfterLine.offset &+ segment.kind &<< 2
    if !isEndKnown { segment.offset = offset(segment.kind) }
    guard segment.kind != SegmentKind.line.rawValue else { return segment }
    refill()
    if segment.kind == SegmentKind.curve.rawValue { segment.turn = Double(number(.turn)) }
    (segment.angle, segment.handles) = shape()
    return segment
  }

  @inline(__always) private mutating func offset(_ kind: Int) -> SIMD2<Double> {
    let slot = CodeTable.Place.line.offset &+ kind &<< 11 &+ Int(truncatingIfNeeded: bits &>> 53)
    return pair(slots[slot], isFirstPositive: kind == SegmentKind.smoothCurve.rawValue)
  }

  /// Reads the three numbers of a curve's shape, of at most 38 bits unless they are an escape.
  @inline(__always) private mutating func shape() -> (Double, SIMD2<Double>) {
    let entry = entry(.shape)
    let word = bits
    skip(entry)
    guard !entry.isEscape else {
      let numbers = escaped(3)
      return (numbers.0, SIMD2(numbers.1, numbers.2))
    }
    return entry.shape(word)
  }

  @inline(__always) private func digits(after entry: CodeEntry, _ place: CodeTable.Place) -> Digits {
    let rest = bits &<< entry.lengthShift
    return Digits(bits: place.isFirstPositive ? rest &>> 1 | 1 &<< 63 : rest)
  }

  /// Reads numbers with explicit sizes, and makes bits available.
  @inline(__always) private mutating func escaped(_ count: Int) -> (Double, Double, Double) {
    let (first, second, third, end) = BitReader.escaped(bytes, position, count)
    seek(to: end)
    return (first, second, third)
  }

  @inline(__always) private mutating func seek(to position: Int) {
    bits = 0
    available = 0
    index = position &>> 3
    refill()
    bits &<<= UInt64(truncatingIfNeeded: position & 7)
    available &-= UInt64(truncatingIfNeeded: position & 7)
    refill()
  }

  /// Returns up to three numbers with explicit sizes, and the bit position after them.
  ///
  /// It takes and returns plain values, so that the reader can stay in registers.
  @inline(never) private static func escaped(
    _ bytes: UnsafeRawPointer, _ start: Int, _ count: Int
  ) -> (Double, Double, Double, Int) {
    var position = start
    func next() -> Double {
      let word = UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: position &>> 3, as: UInt64.self))
      let bits = word &<< UInt64(position & 7)
      let size = min(bits &>> 58, UInt64(CodeTable.mostBits))
      var digits = Digits(bits: bits &<< 6)
      position += 6 + Int(size)
      return Double(digits.next(size))
    }
    let first = next()
    let second = count > 1 ? next() : 0
    return (first, second, count > 2 ? next() : 0, position)
  }
}

/// The digits of consecutive numbers.
struct Digits {
  var bits: UInt64

  /// Takes a number of `size` binary digits: those of its magnitude, inverted for a negative number.
  ///
  /// The highest digit is 1, so the first bit indicates the sign. Only the lowest six bits of `size` are used.
  @inline(__always) mutating func next(_ size: UInt64) -> Int {
    let sign = ~(Int64(bitPattern: bits) &>> 63)
    let magnitude = ((bits ^ UInt64(bitPattern: sign)) &>> 1) &>> ~size
    bits &<<= size
    return Int((Int64(bitPattern: magnitude) ^ sign) &- sign)
  }
}

/// The numbers of one segment.
struct CodedSegment {
  /// The raw value of `SegmentKind`.
  let kind: Int
  var offset = SIMD2(0.0, 0)
  var turn = 0.0
  var angle = 0.0
  var handles = SIMD2(0.0, 0)
}

extension CodeEntry {
  /// Returns the numbers in `word` after the code with which it begins.
  @inline(__always) func pair(_ word: UInt64, isFirstPositive: Bool) -> SIMD2<Double> {
    let positive: UInt64 = isFirstPositive ? 1 : 0
    var digits = Digits(bits: (word &<< lengthShift) &>> positive | positive &<< 63)
    let first = digits.next(firstShift)
    return SIMD2(Double(first), Double(digits.next(secondShift)))
  }

  @inline(__always) func shape(_ word: UInt64) -> (Double, SIMD2<Double>) {
    var digits = Digits(bits: word &<< lengthShift)
    let angle = digits.next(firstShift)
    let start = digits.next(secondShift)
    return (Double(angle), SIMD2(Double(start), Double(digits.next(thirdShift))))
  }
}

/// The decoding of one symbol, in 32 bits.
///
/// From the lowest bits, six each: the length of the code with all its digits, the length without them, then the sizes
/// of up to three numbers, or the symbol itself. Shifts use only six bits, so most fields need no mask.
struct CodeEntry {
  private let fields: UInt32

  /// Creates the entry of a symbol that is not an escape.
  init(_ symbol: Int, _ length: Int, _ place: CodeTable.Place) {
    guard symbol != place.escape else {
      self.init(escapeLength: length)
      return
    }
    let sizes = place.numbers == 0 ? [symbol] : place.sizes(symbol)
    let digits = place.numbers == 0 ? 0 : sizes.reduce(0, +) - (place.isFirstPositive ? 1 : 0)
    var fields = UInt32(length + digits) | UInt32(length) << 6
    for (index, size) in sizes.enumerated() { fields |= UInt32(size) << UInt32(12 + 6 * index) }
    self.init(fields: fields)
  }

  /// Creates the entry of the escape, after which each number states its own size.
  init(escapeLength: Int) {
    self.init(fields: 1 << 31 | UInt32(escapeLength) << 6 | UInt32(escapeLength))
  }

  private init(fields: UInt32) { self.fields = fields }

  @inline(__always) var isEscape: Bool { Int32(bitPattern: fields) < 0 }
  @inline(__always) var total: UInt64 { UInt64(fields & 63) }
  /// The same, with other bits above the lowest six.
  @inline(__always) var totalShift: UInt64 { UInt64(fields) }
  @inline(__always) var lengthShift: UInt64 { UInt64(fields &>> 6) }
  @inline(__always) var firstShift: UInt64 { UInt64(fields &>> 12) }
  @inline(__always) var secondShift: UInt64 { UInt64(fields &>> 18) }
  @inline(__always) var thirdShift: UInt64 { UInt64(fields &>> 24) }
  @inline(__always) var symbol: Int { Int(fields &>> 12) }
}
