import Geometry
public import Localization

/// The compact binary form of a filled path; `PathCodeFormat.md` specifies every bit.
public enum PathCode {
  /// The version that is written; all versions up to it are read.
  static let version: UInt8 = 4

  /// The tolerance of a decoded outline in pixels, if the path's larger side is 1024 pixels.
  ///
  /// The total tolerance is a twentieth of a pixel; the remainder is for arcs and strokes, which import converts to
  /// cubics.
  public static let precision = 0.044

  /// Returns the code of a closed path, filled by the non-zero rule.
  ///
  /// Coordinates up to 10³⁰ are supported; larger paths become empty.
  ///
  /// - Parameters:
  ///   - path: The path, with coordinates up to 10³⁰; a larger one becomes empty.
  ///   - extent: The length in points that counts as 1024 pixels of accuracy; nil is the larger side of the path's
  ///     bounds.
  public static func encode(_ path: Path, extent: Double? = nil) -> [UInt8] {
    guard path.controlBounds != nil, let box = path.bounds else { return sealed([version]) }
    let side = max(box.width, box.height)
    let length = extent ?? side
    let farthest = max(box.minX.magnitude, box.maxX.magnitude, box.minY.magnitude, box.maxY.magnitude)
    guard length > 0, side > 0, side < 1e30, farthest < 1e30 else { return sealed([version]) }
    let pixel = max(length / 1024, side * 1e-9, farthest * 1e-12)
    return PathEncoder.smallest(path, pixel: pixel)
  }

  /// Returns the path of a code; all its subpaths are closed.
  ///
  /// - Throws: ``PathCodeError`` if the bytes are damaged, truncated or of an unknown version.
  public static func decode(_ bytes: [UInt8]) throws(PathCodeError) -> Path { try decodeFolded(bytes).path }

  /// Returns the path of a code, folded if it is mirror symmetric, which takes less than half the time.
  ///
  /// - Throws: ``PathCodeError`` if the bytes are damaged, truncated or of an unknown version.
  public static func decodeFolded(_ bytes: [UInt8]) throws(PathCodeError) -> FoldedPath {
    try checkSeal(bytes)
    if bytes.count == 2 { return FoldedPath(Path()) }
    guard bytes[0] == version else { return FoldedPath(try EarlierPathCode.path(bytes.dropLast())) }
    return try bytes.withUnsafeBufferPointer { all throws(PathCodeError) in
      try PathDecoder.path(UnsafeBufferPointer(rebasing: all.dropLast()))
    }
  }

  /// Checks the version and the checksum of a code.
  ///
  /// This takes a small part of the time of decoding, which detects all other faults.
  ///
  /// - Throws: ``PathCodeError`` for an unknown version or a wrong checksum.
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

  /// Returns the bytes with their checksum at the end.
  static func sealed(_ bytes: [UInt8]) -> [UInt8] { bytes + [bytes.withUnsafeBufferPointer(check)] }

  /// Returns an 8-bit CRC with the polynomial x⁸ + x² + x + 1, which detects every burst of up to 8 wrong bits.
  ///
  /// The powers of x repeat after 127 for this polynomial, so bytes at a distance of 127 have the same weight and are
  /// added up first. The sums are processed eight at a time, each by the table for its distance from the last
  /// ("slicing", Kounavis and Berry 2005).
  static func check(_ bytes: UnsafeBufferPointer<UInt8>) -> UInt8 {
    guard bytes.count > 2 * period else { return remainder(bytes) }
    // The sums are aligned to the end of the bytes.
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

  /// The period of the remainders of a single bit, in both bytes and bits.
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

  /// The CRC of each byte followed by 0 to 7 zero bytes.
  private static let checks: [UInt8] = {
    var table: [UInt8] = (0..<256).map { start in
      (0..<8).reduce(UInt8(start)) { value, _ in value & 0x80 != 0 ? value << 1 ^ 7 : value << 1 }
    }
    for index in 256..<8 * 256 { table.append(table[Int(table[index - 256])]) }
    return table
  }()
}

/// Decodes a path: `PathCodeFormat.md`.
struct PathDecoder {
  private var reader: ContourReader
  private let head: PathHead
  private let step: Double
  /// The destination of the next contour: a whole one, or one that represents two or is a half.
  private var whole: UnsafeMutablePointer<Path.Element>
  private var half: UnsafeMutablePointer<Path.Element>

  /// Reads the path of a complete code without its checksum.
  static func path(_ bytes: UnsafeBufferPointer<UInt8>) throws(PathCodeError) -> FoldedPath {
    guard bytes.count > 3 else { throw PathCodeError(reason: .truncated, offset: bytes.count) }
    guard let step = CodeStep(significand: bytes[1], exponent: bytes[2]) else {
      throw PathCodeError(reason: .damaged, offset: 2)
    }
    let padded = [UInt8](unsafeUninitializedCapacity: bytes.count + BitReader.padding) { buffer, count in
      let end = buffer.update(fromContentsOf: bytes)
      buffer[end...].update(repeating: 0)
      count = buffer.count
    }
    return try CodeTable.slots.withUnsafeBufferPointer { slots throws(PathCodeError) in
      try padded.withUnsafeBufferPointer { padded throws(PathCodeError) in
        guard let first = padded.baseAddress, let slots = slots.baseAddress else { return FoldedPath(Path()) }
        return try path(BitReader(first, count: bytes.count, from: 3, slots), step.length)
      }
    }
  }

