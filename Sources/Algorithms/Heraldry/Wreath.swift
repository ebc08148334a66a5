import Geometry

/// A wreath of leaves or flowers: two branches, a garland around the head, or a closed ring.
struct Wreath {
  var form: CrownForm
  var leaf: Ornament

  /// The pieces bound in between: berries, acorns, buds.
  var fruit: Ornament?

  /// Whether the leaf is a blossom, which is seen from above and has leaves of its own.
  var isBlossom: Bool
  var count: Int

  /// The size of leaves relative to the available space.
  var fullness = 1.0

  /// The angle between leaves and the branch, in degrees.
  var spread = 38.0
  var roundness = 1.0

  func drawing() -> CrownDrawing {
    var stage = Stage()
    stage.gap = 11
    switch form {
    case .garland: garland(on: &stage)
    case .chaplet: chaplet(on: &stage)
    default: branches(on: &stage)
    }
    return stage.drawing()
  }

  /// Broad leaves and blossoms have a larger spacing.
  private var isBroad: Bool {
    ["oak-leaf", "maple-leaf", "acanthus", "wheat", "palm", "ivy"].contains(leaf.id)
  }

  private var shownCount: Int {
    isBroad || isBlossom ? max(4, Int((Double(count) * 0.72).rounded())) : count
  }

  private func pose(_ place: Point, heading: Double, size: Double, mirrored: Bool = false) -> AffineTransform
  {
    AffineTransform.scale(x: mirrored ? -size : size, y: size).concatenating(.rotation(degrees(heading)))
      .concatenating(.translation(x: place.x, y: place.y))
  }

  /// Returns a place and heading (0 upward, 90 rightward) on the right branch.
  private func onBranch(_ t: Double) -> (Point, Double) {
    let turn = 180 - (isBroad || isBlossom ? 146 : 158) * t
    let radius = 400.0
    let place = Point(
      radius * sine(degrees(turn)) * (1 - 0.05 * t), -radius * roundness * cosine(degrees(turn)))
    return (place, turn - 90 - 8 * t)
  }

  private func branches(on stage: inout Stage) {
    let knot = Ornament.bow
    stage.place(knot, pose(Point(0, 400 * roundness + 70), heading: 0, size: 2))
    let count = shownCount
    let room = 400 * 2.75 / Double(count)
    for side in [1.0, -1] {
      let flip = AffineTransform.scale(x: side, y: 1)
      var nodes: [CrownDrawing.Node] = []
      let stem = Path.curve(steps: 6) { onBranch(-0.04 + $0 * 0.98).0 }
      nodes.append(.shape(.stroke(stem.transformed(by: flip), width: 13)))
      for index in 0..<count {
        let t = 0.07 + (isBroad ? 0.82 : 0.9) * Double(index) / Double(count)
        let (place, heading) = onBranch(t)
        nodes += tuft(
          at: place, heading: heading, room: room * (1 - 0.22 * t), flip: flip, index: index, on: &stage)
      }
      let (tip, heading) = onBranch(0.97)
      if !isBlossom {
        nodes.append(
          stage.use(leaf, pose(tip, heading: heading, size: room * 1.05 * fullness / 100).concatenating(flip))
        )
      }
      stage.add(nodes, halos: [])
    }
  }

