import Geometry

/// Reads a path from its code: `PathCodeFormat.md`.
struct PathDecoder {
  private var reader: ContourReader
  private let head: PathHead
  private let step: Double
  /// Where the next contour goes: a whole one, or one that stands for two or is a half.
  private var whole: UnsafeMutablePointer<Path.Element>
  private var half: UnsafeMutablePointer<Path.Element>

  /// Reads the path of a whole code but its check.
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
    // Most of a path that has an axis is folded; that goes where it stays at once.
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

  /// Returns whether everything was read and came out even.
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
