import Geometry

/// Crowns on a ring.
extension CrownDesign {
  var height: Double {
    switch stature {
    case .low: 0.82
    case .middle: 1
    case .tall: 1.22
    }
  }

  var flare: Double {
    switch spread {
    case .straight: 0.03
    case .open: 0.16
    case .wide: 0.32
    }
  }

  /// Returns the crown on a ring for its family.
  func ringCrown() -> RingCrown {
    var crown = RingCrown()
    crown.circlet = circlet
    crown.ring.flare = flare
    switch family {
    case .royal, .imperial, .tudor, .stEdward, .heir: sovereign(&crown)
    case .duke, .marquess, .earl, .viscount, .baron: peer(&crown)
    case .mural, .naval, .vallary, .celestial, .eastern: honour(&crown)
    default: sheet(&crown)
    }
    return crown
  }

  private func sovereign(_ crown: inout RingCrown) {
    crown.bandHeight = 112
    crown.ring.flare = flare * 0.6
    if family == .imperial {
      crown.ring.radius = 330
      crown.ring.flare = flare
    }
    crown.points = alternating(crown, size: arches > 0 ? 205 * (0.6 + 0.4 * height) : 250 * height)
    if arches > 0 {
      let top: Double = family == .imperial ? 640 : family == .tudor ? 510.5 : 500
      crown.arches = Arches(
        ring: crown.ring, foot: crown.bandHeight - 4, top: 112 + (top - 112) * height,
        angles: Self.archAngles(arches), form: archForm, trim: archTrim,
        width: arches > 2 ? 50 : 62)
      crown.monde = 48
      setTop(&crown, size: 178)
    } else if cap != .open {
      crown.capHeight = 220 * height
      setTop(&crown, size: 70)
    }
    crown.cap = cap
  }

  static func archAngles(_ count: Int) -> [Double] {
    switch count {
    case 1: [-.pi / 2, .pi / 2]
    case 2: [-.pi / 2, 0, .pi / 2]
    case 3: [-.pi / 2, -.pi / 6, .pi / 6, .pi / 2]
    default: [-.pi / 2, -.pi / 4, 0, .pi / 4, .pi / 2]
    }
  }

  private func setTop(_ crown: inout RingCrown, size: Double) {
    guard let top else { return }
    let ornament = Ornament.of(top)
    crown.top = (ornament, size / 100)
  }

  private func peer(_ crown: inout RingCrown) {
    crown.bandHeight = 116
    switch family {
    case .duke: crown.points = alternating(crown, size: 265 * height)
    case .marquess:
      crown.points = alternating(crown, size: 270 * height, second: between == .pearl ? 84 : 190 * height)
    case .earl:
      crown.points = alternating(crown, size: 285 * height, second: 130 * height)
    case .viscount: crown.points = alternating(crown, size: finial == .pearl ? 96 : 150 * height)
    default:
      crown.points = alternating(crown, size: finial == .pearl ? 132 : 210 * height)
      if points == 6 { for index in crown.points.indices { crown.points[index].angle += .pi / 6 } }
    }
    crown.cap = cap
    crown.capHeight = (family == .baron || family == .viscount ? 250 : 300) * height
    if cap != .open { setTop(&crown, size: 74) }
  }

  private func honour(_ crown: inout RingCrown) {
    switch family {
    case .mural:
      crown.bandHeight = 190
      crown.points = alternating(crown, size: (finial == .turret ? 290 : 230) * height)
      if form == .stepped {
        crown.peaks = Peaks(count: 16, valley: 200, peak: 236, cut: .square)
        for index in crown.points.indices { crown.points[index].lift = 30 }
      }
    case .naval:
      crown.bandHeight = 100
      crown.points = alternating(crown, size: 250 * height, second: 220 * height)
    case .vallary:
      crown.bandHeight = 100
      crown.points = alternating(crown, size: 270 * height)
    case .celestial:
      crown.bandHeight = 90
      crown.points = alternating(crown, size: 330 * height, second: 190 * height)
    default:
      crown.bandHeight = 90
      crown.points = alternating(crown, size: 320 * height)
      if form == .straight {
        crown.peaks = Peaks(
          count: points, valley: 112, peak: 112 + 260 * height, cut: .straight)
        crown.points = []
      }
    }
  }

  private func sheet(_ crown: inout RingCrown) {
    let cuts: [CrownForm: Peaks.Cut] = [
      .straight: .straight, .hollow: .hollow, .leafed: .leaf, .ogee: .ogee, .outlined: .straight,
      .tilted: .hollow,
    ]
    crown.bandHeight = 100
    crown.ring.radius = family == .fairyTale ? 380 : 340
    crown.ring.flare = flare + 0.06
    crown.isOutlined = form == .outlined
    crown.turn = form == .tilted ? degrees(-13) : 0
    let rise = (family == .cartoon ? 320 : 280) * height
    let valley = crown.bandHeight + (form == .straight ? 50 : 36)
    let count = family == .fairyTale ? points : 2 * (points - 1)
    crown.peaks = Peaks(
      count: count, valley: valley, peak: valley + rise, cut: cuts[form] ?? .straight)
    let isPearl = finial == .pearl
    crown.points = alternating(crown, count: count, size: isPearl ? 84 : 130)
    let room = crown.ring.leastSpacing(ofPeaks: count, at: valley + rise) - crown.gap / 2
    // Flat pieces are foreshortened at the sides, where there is the least room.
    let widths = crown.points.map { $0.ornament.box.width * $0.scale * ($0.ornament.isRound ? 1 : 0.7) }
    let widest = zip(widths, widths.dropFirst()).map { ($0 + $1) / 2 }.max() ?? 0
    for index in crown.points.indices {
      crown.points[index].scale *= min(1, room / widest)
      crown.points[index].lift =
        valley + rise - crown.bandHeight + (crown.points[index].ornament.id == "pearl" ? -24 : -26)
      crown.points[index].isOnPeak = true
    }
  }