  private func tuft(
    at place: Point, heading: Double, room: Double, flip: AffineTransform, index: Int, on stage: inout Stage
  ) -> [CrownDrawing.Node] {
    if isBlossom {
      let size = room * (index % 2 == 0 ? 0.0128 : 0.0098) * fullness
      let center = place
      let flower = pose(center, heading: heading * 0.4, size: size).concatenating(flip)
      stage.place(leaf, flower)
      let beside = fruit ?? .bayLeaf
      let own = beside.isRound ? 0.0044 : 0.0084
      return [-1.0, 1].map { side in
        let lean = heading + side * 58
        let reach = room * (beside.isRound ? 0.5 : 0.3)
        let foot = Point(
          center.x + sine(degrees(lean)) * reach, center.y - cosine(degrees(lean)) * reach)
        return stage.use(beside, pose(foot, heading: lean, size: room * own).concatenating(flip))
      }
    }
    let size = room * (isBroad ? 1.2 : 1.42) * fullness / 100
    var nodes: [CrownDrawing.Node] = []
    if let fruit {
      let side = index % 2 == 0 ? 1.0 : -1
      let lean = heading + side * 82
      let reach = room * 0.3
      let foot = Point(place.x + sine(degrees(lean)) * reach, place.y - cosine(degrees(lean)) * reach)
      let own = fruit.isRound ? room * 0.0034 : room * 0.0052
      let place = pose(foot, heading: lean, size: own).concatenating(flip)
      if isBroad {
        stage.place(fruit, place)
      } else {
        nodes.append(stage.use(fruit, place))
      }
    }
    for side in [-1.0, 1] {
      let slip = side < 0 ? 0.0 : 0.5
      let foot = Point(
        place.x + sine(degrees(heading)) * room * slip * 0.6,
        place.y - cosine(degrees(heading)) * room * slip * 0.6)
      let own = isBroad && side < 0 ? size * 0.86 : size
      let place = pose(foot, heading: heading + side * spread, size: own).concatenating(flip)
      if isBroad {
        stage.place(leaf, place)
      } else {
        nodes.append(stage.use(leaf, place))
      }
    }
    return nodes
  }

  private func garland(on stage: inout Stage) {
    let ring = Ring(radius: 420, pitch: 0.26, flare: 0)
    let count = max(3, (shownCount + 2) / 2)
    let arc = 420 * Double.pi / Double(2 * count)
    let size = arc * 0.0072
    stage.place(.pearl, pose(Point(0, 420 * 0.26 + size * 50), heading: 0, size: size))
    for index in 1...count {
      let angle = Double(index) * .pi / 2 / (Double(count) + 0.2)
      for side in [1.0, -1] { garlandTuft(ring, angle, side, arc, index, &stage) }
    }
    var back: [CrownDrawing.Node] = [
      .shape(.stroke(ring.arc(at: 0, from: .pi * 0.56, to: .pi * 1.44), width: 12, cap: .butt))
    ]
    for index in 0..<count {
      let angle = .pi / 2 + (Double(index) + 0.8) * .pi / 2 / (Double(count) + 0.6)
      for side in [1.0, -1] {
        let place = ring.point(angle * side, 0)
        back.append(
          stage.use(leaf, pose(place, heading: -60 * side, size: arc * 0.0092, mirrored: side < 0)))
      }
    }
    stage.add(back, halos: [])
  }

  private func garlandTuft(
    _ ring: Ring, _ angle: Double, _ side: Double, _ arc: Double, _ index: Int, _ stage: inout Stage
  ) {
    let place = ring.point(angle * side, 0)
    let near = 0.62 + 0.38 * cosine(angle)
    let size = arc * near * 1.32 * fullness / 100
    let slope = -20 * sine(angle) * side
    for tilt in [34.0, -34] {
      let heading = -90 * side + tilt * side + slope
      stage.place(leaf, pose(place, heading: heading, size: size, mirrored: side < 0))
    }
    if let fruit {
      let own = fruit.isRound ? arc * near * 0.0024 : arc * near * 0.0042
      let lift = index % 2 == 0 ? -0.66 : 0.6
      let foot = Point(place.x + side * arc * 0.1, place.y + arc * near * lift)
      stage.place(fruit, pose(foot, heading: lift < 0 ? 0 : 180, size: own))
    }
  }

  private func chaplet(on stage: inout Stage) {
    let number = shownCount * (isBroad || isBlossom ? 3 : 4) / 2
    let room = 2 * Double.pi * 380 / Double(number)
    var nodes: [CrownDrawing.Node] =
      isBroad ? [] : [.shape(.stroke(Path(circle: .zero, radius: 380), width: 13))]
    for index in 0..<number {
      let turn = 360 * Double(index) / Double(number)
      let place = Point(380 * sine(degrees(turn)), -380 * cosine(degrees(turn)))
      nodes += tuft(
        at: place, heading: turn + 90, room: room * 1.06, flip: .identity, index: index, on: &stage)
    }
    stage.add(nodes, halos: [])
  }
}
