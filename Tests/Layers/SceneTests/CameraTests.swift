import Foundation
import Geometry
import TestSupport
import Testing

@Suite struct CameraTests {
  private func vector(_ random: inout SeededGenerator, _ range: ClosedRange<Double>) -> SIMD3<Double> {
    SIMD3(
      .random(in: range, using: &random), .random(in: range, using: &random),
      .random(in: range, using: &random))
  }

  private func image(_ p: SIMD3<Double>, _ transform: Transform3D) -> SIMD3<Double> {
    let h = transform.homogeneous(p.x, p.y, p.z)
    return SIMD3(h.x, h.y, h.z) / h.w
  }

  private func isClose(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> Bool {
    ((a - b) * (a - b)).sum().squareRoot() <= 1e-12 * (1 + (b * b).sum().squareRoot())
  }

  @Test func `a product applies its left factor first`() {
    let (shift, growth) = (Transform3D.translation(x: 10, y: 0), Transform3D.scale(x: 2, y: 2))
    #expect((shift * growth).project(Point(1, 1)) == Point(22, 2))
    #expect((growth * shift).project(Point(1, 1)) == Point(12, 2))

    let (a, b) = (AffineTransform.translation(x: 10, y: 0), AffineTransform.scale(2))
    #expect((a * b).apply(to: Point(1, 1)) == b.apply(to: a.apply(to: Point(1, 1))))
    #expect((a * b).apply(to: Point(1, 1)) == Point(22, 2))
  }

  @Test func `perspective puts the near plane at depth 0, the far one at 1 and the corners at ±1`() {
    let (near, far, aspect, angle) = (0.5, 90.0, 1.6, 1.1)
    let view = Transform3D.perspective(fieldOfView: angle, aspect: aspect, near: near, far: far)
    for (distance, depth) in [(near, 0.0), (far, 1)] {
      let top = distance * tan(angle / 2)
      // Right-handed: what is seen lies at negative z, x to the right and y up.
      #expect(isClose(image(SIMD3(top * aspect, top, -distance), view), SIMD3(1, 1, depth)))
      #expect(isClose(image(SIMD3(-top * aspect, -top, -distance), view), SIMD3(-1, -1, depth)))
    }
    #expect(view.homogeneous(0, 0, 3).w < 0)
    let endless = Transform3D.perspective(fieldOfView: angle, aspect: aspect, near: near, far: .infinity)
    #expect(image(SIMD3(0, 0, -near), endless).z == 0)
    #expect((image(SIMD3(0, 0, -1e9), endless).z - 1).magnitude < 1e-8)
  }

  @Test func `an orthographic view maps its box to the unit box`() {
    let view = Transform3D.orthographic(left: -3, right: 5, bottom: 1, top: 2, near: -4, far: 10)
    #expect(isClose(image(SIMD3(-3, 1, 4), view), SIMD3(-1, -1, 0)))
    #expect(isClose(image(SIMD3(5, 2, -10), view), SIMD3(1, 1, 1)))
    #expect(isClose(image(SIMD3(1, 1.5, -3), view), SIMD3(0, 0, 0.5)))
  }

  @Test func `an eye sees its target ahead, up upward, and turns without stretching`() {
    var random = SeededGenerator(seed: 8)
    for _ in 0..<200 {
      let (eye, target) = (vector(&random, -9...9), vector(&random, -9...9))
      let view = Transform3D.lookAt(from: eye, to: target)
      let distance = ((target - eye) * (target - eye)).sum().squareRoot()
      #expect(isClose(image(eye, view), .zero))
      #expect(isClose(image(target, view), SIMD3(0, 0, -distance)))
      #expect(image(eye + SIMD3(0, 1, 0), view).y > 0)
      #expect(image(eye + SIMD3(0, 1, 0), view).x.magnitude < 1e-12)
      // No mirror: right-handed stays right-handed.
      #expect((view.determinant - 1).magnitude < 1e-12)
    }
  }
}
