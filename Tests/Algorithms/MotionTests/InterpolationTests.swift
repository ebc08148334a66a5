import Geometry
import Motion
import TestSupport
import Testing

@Suite struct InterpolationTests {
  @Test func `numbers go straight and reach their ends exactly`() {
    #expect((-1e308).interpolated(to: 1e308, at: 0.5) == 0)
    #expect(0.1.interpolated(to: 0.3, at: 1) == 0.3)
    let (a, b) = (SIMD4(0, 10, 4, 0.1), SIMD4(2, 0, 8, 0.3))
    #expect(a.interpolated(to: b, at: 0.5).z == 6 && a.interpolated(to: b, at: 1) == b)
    #expect(SIMD4(1, 2, 0, 0).accumulating(SIMD4(3, 0, 0, 0), times: 2) == SIMD4(7, 2, 0, 0))
  }

  /// Random mappings with perspective and shear.
  private func mapping(_ random: inout SeededGenerator) -> Transform3D {
    func n(_ range: ClosedRange<Double>) -> Double { .random(in: range, using: &random) }
    var result = Transform3D.perspective(distance: n(300...2000))
    result = result.translated(x: n(-100...100), y: n(-100...100), z: n(-50...50))
    result = result.rotated(by: n(-3...3), x: n(-1...1), y: n(-1...1), z: n(-1...1))
    result = Transform3D(.skew(x: n(-1...1), y: 0)).concatenating(result)
    return result.scaled(x: n(0.2...3), y: n(0.2...3), z: n(0.2...3))
  }

  private func difference(_ a: Transform3D, _ b: Transform3D) -> Double {
    let (x, y) = (a.rows, b.rows)
    return zip([x.0, x.1, x.2, x.3], [y.0, y.1, y.2, y.3]).map { p, q in
      (0..<4).map { (p[$0] - q[$0]).magnitude / max(1, q[$0].magnitude) }.max() ?? 0
    }.max() ?? 0
  }

  @Test func `a transform taken apart and put together is the same, perspective included`() {
    var random = SeededGenerator(seed: 21)
    for _ in 0..<300 {
      let (a, b) = (mapping(&random), mapping(&random))
      #expect(difference(a.interpolated(to: b, at: 1e-13), a) < 1e-9)
      #expect(difference(a.interpolated(to: b, at: 1 - 1e-13), b) < 1e-9)
      let (there, back) = (a.interpolated(to: b, at: 0.3), b.interpolated(to: a, at: 0.7))
      #expect(difference(there, back) < 1e-9)
    }
  }

  @Test func `a turn between matrices turns evenly`() {
    let a = Transform3D.rotation(0.2, x: 1, y: 2, z: 3)
    let b = Transform3D.rotation(2.2, x: 1, y: 2, z: 3)
    #expect(difference(a.interpolated(to: b, at: 0.25), .rotation(0.7, x: 1, y: 2, z: 3)) < 1e-14)
    // A half turn has no shorter way; it must still be a turn.
    let half = Transform3D().interpolated(to: .rotation(.pi, x: 0, y: 1, z: 0), at: 0.5)
    #expect((half.determinant - 1).magnitude < 1e-12)
  }

  @Test func `whatever flattens changes over in the middle`() {
    let flat = Transform3D.scale(x: 0, y: 1)
    #expect(flat.interpolated(to: .identity, at: 0.4) == flat)
    #expect(flat.interpolated(to: .identity, at: 0.6) == .identity)
    let edge = Transform3D.scale(x: 1, y: 1, z: 0).rotated(by: 1, x: 1, y: 0, z: 0)
    #expect(edge.interpolated(to: .identity, at: 0.6) == .identity)
  }

  @Test func `what is added happens to a point first`() {
    let sum = TransformFrame(.translation(x: 10, y: 0)).adding(TransformFrame(.scale(x: 2, y: 2)))
    #expect(sum.transform.project(Point(1, 1)) == Point(12, 2))
    #expect(
      sum.interpolated(to: TransformFrame(.identity), at: 0.5).transform.project(Point(0, 0)) == Point(5, 0))
  }
}

extension Transform3D {
  fileprivate func interpolated(to other: Transform3D, at fraction: Double) -> Transform3D {
    TransformFrame(self).interpolated(to: TransformFrame(other), at: fraction).transform
  }
}