  private static func path(_ source: BitReader, _ step: Double) throws(PathCodeError) -> FoldedPath {
    var source = source
    guard let head = PathHead(&source, step) else { throw source.failure }
    // Most of a path with an axis is folded; that part is written directly to its final place.
    let isFolded = head.axis != nil
    var failure: PathCodeError?
    var rest: [Path.Element] = []
    let most = [Path.Element](unsafeUninitializedCapacity: head.mostElements) { buffer, count in
      guard let first = buffer.baseAddress else { return }
      let room = UnsafeMutablePointer<Path.Element>.allocate(capacity: isFolded ? head.mostElements : 0)
      defer { room.deallocate() }
      let reader = ContourReader(source, first, step: step)
      var decoder = PathDecoder(
        reader: reader, head: head, step: step, whole: isFolded ? room : first, half: first)
      guard decoder.readContours() else {
        failure = decoder.reader.source.failure
        return
      }
      count = (isFolded ? decoder.half : decoder.whole) - first
      if isFolded { rest = Array(UnsafeBufferPointer(start: room, count: decoder.whole - room)) }
    }
    if let failure { throw failure }
    guard let axis = head.axis else { return FoldedPath(Path(elements: most)) }
    return FoldedPath(whole: Path(elements: rest), half: Path(elements: most), axis: axis)
  }

  /// Returns whether the content was read completely and ended exactly.
  private mutating func readContours() -> Bool {
    var start = SIMD2(0.0, 0)
    var left = head.segments
    for _ in 0..<head.contours {
      guard !reader.source.isBeyondEnd else { return false }
      reader.source.refill()
      let (form, closes) = readForm()
      if form.startsOnAxis {
        start = SIMD2(head.axis ?? 0, start.y + Double(reader.source.number(.height)) * step)
      } else {
        start += reader.source.pair(.start) * step
      }
      reader.source.refill()
      let count = reader.source.number(.count)
      guard count > 0, count <= left else { return false }
      left &-= count
      var end = start
      if form.endsOnAxis {
        reader.source.refill()
        end = SIMD2(head.axis ?? 0, start.y + Double(reader.source.number(.height)) * step)
      }
      reader.next = form == .whole ? whole : half
      reader.append(.move(Point(start)))
      reader.read(count, from: start, to: end, isEndKnown: closes || form.endsOnAxis)
      if !form.isHalf { reader.append(.close) }
      if form == .whole { whole = reader.next } else { half = reader.next }
    }
    return left == 0 && reader.source.isFinished
  }

  @inline(__always) private mutating func readForm() -> (form: ContourForm, closes: Bool) {
    head.axis == nil ? (.whole, reader.source.bit() == 1) : ContourForm.read(reader.source.symbol(.form) & 7)
  }
}

/// The header of a code.
struct PathHead {
  /// The position of the axis.
  let axis: Double?
  let contours: Int
  let segments: Int

  /// An upper bound on the segments of a drawn path.
  private static let mostSegments = 1 << 20

  /// Reads the header; nil if the remaining bytes cannot contain that many contours and segments.
  init?(_ source: inout BitReader, _ step: Double) {
    axis = source.bit() == 1 ? Double(source.number(.axis)) / 16 * step : nil
    source.refill()
    contours = source.number(.count) - 1
    source.refill()
    segments = source.number(.count) - 1
    // Every contour takes at least three bits, and every segment one.
    guard contours >= 0, segments >= contours, segments <= PathHead.mostSegments,
      3 * contours + segments <= source.rest
    else { return nil }
  }

  /// The maximum number of elements in the path: a move and a close for each contour.
  var mostElements: Int { segments + 2 * contours }
}

/// Reads the segments of a contour in order.
///
/// It is small enough to stay in registers while a contour is read.
struct ContourReader {
  var source: BitReader
  /// The destination of the next element.
  var next: UnsafeMutablePointer<Path.Element>

  /// The current point, and the unit vector of the current direction.
  private(set) var current = SIMD2(0.0, 0)
  private var direction = SIMD2(1.0, 0)

  private let step: Double
  private let stepsPerUnit: Double

  init(_ source: BitReader, _ next: UnsafeMutablePointer<Path.Element>, step: Double) {
    self.source = source
    self.next = next
    self.step = step
    stepsPerUnit = 1 / step
  }

  @inline(__always) mutating func append(_ element: Path.Element) {
    next.initialize(to: element)
    next += 1
  }