  /// Returns the points of the ring, alternating between the finial and the piece between, as large as fits.
  func alternating(
    _ crown: RingCrown, count: Int? = nil, size: Double, second: Double? = nil
  ) -> [RingCrown.PointOnRing] {
    let points = count ?? self.points
    let first = Ornament.of(finial)
    let other = between.map { Ornament.of($0) } ?? first
    let chord = 2 * crown.ring.radius * sine(.pi / Double(max(points, 3)))
    let size2 = second ?? (between == nil || between?.isTall == true ? size : size * 0.62)
    var sizes = (size / 100, size2 / 100)
    if between == .pearl { sizes.1 = min(sizes.1, 0.86) }
    let taken = (first.box.width * sizes.0 + other.box.width * sizes.1) / 2
    let fit = min(1, (chord - 4) / taken)
    return (0..<points).map { index in
      let isFirst = index % 2 == 0 || between == nil
      let ornament = isFirst ? first : other
      return RingCrown.PointOnRing(
        angle: 2 * .pi * Double(index) / Double(points), ornament: ornament,
        scale: (isFirst ? sizes.0 : sizes.1) * fit, lift: ornament.id == "pearl" ? 14 : 0)
    }
  }
}

extension Finial {
  /// Whether it can alternate with another finial at full height.
  var isTall: Bool { self != .pearl && self != .lozenge }
}

/// A wall with peaks above the band, cut from the same sheet.
struct Peaks {
  enum Cut { case straight, hollow, leaf, ogee, square }

  /// The number of peaks around the whole ring; one is in front.
  var count: Int

  /// The heights of the valleys and of the peaks.
  var valley: Double
  var peak: Double
  var cut: Cut

  private var step: Double { 2 * .pi / Double(count) }

  /// Returns the height of the wall between valley and peak, as a fraction, at a fraction of the way from a peak to a
  /// valley.
  private func profile(_ way: Double) -> Double {
    switch cut {
    case .straight: return 1 - way
    case .hollow: return (1 - way) * (0.3 + 0.7 * (1 - way))
    case .leaf: return 1 - way * way * (0.45 + 0.55 * way)
    case .ogee:
      let neck = max(0, 1 - way / 0.42)
      return 0.7 * (1 - way * way * way) + 0.3 * neck * neck
    case .square: return way < 0.55 ? 1 : 0
    }
  }

  /// Returns the wall from the foot to its peaks, for the front or the back.
  func wall(on ring: Ring, foot: Double, front: Bool) -> Path {
    let first = front ? -Double.pi / 2 : .pi / 2
    let last = first + .pi
    let lift = front ? 1.0 : 0.91
    func place(_ angle: Double, _ part: Double) -> Point {
      ring.point(Ring.spread(angle), foot + (valley + (peak - valley) * part - foot) * lift)
    }
    var path = Path()
    path.move(to: ring.point(first, foot))
    for index in Int((first / step).rounded(.down))...Int((last / step).rounded(.up)) {
      let middle = Double(index) * step
      addFlank(to: &path, from: middle - step / 2, to: middle, peakAt: middle, within: first...last, place)
      addFlank(to: &path, from: middle, to: middle + step / 2, peakAt: middle, within: first...last, place)
    }
    path.line(to: ring.point(last, foot))
    path.join(ring.arc(at: foot, from: last, to: first))
    path.close()
    return path
  }

  private func addFlank(
    to path: inout Path, from start: Double, to end: Double, peakAt middle: Double,
    within range: ClosedRange<Double>, _ place: (Double, Double) -> Point
  ) {
    let (low, high) = (max(start, range.lowerBound), min(end, range.upperBound))
    guard high - low > 1e-6 else { return }
    func way(_ angle: Double) -> Double { min(1, (angle - middle).magnitude / (step / 2)) }
    func at(_ angle: Double) -> Point { place(angle, profile(way(angle))) }
    switch cut {
    case .straight:
      path.line(to: at(low))
      path.line(to: at(high))
    case .square:
      let edge = start == middle ? middle + step * 0.275 : middle - step * 0.275
      path.line(to: at(low))
      if edge > low, edge < high {
        path.line(to: place(edge, start == middle ? 1 : 0))
        path.line(to: place(edge, start == middle ? 0 : 1))
      }
      path.line(to: at(high))
    default:
      path.join(Path.curve(steps: cut == .ogee ? 5 : 4) { at(low + (high - low) * $0) })
    }
  }
}
