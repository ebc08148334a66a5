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

  /// Expected values: `numpy.array([1, 2, 3, 1]) @ A @ B` and `numpy.linalg.inv`.
  @Test func `a row vector goes through a product from left to right`() throws {
    let a = Transform3D(rows: ([1, 2, 0, 0.5], [0, 1, 3, 0], [2, 0, 1, 1], [4, 0, 2, 1]))
    let b = Transform3D(rows: ([0, 1, 0, 0], [2, 0, 0, 1], [0, 0, 3, 0], [1, 1, 1, 1]))

    #expect(SIMD4(1, 2, 3, 1) * (a * b) == [12.5, 15.5, 37.5, 8.5])
    #expect(SIMD4(1, 2, 3, 1) * a * b == [12.5, 15.5, 37.5, 8.5])
    let back = SIMD4(1, 2, 3, 1) * (try #require(a.inverted))
    for (value, expected) in zip(
      [back.x, back.y, back.z, back.w],
      [0.5384615384615384, 0.9230769230769231, 1.2307692307692308, -0.5])
    { #expect(abs(value - expected) < 1e-15) }
  }

  @Test(arguments: [(Transform3D.DepthRange.zeroToOne, 0.0), (.minusOneToOne, -1)])
  func `perspective puts the planes at the ends of the depths and the corners at ±1`(
    depth: Transform3D.DepthRange, least: Double
  ) {
    let (near, far, aspect, angle) = (0.5, 90.0, 1.6, 1.1)
    let view = Transform3D.perspective(
      fieldOfView: angle, aspect: aspect, near: near, far: far, depth: depth)
    for distance in [near, 0.7, 5, 60, far] {
      let top = distance * tan(angle / 2)
      // Equal steps of depth are equal steps of inverse distance.
      let expected = least + (1 - least) * (1 / near - 1 / distance) / (1 / near - 1 / far)
      // Right-handed: what is seen lies at negative z, x to the right and y up.
      #expect(isClose(image(SIMD3(top * aspect, top, -distance), view), SIMD3(1, 1, expected)))
      #expect(isClose(image(SIMD3(-top * aspect, -top, -distance), view), SIMD3(-1, -1, expected)))
    }
    #expect(view.homogeneous(0, 0, 3).w < 0)
    let endless = Transform3D.perspective(
      fieldOfView: angle, aspect: aspect, near: near, far: .infinity, depth: depth)
    #expect(image(SIMD3(0, 0, -near), endless).z == least)
    #expect((image(SIMD3(0, 0, -1e9), endless).z - 1).magnitude < 1e-8)
  }

  @Test(arguments: [(Transform3D.DepthRange.zeroToOne, 0.0), (.minusOneToOne, -1)])
  func `an orthographic view maps its box to the unit box`(
    depth: Transform3D.DepthRange, least: Double
  ) {
    let view = Transform3D.orthographic(
      left: -3, right: 5, bottom: 1, top: 2, near: -4, far: 10, depth: depth)
    #expect(isClose(image(SIMD3(-3, 1, 4), view), SIMD3(-1, -1, least)))
    #expect(isClose(image(SIMD3(5, 2, -10), view), SIMD3(1, 1, 1)))
    #expect(isClose(image(SIMD3(1, 1.5, -3), view), SIMD3(0, 0, (least + 1) / 2)))
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

  /// Expected values from numpy 2.4, without a cross product. The columns of the eye's frame are the directions right,
  /// up and back, and the eye itself. `numpy.linalg.qr` of (eye − target, up) gives two of them, and `numpy.linalg.svd`
  /// the third. A point's image is `numpy.linalg.inv(frame) @ point`.
  @Test func `an eye sees points where the inverse of its own frame puts them`() {
    let view = Transform3D.lookAt(from: SIMD3(3, -2, 5), to: SIMD3(-1, 4, 0.5), up: SIMD3(0.2, 1, -0.3))

    #expect(
      isClose(
        image(SIMD3(1, 2, 3), view), SIMD3(-0.5462596333156888, 0.6596699378102953, -4.823529411764705)))
    #expect(
      isClose(
        image(SIMD3(-7, 0.5, 2), view), SIMD3(-2.675065557266535, -6.568819344914701, -8.058823529411764)))
  }

  /// Expected value: `expm(0.7 K) @ (3, 1, -2)`, where K is the cross product with (1, −2, 0.5) / |(1, −2, 0.5)|,
  /// computed with the eigenvalues from `numpy.linalg.eig`.
  @Test func `a rotation is the exponential of its axis`() {
    let turn = Transform3D.rotation(0.7, x: 1, y: -2, z: 0.5)

    #expect(
      isClose(
        image(SIMD3(3, 1, -2), turn), SIMD3(3.2785853337855, 1.7489009592165234, 0.43843316929509424)))
  }

  @Test func `normals stay upright on surfaces that are stretched, turned and shifted`() throws {
    var random = SeededGenerator(seed: 3)
    for _ in 0..<100 {
      let (a, b) = (vector(&random, -1...1), vector(&random, -1...1))
      let normal = SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
      let factors = vector(&random, 0.2...5)
      let axis = vector(&random, -1...1)
      let mapping =
        Transform3D.scale(x: factors.x, y: factors.y, z: factors.z)
        * .rotation(1.3, x: axis.x, y: axis.y, z: axis.z) * .translation(x: 7, y: -3, z: 2)

      let mapped = SIMD4(normal, 0) * (try #require(mapping.forNormals))
      for tangent in [a, b] { #expect(abs((SIMD4(tangent, 0) * mapping * mapped).sum()) < 1e-12) }
    }
    #expect(Transform3D.scale(x: 1, y: 0, z: 1).forNormals == nil)
  }
}
