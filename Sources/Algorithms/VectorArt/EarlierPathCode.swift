import Geometry
import Glibc

/// Decodes path codes of versions 1 to 3, which libraries may still contain; they are no longer written.
///
/// All three encode a contour as kinds of segments and numbers with sizes. Version 1 has no axis; versions 1 and 2
/// encode the symbols by range (rANS: Duda 2013, “Asymmetric numeral systems”), version 3 by state tables (tANS).
enum EarlierPathCode {
  /// Reads the path of a complete code without its checksum.
  static func path(_ bytes: [UInt8]) throws(PathCodeError) -> Path {
    guard bytes.count >= 6 else { throw PathCodeError(reason: .truncated, offset: bytes.count) }
    guard let step = CodeStep(significand: bytes[1], exponent: bytes[2]) else {
      throw PathCodeError(reason: .damaged, offset: 2)
    }
    if bytes[0] == 3 {
      var decoder = EarlierPathDecoder(StateSource(bytes, from: 3), step: step.length, hasAxes: true)
      return try decoder.path()
    }
    let source = RangeSource(bytes, from: 3, bytes[0] == 1 ? RangeSource.first : RangeSource.second)
    var decoder = EarlierPathDecoder(source, step: step.length, hasAxes: bytes[0] == 2)
    return try decoder.path()
  }
}

/// The source of an earlier code's symbols and plain bits.
private protocol EarlierSource {
  /// Whether the source has been read past its end.
  var isExhausted: Bool { get }
  /// Whether the source ended exactly.
  var isFinished: Bool { get }
  /// The position of the next symbol, in bytes.
  var offset: Int { get }
  mutating func symbol(_ place: EarlierCodeTable.Place) -> Int
  mutating func raw(_ count: Int) -> Int
}

/// Range-coded symbols, with a state of 24 bits.
private struct RangeSource: EarlierSource {
  /// For each of the 1024 slots of each table: the symbol, its frequency and the position in its range.
  typealias Slots = [EarlierCodeTable.Place: [(symbol: Int, frequency: UInt32, place: UInt32)]]

  static let first = slots(EarlierCodeTable.first)
  static let second = slots(EarlierCodeTable.second)

  /// The lowest state; encoding began with it and decoding must end with it.
  private static let floor: UInt32 = 1 << 16

  private var state: UInt32 = 0
  private let bytes: [UInt8]
  private let slots: Slots
  private(set) var offset: Int
  private(set) var isExhausted = false

  init(_ bytes: [UInt8], from offset: Int, _ slots: Slots) {
    self.bytes = bytes
    self.offset = offset
    self.slots = slots
    for _ in 0..<3 { state = state << 8 | next() }
    if state < Self.floor || state >= Self.floor << 8 { isExhausted = true }
  }

  private static func slots(_ frequencies: [EarlierCodeTable.Place: [Int]]) -> Slots {
    frequencies.mapValues { table in
      table.enumerated().flatMap { symbol, frequency in
        (0..<UInt32(frequency)).map { (symbol, UInt32(frequency), $0) }
      }
    }
  }

  var isFinished: Bool { !isExhausted && offset == bytes.count && state == Self.floor }

  private mutating func next() -> UInt32 {
    guard offset < bytes.count else {
      isExhausted = true
      return 0
    }
    offset += 1
    return UInt32(bytes[offset - 1])
  }

  mutating func symbol(_ place: EarlierCodeTable.Place) -> Int {
    guard let entry = slots[place]?[Int(state & 0x3FF)] else { return 0 }
    state = entry.frequency &* (state >> UInt32(EarlierCodeTable.bits)) &+ entry.place
    refill()
    return entry.symbol
  }

