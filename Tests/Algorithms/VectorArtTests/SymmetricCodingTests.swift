import Geometry
import GeometrySupport
import Heraldry
import PlanarGeometry
import TestSupport
import Testing

@testable import VectorArt

@Suite struct SymmetricCodingTests {
  /// Returns the path with its image at the upright line through the middle of a drawing 200 wide.
  private func symmetric(_ path: Path) throws -> Path {
    try Path.union([path, path.transformed(by: AffineTransform(a: -1, b: 0, c: 0, d: 1, tx: 200, ty: 0))])
  }

  private func axis(of path: Path) -> Double? {
    let pixel = (path.bounds?.height ?? 0) / 1024
    return SymmetricOutlines(CodedContour.outlines(of: path), within: 0.004 * pixel).axis
  }

  @Test(arguments: Sweep.sample(0..<8, 4))
  func `what is its own mirror image comes back so, in about half of the bytes`(seed: Int) throws {
    var generator = SeededGenerator(seed: UInt64(seed + 40))
    let half = generator.path(segments: 12, closed: true).transformed(by: .translation(x: 60, y: 0))
    let path = try symmetric(half)
    let bounds = try #require(path.controlBounds)
    let pixel = max(bounds.width, bounds.height) / 1024
    let leaning = path.transformed(by: AffineTransform(a: 1, b: 0, c: 0.1, d: 1, tx: 0, ty: 0))

    let bytes = PathCode.encode(path)
    let decoded = try PathCode.decode(bytes)

    let (before, after) = (Probe(path, tolerance: pixel / 500), Probe(decoded, tolerance: pixel / 500))
    #expect(before.largestDistance(to: after, every: 20 * pixel) < PathCode.precision * pixel)
    #expect(after.largestDistance(to: before, every: 20 * pixel) < PathCode.precision * pixel)
    #expect((decoded.signedArea / path.signedArea - 1).magnitude < 1e-3)
    #expect(Double(bytes.count) < 0.7 * Double(PathCode.encode(leaning).count))
    let axis = try #require(decoded.bounds).midX
    let image = decoded.transformed(by: AffineTransform(a: -1, b: 0, c: 0, d: 1, tx: 2 * axis, ty: 0))
    #expect(Probe(image, tolerance: pixel / 500).largestDistance(to: after, every: pixel * 20) < 0.01 * pixel)
  }

  @Test func `what is folded holds one side and unfolds to all of it`() throws {
    let drawing = "M50 10L90 50L80 90L50 70L20 90L10 50ZM5 5H15L10 20ZM95 5H85L90 20ZM5 95H10V99Z"
    let image = try VectorImage(svg: "<svg viewBox='0 0 100 100'><path d='\(drawing)'/></svg>")
    let bytes = PathCode.encode(image.path)

    let folded = try PathCode.decodeFolded(bytes)
    let half = try #require(folded.half.bounds)

    #expect(half.minX >= folded.axis - 1e-9)
    #expect((folded.axis - 50).magnitude < 0.01)
    #expect(folded.whole.elements.count { $0 == .close } == 1)
    #expect(folded.half.elements.count { $0 == .close } == 1)
    #expect((folded.path.signedArea.magnitude / image.path.signedArea.magnitude - 1).magnitude < 1e-3)
  }

  @Test(arguments: [
    ("M20 20H80V80H20Z", [ContourForm.half]),
    ("M50 10L90 50L80 90L50 70L20 90L10 50Z", [.halfAlongAxis]),
    ("M50 10L90 50L80 90H20L10 50Z", [.halfFromAxis]),
    ("M10 10H90L80 60L50 90L20 60Z", [.halfToAxis]),
    ("M10 10H30L20 90ZM90 10H70L80 90Z", [.pair]),
    ("M10 10H90L50 90ZM40 20L50 40L60 20Z", [.halfFromAxis, .halfToAxis]),
    ("M10 10H90L60 90L50 40Z", []),
    ("M10 10H30L20 90ZM90 10L80 90L70 10Z", [.pair]),
    ("M10 10H30L20 90ZM90 10H70L80 90ZM40 10H55V20Z", [.pair, .whole]),
  ])
  func `each contour takes the form that says it all`(drawing: String, forms: [ContourForm]) throws {
    let image = try VectorImage(svg: "<svg viewBox='0 0 100 100'><path d='\(drawing)'/></svg>")
    let outlines = CodedContour.outlines(of: image.path)

    let search = MirrorSearch(outlines, axis: 50, within: 0.001)
    let decoded = try PathCode.decode(PathCode.encode(image.path))

    if !forms.isEmpty {
      #expect(search.outlines.map(\.form.rawValue).sorted() == forms.map(\.rawValue).sorted())
    }
    let all = search.outlines.reduce(0) { $0 + $1.shape(axis: 50).signedArea }
    #expect((all - image.path.signedArea).magnitude < 1e-6)
    #expect((decoded.signedArea / image.path.signedArea - 1).magnitude < 1e-3)
    #expect(Probe(decoded).largestDistance(to: Probe(image.path), every: 1) < 0.005)
  }

  @Test func `the axis is where most contours have theirs, whatever stands beside`() throws {
    var path = try symmetric(Path(rect: Rect(x: 120, y: 5, width: 30, height: 60)))
    for height in 0..<4 { path.append(Path(circle: Point(100, 10 + 20 * Double(height)), radius: 6)) }
    path.append(Path(circle: Point(190, 50), radius: 8))

    #expect((try #require(axis(of: path)) - 100).magnitude < 1e-9)
  }

  @Test func `what differs from its image in more than can be seen is no image`() throws {
    var path = try symmetric(Path(circle: Point(140, 50), radius: 20))
    path.append(
      Path {
        $0.move(to: Point(90, 5)); $0.line(to: Point(110.1, 5)); $0.line(to: Point(100, 20))
      })

    let decoded = try PathCode.decode(PathCode.encode(path))

    #expect(Probe(decoded).distance(to: Point(110.1, 5)) < 0.01)
  }

  @Test func `shipped crowns take at most 4.3 bytes a segment`() throws {
    var (bytes, segments) = (0, 0)
    for entry in Sweep.sample(CrownCatalogue.all, 6) {
      let image = try VectorImage(svg: svg(of: entry.drawing()))
      let code = PathCode.encode(image.path)
      bytes += code.count
      segments += try PathCode.decode(code).elements.count {
        switch $0 {
        case .line, .quad, .cubic: true
        case .move, .close: false
        }
      }
    }
    #expect(Double(bytes) <= 4.3 * Double(segments))
  }
}
