import Geometry

/// A tiara or a diadem: a narrow band, highest in the centre.
struct Headdress {
  var form: CrownForm
  var points: Int
  var finial: Ornament
  var circlet: Circlet
  var height: Double
  var flare: Double

  var radius = 440.0

  private var ring: Ring { Ring(radius: radius, pitch: 0.2, flare: flare) }
  private var band: Double { form == .classic ? 84 : 66 }

  private func rise(_ angle: Double) -> Double {
    let part = max(0, cosine(angle * 1.12))
    return height * (0.2 + 0.8 * part * part)
  }

  func tiara() -> CrownDrawing {
    var stage = Stage()
    stage.gap = 12
    stage.add(
      Band(ring: ring, height: band, kind: circlet).shapes().map { .shape($0) },
      halos: [ring.wall(from: 0, to: band).outset(by: 6)])
    let step = degrees(150) / Double(points)
    let half = points / 2
    for index in (-half...half).sorted(by: { abs($0) < abs($1) }) {
      let angle = Double(index) * step
      element(at: angle, wide: step * ring.radius * 0.5, on: &stage)
    }
    if form == .lattice { lattice(on: &stage) }
    return stage.drawing()
  }

  private func element(at angle: Double, wide: Double, on stage: inout Stage) {
    let tall = rise(angle)
    func laid(_ data: String) -> Path { ring.wrapped(Outline.path(data), at: angle, height: band) }
    let size = 0.4 + 0.0018 * tall
    let own = min(size, wide * 2.1 / max(finial.box.width, 1)) * (finial.id == "pearl" ? 0.62 : 1)
    let place = AffineTransform(
      a: own * (0.5 + 0.5 * cosine(angle)), b: 0, c: 0, d: own, tx: ring.point(angle, band + tall).x,
      ty: ring.point(angle, band + tall).y - 8)
    stage.place(finial, place)
    var shapes: [CrownDrawing.Shape] = []
    switch form {
    case .scrolls:
      for side in [-1.0, 1] {
        func x(_ part: Double) -> Double { side * wide * part }
        shapes.append(
          .stroke(
            laid(
              "M 0 0 "
                + "C \(x(0.1)) \(tall * 0.3) \(x(0.86)) \(tall * 0.24) \(x(0.8)) \(tall * 0.6) "
                + "C \(x(0.74)) \(tall * 0.84) \(x(0.26)) \(tall * 0.8) \(x(0.3)) \(tall * 0.58) "
                + "C \(x(0.32)) \(tall * 0.48) \(x(0.5)) \(tall * 0.48) \(x(0.52)) \(tall * 0.58)"
            ),
            width: 13))
      }
      shapes.append(.stroke(laid("M 0 0 L 0 \(tall)"), width: 13))
    case .fan:
      for part in [-0.68, 0.0, 0.68] {
        let near = part == 0 ? 1 : 0.8
        shapes.append(
          .fill(
            laid(
              "M \(part * wide - 7) 8 L \(part * wide - 15) \(tall * 0.6 * near) "
                + "L \(part * wide) \(tall * near * 0.97) "
                + "L \(part * wide + 15) \(tall * 0.6 * near) L \(part * wide + 7) 8 Z")))
      }
    case .lattice:
      shapes.append(.stroke(laid("M 0 0 L 0 \(tall)"), width: 12))
    default:
      shapes.append(
        .stroke(
          laid(
            "M \(-wide * 0.94) 0 C \(-wide * 0.94) \(tall * 0.5) \(-wide * 0.5) \(tall * 0.8) 0 \(tall) "
              + "C \(wide * 0.5) \(tall * 0.8) \(wide * 0.94) \(tall * 0.5) \(wide * 0.94) 0"), width: 15))
      let drop = Ornament.drop
      let scale = min(tall * 0.0056, wide * 0.019)
      let foot = ring.point(angle, band + tall * 0.14)
      stage.add(
        [
          stage.use(
            drop,
            AffineTransform(
              a: scale * (0.4 + 0.6 * cosine(angle)), b: 0, c: 0, d: scale, tx: foot.x, ty: foot.y))
        ],
        halos: [])
    }
    stage.add(shapes.map { .shape($0) }, halos: [])
  }