  mutating func raw(_ count: Int) -> Int {
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

  private mutating func refill() {
    while state < Self.floor && !isExhausted { state = state << 8 | next() }
  }
}

/// Symbols from tables of 1024 states, interleaved with plain bits, the first one highest.
private struct StateSource: EarlierSource {
  /// For each state of each table: the symbol, the number of bits to read, and the base of the next state.
  private static let slots: [EarlierCodeTable.Place: [(symbol: Int, bits: Int, base: Int)]] =
    EarlierCodeTable.second.mapValues { frequencies in
      let count = 1 << EarlierCodeTable.bits
      var slots = [(symbol: Int, bits: Int, base: Int)](repeating: (0, 0, 0), count: count)
      // The distance between the states that are assigned to symbols in turn.
      let spread = 643
      var place = 0
      for (symbol, frequency) in frequencies.enumerated() {
        var states: [Int] = []
        for _ in 0..<frequency {
          states.append(place)
          place = (place + spread) % count
        }
        for (index, state) in states.sorted().enumerated() {
          let number = frequency + index
          let bits = max(EarlierCodeTable.bits + 1 - number.bitLength, 0)
          slots[state] = (symbol, bits, number << bits - count)
        }
      }
      return slots
    }

  private let bytes: [UInt8]
  /// The position of the next bit, from the first byte.
  private var position: Int
  private var state = 0

  init(_ bytes: [UInt8], from offset: Int) {
    self.bytes = bytes
    position = 8 * offset
    state = raw(EarlierCodeTable.bits)
  }

  var isExhausted: Bool { position > 8 * bytes.count }

  var offset: Int { min((position + 7) / 8, bytes.count) }

  var isFinished: Bool {
    guard !isExhausted, position + 8 > 8 * bytes.count, state == 0 else { return false }
    var rest = self
    return rest.raw(8 * bytes.count - position) == 0
  }

  mutating func symbol(_ place: EarlierCodeTable.Place) -> Int {
    guard let entry = Self.slots[place]?[state] else { return 0 }
    state = entry.base + raw(entry.bits)
    return entry.symbol
  }

  mutating func raw(_ count: Int) -> Int {
    var value = 0
    for _ in 0..<count {
      let byte = position >> 3 < bytes.count ? bytes[position >> 3] : 0
      value = value << 1 | Int(byte >> (7 - UInt8(position & 7)) & 1)
      position += 1
    }
    return value
  }
}

/// Decodes a path from a source.
private struct EarlierPathDecoder<Source: EarlierSource> {
  private enum Kind: Int {
    case line, horizontal, vertical, smoothLine, smoothCurve, curve

    /// The table for the kind that follows this one.
    var next: EarlierCodeTable.Place {
      switch self {
      case .line: .kindAfterLine
      case .horizontal, .vertical: .kindAfterUpright
      case .smoothLine: .kindAfterSmoothLine
      case .smoothCurve: .kindAfterSmoothCurve
      case .curve: .kindAfterCurve
      }
    }
  }

  /// The role of a contour in a path with an axis.
  private enum Form: Int {
    case whole, pair, half, halfFromAxis, halfToAxis, halfAlongAxis

    var isHalf: Bool { rawValue >= Form.half.rawValue }
    var startsOnAxis: Bool { self == .halfFromAxis || self == .halfAlongAxis }
    var endsOnAxis: Bool { self == .halfToAxis || self == .halfAlongAxis }
  }

  private var source: Source
  private let step: Double
  private let hasAxes: Bool
  private var elements: [Path.Element] = []

  init(_ source: Source, step: Double, hasAxes: Bool) {
    self.source = source
    self.step = step
    self.hasAxes = hasAxes
  }

  /// An upper bound on the segments of a drawn path.
  private static var mostSegments: Int { 1 << 20 }

