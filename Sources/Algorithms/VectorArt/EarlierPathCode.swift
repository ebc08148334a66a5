import Geometry
import Glibc

/// Path codes of versions 1 to 3, which libraries may still hold; they are read and no longer written.
///
/// All three tell a contour as kinds of segments and numbers of so many bits. Version 1 knows no axis; versions 1 and 2
/// keep the symbols by range (rANS: Duda 2013, “Asymmetric numeral systems”), version 3 by tables of states (tANS).
enum EarlierPathCode {
  /// Reads the path of a whole code but its check.
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

/// Where the symbols and plain bits of an earlier code come from.
private protocol EarlierSource {
  /// Whether more was read than there is.
  var isExhausted: Bool { get }
  /// Whether everything was read and came out even.
  var isFinished: Bool { get }
  /// The place of what comes next, in bytes.
  var offset: Int { get }
  mutating func symbol(_ place: EarlierCodeTable.Place) -> Int
  mutating func raw(_ count: Int) -> Int
}

/// Symbols by range, with the state in 24 bits.
private struct RangeSource: EarlierSource {
  /// For each of the 1024 slots of each table: the symbol, its frequency and the place in its range.
  typealias Slots = [EarlierCodeTable.Place: [(symbol: Int, frequency: UInt32, place: UInt32)]]

  static let first = slots(EarlierCodeTable.first)
  static let second = slots(EarlierCodeTable.second)

  /// The lowest state; coding began with it and decoding must end with it.
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

/// Symbols by tables of 1024 states, between which plain bits stand, the first one highest.
private struct StateSource: EarlierSource {
  /// For each state of each table: the symbol, how many bits are read, and what they are added to for the next state.
  private static let slots: [EarlierCodeTable.Place: [(symbol: Int, bits: Int, base: Int)]] =
    EarlierCodeTable.second.mapValues { frequencies in
      let count = 1 << EarlierCodeTable.bits
      var slots = [(symbol: Int, bits: Int, base: Int)](repeating: (0, 0, 0), count: count)
      // How far the states lie apart that are given to symbols in turn.
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
  /// The next bit, counted from the first of the bytes.
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

/// Reads a path from what a source gives.
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

  /// What a contour stands for in a path with an axis.
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

  /// More segments than any drawn path has.
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
    // The flatter a handle lies to the chord the less its length matters.
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

  /// Adds the mirror image of what follows the element `first`, run the other way.
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

  /// Reads a number whose size was coded as a difference to the size of another one.
  private mutating func signed(_ place: EarlierCodeTable.Place, beside other: Int) -> Int {
    let bits = other.bitLength + source.symbol(place) - EarlierCodeTable.evenSize
    return withSign(number(bits: min(max(bits, 0), EarlierCodeTable.mostBits)))
  }

  private mutating func withSign(_ value: Int) -> Int {
    value != 0 && source.raw(1) == 1 ? -value : value
  }
}

extension Vector {
  /// Returns the vector turned clockwise on the screen.
  fileprivate func turned(by angle: Double) -> Vector {
    if angle == 0 { return self }
    let (sine, cosine) = (sin(angle), cos(angle))
    return Vector(dx * cosine - dy * sine, dx * sine + dy * cosine)
  }
}

extension Path.Element {
  /// Where the element ends; nil for a close.
  fileprivate var end: Point? {
    switch self {
    case .move(let point), .line(let point): point
    case .quad(_, let end), .cubic(_, _, let end): end
    case .close: nil
    }
  }
}
