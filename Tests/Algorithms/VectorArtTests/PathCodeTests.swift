import Foundation
import Geometry
import GeometrySupport
import PlanarGeometry
import TestSupport
import Testing

@testable import VectorArt

@Suite struct PathCodeTests {
  @Test(arguments: 0..<6)
  func `comes back within a twentieth of a pixel at 1024`(seed: Int) throws {
    var generator = SeededGenerator(seed: UInt64(seed))
    let path = try generator.path(segments: 2 + seed / 2, closed: true).overlapsRemoved()
    let bounds = try #require(path.controlBounds)
    let pixel = max(bounds.width, bounds.height) / 1024

    let decoded = try PathCode.decode(PathCode.encode(path))

    let (before, after) = (Probe(path, tolerance: pixel / 500), Probe(decoded, tolerance: pixel / 500))
    #expect(before.largestDistance(to: after, every: 20 * pixel) < PathCode.precision * pixel)
    #expect(after.largestDistance(to: before, every: 20 * pixel) < PathCode.precision * pixel)
  }

  @Test func `keeps upright edges upright and says nothing twice`() throws {
    let frame = Path(rect: Rect(x: 3.3, y: 4.7, width: 100, height: 51))

    let bytes = PathCode.encode(frame)
    let decoded = try PathCode.decode(bytes)

    #expect(bytes.count <= 18)
    #expect(decoded.elements.count == 5)
    let corners = decoded.elements.compactMap { element -> Point? in
      switch element {
      case .move(let point), .line(let point): point
      default: nil
      }
    }
    #expect(Set(corners.map(\.x)).count == 2)
    #expect(Set(corners.map(\.y)).count == 2)
  }

  @Test func `specks cost nothing`() throws {
    let square = Path(rect: Rect(x: 0, y: 0, width: 100, height: 100))
    var dusty = square
    for index in 0..<50 {
      dusty.append(Path(circle: Point(Double(index) * 2 + 0.5, 50), radius: 1e-4))
    }

    #expect(PathCode.encode(dusty) == PathCode.encode(square))

    var ring = Path { $0.move(to: Point(11, 10)) }
    for step in 1..<800 {
      let angle = Double(step) / 800 * 2 * Double.pi
      ring.line(to: Point(10 + Foundation.cos(angle), 10 + Foundation.sin(angle)))
    }
    ring.close()
    let decoded = try PathCode.decode(PathCode.encode(ring, extent: 1000))
    #expect((decoded.signedArea - .pi).magnitude < 0.3)
  }

  @Test func `coding twice changes nothing more`() throws {
    let path = Path(circle: Point(30, 40), radius: 25)

    let once = try PathCode.decode(PathCode.encode(path))
    let twice = try PathCode.decode(PathCode.encode(once))

    let distance = Probe(once, tolerance: 1e-4).largestDistance(to: Probe(twice, tolerance: 1e-4), every: 1)
    #expect(distance < 2 * PathCode.precision * 50 / 1024)
  }

  @Test(arguments: [1e-12, 1e-3, 1e6, 1e12])
  func `does not depend on the scale`(scale: Double) throws {
    let path = Path(circle: Point(30, 40), radius: 25).transformed(by: .scale(scale))

    let bytes = PathCode.encode(path)
    let decoded = try PathCode.decode(bytes)

    #expect(bytes.count < 60)
    #expect((decoded.signedArea / path.signedArea - 1).magnitude < 1e-3)
  }

  @Test func `holds nothing and several contours alike`() throws {
    #expect(try PathCode.decode(PathCode.encode(Path())).isEmpty)
    var rings = Path(circle: Point(0, 0), radius: 10)
    rings.append(Path(circle: Point(100, 0), radius: 10))

    let decoded = try PathCode.decode(PathCode.encode(rings))

    #expect(decoded.elements.count { $0 == .close } == 2)
    #expect((decoded.signedArea / rings.signedArea - 1).magnitude < 0.01)
  }

