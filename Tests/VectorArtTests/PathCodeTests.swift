import Foundation
import Geometry
import TestSupport
import Testing

@testable import VectorArt

@Suite struct PathCodeTests {
  @Test(arguments: 0..<6)
  func `comes back within a twentieth of a pixel at 1024`(seed: Int) throws {
    var generator = SeededGenerator(seed: UInt64(seed))
    let path = try generator.path(segments: 2 + seed / 2, closed: true).overlapsRemoved()
    let bounds = try #require(path.finiteBounds)
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

  @Test func `symbols and numbers come back through the tables`() {
    var generator = SeededGenerator(seed: 11)
    let values = (0..<400).map { _ in
      Int.random(in: -(1 << 40)...1 << 40, using: &generator) >> Int.random(in: 0...43, using: &generator)
    }
    var encoder = EntropyEncoder()
    for value in values {
      encoder.symbol(value & 1, CodeTable.Place.closes.rawValue)
      encoder.symbol(value.bitLength, CodeTable.Place.straight.rawValue)
      if value != 0 {
        encoder.raw(Int(value.magnitude), count: value.bitLength - 1)
        encoder.raw(value < 0 ? 1 : 0, count: 1)
      }
    }
    let bytes = encoder.bytes()

    var symbols: [Int] = []
    var read: [Int] = []
    var isFinished = false
    CodeTable.slots.withUnsafeBufferPointer { slots in
      bytes.withUnsafeBufferPointer { bytes in
        guard let slots = slots.baseAddress, let base = bytes.baseAddress else { return }
        var decoder = EntropyDecoder(base, count: bytes.count, from: 0, slots)
        for _ in values {
          symbols.append(decoder.symbol(.closes))
          read.append(decoder.signed(.straight).value)
        }
        isFinished = decoder.isFinished
      }
    }

    #expect(symbols == values.map { $0 & 1 })
    #expect(read == values)
    #expect(isFinished)
  }

  @Test func `the check is that of the polynomial, bit by bit`() {
    var generator = SeededGenerator(seed: 12)
    for length in 0..<40 {
      let bytes = (0..<length).map { _ in UInt8.random(in: 0...255, using: &generator) }

      var sum = 0xFF
      for byte in bytes {
        sum ^= Int(byte)
        for _ in 0..<8 { sum = sum & 0x80 != 0 ? (sum << 1 ^ 0x107) : sum << 1 }
      }

      #expect(PathCode.sealed(bytes).last == UInt8(sum))
    }
  }

  @Test func `small turns are those of the sine and the cosine`() {
    // What the series leaves out at 1, and four roundings.
    let rest = 1 / 355_687_428_096_000 + 4 * Double.ulpOfOne
    for step in -300...300 {
      let angle = Double(step) / 200

      let turn = Rotation(angle)

      #expect((turn.sine - Foundation.sin(angle)).magnitude < rest)
      #expect((turn.cosine - Foundation.cos(angle)).magnitude < rest)
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
    #expect(worst < 0.05 * 100 / 1024)
  }

  @Test func `version 3 reads what version 3 wrote`() throws {
    // A crown of 64 points with a ball on its middle spike.
    let bytes: [UInt8] = [
      3, 99, 144, 57, 127, 16, 90, 69, 54, 32, 203, 211, 25, 72, 114, 96, 83, 107, 32, 25, 59, 137, 133, 244,
      120, 72, 240, 69, 136, 31, 43, 112, 8, 44, 35,
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
    // A frequency of 1 is the rule in the tables; what differs takes two bytes.
    let tables = CodeTable.frequencies.joined().count { $0 != 1 } * 2
    let share = tables / sizes.count

    #expect(sizes[sizes.count / 2] + share <= 260)
    #expect(sizes.reduce(0, +) / sizes.count + share <= 330)
  }
}
