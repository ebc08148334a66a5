import Geometry

/// The front of a circlet, from its foot to its upper rim.
struct Band {
  var ring: Ring
  var height: Double
  var kind: Circlet

  /// The number of jewels or other pieces around the whole ring.
  var count = 24

  /// The width of the gap between rims and field.
  private let line = 11.0

  private var rim: Double { height * 0.17 }
  private var low: Double { rim + line }
  private var high: Double { height - rim - line }
  private var middle: Double { height / 2 }
  private var field: Double { high - low }

  /// The angles of the visible pieces; one is in front unless `offset` is a half.
  private func angles(_ count: Int, offset: Double = 0, within limit: Double = 76) -> [Double] {
    (-count...count).map { (Double($0) + offset) * 2 * .pi / Double(count) }
      .filter { $0.magnitude <= degrees(limit) }
  }

  private func spacing(_ count: Int) -> Double { 2 * .pi * ring.radius / Double(count) }

  /// Returns the shapes of the band.
  func shapes() -> [CrownDrawing.Shape] {
    switch kind {
    case .plain: [.fill(ring.wall(from: 0, to: height))]
    case .rimmed: rims + [.fill(ring.wall(from: low, to: high))]
    case .jewelled: rims + [pierced(with: jewelHoles)] + gems
    case .gemmed: rims + scatteredGems
    case .pearled: rims + beads
    case .twisted: strands
    case .engrailed: rims + [.fill(engrailed)]
    case .fluted: rims + flutes
    case .arcaded: rims + [pierced(with: windows)]
    case .chevron: rims + zigzag
    case .chequered: rims + checks
    case .ermine: fur
    case .masonry: courses
    case .studded: rims + [pierced(with: row(count: 20) { Outline.circle(0, 0, $0 * 0.27) })]
    case .starred:
      rims + [
        pierced(with: row(count: 18) { Outline.star(0, 0, rays: 5, outer: $0 * 0.42, inner: $0 * 0.17) })
      ]
    case .flowered: rims + [pierced(with: row(count: 18, quatrefoil))]
    case .scrolled: rims + scroll
    case .lozengy:
      rims
        + row(count: 22) { Outline.lozenge(0, 0, min($0 * 0.5, spacing(22) * 0.42), $0 * 0.5) }.map {
          .fill($0)
        }
    case .key: rims + meander
    case .chained: rims + links
    }
  }

  private var rims: [CrownDrawing.Shape] {
    [.fill(ring.wall(from: 0, to: rim)), .fill(ring.wall(from: height - rim, to: height))]
  }

  private func pierced(with holes: [Path]) -> CrownDrawing.Shape {
    .pierced(holes.reduce(ring.wall(from: low, to: high), +))
  }

  private func row(count: Int, offset: Double = 0, _ piece: (Double) -> Path) -> [Path] {
    angles(count, offset: offset).map { ring.wrapped(piece(field), at: $0, height: middle) }
  }

  private func isLozenge(_ angle: Double, _ count: Int) -> Bool {
    let index = Int((angle * Double(count) / (2 * .pi)).rounded())
    return index % 2 == 0
  }

  private var jewelHoles: [Path] {
    angles(18).map { angle in
      let path =
        isLozenge(angle, 18)
        ? Outline.lozenge(0, 0, field * 0.72, field * 0.42)
        : Outline.ellipse(0, 0, field * 0.36, field * 0.36)
      return ring.wrapped(path, at: angle, height: middle)
    }
  }

  private var gems: [CrownDrawing.Shape] {
    angles(18).filter { $0.magnitude < 1 }.map { angle in
      let path =
        isLozenge(angle, 18)
        ? Outline.lozenge(0, 0, field * 0.4, field * 0.22) : Outline.circle(0, 0, field * 0.18)
      return .fill(ring.wrapped(path, at: angle, height: middle))
    }
  }

  private var scatteredGems: [CrownDrawing.Shape] {
    angles(20).map { angle in
      let path =
        isLozenge(angle, 20)
        ? Outline.box(-field * 0.62, -field * 0.42, field * 0.62, field * 0.42, radius: field * 0.2)
        : Outline.lozenge(0, 0, field * 0.44, field * 0.5)
      return .fill(ring.wrapped(path, at: angle, height: middle))
    }
  }