  mutating func path() throws(PathCodeError) -> Path {
    let axis = hasAxes && source.symbol(.hasAxis) == 1 ? Double(signed(.start)) / 16 : nil
    let contours = magnitude(.count)
    var start = Point.zero
    var segments = 0
    for _ in 0..<contours {
      let form = axis == nil ? Form.whole : Form(rawValue: source.symbol(.form)) ?? .whole
      if let axis, form.startsOnAxis { start.x = axis } else { start.x += Double(signed(.start)) }
      start.y += Double(signed(.start))
      let count = magnitude(.count)
      guard !source.isExhausted, count <= Self.mostSegments - segments else { throw failure }
      segments += count
      let first = elements.count
      try readContour(start, count, form, axis)
      if let axis, form != .whole { addImage(of: first, form, axis * step) }
      elements.append(.close)
    }
    guard source.isFinished else { throw failure }
    return Path(elements: elements)
  }

  private var failure: PathCodeError {
    PathCodeError(reason: source.isExhausted ? .truncated : .damaged, offset: source.offset)
  }

  private mutating func readContour(
    _ start: Point, _ count: Int, _ form: Form, _ axis: Double?
  ) throws(PathCodeError) {
    let closes = !form.isHalf && source.symbol(.closes) == 1
    elements.append(.move(scaled(start)))
    var current = start
    var tangent = Vector(1, 0)
    var place = EarlierCodeTable.Place.kindAtStart
    for index in 0..<count {
      guard !source.isExhausted, let kind = Kind(rawValue: source.symbol(place)) else { throw failure }
      place = kind.next
      var known: Point?
      if index == count - 1 {
        if closes { known = start }
        if let axis, form.endsOnAxis { known = Point(axis, current.y + Double(signed(.straight))) }
      }
      switch kind {
      case .line, .horizontal, .vertical:
        let end = known ?? straightEnd(kind, from: current)
        tangent = (end - current).normalized ?? tangent
        current = end
        elements.append(.line(scaled(end)))
      case .smoothLine:
        let end = known ?? current + tangent * Double(magnitude(.smoothLine))
        current = end
        elements.append(.line(scaled(end)))
      case .smoothCurve, .curve:
        (current, tangent) = readCurve(from: current, tangent, isSmooth: kind == .smoothCurve, to: known)
      }
    }
  }

  private mutating func straightEnd(_ kind: Kind, from current: Point) -> Point {
    switch kind {
    case .horizontal: return Point(current.x + Double(signed(.straight)), current.y)
    case .vertical: return Point(current.x, current.y + Double(signed(.straight)))
    default: return current + readOffset()
    }
  }

  private mutating func readOffset() -> Vector {
    let x = signed(.straight)
    return Vector(Double(x), Double(signed(.across, beside: x)))
  }

  private mutating func readCurve(
    from start: Point, _ tangent: Vector, isSmooth: Bool, to known: Point?
  ) -> (Point, Vector) {
    let end: Point
    if let known {
      end = known
    } else if isSmooth {
      let along = magnitude(.forward)
      end =
        start + tangent * Double(along) + tangent.perpendicular * Double(signed(.sideways, beside: along))
    } else {
      end = start + readOffset()
    }
    let offset = end - start
    let chord = offset.length > 0 ? offset / offset.length : isSmooth ? tangent : Vector(1, 0)
    let length = max(offset.length, 1)
    // One step of an angle is fine enough for a handle of a third of the chord.
    let angleStep = min(6.0 / length, 0.25)
    let first = isSmooth ? tangent : chord.turned(by: Double(signed(.startAngle)) * angleStep)
    let mirrored = chord * (2 * chord.dot(first)) - first
    let last = mirrored.turned(by: Double(signed(.endAngle)) * angleStep)
    // The handles of a circular arc with the mean of both angles.
    let natural = length * (2.0 / 3) / max(1 + (chord.dot(first) + chord.dot(last)) / 2, 0.5)
    // The flatter a handle, the less its length matters.
    func handleStep(_ tangent: Vector) -> Double {
      min(1.4 / max(chord.cross(tangent).magnitude, 1e-3), max(length / 8, 1.4))
    }
    let startHandle = natural + Double(signed(.startHandle)) * handleStep(first)
    let endHandle = natural + Double(signed(.endHandle)) * handleStep(last)
    elements.append(
      .cubic(
        control1: scaled(start + first * startHandle), control2: scaled(end - last * endHandle),
        end: scaled(end)))
    return (end, last)
  }

