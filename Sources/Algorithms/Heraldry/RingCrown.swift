import Geometry

/// The dimensions of a crown on a ring, computed from a `CrownDesign` by the rules of its family.
struct RingCrown {
  struct PointOnRing {
    var angle: Double
    var ornament: Ornament
    var scale: Double
    var lift = 0.0

    /// Whether it is on a peak of the wall, which is not moved forward at the sides.
    var isOnPeak = false
  }

  var ring = Ring(radius: 400, pitch: 0.1, flare: 0.16)
  var bandHeight = 118.0
  var circlet = Circlet.jewelled
  var points: [PointOnRing] = []
  var peaks: Peaks?
  var arches: Arches?
  var cap = Cap.open

  /// The height of a cap without arches, and its fullness.
  var capHeight = 210.0
  var top: (ornament: Ornament, scale: Double)?
  var monde: Double = 0
  var hasBack = true

  /// Whether the sheet and the band are stroked instead of filled.
  var isOutlined = false

  /// The tilt of the crown, in radians.
  var turn = 0.0
  var gap = 15.0

  func drawing() -> CrownDrawing {
    var stage = Stage()
    stage.gap = gap
    drawTop(on: &stage)
    drawFront(on: &stage)
    stage.add([], halos: veils(where: isVeiled))
    drawArches(on: &stage)
    drawCap(on: &stage)
    if hasBack {
      drawBack(on: &stage)
    }
    return stage.drawing(turn: turn)
  }

  private var summit: Point {
    if let arches { return arches.summit }
    return Point(0, -(bandHeight + capHeight))
  }

  private func drawTop(on stage: inout Stage) {
    guard let top else { return }
    var foot = summit.y + (monde > 0 ? monde * 0.55 : 8)
    if monde > 0 {
      let place = AffineTransform(
        a: monde / 50, b: 0, c: 0, d: monde / 50, tx: 0, ty: foot)
      stage.place(.orb, place)
      foot -= monde * 2 + 9
    }
    stage.place(
      top.ornament, AffineTransform(a: top.scale, b: 0, c: 0, d: top.scale, tx: 0, ty: foot))
  }

  private func transform(_ point: PointOnRing) -> AffineTransform {
    let height = bandHeight + point.lift - 1
    let angle = point.isOnPeak ? Ring.spread(point.angle) : Ring.shown(point.angle)
    let inward = point.isOnPeak || point.ornament.id == "pearl" ? 0 : 0.035 * sine(angle) * sine(angle)
    let ring = Ring(radius: ring.radius * (1 - inward), pitch: ring.pitch, flare: ring.flare)
    return point.ornament.isRound
      ? ring.resting(at: angle, height: height, scale: point.scale)
      : ring.standing(at: angle, height: height, scale: point.scale, least: point.isOnPeak ? 0.66 : 0.28)
  }

  private func isBehind(_ point: PointOnRing) -> Bool { cosine(point.angle) < -0.05 }

  private func drawFront(on stage: inout Stage) {
    let front = points.filter { !isBehind($0) }.sorted { cosine($0.angle) > cosine($1.angle) }
    var nodes: [CrownDrawing.Node] = bandShapes.map { .shape($0) }
    var halos: [Path] = []
    if let peaks {
      let sheet = peaks.wall(on: ring, foot: bandHeight - 3, front: true)
      nodes.append(.shape(isOutlined ? .stroke(sheet, width: 30) : .fill(sheet)))
      halos.append(sheet.outset(by: stage.gap))
    }
    let balls = front.filter { $0.ornament.isRound && $0.ornament.id == "pearl" }
    for ball in balls { stage.place(ball.ornament, transform(ball)) }
    var covered: [PointOnRing] = []
    for (index, point) in front.enumerated() where point.ornament.id != "pearl" {
      let place = transform(point)
      let isCovered = front[..<index].contains { other in
        guard let a = box(of: other), let b = box(of: point) else { return false }
        return a.intersects(b)
      }
      if isCovered {
        if !point.isOnPeak || !isMostlyHidden(point, behind: front[..<index]) { covered.append(point) }
      } else {
        nodes.append(stage.use(point.ornament, place))
        halos += point.ornament.outline.transformed(by: place).subpaths.map { $0.outset(by: stage.gap) }
      }
    }
    stage.add(nodes, halos: halos)
    for point in covered { stage.place(point.ornament, transform(point)) }
    stage.add([], halos: [ring.wall(from: -30, to: bandHeight).outset(by: stage.gap)])
  }