  private var beads: [CrownDrawing.Shape] {
    let number = Int(2 * .pi * ring.radius / (field * 1.16))
    return row(count: number - number % 2) { Outline.circle(0, 0, $0 * 0.49) }.map { .fill($0) }
  }

  private var strands: [CrownDrawing.Shape] {
    let number = 24
    let width = spacing(number)
    let half = width * 0.43
    let lean = width * 0.4
    let rise = height / 2
    return angles(number, offset: 0.5, within: 82).map { angle in
      let path = Outline.path(
        "M \(-half - lean) \(-rise * 0.72) C \(-half - lean) \(-rise) \(half - lean) \(-rise * 1.1) "
          + "\(half - lean) \(-rise * 0.8) C \(half - lean) \(-rise * 0.3) \(half + lean) \(rise * 0.1) "
          + "\(half + lean) \(rise * 0.72) C \(half + lean) \(rise) \(-half + lean) \(rise * 1.1) "
          + "\(-half + lean) \(rise * 0.8) C \(-half + lean) \(rise * 0.3) \(-half - lean) \(-rise * 0.1) "
          + "\(-half - lean) \(-rise * 0.72) Z")
      return .fill(ring.wrapped(path, at: angle, height: middle))
    }
  }

  private var engrailed: Path {
    let number = 14
    let step = Double.pi / Double(number)
    let reach = field * 0.4
    var path = Path()
    path.move(to: ring.point(-.pi / 2, low))
    func bite(from start: Double, by turn: Double, at level: Double, inward: Double) {
      path.cubic(
        to: ring.point(start + turn, level), control1: ring.point(start + turn * 0.2, level + inward),
        control2: ring.point(start + turn * 0.8, level + inward))
    }
    for index in 0..<number { bite(from: -.pi / 2 + Double(index) * step, by: step, at: low, inward: reach) }
    path.line(to: ring.point(.pi / 2, high))
    for index in 0..<number {
      bite(from: .pi / 2 - Double(index) * step, by: -step, at: high, inward: -reach)
    }
    path.close()
    return path
  }

  private var flutes: [CrownDrawing.Shape] {
    row(count: 44) { Outline.box(-spacing(44) * 0.3, -$0 * 0.5, spacing(44) * 0.3, $0 * 0.5, radius: 9) }
      .map { .fill($0) }
  }

  private var windows: [Path] {
    let half = spacing(24) * 0.27
    return row(count: 24) { field in
      Outline.symmetric(
        "0 \(field * 0.36) C \(half * 0.8) \(field * 0.32) \(half) \(field * 0.1) \(half) \(-field * 0.06) "
          + "L \(half) \(-field * 0.36) L 0 \(-field * 0.36)")
    }
  }

  private var zigzag: [CrownDrawing.Shape] {
    let number = 24
    var path = Path()
    for index in -6...6 {
      let angle = (Double(index)) * .pi / Double(number) * 1.95
      path.line(to: ring.point(angle, index % 2 == 0 ? high - 9 : low + 9))
    }
    let studs = angles(number / 2, offset: 0, within: 70).flatMap { angle -> [CrownDrawing.Shape] in
      [.fill(ring.wrapped(Outline.circle(0, 0, 8), at: angle, height: low + 10))]
    }
    return [.stroke(path, width: 17, cap: .round, join: .miter)] + studs
  }

  private var checks: [CrownDrawing.Shape] {
    let number = 40
    let half = spacing(number) / 2
    return angles(number, within: 80).enumerated().map { index, angle in
      let path = Outline.box(-half, 0, half, field / 2)
      return .fill(ring.wrapped(path, at: angle, height: index % 2 == 0 ? low : middle))
    }
  }

