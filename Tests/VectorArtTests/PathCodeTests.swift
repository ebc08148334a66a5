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

  @Test func `random bytes come to an end`() {
    var generator = SeededGenerator(seed: 7)
    for length in 1..<300 {
      var bytes: [UInt8] = [2, UInt8(length % 128)]
      for _ in 0..<length { bytes.append(UInt8.random(in: 0...255, using: &generator)) }
      bytes.append(PathCode.check(bytes[...]))
      _ = try? PathCode.decode(bytes)
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

  @Test func `version 2 reads what version 2 wrote`() throws {
    // A crown of 64 points with a ball on its middle spike.
    let bytes: [UInt8] = [
      2, 99, 144, 76, 187, 191, 32, 180, 69, 255, 211, 114, 209, 181, 6, 120, 88, 8, 186, 52, 248, 54, 73,
      204,
      73, 160, 218, 160, 144, 96, 60, 250, 211, 32, 22, 147,
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
