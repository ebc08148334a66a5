import Geometry

extension Ornament {
  static let crossPattee: Ornament = {
    let outline = Outline.symmetric(
      "0 106 C 10 106 18 105 26 102 C 18 90 11 78 9 69 C 18 71 31 78 43 86 C 47 74 47 50 43 38 "
        + "C 31 46 18 53 9 55 C 9 40 14 12 26 0 L 0 0")
    return Ornament("cross-pattee", outline, holes: [Outline.circle(0, 62, 6.5)])
  }()

  static let maltese: Ornament = {
    let arm = Outline.path("0 4 L 26 44 L 0 33 L -26 44 Z")
    let centre = Point(0, -56)
    let shapes: [CrownDrawing.Shape] = [0.0, 90, 180, 270].map {
      .fill(arm.scaled(1.08).turned($0).transformed(by: .translation(x: centre.x, y: centre.y)))
    }
    let core: [CrownDrawing.Shape] = [
      .fill(Outline.lozenge(0, 56, 9, 9)), .fill(Outline.symmetric("0 26 L 6 20 L 14 0 L 0 0")),
    ]
    let outline = Outline.symmetric(
      "0 94 L 28 104 L 6 64 L 48 84 L 38 56 L 48 28 L 6 48 L 28 9 L 14 0 L 0 0")
    return Ornament("maltese-cross", shapes + core, outline: outline)
  }()

  static let latinCross: Ornament = {
    let outline = Outline.symmetric(
      "0 104 L 13 104 L 9.5 96 L 9.5 72 L 28 72 L 36 76 L 36 50 L 28 54 L 9.5 54 L 9.5 14 "
        + "C 10 6 15 2 20 0 L 0 0"
    )
    return Ornament("latin-cross", outline)
  }()

  static let patriarchalCross = Ornament(
    "patriarchal-cross",
    Outline.symmetric(
      "0 106 L 8 106 L 8 92 L 24 92 L 24 77 L 8 77 L 8 61 L 40 61 L 40 45 L 8 45 L 8 14 C 9 6 13 2 20 0 L 0 0"
    ))

  static let trefoilCross: Ornament = {
    let bar = Outline.symmetric(
      "0 90 L 7 90 L 7 68 L 30 68 L 30 54 L 7 54 L 7 14 C 8 6 12 2 20 0 L 0 0")
    var shapes: [CrownDrawing.Shape] = [.fill(bar)]
    for (x, y, dx, dy) in [(0.0, 92.0, 0.0, 1.0), (30, 61, 1, 0), (-30, 61, -1, 0)] {
      for side in [-1.0, 0, 1] {
        let reach = side == 0 ? 9.0 : 0
        shapes.append(
          .fill(Outline.circle(x + dx * reach + dy * side * 9, y + dy * reach + dx * side * 9, 8)))
      }
    }
    let outline = Outline.symmetric(
      "0 111 C 10 110 20 100 18 88 L 8 82 L 10 70 L 28 78 C 40 80 50 70 49 61 C 50 52 40 42 28 44 "
        + "L 8 52 L 8 14 "
        + "C 9 6 13 2 20 0 L 0 0")
    return Ornament("trefoil-cross", shapes, outline: outline)
  }()

  /// A ball with a light on it.
  static let pearl = Ornament(
    "pearl", Outline.circle(0, 50, 50),
    holes: [Outline.path("-30 54 C -28 70 -16 80 -2 82 C -14 74 -22 66 -30 54 Z")], isRound: true)

  static let pearlOnStem: Ornament = {
    let stem = Outline.symmetric("0 66 L 4 66 C 4.5 36 6 12 12 0 L 0 0")
    let ball = Outline.circle(0, 81, 20)
    let light = Outline.path("-12 82 C -11 89 -6 93 0 94 C -5 91 -9 87 -12 82 Z")
    return Ornament(
      "raised-pearl", [.fill(stem), .pierced(ball + light)], outline: ball + stem, isRound: true)
  }()

  static let pearlTrio: Ornament = {
    let balls = [Outline.circle(0, 81, 21), Outline.circle(24, 44, 21), Outline.circle(-24, 44, 21)]
    let stem = Outline.symmetric("0 54 L 6 50 C 6 28 9 8 20 0 L 0 0")
    return Ornament(
      "pearl-trio", (balls + [stem]).map { .fill($0) },
      outline: Outline.symmetric("0 102 C 22 102 26 78 20 66 C 50 72 58 28 30 23 L 10 26 L 20 0 L 0 0"))
  }()

  static let orb: Ornament = {
    let ball = Outline.circle(0, 50, 50)
    let lower = Outline.path("-49 41 C -30 29 30 29 49 41 L 50 52 C 30 40 -30 40 -50 52 Z")
    let upright = Outline.path("-4.5 99.5 L 4.5 99.5 L 4.5 45 C 1 44.6 -1 44.6 -4.5 45 Z")
    return Ornament("orb", ball, holes: [lower, upright], isRound: true)
  }()

  static let knob = Ornament(
    "knob",
    [
      .fill(Outline.circle(0, 72, 28)), .fill(Outline.box(-30, 30, 30, 40, radius: 5)),
      .fill(Outline.symmetric("0 26 L 14 26 C 16 14 22 6 32 0 L 0 0")),
    ], outline: Outline.symmetric("0 100 C 40 98 36 54 30 40 L 30 30 L 14 26 L 32 0 L 0 0"), isRound: true)

  static let crossedOrb: Ornament = {
    let lift = AffineTransform.scale(0.62).concatenating(.translation(x: 0, y: -46))
    let cross = crossPattee.shapes.map { $0.transformed(by: lift) }
    let ball = orb.shapes.map { $0.transformed(by: .scale(0.46)) }
    return Ornament(
      "crossed-orb", ball + cross,
      outline: crossPattee.outline.transformed(by: lift) + Outline.circle(0, 23, 23), isRound: true)
  }()
}