  private var fur: [CrownDrawing.Shape] {
    let puff = height * 0.07
    func edge(_ level: Double, _ sign: Double) -> Path {
      Path.curve(steps: 26) { t in
        let angle = degrees(-90 + 180 * t)
        let wobble = puff * sine(t * .pi * 13).magnitude
        return ring.point(angle, level + sign * wobble)
      }
    }
    var outline = edge(0, -1)
    let upper = edge(height, 1)
    var backward = Path()
    backward.move(to: upper.segments.last?.end ?? .zero)
    for segment in upper.segments.reversed() {
      if case .cubic(let c) = segment {
        backward.cubic(to: c.start, control1: c.control2, control2: c.control1)
      }
    }
    outline.join(backward)
    outline.close()
    let spot = Outline.path(
      "M 0 20 C 4 12 6 4 12 -14 L 4 -8 L 0 -20 L -4 -8 L -12 -14 C -6 4 -4 12 0 20 Z"
    ).scaled(height / 96)
    let dots = [Outline.circle(0, 24, 4), Outline.circle(-8, 20, 3.6), Outline.circle(8, 20, 3.6)].map {
      $0.scaled(height / 96)
    }
    let spots = angles(18, within: 72).flatMap { angle -> [Path] in
      ([spot] + dots).map { ring.wrapped($0, at: angle, height: middle - 3) }
    }
    return [.pierced(spots.reduce(outline, +))]
  }

  private var courses: [CrownDrawing.Shape] {
    let number = 26
    let half = spacing(number) / 2 - 4
    let tall = (height - 2 * 9) / 3
    return (0..<3).flatMap { course -> [CrownDrawing.Shape] in
      let foot = Double(course) * (tall + 9)
      return angles(number, offset: course % 2 == 0 ? 0 : 0.5, within: 84).map { angle in
        .fill(ring.wrapped(Outline.box(-half, 0, half, tall, radius: 3), at: angle, height: foot))
      }
    }
  }

  private func quatrefoil(_ field: Double) -> Path {
    let r = field * 0.36
    return Outline.path(
      "M 0 \(r * 0.36) C \(-r * 1.1) \(r * 1.5) \(r * 1.1) \(r * 1.5) 0 \(r * 0.36) Z "
        + "M \(r * 0.36) 0 C \(r * 1.5) \(-r * 1.1) \(r * 1.5) \(r * 1.1) \(r * 0.36) 0 Z "
        + "M 0 \(-r * 0.36) C \(-r * 1.1) \(-r * 1.5) \(r * 1.1) \(-r * 1.5) 0 \(-r * 0.36) Z "
        + "M \(-r * 0.36) 0 C \(-r * 1.5) \(-r * 1.1) \(-r * 1.5) \(r * 1.1) \(-r * 0.36) 0 Z")
  }

  private var scroll: [CrownDrawing.Shape] {
    let number = 20
    let wide = spacing(number)
    return angles(number, within: 72).map { angle in
      let path = Outline.path(
        "M \(-wide * 0.48) \(-field * 0.42) "
          + "C \(-wide * 0.1) \(-field * 0.5) \(-wide * 0.3) \(field * 0.42) \(wide * 0.06) \(field * 0.4) "
          + "C \(wide * 0.34) \(field * 0.38) \(wide * 0.3) \(-field * 0.12) \(wide * 0.04) \(-field * 0.02)")
      return .stroke(ring.wrapped(path, at: angle, height: middle), width: 11)
    }
  }

  private var meander: [CrownDrawing.Shape] {
    let number = 20
    let wide = spacing(number)
    let (top, foot) = (field * 0.4, -field * 0.4)
    return angles(number, within: 74).map { angle in
      let path = Outline.path(
        "M \(-wide * 0.42) \(foot) L \(-wide * 0.42) \(top) L \(wide * 0.34) \(top) "
          + "L \(wide * 0.34) \(foot * 0.5) "
          + "L \(-wide * 0.06) \(foot * 0.5) L \(-wide * 0.06) \(top * 0.1)")
      return .stroke(ring.wrapped(path, at: angle, height: middle), width: 9, cap: .butt, join: .miter)
    }
  }

  private var links: [CrownDrawing.Shape] {
    let number = 20
    let wide = spacing(number)
    return angles(number, within: 72).map { angle in
      .stroke(
        ring.wrapped(Outline.ellipse(0, 0, wide * 0.36, field * 0.36), at: angle, height: middle), width: 10)
    }
      + angles(number, offset: 0.5, within: 74).map { angle in
        .fill(ring.wrapped(Outline.lozenge(0, 0, 7, 13), at: angle, height: middle))
      }
  }
}