  @Test func `damaged bytes are an error`() throws {
    let whole = PathCode.encode(Path(circle: Point(30, 40), radius: 25))

    for length in 0..<whole.count {
      #expect(throws: PathCodeError.self) { try PathCode.decode(Array(whole[..<length])) }
    }
    #expect(throws: PathCodeError.self) { try PathCode.decode(whole + [0]) }
    #expect(throws: PathCodeError(reason: .unknownVersion(9), offset: 0)) {
      try PathCode.decode([9] + whole.dropFirst())
    }
    for index in whole.indices {
      for bit in 0..<8 {
        var bytes = whole
        bytes[index] ^= 1 << bit
        #expect(throws: PathCodeError.self) { try PathCode.decode(bytes) }
      }
    }
  }

  @Test func `the codes of every place are complete and short enough to be looked up`() {
    for place in CodeTable.Place.allCases {
      let code = CodeTable.codes[place.rawValue]

      #expect(code.lengths.count == place.symbols)
      #expect(code.isComplete)
      #expect((code.lengths.max() ?? 0) <= place.width)
      #expect(place.escape.map { code.lengths[$0] > 0 } ?? true)
    }
  }

  @Test func `no two places share a slot`() {
    let places = CodeTable.Place.allCases.sorted { $0.offset < $1.offset }
    for (place, next) in zip(places, places.dropFirst()) {
      #expect(place.offset + 1 << place.width == next.offset)
    }
    #expect(CodeTable.slots.count == places.last.map { $0.offset + 1 << $0.width })
  }

  /// Calls a closure with a reader of what a writer wrote.
  private func reading(_ writer: BitWriter, _ body: (inout BitReader) -> Void) {
    let bytes = writer.bytes + [UInt8](repeating: 0, count: BitReader.padding)
    CodeTable.slots.withUnsafeBufferPointer { slots in
      bytes.withUnsafeBufferPointer { all in
        guard let slots = slots.baseAddress, let base = all.baseAddress else { return }
        var reader = BitReader(base, count: writer.bytes.count, from: 0, slots)
        body(&reader)
      }
    }
  }

  @Test func `numbers come back, common ones and those beyond all tables`() {
    var generator = SeededGenerator(seed: 11)
    let values = (0..<600).map { _ in
      Int.random(in: -(1 << 43) + 1...1 << 43 - 1, using: &generator)
        >> Int.random(in: 0...43, using: &generator)
    }
    let pairs: [CodeTable.Place] = [.start, .line, .curve, .smoothCurve]
    var writer = BitWriter()
    for (index, value) in values.enumerated() {
      writer.numbers([value, values[599 - index]], pairs[index % 4])
      writer.numbers([value], index % 2 == 0 ? .turn : .count)
    }

    var read: [Int] = []
    var mirrored: [Int] = []
    var single: [Int] = []
    var isFinished = false
    reading(writer) { reader in
      for index in values.indices {
        reader.refill()
        let pair = reader.pair(pairs[index % 4])
        read.append(Int(pair.x))
        mirrored.append(Int(pair.y))
        reader.refill()
        single.append(reader.number(index % 2 == 0 ? .turn : .count))
      }
      isFinished = reader.isFinished
    }

    #expect(read == values)
    #expect(mirrored == values.reversed())
    #expect(single == values)
    #expect(isFinished)
  }

  @Test(arguments: [false, true])
  func `segments come back, with their ends and without`(isEndKnown: Bool) {
    var generator = SeededGenerator(seed: 12)
    func number() -> Int {
      Int.random(in: -40_000...40_000, using: &generator) >> Int.random(in: 0...16, using: &generator)
    }
    let segments = (0..<500).map { _ in
      (kind: Int.random(in: 0...2, using: &generator), numbers: (0..<6).map { _ in number() })
    }
    var writer = BitWriter()
    var last: SegmentKind?
    for (number, values) in segments {
      guard let kind = SegmentKind(rawValue: number) else { continue }
      writer.symbol(number, SegmentKind.table(after: last))
      if !isEndKnown { writer.numbers([values[0], values[1]], [.line, .curve, .smoothCurve][number]) }
      if kind == .curve { writer.numbers([values[2]], .turn) }
      if kind != .line { writer.numbers([values[3], values[4], values[5]], .shape) }
      last = kind
    }

    reading(writer) { reader in
      var table = CodeTable.Place.kindAtStart.offset
      for (kind, values) in segments {
        let segment = reader.segment(&table, isEndKnown: isEndKnown)

        let wanted = values.enumerated().map { index, value in
          (isEndKnown && index < 2) || (kind != 1 && index == 2) || (kind == 0 && index > 2)
            ? 0 : Double(value)
        }
        #expect(segment.kind == kind)
        #expect([segment.offset.x, segment.offset.y, segment.turn] == Array(wanted[..<3]))
        #expect([segment.angle, segment.handles.x, segment.handles.y] == Array(wanted[3...]))
      }
      #expect(reader.isFinished)
    }
  }

  @Test func `the check is that of the polynomial, bit by bit`() {
    var generator = SeededGenerator(seed: 12)
    for length in (0..<40) + [126, 127, 128, 253, 254, 255, 256, 381, 1000] {
      let bytes = (0..<length).map { _ in UInt8.random(in: 0...255, using: &generator) }

      var sum = 0xFF
      for byte in bytes {
        sum ^= Int(byte)
        for _ in 0..<8 { sum = sum & 0x80 != 0 ? (sum << 1 ^ 0x107) : sum << 1 }
      }

      #expect(PathCode.sealed(bytes).last == UInt8(sum))
    }
  }

  @Test(arguments: [0.0, 0.2, 0.8, 1.4])
  func `a circular arc takes no steps at all`(angle: Double) {
    // Seen from the start of an arc its chord lies at half of the angle that the arc turns by.
    let chord = CodedChord(SIMD2(300 * Foundation.cos(angle), 300 * Foundation.sin(angle)))

    let shape = CurveShape(chord, endSteps: 0)

    let end = shape.endDirection(SIMD2(1, 0))
    #expect((end.x - Foundation.cos(2 * angle)).magnitude < 1e-12)
    #expect((end.y - Foundation.sin(2 * angle)).magnitude < 1e-12)
    // Four thirds of the tangent of a quarter of the turn, by the radius; the chord is twice the radius times the sine.
    let radius = angle == 0 ? 0 : 150 / Foundation.sin(angle)
    let handle = angle == 0 ? 100 : 4.0 / 3 * Foundation.tan(angle / 2) * radius
    #expect((shape.naturalHandle - handle).magnitude < 1e-9)
  }

  @Test func `a start direction is that from which the chord is seen`() {
    let chord = CodedChord(SIMD2(120, -50))
    for turn in stride(from: -20.0, through: 20, by: 2.5) {
      let shape = CurveShape(chord, startSteps: turn, endSteps: 3)

      let direction = shape.startDirection(chord)

      let along = direction.x * 120 - direction.y * 50
      let aside = direction.x * -50 - direction.y * 120
      let seen = CurveShape(CodedChord(SIMD2(along, aside)), endSteps: 3)
      #expect((seen.start - shape.start).magnitude < 1e-12)
      #expect((seen.end - shape.end).magnitude < 1e-12)
    }
  }

  @Test func `random bytes come to an end`() {
    var generator = SeededGenerator(seed: 7)
    for length in 1..<300 {
      var bytes: [UInt8] = [PathCode.version, UInt8(length % 128)]
      for _ in 0..<length { bytes.append(UInt8.random(in: 0...255, using: &generator)) }
      _ = try? PathCode.decode(PathCode.sealed(bytes))
    }
  }

  @Test(arguments: [
    ("<circle cx='50' cy='50' r='50'/>", [50.0]),
    ("<circle cx='50' cy='50' r='40' fill='none' stroke='red' stroke-width='20'/>", [30, 50]),
    (
      "<path d='M0 50a50 50 0 0 1 100 0a50 50 0 0 1-100 0zm60 0a10 10 0 0 0-20 0 10 10 0 0 0 20 0z'/>",
      [10, 50]
    ),
    ("<path d='M50 50h.0' stroke='red' stroke-width='100' stroke-linecap='round'/>", [50]),
  ])
  func `import and coding together are right to a twentieth of a pixel`(content: String, radii: [Double])
    throws
  {
    let image = try VectorImage(svg: "<svg viewBox='0 0 100 100'>\(content)</svg>")

    let decoded = try PathCode.decode(PathCode.encode(image.path))

    var worst = 0.0
    decoded.forEachSegment(closingOpenSubpaths: true) { segment in
      guard case .cubic(let curve) = segment else { return }
      for step in 0...40 {
        let radius = curve.point(at: Double(step) / 40).distance(to: Point(50, 50))
        worst = max(worst, radii.map { (radius - $0).magnitude }.min() ?? 0)
      }
    }
    #expect(worst > 0)
    let twentieth = 0.05 * 100 / 1024
    #expect(worst < twentieth)
  }

  @Test func `version 4 reads what version 4 wrote`() throws {
    // A crown of 64 points with a ball on its middle spike.
    let bytes: [UInt8] = [
      4, 99, 144, 146, 144, 90, 99, 250, 72, 53, 172, 198, 164, 11, 48, 169, 181, 37, 6, 77, 196, 213, 195,
      143, 24, 240, 96, 216, 128, 53, 100, 72, 44, 60,
    ]
    let drawing = "<path d='M8 52V20L20 34 32 10 44 34 56 20V52z'/><circle cx='32' cy='8' r='4'/>"
    let image = try VectorImage(svg: "<svg viewBox='0 0 64 64'>\(drawing)</svg>")

    let path = try PathCode.decode(bytes)

    let (before, after) = (Probe(image.path), Probe(path))
    #expect(before.largestDistance(to: after, every: 1) < 0.05 * 48 / 1024 + 0.006)
    #expect(path.elements.count == 15)
    #expect(PathCode.encode(image.path).count <= bytes.count)
  }

  @Test(.enabled(if: Reference.file("svg/icons/index.json") != nil, "the reference folder is absent"))
  func `crowns take 260 bytes in the middle and 330 on average, tables counted in`() throws {
    let sizes = try ReferenceIcon.all().filter(\.crown).map { icon in
      PathCode.encode(try VectorImage(svg: icon.bytes()).path).count
    }.sorted()
    // A length takes half a byte.
    let tables = CodeTable.codes.reduce(0) { $0 + $1.lengths.count } / 2
    let share = tables / sizes.count

    #expect(sizes[sizes.count / 2] + share <= 260)
    #expect(sizes.reduce(0, +) / sizes.count + share <= 330)
  }
}
