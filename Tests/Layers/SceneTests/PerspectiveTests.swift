import Geometry
import Scene
import TestSupport
import Testing

/// The contents of `perspective.json`.
private struct PerspectiveReference: Decodable {
  struct Corners: Decodable {
    let topLeft: [Double]
    let topRight: [Double]
    let bottomRight: [Double]
    let bottomLeft: [Double]

    var points: [Point] { [topLeft, topRight, bottomRight, bottomLeft].map { Point($0[0], $0[1]) } }
  }

  struct Case: Decodable {
    let width: Double
    let height: Double
    let anchor: [Double]
    let axis: String
    let angle: Double
    let m34: Double
    let position: [Double]
    let mode: String
    let superSize: [Double]
    let zTranslation: Double
    let corners: Corners
    let w: [Double]
    let frontFacing: Bool?
  }

  let tolerance: Double
  let cases: [Case]
}

@Suite struct PerspectiveTests {
  @Test func `projected corners are where the reference has them`() throws {
    let reference = try Fixture.decode(PerspectiveReference.self, from: "perspective.json")

    for example in reference.cases {
      let (stage, leaf) = scene(of: example)
      guard example.w.allSatisfy({ $0 > 0 }) else {
        #expect(leaf.projectedCorners() == nil)
        continue
      }
      let corners = try #require(leaf.projectedCorners())
      for (corner, expected) in zip(corners, example.corners.points) {
        #expect(corner.distance(to: expected) <= reference.tolerance, "\(example.mode) \(example.angle)")
      }
      try expectFacing(of: leaf, on: stage, example)
    }
    #expect(reference.cases.count > 40)
  }

  @Test func `a press finds what is seen through perspective`() throws {
    let reference = try Fixture.decode(PerspectiveReference.self, from: "perspective.json")

    for example in reference.cases where example.w.allSatisfy({ $0 > 0 }) && example.frontFacing == true {
      let (stage, leaf) = scene(of: example)
      let corners = example.corners.points
      let middle = corners[0].interpolated(to: corners[2], at: 0.5)
      let outside = corners[0] + (corners[0] - corners[2]) * 0.05
      let local = try #require(stage.convert(middle, to: leaf))

      #expect(stage.hitTest(middle) === leaf)
      #expect(stage.hitTest(outside) !== leaf)
      #expect(try #require(leaf.convert(local, to: stage)).distance(to: middle) < 1e-7)
    }
  }

  private func scene(of example: PerspectiveReference.Case) -> (stage: Layer, leaf: Layer) {
    let stage = Layer(frame: Rect(x: 0, y: 0, width: example.superSize[0], height: example.superSize[1]))
    let leaf = Layer()
    leaf.bounds = Rect(x: 0, y: 0, width: example.width, height: example.height)
    leaf.anchorPoint = Point(example.anchor[0], example.anchor[1])
    leaf.position = Point(example.position[0], example.position[1])
    var eye = Transform3D()
    eye.m34 = example.m34
    let isOwn = example.mode == "layer"
    if !isOwn { stage.sublayerTransform = eye }
    leaf.transform = (isOwn ? eye : .identity)
      .translated(x: 0, y: 0, z: example.zTranslation)
      .rotated(
        by: example.angle, x: example.axis == "x" ? 1 : 0, y: example.axis == "y" ? 1 : 0,
        z: example.axis == "z" ? 1 : 0)
    stage.addSublayer(leaf)
    return (stage, leaf)
  }

  private func expectFacing(of leaf: Layer, on stage: Layer, _ example: PerspectiveReference.Case) throws {
    guard let isFront = example.frontFacing else { return }
    leaf.isDoubleSided = false
    leaf.backgroundColor = .init(red: 1, green: 0, blue: 0)
    var list = DisplayList()
    list.record(stage)
    #expect(list.items.isEmpty != isFront, "\(example.mode) \(example.angle)")
  }
}
