import Geometry

/// The head of a chess king or queen, above the mouldings of its collar.
struct ChessCrown {
  var form: CrownForm
  var isKing: Bool
  var points: Int
  var ball: Ornament
  var circlet: Circlet
  var top: Ornament
  var height: Double
  var flare: Double

  private var ring: Ring { Ring(radius: 250, pitch: 0.1, flare: 0) }

  func drawing() -> CrownDrawing {
    var stage = Stage()
    stage.gap = 15
    collar(on: &stage)
    switch (isKing, form) {
    case (true, .lobed): lobes(on: &stage)
    case (true, .pointed): fan(on: &stage, crowned: true)
    default: fan(on: &stage, crowned: false)
    }
    return stage.drawing()
  }

  /// A foot, a band, and a moulding above it.
  private func collar(on stage: inout Stage) {
    let foot = Ring(radius: 330, pitch: 0.1, flare: -0.3)
    stage.fill(foot.wall(from: -120, to: -60))
    let band = Band(ring: ring, height: 84, kind: circlet)
    stage.add(
      band.shapes().map { .shape($0.transformed(by: .translation(x: 0, y: 30))) },
      halos: [ring.wall(from: -30, to: 54).outset(by: stage.gap)])
    stage.fill(Ring(radius: 278, pitch: 0.1, flare: 0).wall(from: 70, to: 104))
  }

  private func lobes(on stage: inout Stage) {
    let tall = 330 * height
    let wide = 330 + 280 * flare
    let size = 1.9
    stage.place(top, AffineTransform(a: size, b: 0, c: 0, d: size, tx: 0, ty: -100 - tall * 0.98))
    let heart = Outline.symmetric(
      "0 \(tall + 88) C 40 \(tall + 50) 66 \(tall * 0.82 + 88) 60 \(tall * 0.66 + 88) "
        + "C 54 \(tall * 0.4 + 88) 20 \(tall * 0.2 + 88) 0 110"
    )
    stage.fill(heart, halo: heart.outset(by: 20))
    let lobe = Outline.path(
      "0 110 L 200 80 C 260 170 \(wide * 1.14) \(tall * 0.5 + 100) \(wide) \(tall * 0.8 + 100) "
        + "C \(wide * 0.84) \(tall * 1.1 + 100) \(wide * 0.3) \(tall * 1.08 + 100) 0 \(tall * 0.6 + 100) Z")
    let eye = Outline.path(
      "96 170 C 150 190 \(wide * 0.82) \(tall * 0.56 + 100) \(wide * 0.74) \(tall * 0.74 + 100) "
        + "C \(wide * 0.6) \(tall * 0.94 + 100) \(wide * 0.34) \(tall * 0.84 + 100) "
        + "104 \(tall * 0.56 + 100) Z"
    )
    for side in [1.0, -1] {
      stage.add(.pierced((lobe + eye).scaled(side, 1)), halo: lobe.scaled(side, 1))
      stage.add(.fill(eye.outset(by: -22).scaled(side, 1)))
    }
  }

  private func fan(on stage: inout Stage, crowned: Bool) {
    let tall = 430 * height
    let cuts: [CrownForm: Peaks.Cut] = [.straight: .straight, .leafed: .leaf]
    let body = Ring(radius: 210, pitch: 0.1, flare: 0.3 + flare * 0.7)
    let peaks = Peaks(
      count: 2 * (max(points, 3) - 1), valley: 110 + tall * 0.34, peak: 110 + tall,
      cut: crowned ? .hollow : cuts[form] ?? .hollow)
    let summit = body.point(0, 110 + tall).y
    let room = body.leastSpacing(ofPeaks: peaks.count, at: 110 + tall) - stage.gap
    let scale = min(ball.id == "pearl" ? 0.72 : 0.9, room / ball.box.width)
    // A king's top is on the front peak, a queen's on the ball there.
    let size = crowned ? 2 : top.isRound ? 0.5 : 0.8
    let foot = crowned ? summit - 2 : summit + 4 - ball.box.height * scale
    stage.place(top, AffineTransform(a: size, b: 0, c: 0, d: size, tx: 0, ty: foot))
    let angles = (0..<peaks.count).map { 2 * Double.pi * Double($0) / Double(peaks.count) }
      .filter { cosine($0) > -0.05 }.dropFirst(crowned ? 1 : 0)
    let balls = angles.map { angle in
      body.resting(at: Ring.spread(angle), height: 110 + tall - 14, scale: scale)
    }
    stage.add(
      balls.map { stage.use(ball, $0) },
      halos: balls.flatMap { place in
        ball.outline.transformed(by: place).subpaths.map { $0.outset(by: stage.gap) }
      })
    stage.fill(peaks.wall(on: body, foot: 96, front: true))
  }
}
