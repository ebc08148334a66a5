import Geometry

/// A mitre: two stiff panels that meet at the sides, or the two horns of an imperial one.
struct Mitre {
  var form: CrownForm
  var points: Int
  var leaf: Ornament
  var circlet: Circlet
  var charge: Ornament
  var height: Double
  var flare: Double

  private var ring: Ring { Ring(radius: 300, pitch: 0.1, flare: flare) }
  private let band = 112.0

  func drawing() -> CrownDrawing {
    var stage = Stage()
    stage.gap = 14
    circletFront(on: &stage)
    if form == .lobed {
      horns(on: &stage)
    } else {
      panels(on: &stage)
      for side in [1.0, -1] { lappet(side, on: &stage) }
    }
    return stage.drawing()
  }

  private func circletFront(on stage: inout Stage) {
    var nodes = Band(ring: ring, height: band, kind: circlet).shapes().map { CrownDrawing.Node.shape($0) }
    var halos = [ring.wall(from: 0, to: band).outset(by: stage.gap)]
    let count = form == .lobed ? 8 : points
    for index in 0..<count {
      let angle = 2 * Double.pi * Double(index) / Double(count)
      guard cosine(angle) > -0.05 else { continue }
      let place = ring.standing(at: Ring.shown(angle), height: band - 1, scale: 1.25, least: 0.3)
      let own = leaf.isRound ? ring.resting(at: Ring.shown(angle), height: band + 12, scale: 0.7) : place
      nodes.append(stage.use(leaf, own))
      halos += leaf.outline.transformed(by: own).subpaths.map { $0.outset(by: stage.gap) }
    }
    stage.add(nodes, halos: halos)
  }

  /// Returns the outline of a panel above the band.
  private func panel() -> Path {
    let wide = ring.radius + flare * band
    let (shoulder, peak) = (0.42 * height, height)
    let data =
      switch form {
      case .pointed:
        "0 \(peak) L \(wide * 1.04) \(shoulder) L \(wide) 70 L 0 40"
      default:
        "0 \(peak) "
          + "C \(wide * 0.2) \(peak * 0.86) \(wide * 1.12) \(shoulder * 1.7) "
          + "\(wide * 1.06) \(shoulder * 0.9) "
          + "L \(wide) 70 L 0 40"
      }
    return Outline.symmetric(data)
  }

  private func panels(on stage: inout Stage) {
    let outline = panel()
    let strip = 46.0
    stage.place(
      charge, AffineTransform(a: 1.5, b: 0, c: 0, d: 1.5, tx: -0, ty: -height * 0.4))
    let upper = 0.4 * height + 190
    let gems = stride(from: upper, to: height - 70, by: 62).map { Outline.lozenge(0, $0, 14, 20) }
    let lower = stride(from: band + 40, to: 0.4 * height - 24, by: 62).map { Outline.lozenge(0, $0, 14, 20) }
    stage.add([], halos: (gems + lower))
    for side in [-1.0, 1] {
      stage.add([], halos: [Outline.box(side * strip - 6, 60, side * strip + 6, height)])
    }
    let fields = [-1.0, 1].map { side in
      Outline.star(side * 165, 0.4 * height + 20, rays: 4, outer: 54, inner: 17)
    }
    stage.add([.shape(.pierced(fields.reduce(outline, +)))], halos: [outline.outset(by: stage.gap)])
    let back = outline.transformed(
      by: AffineTransform(a: 0.9, b: 0, c: 0, d: 0.98, tx: 0, ty: -height * 0.085))
    stage.fill(back)
  }

  private func horns(on stage: inout Stage) {
    let top = height * 0.94
    stage.place(.orb, AffineTransform(a: 0.84, b: 0, c: 0, d: 0.84, tx: 0, ty: -top + 6))
    stage.place(charge, AffineTransform(a: 1.5, b: 0, c: 0, d: 1.5, tx: 0, ty: -top - 72))
    let arch = Outline.symmetric("0 \(top) L 24 \(top - 10) L 34 60 L 0 60")
    let gems = stride(from: band + 130, to: top - 60, by: 58).map { Outline.circle(0, $0, 12) }
    stage.fill(gems.reduce(arch, +), halo: arch.outset(by: stage.gap))
    let wide = ring.radius + flare * band
    let horn = Outline.path(
      "0 60 L \(wide) 60 "
        + "C \(wide * 1.3) \(height * 0.45) \(wide * 1.06) \(height * 0.8) \(wide * 0.66) \(height * 0.96) "
        + "C \(wide * 0.52) \(height * 0.8) \(wide * 0.3) \(height * 0.68) 0 \(height * 0.64) Z")
    let border = Path.ribbon(
      steps: 6,
      along: { t in
        CubicBezier(
          Point(wide * 0.6, -height * 0.84), Point(wide * 0.46, -height * 0.72),
          Point(wide * 0.26, -height * 0.6),
          Point(20, -height * 0.56)
        ).point(at: t)
      }, width: { _ in 12 })
    let inner = Path.ribbon(
      steps: 6,
      along: { t in
        CubicBezier(
          Point(wide * 0.9, -100), Point(wide * 1.14, -height * 0.42), Point(wide * 0.98, -height * 0.7),
          Point(wide * 0.68, -height * 0.84)
        ).point(at: t)
      }, width: { _ in 12 })
    for side in [1.0, -1] {
      let flip = AffineTransform.scale(x: side, y: 1)
      stage.add([], halos: [border.transformed(by: flip), inner.transformed(by: flip)])
      stage.fill(horn.transformed(by: flip))
    }
  }

  private func lappet(_ side: Double, on stage: inout Stage) {
    let strip = Path.ribbon(
      steps: 5,
      along: { t in
        CubicBezier(Point(150, -30), Point(170, 80), Point(230, 130), Point(240, 230)).point(at: t)
      }, width: { 80 + 30 * $0 }
    ).transformed(by: .scale(x: side, y: 1))
    stage.add(.fill(strip))
    let fringe = Path { path in
      path.move(to: Point(186, 258))
      path.line(to: Point(300, 242))
    }.transformed(by: .scale(x: side, y: 1))
    stage.add(.stroke(fringe, width: 34, cap: .butt, dashes: [12, 10]))
  }
}