  /// Reads a contour of `count` segments, whose last end may be known.
  ///
  /// It stops early at the end of the bytes.
  @inline(never) mutating func read(
    _ count: Int, from start: SIMD2<Double>, to end: SIMD2<Double>, isEndKnown: Bool
  ) {
    current = start
    direction = SIMD2(1, 0)
    var table = CodeTable.Place.kindAtStart.offset
    var left = count
    while left > 0, !source.isBeyondEnd {
      let isLast = isEndKnown && left == 1
      let segment = source.segment(&table, isEndKnown: isLast)
      add(segment, isLast ? end : nil)
      left &-= 1
    }
  }

  /// Adds a segment, to a known end or by its own offset.
  @inline(__always) private mutating func add(_ segment: CodedSegment, _ known: SIMD2<Double>?) {
    var offset = segment.offset
    var end = current + offset * step
    if let known {
      end = known
      offset = (known - current) * stepsPerUnit
    }
    if segment.kind == SegmentKind.line.rawValue {
      let squared = offset.x * offset.x + offset.y * offset.y
      if squared > 0 { direction = offset * (1 / squared.squareRoot()) }
      current = end
      append(.line(Point(end)))
      return
    }
    let shape: CurveShape
    if segment.kind == SegmentKind.curve.rawValue {
      let chord = CodedChord(offset)
      shape = CurveShape(chord, startSteps: segment.turn, endSteps: segment.angle)
      direction = shape.startDirection(chord)
    } else {
      if known != nil {
        let (x, y) = (direction.x, direction.y)
        offset = SIMD2(x * offset.x + y * offset.y, x * offset.y - y * offset.x)
      } else {
        let scaled = offset * step
        let (x, y) = (direction.x, direction.y)
        end = current + SIMD2(x * scaled.x - y * scaled.y, y * scaled.x + x * scaled.y)
      }
      shape = CurveShape(CodedChord(offset), endSteps: segment.angle)
    }
    addCurve(shape, segment.handles, to: end)
  }

  @inline(__always) private mutating func addCurve(
    _ shape: CurveShape, _ steps: SIMD2<Double>, to end: SIMD2<Double>
  ) {
    let handles = shape.handles(steps) * step
    let endDirection = shape.endDirection(direction)
    let control1 = current + direction * handles.x
    let control2 = end - endDirection * handles.y
    append(.cubic(control1: Point(control1), control2: Point(control2), end: Point(end)))
    current = end
    direction = endDirection
  }
}

extension Point {
  @inline(__always) init(_ place: SIMD2<Double>) { self.init(place.x, place.y) }
}

/// An error for bytes that are not a valid path.
public struct PathCodeError: LocalizableError, Hashable {
  /// The kind of fault.
  public enum Reason: Hashable, Sendable {
    /// The first byte names an unknown version of the code.
    case unknownVersion(UInt8)
    /// The bytes end before the path does.
    case truncated
    /// The bytes do not describe a path.
    case damaged
  }

  /// The kind of fault.
  public let reason: Reason

  /// The number of bytes read before the fault.
  public let offset: Int

  /// The fault and its place.
  public var message: Message {
    switch reason {
    case .unknownVersion(let version):
      Message("the version {version} of path codes is not known", ["version": String(version)])
    case .truncated:
      Message("the path code ends too early, at byte {place}", ["place": String(offset)])
    case .damaged: Message("the path code is damaged before byte {place}", ["place": String(offset)])
    }
  }
}

/// The role of a coded contour in a path with an axis: `PathCodeFormat.md`, “Contours”.
enum ContourForm: Int {
  /// Only itself.
  case whole
  /// Itself and its mirror image.
  case pair
  /// Half of a contour; the mirror image is the other half, and straight lines join both.
  case half
  /// A half whose start, end or both are on the axis, where no line is needed.
  case halfFromAxis, halfToAxis, halfAlongAxis

  init(startsOnAxis: Bool, endsOnAxis: Bool) {
    switch (startsOnAxis, endsOnAxis) {
    case (false, false): self = .half
    case (true, false): self = .halfFromAxis
    case (false, true): self = .halfToAxis
    case (true, true): self = .halfAlongAxis
    }
  }

  @inline(__always) var isHalf: Bool { rawValue >= ContourForm.half.rawValue }
  @inline(__always) var startsOnAxis: Bool { self == .halfFromAxis || self == .halfAlongAxis }
  @inline(__always) var endsOnAxis: Bool { self == .halfToAxis || self == .halfAlongAxis }

  /// The symbol for the form, and for contours other than halves whether the last segment ends at the start.
  func symbol(closes: Bool) -> Int { isHalf ? rawValue + 2 : rawValue * 2 + (closes ? 1 : 0) }

  @inline(__always) static func read(_ symbol: Int) -> (form: ContourForm, closes: Bool) {
    symbol < 4
      ? (symbol < 2 ? .whole : .pair, symbol & 1 == 1)
      : (ContourForm(rawValue: symbol - 2) ?? .half, false)
  }
}