  private func isMostlyHidden(_ point: PointOnRing, behind others: ArraySlice<PointOnRing>) -> Bool {
    guard let own = box(of: point) else { return true }
    return others.contains { other in
      guard let box = box(of: other) else { return false }
      return box.minX - gap < own.midX && own.midX < box.maxX + gap
    }
  }

  private func isVeiled(_ point: PointOnRing) -> Bool {
    cosine(point.angle) < 0.3 && !point.isOnPeak && arches != nil
  }

  /// Returns the boxes of points, which hide the arches behind them: visible fragments of an arch would look like
  /// crumbs.
  private func veils(where isVeiled: (PointOnRing) -> Bool) -> [Path] {
    points.filter { !isBehind($0) && isVeiled($0) }.map { point in
      let box = point.ornament.outline.bounds ?? .zero
      return Path(rect: Rect(x: box.minX, y: -box.height, width: box.width, height: box.height + 24))
        .transformed(by: transform(point)).outset(by: gap * 0.6)
    }
  }

  private var bandShapes: [CrownDrawing.Shape] {
    if isOutlined { return [.stroke(ring.wall(from: 0, to: bandHeight - 3), width: 30)] }
    return Band(ring: ring, height: bandHeight, kind: circlet).shapes()
  }

  private func box(of point: PointOnRing) -> Rect? {
    point.ornament.outline.transformed(by: transform(point)).bounds
  }

  private func drawArches(on stage: inout Stage) {
    guard var arches else { return }
    let front = points.filter { !isBehind($0) }
    arches.obstacles =
      [Obstacle(ring.wall(from: -30, to: bandHeight), clear: gap)]
      + front.map { Obstacle($0.ornament.outline.transformed(by: transform($0)), clear: gap) }
      + veils(where: isVeiled).map { Obstacle($0, clear: 0) }
    arches.keepClear = monde + gap
    let angles = arches.angles.sorted { cosine($0) > cosine($1) }
    for angle in angles {
      let halo = arches.strip(at: angle, extra: stage.gap)
      stage.add(arches.shapes(at: angle).map { .shape($0) }, halos: [halo])
    }
  }

  private func drawCap(on stage: inout Stage) {
    guard cap != .open else { return }
    let rim = ring.arc(at: bandHeight - 10, from: .pi / 2, to: -.pi / 2)
    var outline: Path
    if let arches {
      outline = arches.silhouette(shrunk: arches.trim == .strung ? 0.98 : 0.9)
    } else {
      outline = dome
    }
    outline.join(rim)
    outline.close()
    if cap == .gored { stage.add([], halos: seams) }
    stage.add([.shape(.fill(outline))], halos: [outline.outset(by: stage.gap)])
  }

  /// The gaps between the gores of a cap.
  private var seams: [Path] {
    let reach = (ring.radius + ring.flare * bandHeight) * 0.96
    let rise = -summit.y - bandHeight
    let turns = arches == nil ? [-60.0, -22, 22, 60] : [-45.0, 45]
    return turns.map { turn in
      let line = { (t: Double) -> Point in
        if let arches { return arches.seam(t, at: degrees(turn)) }
        let angle = degrees(90 * t * 0.96)
        return Point(
          reach * sine(degrees(turn)) * cosine(angle), -self.bandHeight * 0.8 - rise * sine(angle))
      }
      return Path.ribbon(steps: 6, along: line, width: { 11 * (1 - 0.4 * $0) })
    }
  }

  private var dome: Path {
    let radius = (ring.radius + ring.flare * bandHeight) * 0.96
    return Path.curve(steps: 12) { t in
      let angle = degrees(-90 + 180 * t)
      return Point(
        radius * sine(angle) * (1 + 0.1 * cosine(angle)), -bandHeight - capHeight * cosine(angle))
    }
  }

  private func drawBack(on stage: inout Stage) {
    let front = points.filter { !isBehind($0) }.compactMap(box)
    let behind = points.filter(isBehind).filter { point in
      guard let own = box(of: point) else { return false }
      let hidden = front.map { max(0, min($0.maxX, own.maxX) - max($0.minX, own.minX)) }.max() ?? 0
      return hidden < own.width * 0.42
    }
    // Between the points the rear rim would be visible as unrelated dashes.
    var nodes: [CrownDrawing.Node] = []
    if let peaks, !isOutlined, peaks.count % 2 == 1 || !points.contains(where: \.isOnPeak) {
      nodes.append(.shape(.fill(peaks.wall(on: ring, foot: bandHeight - 16, front: false))))
    }
    nodes += behind.map { stage.use($0.ornament, transform($0)) }
    stage.add(nodes, halos: [])
  }
}
