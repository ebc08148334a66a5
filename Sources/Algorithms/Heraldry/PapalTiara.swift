import Geometry

/// The triple crown: a beehive of cloth of gold with three coronets, and two lappets behind.
struct PapalTiara {
  var form: CrownForm
  var points: Int
  var leaf: Ornament
  var circlet: Circlet
  var isGored: Bool
  var top: Ornament
  var height: Double
  var spread: Spread

  private let radius = 290.0

  private func reach(_ t: Double) -> Point {
    let full = spread == .wide ? 1.16 : spread == .straight ? 0.94 : 1.05
    let curve =
      switch form {
      case .pointed:
        CubicBezier(Point(1, 0), Point(1.14 * full, 0.5), Point(0.5, 0.82), Point(0, 1))
      case .cup: CubicBezier(Point(1, 0), Point(1.16 * full, 0.5), Point(1.08 * full, 1), Point(0, 1))
      default: CubicBezier(Point(1, 0), Point(1.2 * full, 0.5), Point(0.74 * full, 1), Point(0, 1))
      }
    let p = curve.point(at: t)
    return Point(p.x * radius, p.y * height)
  }

  private func radius(at level: Double) -> Double {
    let steps = (0...60).map { reach(Double($0) / 60) }
    return steps.min { ($0.y - level).magnitude < ($1.y - level).magnitude }?.x ?? 0
  }

  func drawing() -> CrownDrawing {
    var stage = Stage()
    stage.gap = 13
    let summit = -height
    stage.place(.orb, AffineTransform(a: 0.8, b: 0, c: 0, d: 0.8, tx: 0, ty: summit + 14))
    stage.place(top, AffineTransform(a: 1.5, b: 0, c: 0, d: 1.5, tx: 0, ty: summit - 63))
    for tier in 0..<3 { coronet(tier, on: &stage) }
    if isGored {
      for turn in [-0.6, 0.6] {
        stage.add(
          [],
          halos: [
            Path.ribbon(
              steps: 6,
              along: { t in
                let p = reach(0.02 + t * 0.96)
                return Point(p.x * turn, -p.y)
              }, width: { 12 * (1 - 0.4 * $0) })
          ])
      }
    }
    var body = Path.curve(steps: 8) { t in
      let p = reach(t)
      return Point(-p.x, -p.y)
    }
    body.join(
      Path.curve(steps: 8) { t in
        let p = reach(1 - t)
        return Point(p.x, -p.y)
      })
    body.close()
    stage.fill(body)
    for side in [1.0, -1] { lappet(side, on: &stage) }
    return stage.drawing()
  }

  private func coronet(_ tier: Int, on stage: inout Stage) {
    let level = [0.0, 0.31, 0.59][tier] * height
    let band = [78.0, 60, 48][tier]
    let ring = Ring(radius: radius(at: level + band * 0.6) + 14, pitch: 0.13, flare: 0.05)
    let shift = AffineTransform.translation(x: 0, y: -level)
    let size = [1.45, 1.2, 0.95][tier] * (height / 860)
    let places = (0..<points).map { 2 * Double.pi * Double($0) / Double(points) }
      .filter { cosine($0) > -0.05 }.sorted { cosine($0) > cosine($1) }
    let chord = 2 * ring.radius * sine(.pi / Double(points))
    let fit = min(size, chord * 0.96 / leaf.box.width)
    var nodes = Band(ring: ring, height: band, kind: circlet).shapes()
      .map { CrownDrawing.Node.shape($0.transformed(by: shift)) }
    var halos = [ring.wall(from: 0, to: band).transformed(by: shift).outset(by: stage.gap)]
    for angle in places {
      let place = ring.standing(at: Ring.shown(angle), height: band - 1, scale: fit, least: 0.3)
        .concatenating(shift)
      nodes.append(stage.use(leaf, place))
      halos += leaf.outline.transformed(by: place).subpaths.map { $0.outset(by: stage.gap) }
    }
    stage.add(nodes, halos: halos)
  }

  private func lappet(_ side: Double, on stage: inout Stage) {
    let flip = AffineTransform.scale(x: side, y: 1)
    func line(_ t: Double) -> Point {
      CubicBezier(Point(120, -20), Point(150, 90), Point(230, 150), Point(250, 270)).point(at: t)
    }
    let strip = Path.ribbon(steps: 5, along: line, width: { 84 + 40 * $0 })
    let slit = Path.ribbon(steps: 5, along: { line(0.3 + 0.54 * $0) }, width: { 14 + 8 * $0 })
    stage.add(.pierced((strip + slit).transformed(by: flip)))
    let fringe = (0..<5).map { index -> CrownDrawing.Shape in
      let x = 205 + Double(index) * 26
      return .stroke(
        Path { path in
          path.move(to: Point(x, 292 - Double(index) * 5))
          path.line(to: Point(x + 8, 340 - Double(index) * 5))
        }.transformed(by: flip), width: 14)
    }
    stage.add(fringe.map { .shape($0) }, halos: [])
  }
}