  private func lattice(on stage: inout Stage) {
    let rail = Path.curve(steps: 12) { t in
      let angle = degrees(-78 + 156 * t)
      return ring.point(angle, band + rise(angle) * 0.96)
    }
    var shapes: [CrownDrawing.Shape] = [.stroke(rail, width: 15)]
    for index in -points...points {
      let angle = degrees(75) * Double(index) / Double(points)
      let next = degrees(75) * Double(index + 1) / Double(points)
      guard next <= degrees(76) else { continue }
      shapes.append(
        .stroke(
          Path { path in
            path.move(to: ring.point(angle, band))
            path.line(to: ring.point(next, band + rise(next) * 0.94))
            path.move(to: ring.point(angle, band + rise(angle) * 0.94))
            path.line(to: ring.point(next, band))
          }, width: 10))
    }
    stage.add(shapes.map { .shape($0) }, halos: [])
  }

  func diadem() -> CrownDrawing {
    var stage = Stage()
    stage.gap = 14
    let isPlate = form != .classic
    let size = (isPlate ? 1.5 : 2.3) * (0.6 + height / 650)
    let front = ring.point(0, band)
    if isPlate {
      stage.place(
        finial, AffineTransform(a: size, b: 0, c: 0, d: size, tx: 0, ty: front.y - height * 0.12 - 10))
    } else {
      stage.place(
        finial, AffineTransform(a: size, b: 0, c: 0, d: size, tx: 0, ty: front.y + 4), clearing: true)
    }
    for index in stride(from: 1, through: points / 2, by: 1) {
      for side in [-1.0, 1] {
        let angle = side * degrees(isPlate ? 16 + 18 * Double(index) : 12 + 22 * Double(index))
        let own = size * (isPlate ? 0.5 : 0.62) / (1 + 0.2 * Double(index - 1))
        stage.place(
          finial, ring.standing(at: angle, height: band + (isPlate ? 34 : -2), scale: own, least: 0.3))
      }
    }
    stage.add(
      Band(ring: ring, height: band, kind: circlet).shapes().map { .shape($0) },
      halos: [ring.wall(from: -20, to: band).outset(by: stage.gap)])
    if isPlate { plate(on: &stage) }
    stage.add(
      .stroke(ring.arc(at: band - 12, from: .pi * 0.5, to: .pi * 1.5), width: 20, cap: .butt))
    return stage.drawing()
  }

  /// The upright crescent of a stephane, or one that rises to a point.
  private func plate(on stage: inout Stage) {
    let tall = height + 150
    func level(_ t: Double) -> Double {
      let across = (2 * t - 1).magnitude
      let curve =
        form == .pointed
        ? (1 - across) * (1 - across * 0.6) : (1 - across * across) * (1 - 0.35 * across * across)
      return band + tall * curve * 0.94
    }
    var outline = Path.curve(steps: form == .pointed ? 20 : 12) { t in
      ring.point(degrees(-84 + 168 * t), level(t))
    }
    outline.join(ring.arc(at: band - 8, from: degrees(84), to: degrees(-84)))
    outline.close()
    let line = Path.ribbon(
      steps: 20,
      along: { t in
        ring.point(degrees(-66 + 132 * t), band + (level(0.107 + 0.786 * t) - band) * 0.82)
      }, width: { _ in 11 })
    let flutes = stride(from: -60.0, through: 60, by: 8).map { turn -> Path in
      let t = (turn + 84) / 168
      let (low, high) = (band + 12, band + (level(t) - band) * 0.68)
      return Path.ribbon(
        steps: 1, along: { ring.point(degrees(turn), low + (high - low) * $0) }, width: { 4 + 7 * $0 })
    }
    stage.add([], halos: [line] + flutes)
    stage.fill(outline)
  }
}