  /// Adds the mirror image of the elements from `first` on, reversed.
  private mutating func addImage(of first: Int, _ form: Form, _ axis: Double) {
    func image(_ point: Point) -> Point { Point(2 * axis - point.x, point.y) }
    let contour = elements[first...]
    guard let end = contour.last?.end else { return }
    if form == .pair {
      elements += [.close, .move(image(end))]
    } else if !form.endsOnAxis {
      elements.append(.line(image(end)))
    }
    for index in contour.indices.dropFirst().reversed() {
      guard let start = contour[index - 1].end else { continue }
      if case .cubic(let control1, let control2, _) = contour[index] {
        elements.append(.cubic(control1: image(control2), control2: image(control1), end: image(start)))
      } else {
        elements.append(.line(image(start)))
      }
    }
  }

  private func scaled(_ point: Point) -> Point { Point(point.x * step, point.y * step) }

  private mutating func magnitude(_ place: EarlierCodeTable.Place) -> Int {
    number(bits: source.symbol(place))
  }

  private mutating func number(bits: Int) -> Int {
    bits <= 1 ? bits : 1 << (bits - 1) | source.raw(bits - 1)
  }

  private mutating func signed(_ place: EarlierCodeTable.Place) -> Int { withSign(magnitude(place)) }

  /// Reads a number whose size was encoded as a difference from another number's size.
  private mutating func signed(_ place: EarlierCodeTable.Place, beside other: Int) -> Int {
    let bits = other.bitLength + source.symbol(place) - EarlierCodeTable.evenSize
    return withSign(number(bits: min(max(bits, 0), EarlierCodeTable.mostBits)))
  }

  private mutating func withSign(_ value: Int) -> Int {
    value != 0 && source.raw(1) == 1 ? -value : value
  }
}

extension Vector {
  /// Returns the vector rotated clockwise on the screen.
  fileprivate func turned(by angle: Double) -> Vector {
    if angle == 0 { return self }
    let (sine, cosine) = (sin(angle), cos(angle))
    return Vector(dx * cosine - dy * sine, dx * sine + dy * cosine)
  }
}

extension Path.Element {
  /// The end of the element; nil for a close.
  fileprivate var end: Point? {
    switch self {
    case .move(let point), .line(let point): point
    case .quad(_, let end), .cubic(_, _, let end): end
    case .close: nil
    }
  }
}

/// The symbol frequencies in each place of the codes of versions 1 to 3, out of 1024.
enum EarlierCodeTable {
  enum Place: Int, CaseIterable {
    case count
    case kindAtStart, kindAfterLine, kindAfterUpright, kindAfterSmoothLine, kindAfterSmoothCurve,
      kindAfterCurve
    case hasAxis, form
    case closes
    case start
    case straight, across
    case smoothLine
    case forward, sideways
    case startAngle, endAngle
    case startHandle, endHandle
  }

  /// The sum of the frequencies, as a power of two.
  static let bits = 10

  /// The maximum size of an encodable number, in bits.
  static let mostBits = 43

  /// The symbol for “as many bits as the other number”.
  static let evenSize = 32

  private static func ones(_ count: Int) -> [Int] { Array(repeating: 1, count: count) }

  /// The frequencies of version 1.
  static let first: [Place: [Int]] = [
    .count: ones(0) + [4, 58, 262, 323, 211, 105, 22, 3] + ones(36),
    .kindAtStart: [285, 110, 190, 10, 10, 419],
    .kindAfterLine: [473, 98, 61, 12, 146, 234],
    .kindAfterUpright: [164, 175, 177, 12, 400, 96],
    .kindAfterSmoothLine: [145, 75, 103, 24, 596, 81],
    .kindAfterSmoothCurve: [104, 84, 81, 58, 591, 106],
    .kindAfterCurve: [135, 41, 41, 24, 419, 364],
    .closes: [889, 135],
    .start: ones(0) + [43, 7, 1, 1, 1, 2, 6, 9, 14, 29, 70, 115, 184, 256, 225, 33] + ones(28),
    .straight: ones(0) + [2, 4, 8, 11, 6, 4, 10, 20, 53, 96, 171, 225, 204, 125, 51, 6] + ones(28),
    .across: ones(18) + [
      3, 2, 3, 3, 4, 2, 1, 1, 2, 7, 15, 37, 90, 161, 263, 183, 114, 61, 17, 6, 3, 1, 1, 2, 2, 1, 2,
    ] + ones(19),
    .smoothLine: ones(1) + [2, 16, 56, 86, 34, 12, 21, 49, 54, 182, 92, 151, 81, 139, 20] + ones(28),
    .forward: ones(2) + [2, 1, 1, 3, 5, 13, 47, 201, 323, 223, 117, 50, 7] + ones(29),
    .sideways: ones(25) + [2, 5, 18, 25, 66, 178, 406, 234, 34, 2] + ones(29),
    .startAngle: ones(0) + [11, 23, 21, 36, 60, 97, 177, 219, 180, 107, 44, 16, 2] + ones(31),
    .endAngle: ones(0) + [506, 175, 60, 55, 43, 42, 45, 34, 17, 9, 5] + ones(33),
    .startHandle: ones(0) + [311, 240, 115, 110, 78, 57, 30, 24, 16, 7, 3] + ones(33),
    .endHandle: ones(0) + [422, 162, 111, 98, 73, 50, 26, 22, 16, 8, 3] + ones(33),
  ]

  /// The frequencies of versions 2 and 3.
  static let second: [Place: [Int]] = [
    .count: ones(1) + [44, 332, 367, 134, 82, 23, 4, 2] + ones(35),
    .kindAtStart: [202, 37, 67, 1, 95, 622],
    .kindAfterLine: [498, 35, 29, 4, 135, 323],
    .kindAfterUpright: [133, 152, 137, 6, 441, 155],
    .kindAfterSmoothLine: [78, 90, 62, 22, 535, 237],
    .kindAfterSmoothCurve: [96, 38, 49, 31, 648, 162],
    .kindAfterCurve: [109, 15, 16, 9, 366, 509],
    .hasAxis: [495, 529],
    .form: [262, 502, 68, 27, 19, 146],
    .closes: [678, 346],
    .start: ones(0) + [34, 1, 2, 3, 8, 13, 29, 42, 61, 91, 121, 134, 160, 161, 105, 5, 1, 11, 17] + ones(25),
    .straight: ones(0) + [5, 7, 10, 18, 21, 28, 48, 82, 144, 165, 174, 139, 97, 41, 16] + ones(29),
    .across: ones(22) + [2, 1, 2, 3, 5, 15, 33, 50, 94, 134, 230, 174, 110, 66, 27, 17, 10, 3, 2, 1, 2]
      + ones(21),
    .smoothLine: ones(1) + [17, 46, 147, 104, 53, 33, 56, 57, 40, 81, 176, 111, 55, 18] + ones(29),
    .forward: ones(0) + [2, 1, 2, 1, 2, 5, 24, 65, 117, 186, 305, 180, 67, 37] + ones(30),
    .sideways: ones(24) + [2, 4, 9, 26, 40, 88, 158, 351, 265, 20, 7, 2] + ones(28),
    .startAngle: ones(0) + [34, 42, 51, 70, 111, 172, 199, 165, 96, 39, 10, 3] + ones(32),
    .endAngle: ones(0) + [405, 117, 80, 88, 93, 80, 65, 36, 15, 11] + ones(34),
    .startHandle: ones(0) + [296, 204, 122, 127, 95, 66, 43, 19, 9, 7, 3] + ones(33),
    .endHandle: ones(0) + [389, 129, 118, 118, 92, 66, 43, 18, 9, 7, 2] + ones(33),
  ]
}
